import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GuardedAuthenticator, type LoginLimits } from '../../../src/authentication/guarded-authenticator.js';
import type { PasswordSource } from '../../../src/authentication/password-source.js';
import { isServiceError, type ServiceError } from '../../../src/domain/errors.js';
import { deferred } from '../../support/call-manager.js';
import { observing } from '../../support/app.js';

const limits: LoginLimits = { perNetwork: 5, perName: 3, windowSeconds: 60 };
const home = '192.0.2.1';
const away = '198.51.100.7';
const hourMs = 60 * 60 * 1000;

/** Users whose password is their name backwards. */
function guarded(matches?: PasswordSource['matches'], within = limits) {
  const backwards: PasswordSource['matches'] = (name, password) =>
    Promise.resolve(password === Array.from(name).reverse().join(''));
  const source = { matches: vi.fn(matches ?? backwards) };
  const { observe, seen } = observing();
  return { authenticator: new GuardedAuthenticator(source, observe, within), source, seen };
}

/** What a login comes to: let in, refused, or closed for a while. */
async function attempt(authenticator: GuardedAuthenticator, name: string, password: string, address: string) {
  try {
    return (await authenticator.verify(name, password, address, 'r1')) ? 'in' : 'wrong';
  } catch (thrown) {
    if (isServiceError(thrown, 'too-many-failed-logins')) return 'closed';
    throw thrown;
  }
}

async function guess(authenticator: GuardedAuthenticator, times: number, name: string, address: string) {
  const outcomes: string[] = [];
  for (let count = 0; count < times; count += 1) {
    outcomes.push(await attempt(authenticator, name, `guess-${count}`, address));
  }
  return outcomes;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('guessing', () => {
  it('closes an address after its limit, whatever the names, also to right passwords', async () => {
    const { authenticator, source, seen } = guarded();
    for (let count = 0; count < limits.perNetwork; count += 1) {
      expect(await attempt(authenticator, `name-${count}`, 'guess', away)).toBe('wrong');
    }
    expect(await attempt(authenticator, 'abc', 'guess', away)).toBe('closed');
    expect(await attempt(authenticator, 'abc', 'cba', away)).toBe('closed');
    expect(source.matches).toHaveBeenCalledTimes(limits.perNetwork);
    expect(await attempt(authenticator, 'abc', 'cba', home)).toBe('in');
    expect(seen.filter((one) => one.kind === 'login-refused' && one.reason === 'limited')).toHaveLength(2);
    expect(seen.filter((one) => one.kind === 'login-refused' && one.reason === 'wrong')).toHaveLength(5);
  });

  it('closes a name after its limit, from whatever addresses, the first guess of each included', async () => {
    const { authenticator, source } = guarded();
    const outcomes: string[] = [];
    for (let host = 1; host <= 20; host += 1) {
      outcomes.push(await attempt(authenticator, 'abc', `guess-${host}`, `203.0.113.${host}`));
    }
    expect(outcomes.slice(0, limits.perName)).toEqual(['wrong', 'wrong', 'wrong']);
    expect(new Set(outcomes.slice(limits.perName))).toEqual(new Set(['closed']));
    expect(source.matches).toHaveBeenCalledTimes(limits.perName);
    expect(await attempt(authenticator, 'abc', 'cba', home)).toBe('closed');
    expect(await attempt(authenticator, 'def', 'fed', '203.0.113.1')).toBe('in');
  });

  it('closes the network of an IPv6 address', async () => {
    const { authenticator, source } = guarded();
    const outcomes: string[] = [];
    for (let host = 1; host <= 20; host += 1) {
      outcomes.push(await attempt(authenticator, `name-${host}`, 'guess', `2001:db8:1:2:${host.toString(16)}::1`));
    }
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(limits.perNetwork);
    expect(source.matches).toHaveBeenCalledTimes(limits.perNetwork);
    expect(await attempt(authenticator, 'abc', 'cba', '2001:db8:1:2::ffff')).toBe('closed');
    expect(await attempt(authenticator, 'abc', 'cba', '2001:db8:1:3::1')).toBe('in');
  });

  it('closes an IPv4 address however it is written', async () => {
    const { authenticator } = guarded();
    const forms = ['::ffff:198.51.100.7', '::ffff:c633:6407', away];
    for (let count = 0; count < limits.perNetwork; count += 1) {
      await attempt(authenticator, `name-${count}`, 'guess', forms[count % 3] ?? '');
    }
    for (const form of forms) expect(await attempt(authenticator, 'abc', 'cba', form)).toBe('closed');
    expect(await attempt(authenticator, 'abc', 'cba', '::ffff:198.51.100.8')).toBe('in');
  });

  it('all at once is counted like one after another', async () => {
    const { authenticator, source } = guarded();
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, count) => attempt(authenticator, 'abc', `guess-${count}`, away)),
    );
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(limits.perName);
    expect(outcomes.filter((outcome) => outcome === 'closed')).toHaveLength(200 - limits.perName);
    expect(source.matches).toHaveBeenCalledTimes(limits.perName);
  });

  it('of one name all at once from many addresses is counted like one after another', async () => {
    const { authenticator, source } = guarded();
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, host) => attempt(authenticator, 'abc', `guess-${host}`, `203.0.113.${host}`)),
    );
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(limits.perName);
    expect(source.matches).toHaveBeenCalledTimes(limits.perName);
  });

  it('is forgiven when the window is over, and tells until then when that is', async () => {
    const { authenticator } = guarded();
    await guess(authenticator, 3, 'abc', away);
    await vi.advanceTimersByTimeAsync(20_000);
    const refusal = await Promise.resolve(authenticator.verify('abc', 'guess', away, 'r1')).catch(
      (thrown: unknown) => thrown as ServiceError,
    );
    expect(refusal).toMatchObject({ code: 'too-many-failed-logins', facts: { retryAfterSeconds: 40 } });
    await vi.advanceTimersByTimeAsync(40_000);
    expect(await attempt(authenticator, 'abc', 'cba', away)).toBe('in');
  });

  it('is not counted for right passwords', async () => {
    const { authenticator } = guarded();
    for (let count = 0; count < 20; count += 1) {
      expect(await attempt(authenticator, `x${count}`, Array.from(`x${count}`).reverse().join(''), away)).toBe('in');
    }
  });

  it('is observed without name or password', async () => {
    const { authenticator, seen } = guarded();
    await guess(authenticator, 6, 'the-name', away);
    expect(JSON.stringify(seen)).not.toMatch(/the-name|guess/);
    expect(seen[0]).toEqual({ kind: 'login-refused', requestId: 'r1', remoteAddress: away, reason: 'wrong' });
  });
});

describe('checks', () => {
  it('of different addresses do not wait for each other', async () => {
    const slow = deferred<boolean>();
    const { authenticator } = guarded((name) => (name === 'slow' ? slow.promise : Promise.resolve(true)));
    const waiting = attempt(authenticator, 'slow', 'x', away);
    expect(await attempt(authenticator, 'quick', 'x', home)).toBe('in');
    slow.resolve(false);
    expect(await waiting).toBe('wrong');
  });

  it('that fail by themselves leave the next one alone', async () => {
    const { authenticator } = guarded((name) =>
      name === 'broken' ? Promise.reject(new Error('broken')) : Promise.resolve(true),
    );
    const broken = authenticator.verify('broken', 'x', home, 'r1');
    const next = authenticator.verify('fine', 'x', home, 'r1');
    await expect(broken).rejects.toThrow('broken');
    expect(await next).toBe(true);
  });
});

describe('verified credentials', () => {
  it('are not checked again for a minute, and then they are', async () => {
    const { authenticator, source } = guarded();
    for (let count = 0; count < 5; count += 1) await authenticator.verify('abc', 'cba', home, 'r1');
    expect(source.matches).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(authenticator.verify('abc', 'cba', home, 'r1')).toBe(true);
    expect(source.matches).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    await authenticator.verify('abc', 'cba', home, 'r1');
    expect(source.matches).toHaveBeenCalledTimes(2);
  });

  it('all at once are checked once', async () => {
    const { authenticator, source } = guarded();
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => attempt(authenticator, 'abc', 'cba', home)));
    expect(new Set(outcomes)).toEqual(new Set(['in']));
    expect(source.matches).toHaveBeenCalledTimes(1);
  });

  it('are of one name and one password, not of their text put together', async () => {
    const { authenticator } = guarded((name, password) => Promise.resolve(name === 'ab' && password === 'c:d'));
    expect(await attempt(authenticator, 'ab', 'c:d', home)).toBe('in');
    expect(await attempt(authenticator, 'ab:c', 'd', home)).toBe('wrong');
    expect(await attempt(authenticator, 'ab', 'c', home)).toBe('wrong');
  });

  it('pass for a day from an address that is closed to guesses, and are checked there', async () => {
    const { authenticator, source } = guarded();
    const closeAway = async () => {
      await guess(authenticator, 3, 'xyz', away);
      await guess(authenticator, 3, 'uvw', away);
      expect(await attempt(authenticator, 'def', 'fed', away)).toBe('closed');
    };
    await authenticator.verify('abc', 'cba', away, 'r1');
    await vi.advanceTimersByTimeAsync(23 * hourMs);
    await closeAway();
    source.matches.mockClear();
    expect(await attempt(authenticator, 'abc', 'cba', away)).toBe('in');
    expect(source.matches).toHaveBeenCalledTimes(1);
    // From that login on, another day.
    await vi.advanceTimersByTimeAsync(23 * hourMs);
    await closeAway();
    expect(await attempt(authenticator, 'abc', 'cba', away)).toBe('in');
    await vi.advanceTimersByTimeAsync(25 * hourMs);
    await closeAway();
    expect(await attempt(authenticator, 'abc', 'cba', away)).toBe('closed');
  });

  it('pass where their name is closed by guesses from elsewhere', async () => {
    const { authenticator, source } = guarded();
    await authenticator.verify('abc', 'cba', home, 'r1');
    await vi.advanceTimersByTimeAsync(61_000);
    expect(await guess(authenticator, 4, 'abc', away)).toEqual(['wrong', 'wrong', 'wrong', 'closed']);
    source.matches.mockClear();
    expect(await attempt(authenticator, 'abc', 'cba', home)).toBe('in');
    expect(source.matches).toHaveBeenCalledTimes(1);
  });

  it('of somebody else tell a guesser nothing: a right guess too waits where he is closed', async () => {
    const { authenticator } = guarded();
    await guess(authenticator, 3, 'xyz', away);
    await guess(authenticator, 3, 'uvw', away);
    await authenticator.verify('abc', 'cba', home, 'r1');
    expect(await attempt(authenticator, 'abc', 'cba', away)).toBe('closed');
  });

  it('pass where they are closed only with their own password', async () => {
    const { authenticator } = guarded();
    await authenticator.verify('abc', 'cba', away, 'r1');
    await guess(authenticator, 3, 'xyz', away);
    await guess(authenticator, 3, 'uvw', away);
    expect(await guess(authenticator, 3, 'abc', away)).toEqual(['closed', 'closed', 'closed']);
  });

  it('pass where they are closed after the users have changed too, as long as they are right', async () => {
    const right = new Set(['abc', 'def']);
    const { authenticator } = guarded((name, password) => Promise.resolve(right.has(name) && password === name));
    for (const name of right) expect(await attempt(authenticator, name, name, away)).toBe('in');
    await guess(authenticator, 3, 'xyz', away);
    await guess(authenticator, 3, 'uvw', away);
    right.delete('def');
    authenticator.forget();
    expect(await attempt(authenticator, 'abc', 'abc', away)).toBe('in');
    expect(await attempt(authenticator, 'def', 'def', away)).toBe('wrong');
    expect(await attempt(authenticator, 'def', 'guess', away)).toBe('closed');
  });

  it('that are right no longer close nothing to others', async () => {
    let password = 'old';
    const { authenticator } = guarded((_name, given) => Promise.resolve(given === password));
    expect(await attempt(authenticator, 'abc', 'old', home)).toBe('in');
    password = 'new';
    authenticator.forget();
    for (let count = 0; count < 10; count += 1) {
      expect(await attempt(authenticator, 'abc', 'old', home)).toBe('wrong');
    }
    expect(await attempt(authenticator, 'abc', 'new', home)).toBe('in');
  });

  it('are bounded in number: those that were checked longest ago go first', async () => {
    const { authenticator, source } = guarded(() => Promise.resolve(true));
    for (let count = 0; count <= 10_000; count += 1) await authenticator.verify(`n${count}`, 'x', home, 'r1');
    source.matches.mockClear();
    await authenticator.verify('n10000', 'x', home, 'r1');
    await authenticator.verify('n1', 'x', home, 'r1');
    expect(source.matches).not.toHaveBeenCalled();
    await authenticator.verify('n0', 'x', home, 'r1');
    expect(source.matches).toHaveBeenCalledTimes(1);
  });

  it('can be forgotten', async () => {
    let right = true;
    const { authenticator } = guarded(() => Promise.resolve(right));
    expect(await attempt(authenticator, 'abc', 'x', home)).toBe('in');
    right = false;
    expect(await attempt(authenticator, 'abc', 'x', home)).toBe('in');
    authenticator.forget();
    expect(await attempt(authenticator, 'abc', 'x', home)).toBe('wrong');
  });

  it('that are forgotten while they are checked are not remembered', async () => {
    const check = deferred<boolean>();
    const verdicts = [check.promise, Promise.resolve(false)];
    const { authenticator } = guarded(() => verdicts.shift() ?? Promise.resolve(false));
    const first = attempt(authenticator, 'abc', 'old', home);
    await Promise.resolve();
    await vi.advanceTimersByTimeAsync(0);
    authenticator.forget();
    check.resolve(true);
    expect(await first).toBe('in');
    expect(await attempt(authenticator, 'abc', 'old', home)).toBe('wrong');
  });
});
