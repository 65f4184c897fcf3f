import { describe, expect, it, vi } from 'vitest';
import { WaitingLogins } from '../../../src/authentication/waiting-logins.js';

/** Of a number of requests in sequence: which were ended to make room, by their order. */
function entering(waiting: WaitingLogins) {
  const ended: string[] = [];
  const enter = (network: string, name = network): (() => void) =>
    waiting.enter(network, () => {
      ended.push(name);
    });
  return { enter, ended };
}

describe('waiting logins', () => {
  it('are limited for each network; one more is refused, and displaces no other', () => {
    const { enter, ended } = entering(new WaitingLogins({ ofNetwork: 2, inAll: 10 }));
    enter('192.0.2.1');
    const leave = enter('192.0.2.1');
    const facts: unknown = expect.objectContaining({ cause: 'logins', effect: 'none' });
    const refused = { code: 'overloaded', facts };
    expect(() => enter('192.0.2.1')).toThrow(expect.objectContaining(refused));
    enter('192.0.2.2');
    leave();
    leave();
    enter('192.0.2.1');
    expect(() => enter('192.0.2.1')).toThrow(expect.objectContaining(refused));
    expect(ended).toEqual([]);
  });

  it('if there are too many in total, the network with most in the site with most loses one', () => {
    const { enter, ended } = entering(new WaitingLogins({ ofNetwork: 10, inAll: 7 }));
    enter('198.51.100.1', 'alone');
    for (const count of [1, 2]) enter('192.0.2.1', `much ${count}`);
    enter('192.0.2.2', 'little');
    for (const count of [1, 2, 3]) enter('203.0.113.1', `other ${count}`);
    enter('198.51.100.2', 'new');
    expect(ended).toEqual(['other 3']);
    enter('192.0.2.3', 'neighbour');
    expect(ended).toEqual(['other 3', 'much 2']);
  });

  it('a network that itself has most is refused, and a neighbour is accepted in place of one of its own', () => {
    const { enter, ended } = entering(new WaitingLogins({ ofNetwork: 10, inAll: 4 }));
    for (const count of [1, 2, 3]) enter('192.0.2.1', `much ${count}`);
    enter('198.51.100.1');
    expect(() => enter('192.0.2.1')).toThrow();
    expect(ended).toEqual([]);
    enter('192.0.2.2');
    expect(ended).toEqual(['much 3']);
  });

  it('of several networks with equally many, the first one loses one: the last one is not the next', () => {
    const { enter, ended } = entering(new WaitingLogins({ ofNetwork: 10, inAll: 3 }));
    for (const host of [1, 2, 3, 4, 5]) enter(`192.0.2.${host}`);
    expect(ended).toEqual(['192.0.2.1', '192.0.2.2']);
  });

  it('stay limited for any number of requests and sites', () => {
    const waiting = new WaitingLogins({ ofNetwork: 10, inAll: 100 });
    const end = vi.fn();
    let refused = 0;
    for (let count = 0; count < 5_000; count += 1) {
      try {
        waiting.enter(`10.${count % 200}.0.${count % 7}`, end);
      } catch {
        refused += 1;
      }
    }
    expect(5_000 - refused - end.mock.calls.length).toBe(100);
  });
});
