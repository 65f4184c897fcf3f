import { describe, expect, it } from 'vitest';
import type { ConcurrencyLimiter } from '../../../../src/axl/admission/concurrency-limiter.js';
import { AxlCallManager, type AxlCallManagerOptions } from '../../../../src/axl/adapter/axl-call-manager.js';
import type { Release } from '../../../../src/axl/soap/releases.js';
import { dialledForm } from '../../../../src/domain/identifiers.js';
import { answeringClient } from '../../../support/answering-client.js';
import { callContext } from '../../../support/call-context.js';
import { phoneName } from '../../../support/call-manager.js';

const limiter = { lookUp: (_context: unknown, work: () => unknown) => work() } as unknown as ConcurrencyLimiter;

async function connectTo(release: Release, options: Partial<AxlCallManagerOptions>) {
  const { client, asked } = await answeringClient({}, release);
  const callManager = new AxlCallManager(client, limiter, { lookup: undefined, afterUpdate: 'none', ...options });
  return { callManager, operations: () => asked.map(({ operation }) => operation) };
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
    expect(await callManager.findPhones(dialledForm('0100'), callContext())).toEqual([]);
    expect(operations()).toEqual([operation]);
  });

  it('by lines in no release whose lines do not name their devices', async () => {
    const { callManager, operations } = await connectTo('9.1', { lookup: 'lines' });
    await expect(callManager.findPhones(dialledForm('0100'), callContext())).rejects.toMatchObject({
      code: 'axl-version-unsupported',
      facts: { effect: 'refused' },
    });
    expect(operations()).toEqual([]);
  });
});

describe('a change is loaded', () => {
  it.each([
    ['none', []],
    ['apply', ['applyPhone']],
    ['restart', ['restartPhone']],
    ['reset', ['resetPhone']],
  ] as const)('by the request that is configured: %s', async (afterUpdate, sent) => {
    const { callManager, operations } = await connectTo('14.0', { afterUpdate });
    await callManager.loadChange(phoneName, callContext());
    expect(operations()).toEqual(sent);
  });

  it('in no release that cannot, which is told as no effect', async () => {
    const { callManager, operations } = await connectTo('9.1', { afterUpdate: 'apply' });
    await expect(callManager.loadChange(phoneName, callContext())).rejects.toMatchObject({
      code: 'axl-version-unsupported',
      facts: { effect: 'none' },
    });
    expect(operations()).toEqual([]);
  });
});
