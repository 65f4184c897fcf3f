import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  defaultLoginLimits,
  GuardedAuthenticator,
  type LoginLimits,
} from '../../../src/authentication/guarded-authenticator.js';
import type { PasswordSource } from '../../../src/authentication/password-source.js';
import { isServiceError, type ServiceError } from '../../../src/domain/errors.js';
import { timeLimit } from '../../../src/use-cases/time-limit.js';
import { deferred } from '../../support/fake-port.js';
import { observing } from '../../support/app.js';

const limits: LoginLimits = {
  ...{ perNetwork: 5, perSite: 12, perNameAndNetwork: 3, windowSeconds: 60 },
  perNameAndHour: 8,
};
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

/** As the middleware does: verified credentials are not checked again. */
async function verified(authenticator: GuardedAuthenticator, name: string, password: string, address = home) {
  const login = { name, password, address, requestId: 'r1' };
  if (authenticator.isVerified(login)) return true;
  const wait = timeLimit(10_000);
  try {
    return await authenticator.verify(login, wait);
  } finally {
    wait.release();
  }
}

/** The outcome of a login: accepted, refused, or closed for a while. */
async function attempt(authenticator: GuardedAuthenticator, name: string, password: string, address: string) {
  try {
    return (await verified(authenticator, name, password, address)) ? 'in' : 'wrong';
  } catch (thrown) {
    if (isServiceError(thrown, 'too-many-failed-logins')) return 'closed';
    throw thrown;
  }
}

let guesses = 0;

/** Makes the given number of guesses, each different. */
async function guess(authenticator: GuardedAuthenticator, times: number, name: string, address: string) {
  const outcomes: string[] = [];
  for (let count = 0; count < times; count += 1) {
    guesses += 1;
    outcomes.push(await attempt(authenticator, name, `guess-${guesses}`, address));
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
  it('closes an address after its limit for all names, even for right passwords', async () => {
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

  it('closes a name after its limit for the guessing network, but neither other names nor other networks', async () => {
    const { authenticator, source } = guarded();
    expect(await guess(authenticator, 5, 'abc', away)).toEqual(['wrong', 'wrong', 'wrong', 'closed', 'closed']);
    expect(await attempt(authenticator, 'abc', 'cba', away)).toBe('closed');
    expect(source.matches).toHaveBeenCalledTimes(limits.perNameAndNetwork);
    expect(await attempt(authenticator, 'def', 'fed', away)).toBe('in');
    expect(await attempt(authenticator, 'abc', 'cba', home)).toBe('in');
  });

  it('closes a name for strangers after its hourly limit, from all addresses', async () => {
    const { authenticator, source } = guarded();
    expect(await attempt(authenticator, 'abc', 'cba', home)).toBe('in');
    source.matches.mockClear();
    const outcomes: string[] = [];
    for (let host = 1; host <= 12; host += 1) {
      outcomes.push(await attempt(authenticator, 'abc', `guess-${host}`, `203.0.113.${host}`));
    }
    expect(outcomes.slice(0, limits.perNameAndHour)).toEqual(Array.from({ length: 8 }, () => 'wrong'));
    expect(new Set(outcomes.slice(limits.perNameAndHour))).toEqual(new Set(['closed']));
    expect(source.matches).toHaveBeenCalledTimes(limits.perNameAndHour);
    expect(await attempt(authenticator, 'abc', 'cba', '192.0.2.2')).toBe('closed');
    expect(await attempt(authenticator, 'abc', 'cba', home)).toBe('in');
    expect(await attempt(authenticator, 'def', 'fed', '203.0.113.1')).toBe('in');
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(await attempt(authenticator, 'abc', 'cba', '192.0.2.2')).toBe('in');
  });

  it('delays answers for a name by up to two seconds, also right logins of strangers', async () => {
    const { authenticator } = guarded(undefined, { ...limits, perNameAndHour: 100 });
    expect(await attempt(authenticator, 'abc', 'cba', home)).toBe('in');
    /** The delay of an answer, in milliseconds. */
    const laterBy = async (password: string, address: string): Promise<number> => {
      const answered = new AbortController();
      void attempt(authenticator, 'abc', password, address).then(() => {
        answered.abort();
      });
      await new Promise((resolve) => setImmediate(resolve));
      let ms = 0;
      for (; !answered.signal.aborted; ms += 100) await vi.advanceTimersByTimeAsync(100);
      return ms;
    };
    const delays: number[] = [];
    for (let host = 1; host <= 22; host += 1) delays.push(await laterBy('guess', `203.0.${host}.1`));
    expect(delays.slice(0, 12)).toEqual([...Array.from({ length: 9 }, () => 0), 200, 400, 600]);
    expect(delays.slice(18)).toEqual([2_000, 2_000, 2_000, 2_000]);
    expect(await laterBy('cba', '198.51.100.1')).toBe(2_000);
    expect(await laterBy('cba', '198.51.100.1')).toBe(0);
    expect(await laterBy('cba', home)).toBe(0);
  });

  it('with the same wrong password from the same network is checked and counted once', async () => {
    const { authenticator, source } = guarded();
    for (let count = 0; count < 30; count += 1) {
      expect(await attempt(authenticator, 'abc', 'of last year', away)).toBe('wrong');
    }
    expect(source.matches).toHaveBeenCalledTimes(1);
    expect(await attempt(authenticator, 'abc', 'cba', away)).toBe('in');
    expect(await attempt(authenticator, 'abc', 'of last year', home)).toBe('wrong');
    expect(source.matches).toHaveBeenCalledTimes(3);
  });

  it('with a password that becomes right is checked again', async () => {
    let password = 'old';
    const { authenticator } = guarded((_name, given) => Promise.resolve(given === password));
    expect(await attempt(authenticator, 'abc', 'new', away)).toBe('wrong');
    password = 'new';
    authenticator.usersChanged();
    expect(await attempt(authenticator, 'abc', 'new', away)).toBe('in');
  });

  it('closes the site of very many IPv6 networks', async () => {
    const { authenticator } = guarded();
    const outcomes: string[] = [];
    for (let host = 1; host <= 14; host += 1) {
      outcomes.push(await attempt(authenticator, `name-${host}`, 'guess', `2001:db8:1:${host.toString(16)}::1`));
    }
    expect(outcomes.slice(-3)).toEqual(['wrong', 'closed', 'closed']);
    expect(await attempt(authenticator, 'abc', 'cba', '2001:db8:1:ff::1')).toBe('closed');
    expect(await attempt(authenticator, 'abc', 'cba', '2001:db8:2::1')).toBe('in');
    for (let host = 1; host <= 14; host += 1)
      await attempt(authenticator, `other-${host}`, 'guess', `203.0.113.${host}`);
    expect(await attempt(authenticator, 'abc', 'cba', '203.0.113.200')).toBe('in');
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

  it('closes an IPv4 address in any notation', async () => {
    const { authenticator } = guarded();
    const forms = ['::ffff:198.51.100.7', '::ffff:c633:6407', away];
    for (let count = 0; count < limits.perNetwork; count += 1) {
      await attempt(authenticator, `name-${count}`, 'guess', forms[count % 3] ?? '');
    }
    for (const form of forms) expect(await attempt(authenticator, 'abc', 'cba', form)).toBe('closed');
    expect(await attempt(authenticator, 'abc', 'cba', '::ffff:198.51.100.8')).toBe('in');
  });

  it('in parallel is counted as in sequence', async () => {
    const { authenticator, source } = guarded();
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, count) => attempt(authenticator, 'abc', `guess-${count}`, away)),
    );
    const { perNameAndNetwork: most } = limits;
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(most);
    expect(outcomes.filter((outcome) => outcome === 'closed')).toHaveLength(200 - most);
    expect(source.matches).toHaveBeenCalledTimes(most);
  });

  it('is forgotten when the window is over; until then, the answer says when that is', async () => {
    const { authenticator } = guarded();
    await guess(authenticator, 3, 'abc', away);
    await vi.advanceTimersByTimeAsync(20_000);
    const refusal = await verified(authenticator, 'abc', 'guess', away).catch(
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

/** @returns the user of the third check, if a stranger comes to a site full of networks that keep guessing */
async function checkedThird(): Promise<string | undefined> {
  const checks: { name: string; end: () => void }[] = [];
  const { authenticator } = guarded((name) => {
    const check = deferred<boolean>();
    checks.push({
      name,
      end: () => {
        check.resolve(name === 'stranger');
      },
    });
    return check.promise;
  }, defaultLoginLimits);
  const ask = (name: string, password: string, network: number) =>
    verified(authenticator, name, password, `2001:db8:0:${network.toString(16)}::1`);
  const guess = (password: string, from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => ask(`name${from + index}`, password, from + index));
  const endNext = async (): Promise<void> => {
    checks.shift()?.end();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const first = guess('one', 0, 300);
  while (checks.length > 0) await endNext();
  expect(await Promise.all(first)).not.toContain(true);
  // They guess before and after the stranger, faster than their logins are checked.
  const before = guess('two', 0, 150);
  const stranger = ask('stranger', 'secret', 0xffff);
  const after = guess('two', 150, 300);
  expect(checks.map(({ name }) => name)).toEqual(['name0', 'name1']);
  await endNext();
  const third = checks.at(-1)?.name;
  while (checks.length > 0) await endNext();
  expect(await stranger).toBe(true);
  await Promise.all([...before, ...after]);
  return third;
}

describe('checks', () => {
  it('of different addresses do not wait for each other', async () => {
    const slow = deferred<boolean>();
    const { authenticator } = guarded((name) => (name === 'slow' ? slow.promise : Promise.resolve(true)));
    const waiting = attempt(authenticator, 'slow', 'x', away);
    expect(await attempt(authenticator, 'quick', 'x', home)).toBe('in');
    slow.resolve(false);
    expect(await waiting).toBe('wrong');
  });

  it('in a site full of guessing networks come to a stranger next', async () => {
    // One in a hundred strangers shares a counter of failures with a guesser by chance; three in a row hardly do.
    const third = async () => (await checkedThird()) === 'stranger';
    expect((await third()) || (await third()) || (await third())).toBe(true);
  });

  it('that throw an error do not affect the next one', async () => {
    const { authenticator } = guarded((name) =>
      name === 'broken' ? Promise.reject(new Error('broken')) : Promise.resolve(true),
    );
    const broken = verified(authenticator, 'broken', 'x');
    const next = verified(authenticator, 'fine', 'x');
    await expect(broken).rejects.toThrow('broken');
    expect(await next).toBe(true);
  });
});

describe('verified credentials', () => {
  it('are not checked again if they are used each day and the users do not change', async () => {
    const { authenticator, source } = guarded();
    for (let day = 0; day < 5; day += 1) {
      expect(await attempt(authenticator, 'abc', 'cba', home)).toBe('in');
      await vi.advanceTimersByTimeAsync(23 * hourMs);
    }
    expect(source.matches).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(hourMs);
    await verified(authenticator, 'abc', 'cba', home);
    expect(source.matches).toHaveBeenCalledTimes(2);
    authenticator.usersChanged();
    await verified(authenticator, 'abc', 'cba', home);
    expect(source.matches).toHaveBeenCalledTimes(3);
  });

  it('are accepted while strangers flood the checks, even if the users have just changed', async () => {
    const { authenticator, source } = guarded((name) =>
      name === 'flood' ? new Promise<boolean>(() => undefined) : Promise.resolve(name === 'abc'),
    );
    await verified(authenticator, 'abc', 'x', home);
    for (let host = 0; host < 100; host += 1) void attempt(authenticator, 'flood', 'x', `203.0.${host}.1`);
    expect(await attempt(authenticator, 'abc', 'x', home)).toBe('in');
    authenticator.usersChanged();
    expect(await attempt(authenticator, 'abc', 'x', home)).toBe('in');
    expect(source.matches.mock.calls.filter(([name]) => name === 'flood')).toHaveLength(2);
  });

  it('that wait too long are refused as overload, and nothing of them is kept', async () => {
    const { authenticator, source } = guarded(() => new Promise<boolean>(() => undefined));
    const waiting = Array.from({ length: 10 }, (_, host) =>
      verified(authenticator, 'abc', 'x', `203.0.${host}.1`).catch((thrown: unknown) => thrown),
    );
    await vi.advanceTimersByTimeAsync(10_000);
    const overloaded = expect.objectContaining({ code: 'overloaded' }) as unknown;
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => overloaded));
    expect(source.matches).toHaveBeenCalledTimes(2);
  });

  it('in parallel are checked once', async () => {
    const { authenticator, source } = guarded();
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => attempt(authenticator, 'abc', 'cba', home)));
    expect(new Set(outcomes)).toEqual(new Set(['in']));
    expect(source.matches).toHaveBeenCalledTimes(1);
  });

  it('are a name and a password, not their joined text', async () => {
    const { authenticator } = guarded((name, password) => Promise.resolve(name === 'ab' && password === 'c:d'));
    expect(await attempt(authenticator, 'ab', 'c:d', home)).toBe('in');
    expect(await attempt(authenticator, 'ab:c', 'd', home)).toBe('wrong');
    expect(await attempt(authenticator, 'ab', 'c', home)).toBe('wrong');
  });

  it('are accepted for a day after their last use from an address that is closed for guesses', async () => {
    const { authenticator } = guarded();
    const closeAway = async () => {
      await guess(authenticator, 3, 'xyz', away);
      await guess(authenticator, 3, 'uvw', away);
      expect(await attempt(authenticator, 'def', 'fed', away)).toBe('closed');
    };
    await verified(authenticator, 'abc', 'cba', away);
    await vi.advanceTimersByTimeAsync(23 * hourMs);
    await closeAway();
    expect(await attempt(authenticator, 'abc', 'cba', away)).toBe('in');
    // Another day starts with that login.
    await vi.advanceTimersByTimeAsync(23 * hourMs);
    await closeAway();
    expect(await attempt(authenticator, 'abc', 'cba', away)).toBe('in');
    await vi.advanceTimersByTimeAsync(25 * hourMs);
    await closeAway();
    expect(await attempt(authenticator, 'abc', 'cba', away)).toBe('closed');
  });

  it('of another user show a guesser nothing: a right guess also waits if the guesser is closed out', async () => {
    const { authenticator } = guarded();
    await guess(authenticator, 3, 'xyz', away);
    await guess(authenticator, 3, 'uvw', away);
    await verified(authenticator, 'abc', 'cba', home);
    expect(await attempt(authenticator, 'abc', 'cba', away)).toBe('closed');
  });

  it('are accepted at a closed address only with their own password', async () => {
    const { authenticator } = guarded();
    await verified(authenticator, 'abc', 'cba', away);
    await guess(authenticator, 3, 'xyz', away);
    await guess(authenticator, 3, 'uvw', away);
    expect(await guess(authenticator, 3, 'abc', away)).toEqual(['closed', 'closed', 'closed']);
  });

  it('are accepted at a closed address even after the users have changed, while they are right', async () => {
    const right = new Set(['abc', 'def']);
    const { authenticator } = guarded((name, password) => Promise.resolve(right.has(name) && password === name));
    for (const name of right) expect(await attempt(authenticator, name, name, away)).toBe('in');
    await guess(authenticator, 3, 'xyz', away);
    await guess(authenticator, 3, 'uvw', away);
    right.delete('def');
    authenticator.usersChanged();
    expect(await attempt(authenticator, 'abc', 'abc', away)).toBe('in');
    expect(await attempt(authenticator, 'def', 'def', away)).toBe('wrong');
    expect(await attempt(authenticator, 'def', 'guess', away)).toBe('closed');
  });

  it('that are no longer right close nothing for others', async () => {
    let password = 'old';
    const { authenticator } = guarded((_name, given) => Promise.resolve(given === password));
    expect(await attempt(authenticator, 'abc', 'old', home)).toBe('in');
    password = 'new';
    authenticator.usersChanged();
    for (let count = 0; count < 10; count += 1) {
      expect(await attempt(authenticator, 'abc', 'old', home)).toBe('wrong');
    }
    expect(await attempt(authenticator, 'abc', 'new', home)).toBe('in');
  });

  it('are limited in number: those checked longest ago are dropped first', async () => {
    const { authenticator, source } = guarded(() => Promise.resolve(true));
    for (let count = 0; count <= 10_000; count += 1) await verified(authenticator, `n${count}`, 'x', home);
    source.matches.mockClear();
    await verified(authenticator, 'n10000', 'x', home);
    await verified(authenticator, 'n1', 'x', home);
    expect(source.matches).not.toHaveBeenCalled();
    await verified(authenticator, 'n0', 'x', home);
    expect(source.matches).toHaveBeenCalledTimes(1);
  });

  it('can be forgotten', async () => {
    let right = true;
    const { authenticator } = guarded(() => Promise.resolve(right));
    expect(await attempt(authenticator, 'abc', 'x', home)).toBe('in');
    right = false;
    expect(await attempt(authenticator, 'abc', 'x', home)).toBe('in');
    authenticator.usersChanged();
    expect(await attempt(authenticator, 'abc', 'x', home)).toBe('wrong');
  });

  it('that are forgotten during the check are not stored', async () => {
    const check = deferred<boolean>();
    const verdicts = [check.promise, Promise.resolve(false)];
    const { authenticator } = guarded(() => verdicts.shift() ?? Promise.resolve(false));
    const first = attempt(authenticator, 'abc', 'old', home);
    await Promise.resolve();
    await vi.advanceTimersByTimeAsync(0);
    authenticator.usersChanged();
    check.resolve(true);
    expect(await first).toBe('in');
    expect(await attempt(authenticator, 'abc', 'old', home)).toBe('wrong');
  });
});
