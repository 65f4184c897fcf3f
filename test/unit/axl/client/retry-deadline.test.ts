import { describe, expect, it, vi } from 'vitest';
import { timedOut } from '../../../../src/axl/transport/network-errors.js';
import { withRetries } from '../../../../src/axl/client/retry.js';
import { callContext } from '../../../support/call-context.js';

const reading = { kind: 'read', sends: () => 0, onRetry: () => undefined } as const;

describe('an attempt that fails because its caller has no time left', () => {
  it.each([
    ['as it ends', 1],
    ['while another is waited for', 0],
  ])('reports its own failure: %s', async (_when, abortsItself) => {
    const caller = new AbortController();
    const failure = timedOut('none', 'time-out');
    let attempts = 0;
    const attempt = async (): Promise<never> => {
      attempts += 1;
      await Promise.resolve();
      if (abortsItself === 1) caller.abort();
      else
        setImmediate(() => {
          caller.abort();
        });
      throw failure;
    };
    const result = withRetries(attempt, callContext(10_000, caller.signal), reading);
    await expect(result).rejects.toBe(failure);
    expect(attempts).toBe(1);
  });

  it('is not repeated, and the error of its last attempt is kept', async () => {
    const failures = [timedOut('none', 'first'), timedOut('none', 'second'), timedOut('none', 'third')];
    let attempts = 0;
    const attempt = () => Promise.reject(failures[attempts++] ?? new Error('too many'));
    await expect(withRetries(attempt, callContext(), reading)).rejects.toBe(failures[2]);
    expect(attempts).toBe(3);
  });

  it('returns an answer that came in the same moment', async () => {
    const caller = new AbortController();
    let attempts = 0;
    const attempt = (): Promise<string> => {
      attempts += 1;
      if (attempts === 1) return Promise.reject(timedOut('none', 'time-out'));
      caller.abort();
      return Promise.resolve('answer');
    };
    expect(await withRetries(attempt, callContext(10_000, caller.signal), reading)).toBe('answer');
    expect(attempts).toBe(2);
  });

  it('is not repeated if it is an error from elsewhere', async () => {
    const mistake = new Error('mistake');
    const attempt = vi.fn(() => Promise.reject(mistake));
    await expect(withRetries(attempt, callContext(), reading)).rejects.toBe(mistake);
    expect(attempt).toHaveBeenCalledTimes(1);
  });
});
