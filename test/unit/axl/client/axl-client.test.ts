import { describe, expect, it, vi } from 'vitest';
import { AxlClient, type AxlRequest } from '../../../../src/axl/client/axl-client.js';
import type { Cluster } from '../../../../src/axl/nodes/cluster.js';
import { loadBuiltInEnvelopes } from '../../../../src/axl/soap/envelope.js';
import { newestRelease, type Release } from '../../../../src/axl/soap/releases.js';
import { refusalByStatus } from '../../../../src/axl/soap/soap-faults.js';
import { elementOf } from '../../../../src/axl/soap/xml.js';
import { ServiceError } from '../../../../src/domain/errors.js';
import type { CallKind } from '../../../../src/domain/resend-policy.js';
import { observing } from '../../../support/app.js';
import { callContext } from '../../../support/call-context.js';

const sentTo = { node: 'publisher', isPublisher: true };
const versionResult = (version: string) =>
  elementOf('return', [elementOf('componentVersion', [elementOf('version', version)])]);
const answered = (version = '14.0.1.10000-1') => Promise.resolve({ result: versionResult(version), sentTo });

/** A client of a fake cluster, with a configured release or one that it must find. */
async function clientOf(send: Cluster['send'], isFound = false) {
  const sending = vi.fn(send);
  const { observe, seen } = observing();
  const envelopes = isFound ? undefined : await loadBuiltInEnvelopes('14.0');
  const cluster = { publisher: 'publisher', send: sending } as unknown as Cluster;
  return { client: new AxlClient(cluster, observe, envelopes), sending, seen };
}

const request = (kind: CallKind): AxlRequest =>
  kind === 'read'
    ? { kind, name: 'listPhone', values: { name: 'SEP00123456789A' } }
    : { kind, name: 'applyPhone', values: { name: 'SEP00123456789A' } };

describe('the version of the call manager', () => {
  it.each([
    ['14.0.1.10000-1', '14.0.1.10000-1'],
    ['\n 12.5(1)SU2 ', 'unknown'],
    ['\n 12.5.1.11900(146) ', '12.5.1.11900(146)'],
    ['see 14.0.1', 'unknown'],
    ['14.0.1 or so', 'unknown'],
    [`1${'0'.repeat(40)}`, 'unknown'],
    ['', 'unknown'],
  ])('that says %j is %j', async (says, version) => {
    const { client } = await clientOf(() => answered(says));
    expect(await client.version(callContext())).toBe(version);
  });
});

describe('the release', () => {
  it('that is configured is known before any request', async () => {
    const { client, sending } = await clientOf(() => answered());
    expect(client.release).toBe('14.0');
    expect(await client.traits(callContext())).toMatchObject({ lineNamesDevices: true });
    expect(sending).not.toHaveBeenCalled();
  });

  it('that is not configured is known after the first answer', async () => {
    const { client, seen } = await clientOf(() => answered('15.0.1'), true);
    expect(client.release).toBeUndefined();
    const context = callContext();
    await client.call(request('read'), context);
    expect(client.release).toBe(newestRelease);
    expect(seen).toEqual([
      { kind: 'release', requestId: context.requestId, release: newestRelease, version: '15.0.1' },
    ]);
  });

  it('that cannot be found leaves a write unsent', async () => {
    const lost = new ServiceError('call-manager-fault', { detail: 'no.', effect: 'unknown' });
    const { client, sending } = await clientOf(() => Promise.reject(lost), true);
    await expect(client.call(request('write'), callContext())).rejects.toMatchObject({
      code: 'call-manager-fault',
      facts: { effect: 'none' },
    });
    expect(sending.mock.calls.map(([kind]) => kind)).toEqual(['read']);
  });

  it('that cannot be found because of a fault in this service ends with that fault', async () => {
    const mistake = new TypeError('mistake');
    const { client } = await clientOf(() => Promise.reject(mistake), true);
    await expect(client.call(request('read'), callContext())).rejects.toBe(mistake);
  });

  it('that was found and is then refused is found once more, and the request is sent in the new one', async () => {
    let takes: Release = newestRelease;
    const { client, sending } = await clientOf(
      (_kind, { soapAction }) =>
        soapAction.includes(`ver=${takes}`)
          ? answered()
          : Promise.reject(refusalByStatus(599, undefined, `Supported versions are ${takes}`)),
      true,
    );
    await client.call(request('write'), callContext());
    takes = '14.0';
    sending.mockClear();
    expect((await client.ask(request('write'), callContext())).sentTo).toBe(sentTo);
    expect(sending.mock.calls.map(([, { soapAction }]) => soapAction.replaceAll(/"|CUCM:DB ver=/g, ''))).toEqual([
      `${newestRelease} applyPhone`,
      `${newestRelease} getCCMVersion`,
      '14.0 getCCMVersion',
      '14.0 applyPhone',
    ]);
  });

  it('that was found is not looked for again for a write that was sent four times', async () => {
    const { client, sending } = await clientOf((kind) => {
      return kind === 'read' ? answered() : Promise.reject(refusalByStatus(599, undefined, ''));
    }, true);
    const context = callContext();
    context.tally.sends['applyPhone'] = 4;
    await expect(client.call(request('write'), context)).rejects.toMatchObject({ code: 'axl-version-unsupported' });
    expect(sending).toHaveBeenCalledTimes(2);
  });

  it('that is configured and then refused is not looked for', async () => {
    const { client, sending } = await clientOf(() => Promise.reject(refusalByStatus(599, undefined, '')));
    await expect(client.call(request('read'), callContext())).rejects.toMatchObject({
      code: 'axl-version-unsupported',
    });
    expect(sending).toHaveBeenCalledTimes(1);
  });
});

describe('a request', () => {
  const unreachable = new ServiceError('call-manager-unreachable', { detail: 'gone.', effect: 'none' });

  it('goes to the given node, and is observed when it is repeated', async () => {
    let failures = 1;
    const { client, sending, seen } = await clientOf(() => (failures-- > 0 ? Promise.reject(unreachable) : answered()));
    const context = callContext();
    const result = await client.call({ ...request('write'), node: 'subscriber' }, context);
    expect(result).toEqual(versionResult('14.0.1.10000-1'));
    expect(sending.mock.calls.map(([kind, { operation }, , node]) => [kind, operation, node])).toEqual([
      ['write', 'applyPhone', 'subscriber'],
      ['write', 'applyPhone', 'subscriber'],
    ]);
    const { requestId } = context;
    expect(seen).toEqual([
      { kind: 'axl-retry', requestId, operation: 'applyPhone', attempt: 1, code: 'call-manager-unreachable' },
    ]);
  });

  it('that is a write and was sent four times is not repeated', async () => {
    const { client, sending } = await clientOf(() => Promise.reject(unreachable));
    const context = callContext();
    context.tally.sends['applyPhone'] = 4;
    await expect(client.call(request('write'), context)).rejects.toBe(unreachable);
    expect(sending).toHaveBeenCalledTimes(1);
  });

  it('gets the name of the publisher from the cluster', async () => {
    expect((await clientOf(() => answered())).client.publisher).toBe('publisher');
  });
});
