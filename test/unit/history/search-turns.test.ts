import { getEventListeners, setMaxListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { SearchTurns } from '../../../src/history/search-turns.js';
import { deferred } from '../../support/fake-port.js';

const never = new AbortController().signal;
setMaxListeners(0, never);

/** Turns whose searches last until they are let, and who has begun one, in order. */
function scene() {
  const turns = new SearchTurns();
  const begun: string[] = [];
  const under: (() => void)[] = [];
  const search = (user: string, signal = never): Promise<string> => {
    const found = turns.take(user, signal, async () => {
      begun.push(user);
      const over = deferred<undefined>();
      under.push(() => {
        over.resolve(undefined);
      });
      await over.promise;
      return user;
    });
    return found.catch((thrown: unknown) => `${user}: ${(thrown as Error).message}`);
  };
  /** Ends the search that has been at work for the longest. */
  const endOne = async (): Promise<void> => {
    under.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { search, begun, endOne };
}

const refused = (user: string, cause = 'too many readers'): string =>
  `${user}: the history of changes is not available (${cause})`;

describe('searches of the history', () => {
  it('are four at once, and the next of a user comes after those of others', async () => {
    const { search, begun, endOne } = scene();
    const all = [...Array.from({ length: 50 }, () => search('greedy')), search('other'), search('third')];
    await endOne();
    await endOne();
    await endOne();
    expect(begun).toEqual(['greedy', 'greedy', 'greedy', 'greedy', 'greedy', 'other', 'third']);
    for (let left = all.length; left > 0; left -= 1) await endOne();
    expect(await Promise.all(all)).toHaveLength(52);
    expect(begun).toHaveLength(52);
  });

  it('of the user with most of them give way where too many wait', async () => {
    const { search, begun, endOne } = scene();
    const greedy = Array.from({ length: 204 }, () => search('greedy'));
    expect(await search('greedy')).toBe(refused('greedy'));
    const other = search('other');
    expect(await greedy.at(-1)).toBe(refused('greedy'));
    await endOne();
    await endOne();
    expect(begun.at(-1)).toBe('other');
    for (let left = 210; left > 0; left -= 1) await endOne();
    expect(await other).toBe('other');
    expect((await Promise.all(greedy)).filter((answer) => answer === 'greedy')).toHaveLength(203);
  });

  it('that nobody waits for never begin, and take nobody the turn', async () => {
    const { search, begun, endOne } = scene();
    const atWork = Array.from({ length: 4 }, () => search('one'));
    const gone = new AbortController();
    const left = search('two', gone.signal);
    const goneBefore = search('three', AbortSignal.abort());
    const last = search('four');
    gone.abort();
    expect([await left, await goneBefore]).toEqual([refused('two', 'deadline'), refused('three', 'deadline')]);
    for (let ended = 0; ended < 5; ended += 1) await endOne();
    expect(await Promise.all([...atWork, last])).toEqual(['one', 'one', 'one', 'one', 'four']);
    expect(begun).toEqual(['one', 'one', 'one', 'one', 'four']);
  });

  it('go on where one has failed, or was given up in the moment of its turn', async () => {
    const turns = new SearchTurns();
    const failed = Array.from({ length: 8 }, () =>
      turns.take('one', never, () => Promise.reject(new Error('gone'))).catch(() => 'failed'),
    );
    expect(new Set(await Promise.all(failed))).toEqual(new Set(['failed']));
    const { search, endOne } = scene();
    const atWork = Array.from({ length: 4 }, () => search('one'));
    const moment = new AbortController();
    const given = search('two', moment.signal);
    const ended = endOne();
    moment.abort();
    await ended;
    for (let left = 0; left < 6; left += 1) await endOne();
    await Promise.all([...atWork, given]);
    const after = Array.from({ length: 4 }, () => search('three'));
    for (let left = 0; left < 4; left += 1) await endOne();
    expect(await Promise.all(after)).toEqual(['three', 'three', 'three', 'three']);
  });

  it('of whoever has most give way, whoever came first', async () => {
    const { search, endOne } = scene();
    const atWork = Array.from({ length: 4 }, () => search('one'));
    const few = Array.from({ length: 40 }, () => search('few'));
    const most = Array.from({ length: 110 }, () => search('most'));
    const some = Array.from({ length: 50 }, () => search('some'));
    const another = search('another');
    expect(await most.at(-1)).toBe(refused('most'));
    for (let left = 210; left > 0; left -= 1) await endOne();
    const answers = await Promise.all([...atWork, ...few, ...most, ...some, another]);
    expect(answers.filter((answer) => answer.includes(':'))).toEqual([refused('most')]);
  });

  it('that nobody waits for leave room for others, and no trace at what they were given up by', async () => {
    const { search, endOne } = scene();
    const atWork = Array.from({ length: 4 }, () => search('one'));
    for (let round = 0; round < 3; round += 1) {
      const gone = new AbortController();
      setMaxListeners(0, gone.signal);
      const left = Array.from({ length: 200 }, () => search('two', gone.signal));
      gone.abort();
      expect(new Set(await Promise.all(left))).toEqual(new Set([refused('two', 'deadline')]));
    }
    const signal = new AbortController().signal;
    const served = search('three', signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    for (let left = 5; left > 0; left -= 1) await endOne();
    expect(await Promise.all([...atWork, served])).toEqual(['one', 'one', 'one', 'one', 'three']);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});
