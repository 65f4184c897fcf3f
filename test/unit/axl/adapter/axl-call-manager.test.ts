import { describe, expect, it } from 'vitest';
import { AxlCallManager, type AxlCallManagerOptions } from '../../../../src/axl/adapter/axl-call-manager.js';
import type { Release } from '../../../../src/axl/soap/releases.js';
import { dialledForm } from '../../../../src/domain/identifiers.js';
import type { CallContext } from '../../../../src/use-cases/call-context.js';
import { answeringClient, countedTurns } from '../../../support/answering-client.js';
import { boundless, callContext } from '../../../support/call-context.js';
import { phoneName } from '../../../support/fake-port.js';

async function connectTo(release: Release, options: Partial<AxlCallManagerOptions>) {
  const { client, asked } = await answeringClient({ getPhone: () => '<phone/>' }, release);
  const { turns, limiter } = countedTurns();
  const callManager = new AxlCallManager(client, limiter, { lookup: undefined, afterUpdate: 'none', ...options });
  return { callManager, turns, operations: () => asked.map(({ kind, operation }) => `${kind} ${operation}`) };
}

describe('a number is looked up', () => {
  it.each([
    ['14.0', undefined, 'listLine'],
    ['14.0', 'lines', 'listLine'],
    ['14.0', 'sql', 'executeSQLQuery'],
    ['9.1', undefined, 'executeSQLQuery'],
    ['9.1', 'sql', 'executeSQLQuery'],
  ] as const)('in release %s, with the lookup %s, by %s', async (release, lookup, operation) => {
    const { callManager, operations } = await connectTo(release, { lookup });
    expect(await callManager.findPhones(dialledForm('0100'), callContext(), boundless)).toEqual([]);
    expect(operations()).toEqual([`read ${operation}`]);
  });

  it('by lines only in releases whose lines name their devices', async () => {
    const { callManager, operations } = await connectTo('9.1', { lookup: 'lines' });
    await expect(callManager.findPhones(dialledForm('0100'), callContext(), boundless)).rejects.toMatchObject({
      code: 'axl-version-unsupported',
      facts: { effect: 'refused' },
    });
    expect(operations()).toEqual([]);
  });
});

describe('a lookup', () => {
  const device = { kind: 'phone', name: phoneName } as const;
  const number = dialledForm('0100');
  const lookups: [
    string,
    (callManager: AxlCallManager, context: CallContext) => Promise<unknown>,
    string[],
    unknown,
  ][] = [
    ['a device', (it, context) => it.findDevice(device, context), ['getPhone', 'listPhone'], undefined],
    [
      'devices',
      (it, context) => it.searchDevices({ text: 'desk', after: undefined, most: 100 }, context),
      ['executeSQLQuery'],
      { devices: [], next: undefined },
    ],
    [
      'suggestions',
      (it, context) => it.suggest('61', context),
      ['executeSQLQuery', 'executeSQLQuery'],
      { numbers: [], devices: [] },
    ],
    ['numbers', (it, context) => it.findNumbers(number, context), ['listLine'], []],
    ['buttons', (it, context) => it.findButtons(number, context, boundless), ['executeSQLQuery'], []],
    ['phones', (it, context) => it.findPhones(number, context, boundless), ['listLine'], []],
  ];

  it.each(lookups)('of %s is one turn of the limiter, with only reads', async (_what, lookUp, asked, found) => {
    const { callManager, turns, operations } = await connectTo('14.0', {});
    const context = callContext();
    expect(await lookUp(callManager, context)).toEqual(found);
    expect(turns).toEqual([context]);
    expect(operations().sort()).toEqual(asked.map((operation) => `read ${operation}`));
  });
});

describe('a change is loaded', () => {
  it.each([
    ['none', []],
    ['apply', ['write applyPhone']],
    ['restart', ['write restartPhone']],
    ['reset', ['write resetPhone']],
  ] as const)('by the configured request: %s', async (afterUpdate, sent) => {
    const { callManager, operations } = await connectTo('14.0', { afterUpdate });
    await callManager.loadChange(phoneName, callContext());
    expect(operations()).toEqual(sent);
  });

  it('in no release without that request; the error reports no effect', async () => {
    const { callManager, operations } = await connectTo('9.1', { afterUpdate: 'apply' });
    await expect(callManager.loadChange(phoneName, callContext())).rejects.toMatchObject({
      code: 'axl-version-unsupported',
      facts: { effect: 'none' },
    });
    expect(operations()).toEqual([]);
  });
});
