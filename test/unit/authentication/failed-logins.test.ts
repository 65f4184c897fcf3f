import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FailedLogins } from '../../../src/authentication/failed-logins.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

function fail(failed: FailedLogins, key: string, times: number): void {
  for (let count = 0; count < times; count += 1) failed.count(key);
}

describe('failed logins', () => {
  it('close their key at the limit, until the window is over', () => {
    const failed = new FailedLogins(3, 60);
    fail(failed, 'abc', 2);
    expect([failed.closedMs('abc'), failed.counted('abc')]).toEqual([0, 2]);
    vi.advanceTimersByTime(10_000);
    fail(failed, 'abc', 1);
    expect([failed.closedMs('abc'), failed.counted('abc')]).toEqual([50_000, 3]);
    expect([failed.closedMs('def'), failed.counted('def')]).toEqual([0, 0]);
    vi.advanceTimersByTime(49_999);
    expect(failed.closedMs('abc')).toBeCloseTo(1);
    vi.advanceTimersByTime(1);
    expect([failed.closedMs('abc'), failed.counted('abc')]).toEqual([0, 0]);
    fail(failed, 'abc', 1);
    expect(failed.counted('abc')).toBe(1);
  });

  it('are counted up to a maximum, and stay closed above it', () => {
    const failed = new FailedLogins(3, 60);
    fail(failed, 'abc', 70_000);
    expect([failed.closedMs('abc'), failed.counted('abc')]).toEqual([60_000, 65_535]);
  });

  it('under very many other names open nothing, and share counters with few', () => {
    const failed = new FailedLogins(3, 60);
    fail(failed, 'abc', 3);
    for (let count = 0; count < 5_000; count += 1) failed.count(`x${count}`);
    expect(failed.closedMs('abc')).toBe(60_000);
    const untouched = Array.from({ length: 1_000 }, (_, name) => failed.counted(`y${name}`)).filter((n) => n === 0);
    expect(untouched.length).toBeGreaterThan(700);
  });
});
