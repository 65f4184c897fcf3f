import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { VerifiedLogins } from '../../../src/authentication/verified-logins.js';

const dayMs = 24 * 60 * 60 * 1000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('verified logins', () => {
  it('are verified for a day after their last use', () => {
    const logins = new VerifiedLogins();
    logins.keep('abc', 'one', 0);
    logins.keep('abc', 'other', 0);
    vi.advanceTimersByTime(dayMs - 1);
    expect(logins.standing('abc', 'one')).toBe('verified');
    vi.advanceTimersByTime(dayMs - 1);
    expect(logins.standing('abc', 'one')).toBe('verified');
    expect(logins.standing('abc', 'other')).toBe('unknown');
    vi.advanceTimersByTime(dayMs);
    expect(logins.standing('abc', 'one')).toBe('unknown');
  });

  it('are only known if the users have changed since', () => {
    const logins = new VerifiedLogins();
    logins.keep('abc', 'one', logins.generation);
    logins.usersChanged();
    expect(logins.standing('abc', 'one')).toBe('known');
    logins.keep('abc', 'one', logins.generation);
    expect(logins.standing('abc', 'one')).toBe('verified');
    logins.drop('abc', 'one');
    expect(logins.standing('abc', 'one')).toBe('unknown');
  });

  it('are limited in number; the name with the most loses the one used longest ago', () => {
    const logins = new VerifiedLogins();
    logins.keep('quiet', 'q', 0);
    for (let count = 0; count < 9_999; count += 1) logins.keep('many', `m${count}`, 0);
    vi.advanceTimersByTime(60_000);
    expect(logins.standing('many', 'm0')).toBe('verified');
    logins.keep('new', 'n', 0);
    expect(logins.standing('quiet', 'q')).toBe('verified');
    expect(logins.standing('new', 'n')).toBe('verified');
    expect(logins.standing('many', 'm0')).toBe('verified');
    expect(logins.standing('many', 'm1')).toBe('unknown');
    expect(logins.standing('many', 'm2')).toBe('verified');
  });
});
