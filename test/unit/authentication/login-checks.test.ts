import { describe, expect, it } from 'vitest';
import { LoginChecks } from '../../../src/authentication/login-checks.js';
import { deferred } from '../../support/fake-port.js';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Checks that end when the test ends them; started ones, in order. */
function checking(atOnce: number) {
  const failures = new Map<string, number>();
  const checks = new LoginChecks<string>(atOnce, (network) => failures.get(network) ?? 0);
  const begun: string[] = [];
  const ends = new Map<string, ReturnType<typeof deferred<string>>>();
  const take = (login: string, network: string, signal = new AbortController().signal): Promise<string> =>
    checks.take(login, network, signal, () => {
      begun.push(login);
      const end = deferred<string>();
      ends.set(login, end);
      return end.promise;
    });
  const finish = async (login: string): Promise<void> => {
    ends.get(login)?.resolve(`${login} is checked`);
    await settle();
  };
  return { take, finish, begun, ends, failures };
}

describe('checks of logins', () => {
  it('are limited in parallel, and to one for each network', async () => {
    const { take, finish, begun } = checking(2);
    const results = [
      take('a1', '192.0.2.1'),
      take('a2', '192.0.2.1'),
      take('b1', '198.51.100.1'),
      take('c1', '203.0.113.1'),
    ];
    expect(begun).toEqual(['a1', 'b1']);
    await finish('b1');
    expect(begun).toEqual(['a1', 'b1', 'c1']);
    await finish('c1');
    expect(begun).toEqual(['a1', 'b1', 'c1']);
    await finish('a1');
    await finish('a2');
    expect(await Promise.all(results)).toEqual(['a1', 'a2', 'b1', 'c1'].map((login) => `${login} is checked`));
  });

  it('of the same login are joined, whether it waits or is being checked', async () => {
    const { take, finish, begun } = checking(1);
    const first = [take('a', '192.0.2.1'), take('a', '192.0.2.1')];
    const second = [take('b', '192.0.2.1'), take('b', '192.0.2.1')];
    await finish('a');
    await finish('b');
    expect(begun).toEqual(['a', 'b']);
    expect(await Promise.all([...first, ...second])).toHaveLength(4);
  });

  it('alternate between the sites, and within a site the network that came last is next', async () => {
    const { take, finish, begun } = checking(1);
    const flood = ['1', '2', '3', '4'].map((host) => `192.0.2.${host}`);
    for (const network of flood) void take(network, network);
    void take('other', '198.51.100.1');
    const order = ['192.0.2.1', '192.0.2.4', 'other', '192.0.2.3', '192.0.2.2'];
    for (const next of order) await finish(next);
    expect(begun).toEqual(order);
  });

  it('go to the network of a site with the fewest failures, including those of the last check', async () => {
    const { take, finish, begun, failures } = checking(1);
    for (const [host, count] of [2, 0, 1, 3].entries()) failures.set(`192.0.2.${host}`, count);
    void take('running', '198.51.100.1');
    for (const host of [0, 1, 2, 3]) void take(`${host} first`, `192.0.2.${host}`);
    void take('1 second', '192.0.2.1');
    await finish('running');
    failures.set('192.0.2.1', 4);
    for (const next of ['1 first', '2 first', '0 first', '3 first']) await finish(next);
    expect(begun).toEqual(['running', '1 first', '2 first', '0 first', '3 first', '1 second']);
  });

  it('that are no longer waited for are not started', async () => {
    const { take, finish, begun } = checking(1);
    const [gone, stays] = [new AbortController(), new AbortController()];
    void take('a', '192.0.2.1');
    void take('b', '192.0.2.1', gone.signal);
    void take('c', '192.0.2.1', gone.signal);
    void take('c', '192.0.2.1', stays.signal);
    gone.abort();
    await finish('a');
    await finish('c');
    expect(begun).toEqual(['a', 'c']);
  });

  it('that throw an error do not affect the next one', async () => {
    const { take, finish, begun, ends } = checking(1);
    const broken = take('a', '192.0.2.1');
    const next = take('b', '192.0.2.1');
    ends.get('a')?.reject(new Error('broken'));
    await expect(broken).rejects.toThrow('broken');
    await settle();
    await finish('b');
    expect([begun, await next]).toEqual([['a', 'b'], 'b is checked']);
  });
});
