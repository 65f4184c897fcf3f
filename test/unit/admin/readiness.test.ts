import { describe, expect, it } from 'vitest';
import { callManagerStatus, type NotReady } from '../../../src/admin/readiness.js';

const status = (reason?: NotReady['reason'], release?: string) =>
  callManagerStatus(
    { failure: () => Promise.resolve(reason && { reason, detail: 'why' }) },
    { release: () => release },
    new AbortController().signal,
  );

describe('the state of the call manager', () => {
  it.each<[NotReady['reason'] | undefined, string]>([
    [undefined, 'ready'],
    ['call-manager-busy', 'busy'],
    ['overloaded', 'busy'],
    ['call-manager-refused-credentials', 'credentials-refused'],
    ['call-manager-unreachable', 'unavailable'],
    ['call-manager-timeout', 'unavailable'],
    ['axl-service-unavailable', 'unavailable'],
    ['axl-version-unsupported', 'unavailable'],
    ['stopping', 'unknown'],
  ])('where readiness says %s is %s', async (reason, state) => {
    expect((await status(reason)).state).toBe(state);
  });

  it('is unknown if finding out takes longer than the caller waits', async () => {
    const readiness = { failure: () => new Promise<undefined>(() => undefined) };
    const found = await callManagerStatus(readiness, { release: () => undefined }, AbortSignal.abort());
    expect(found).toEqual({ state: 'unknown', release: null });
  });

  it('names the release in use, or null', async () => {
    expect(await status(undefined, '12.5')).toEqual({ state: 'ready', release: '12.5' });
    expect(await status()).toEqual({ state: 'ready', release: null });
  });
});
