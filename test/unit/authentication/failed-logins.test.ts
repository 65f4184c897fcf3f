import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FailedLogins } from '../../../src/authentication/failed-logins.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

async function fail(failed: FailedLogins, key: string, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) await failed.count(key);
}

describe('failed logins', () => {
  it('close their key when they reach the limit, until the window is over', async () => {
    const failed = new FailedLogins(3, 60);
    await fail(failed, 'abc', 2);
    expect(await failed.closedMs('abc')).toBe(0);
    await fail(failed, 'abc', 1);
    expect(await failed.closedMs('abc')).toBe(60_000);
    expect(await failed.closedMs('def')).toBe(0);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(await failed.closedMs('abc')).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await failed.closedMs('abc')).toBe(0);
  });

  it('under many long names take no more memory than under a bounded number, and open nothing', async () => {
    const penalty = vi.spyOn(RateLimiterMemory.prototype, 'penalty').mockResolvedValue(new RateLimiterRes(0, 60_000));
    const failed = new FailedLogins(3, 60);
    const name = 'x'.repeat(10_000);
    for (let count = 0; count < 200_000; count += 1) await failed.count(`${count % 100 === 0 ? name : 'x'}${count}`);
    const keys = new Set(penalty.mock.calls.map(([key]) => String(key)));
    expect(keys.size).toBeGreaterThan(20_000);
    expect(keys.size).toBeLessThanOrEqual(32_768);
    expect(Math.max(...[...keys].map(({ length }) => length))).toBeLessThanOrEqual(5);
    penalty.mockRestore();
  });

  it('under other names open nothing', async () => {
    const failed = new FailedLogins(3, 60);
    await fail(failed, 'abc', 3);
    for (let count = 0; count < 5_000; count += 1) await failed.count(`x${count}`);
    expect(await failed.closedMs('abc')).toBe(60_000);
  });
});
