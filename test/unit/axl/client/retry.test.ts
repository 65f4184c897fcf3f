import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withRetries } from '../../../../src/axl/client/retry.js';
import type { CallKind, Effect } from '../../../../src/domain/resend-policy.js';
import type { ErrorCode } from '../../../../src/domain/error-catalogue.js';
import { ServiceError } from '../../../../src/domain/errors.js';
import { openContext } from '../../../support/fake-port.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

function failure(code: ErrorCode, effect: Effect): ServiceError {
  return new ServiceError(code, { detail: code, effect });
}

/** Makes attempts with these failures in order; the next attempt succeeds. */
async function outcomeOf(kind: CallKind, failures: readonly Error[], deadlineMs = 60_000) {
  const left = [...failures];
  const times: number[] = [];
  const attempt = vi.fn(() => {
    times.push(performance.now());
    const thrown = left.shift();
    return thrown ? Promise.reject(thrown) : Promise.resolve('answer');
  });
  const onRetry = vi.fn();
  const { context, end } = openContext({}, deadlineMs);
  const outcome = withRetries(attempt, context, { kind, sends: () => 0, onRetry }).catch((thrown: unknown) => thrown);
  await vi.advanceTimersByTimeAsync(10_000);
  return { outcome: await outcome, attempts: attempt.mock.calls.length, onRetry, end, times };
}

describe('a request that fails', () => {
  it('is sent again at most twice, and then has the error of the last attempt', async () => {
    const last = failure('call-manager-timeout', 'unknown');
    const failures = [failure('call-manager-unreachable', 'unknown'), failure('call-manager-busy', 'refused'), last];
    const { outcome, attempts, onRetry } = await outcomeOf('read', failures);
    expect(outcome).toBe(last);
    expect(attempts).toBe(3);
    expect(onRetry.mock.calls.map(([attempt]) => attempt as number)).toEqual([1, 2]);
  });

  it('succeeds if an attempt succeeds', async () => {
    const { outcome, attempts } = await outcomeOf('read', [failure('call-manager-unreachable', 'unknown')]);
    expect(outcome).toBe('answer');
    expect(attempts).toBe(2);
  });

  it('is not sent again if it only reads the state of the call manager', async () => {
    const passing = failure('call-manager-unreachable', 'none');
    const attempt = vi.fn(() => Promise.reject(passing));
    const repeated = { kind: 'read', sends: () => 0, onRetry: () => undefined } as const;
    const { context } = openContext({ oneAttempt: true });
    await expect(withRetries(attempt, context, repeated)).rejects.toBe(passing);
    expect(attempt).toHaveBeenCalledTimes(1);
  });

  it('with an error from elsewhere is not sent again', async () => {
    const bug = new TypeError('bug');
    expect(await outcomeOf('read', [bug])).toMatchObject({ outcome: bug, attempts: 1 });
  });

  it('is not sent again if that cannot help', async () => {
    for (const code of ['call-manager-fault', 'call-manager-refused-credentials', 'axl-version-unsupported'] as const) {
      const refusal = failure(code, 'refused');
      const { outcome, attempts, onRetry } = await outcomeOf('read', [refusal]);
      expect(outcome).toBe(refusal);
      expect(attempts).toBe(1);
      expect(onRetry).not.toHaveBeenCalled();
    }
  });

  it('is not sent again if it is a write that may have been applied', async () => {
    const lost = failure('call-manager-timeout', 'unknown');
    expect(await outcomeOf('write', [lost])).toMatchObject({ outcome: lost, attempts: 1 });
    const notSent = failure('call-manager-unreachable', 'none');
    expect(await outcomeOf('write', [notSent])).toMatchObject({ outcome: 'answer', attempts: 2 });
  });

  it('waits longer before each attempt, with jitter', async () => {
    const failures = [failure('call-manager-busy', 'refused'), failure('call-manager-busy', 'refused')];
    const firsts = new Set<number>();
    for (let round = 0; round < 10; round += 1) {
      const { times } = await outcomeOf('read', failures);
      const [first = 0, second = 0, third = 0] = times;
      expect(second - first).toBeGreaterThanOrEqual(100);
      expect(second - first).toBeLessThanOrEqual(200);
      expect(third - second).toBeGreaterThanOrEqual(300);
      expect(third - second).toBeLessThanOrEqual(600);
      firsts.add(second - first);
    }
    expect(firsts.size).toBeGreaterThan(1);
  });

  it('is not sent again past the deadline', async () => {
    const lost = failure('call-manager-timeout', 'unknown');
    const { outcome, attempts } = await outcomeOf('read', [lost], 0);
    expect(outcome).toBe(lost);
    expect(attempts).toBe(1);
  });

  it('can be cancelled while it waits for the next attempt, with the error of the last attempt', async () => {
    const lost = failure('call-manager-busy', 'refused');
    const attempt = vi.fn(() => Promise.reject(lost));
    const { context, end } = openContext();
    const outcome = withRetries(attempt, context, { kind: 'read', sends: () => 0, onRetry: () => undefined }).catch(
      (thrown: unknown) => thrown,
    );
    await vi.advanceTimersByTimeAsync(50);
    end();
    expect(await outcome).toBe(lost);
    expect(attempt).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
