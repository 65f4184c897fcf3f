import { getEventListeners, setMaxListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { isServiceError } from '../../../src/domain/errors.js';
import { type Cost, FairTurns, type TurnBounds } from '../../../src/use-cases/fair-turns.js';
import { deferred } from '../../support/fake-port.js';

const never = new AbortController().signal;
setMaxListeners(0, never);

const some = { inAll: 200, ofUser: 150 };
const usual: TurnBounds = { atOnce: 4, dearAtOnce: 4, waiting: { cheap: some, dear: some } };

interface Asking {
  readonly signal?: AbortSignal;
  readonly cost?: Cost;
  readonly key?: string;
}

/** Turns whose questions run until the test ends them; started ones, in order. */
function scene(bounds: Partial<TurnBounds> = {}) {
  const turns = new FairTurns({ ...usual, ...bounds }, { busy: 'busy', late: () => new Error('late') });
  const begun: string[] = [];
  const under: (() => void)[] = [];
  const ask = (user: string, { signal = never, cost = 'dear', key }: Asking = {}): Promise<string> => {
    const name = key ?? user;
    const answer = async (): Promise<string> => {
      begun.push(name);
      const over = deferred<undefined>();
      under.push(() => {
        over.resolve(undefined);
      });
      await over.promise;
      return name;
    };
    return turns.take({ user, signal }, { cost, key, answer }).catch((thrown: unknown) => {
      if (!isServiceError(thrown, 'overloaded')) return `${user}: ${(thrown as Error).message}`;
      const { detail, retryAfterSeconds, effect, cause = '' } = thrown.facts;
      expect([detail, retryAfterSeconds, effect]).toEqual(['busy', 1, 'none']);
      return `${user}: ${cause}`;
    });
  };
  /** Ends the question that has run longest. */
  const endOne = async (): Promise<void> => {
    under.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const endAll = async (): Promise<void> => {
    while (under.length > 0) await endOne();
  };
  return { turns, ask, begun, endOne, endAll };
}

const full = (user: string): string => `${user}: queue-full`;

describe('questions to a resource with few places', () => {
  it('have a limit of parallel ones, and the next of a user comes after those of others', async () => {
    const { ask, begun, endOne, endAll } = scene();
    const all = [...Array.from({ length: 50 }, () => ask('greedy')), ask('other'), ask('third')];
    for (let ended = 0; ended < 3; ended += 1) await endOne();
    expect(begun).toEqual(['greedy', 'greedy', 'greedy', 'greedy', 'greedy', 'other', 'third']);
    await endAll();
    expect(await Promise.all(all)).toHaveLength(52);
    expect(begun).toHaveLength(52);
  });

  it('of one user are limited, even if there is room', async () => {
    const { ask, endAll } = scene();
    const greedy = Array.from({ length: 154 }, () => ask('greedy'));
    expect(await ask('greedy')).toBe(full('greedy'));
    const other = ask('other');
    await endAll();
    expect(await Promise.all([...greedy, other])).not.toContain(full('greedy'));
  });

  it('of the user with most of them are refused first if too many wait, whoever came first', async () => {
    const { ask, begun, endOne, endAll } = scene();
    const atWork = Array.from({ length: 4 }, () => ask('one'));
    const few = Array.from({ length: 40 }, () => ask('few'));
    const most = Array.from({ length: 110 }, () => ask('most'));
    const others = Array.from({ length: 50 }, () => ask('some'));
    const another = ask('another');
    expect(await most.at(-1)).toBe(full('most'));
    for (let ended = 0; ended < 4; ended += 1) await endOne();
    expect(begun.slice(4)).toEqual(['few', 'most', 'some', 'another']);
    await endAll();
    const answers = await Promise.all([...atWork, ...few, ...most, ...others, another]);
    expect(answers.filter((answer) => answer.includes(':'))).toEqual([full('most')]);
  });

  it('of the user with most of them are refused if too many wait', async () => {
    const { ask, endAll } = scene({ waiting: { cheap: some, dear: { inAll: 20, ofUser: 20 } } });
    const greedy = Array.from({ length: 24 }, () => ask('greedy'));
    expect(await ask('greedy')).toBe(full('greedy'));
    await endAll();
    expect(new Set(await Promise.all(greedy))).toEqual(new Set(['greedy']));
  });

  it('of a user with as many as anyone else are refused rather than those of others', async () => {
    const { ask, endAll } = scene({ atOnce: 1, waiting: { cheap: some, dear: { inAll: 4, ofUser: 4 } } });
    const waiting = ['at work', 'one', 'one', 'two', 'two'].map((user) => ask(user));
    expect(await ask('two')).toBe(full('two'));
    await endAll();
    expect(await Promise.all(waiting)).toEqual(['at work', 'one', 'one', 'two', 'two']);
  });

  it('that nobody waits for never start, and use no turn', async () => {
    const { ask, begun, endAll } = scene();
    const atWork = Array.from({ length: 4 }, () => ask('one'));
    const gone = new AbortController();
    const left = ask('two', { signal: gone.signal });
    const goneBefore = ask('three', { signal: AbortSignal.abort() });
    const last = ask('four');
    gone.abort();
    expect([await left, await goneBefore]).toEqual(['two: deadline', 'three: deadline']);
    await endAll();
    expect(await Promise.all([...atWork, last])).toEqual(['one', 'one', 'one', 'one', 'four']);
    expect(begun).toEqual(['one', 'one', 'one', 'one', 'four']);
  });

  it('keep their place until they end, even if nobody waits any more', async () => {
    const { ask, begun, endOne, endAll } = scene({ atOnce: 1 });
    const gone = new AbortController();
    const left = ask('one', { signal: gone.signal });
    const next = ask('two');
    gone.abort();
    expect(await left).toBe('one: late');
    expect(begun).toEqual(['one']);
    await endOne();
    expect(begun).toEqual(['one', 'two']);
    await endAll();
    expect(await next).toBe('two');
  });

  it('continue after one has failed', async () => {
    const { turns } = scene();
    const answer = (): Promise<never> => Promise.reject(new Error('gone'));
    const failed = Array.from({ length: 8 }, () =>
      turns.take({ user: 'one', signal: never }, { cost: 'dear', answer }).catch(() => 'failed'),
    );
    expect(new Set(await Promise.all(failed))).toEqual(new Set(['failed']));
  });

  it('that nobody waits for make room for others, and leave no listener on their signal', async () => {
    const { ask, endAll } = scene();
    const atWork = Array.from({ length: 4 }, () => ask('one'));
    for (let round = 0; round < 3; round += 1) {
      const gone = new AbortController();
      setMaxListeners(0, gone.signal);
      const left = Array.from({ length: 150 }, () => ask('two', { signal: gone.signal }));
      gone.abort();
      expect(new Set(await Promise.all(left))).toEqual(new Set(['two: deadline']));
    }
    const { signal } = new AbortController();
    const served = ask('three', { signal });
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await endAll();
    expect(await Promise.all([...atWork, served])).toEqual(['one', 'one', 'one', 'one', 'three']);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('that are cheap never wait for expensive ones, nor the other way round', async () => {
    const { ask, begun, endOne, endAll } = scene({ atOnce: 2, dearAtOnce: 1 });
    const all = [
      ...Array.from({ length: 3 }, (_, place) => ask('one', { key: `dear ${place}` })),
      ...Array.from({ length: 3 }, (_, place) => ask('one', { cost: 'cheap', key: `cheap ${place}` })),
    ];
    expect(begun).toEqual(['dear 0', 'cheap 0']);
    await endOne();
    expect(begun).toEqual(['dear 0', 'cheap 0', 'dear 1']);
    await endOne();
    expect(begun.at(-1)).toBe('cheap 1');
    await endAll();
    expect(await Promise.all(all)).toHaveLength(6);
  });
});

describe('equal questions', () => {
  it('that wait share one answer, and never one that was started before', async () => {
    const { ask, begun, endAll } = scene({ atOnce: 1 });
    const first = ask('one', { key: 'same' });
    const rest = Array.from({ length: 1_500 }, (_, place) => ask(`user ${place % 3}`, { key: 'same' }));
    await endAll();
    expect(new Set(await Promise.all([first, ...rest]))).toEqual(new Set(['same']));
    expect(begun).toEqual(['same', 'same']);
  });

  it('are not answered with what was started before they came', async () => {
    const { ask, endOne, endAll } = scene({ atOnce: 1 });
    const answered: string[] = [];
    const asking = ['first', 'later'].map((user) => ask(user, { key: 'same' }).then(() => answered.push(user)));
    await endOne();
    expect(answered).toEqual(['first']);
    await endAll();
    await Promise.all(asking);
    expect(answered).toEqual(['first', 'later']);
  });

  it('of one user count once, and others only if the user waits for them already', async () => {
    const { ask, begun, endAll } = scene({ atOnce: 1, waiting: { cheap: some, dear: { inAll: 9, ofUser: 2 } } });
    const waiting = ['first', 'same', 'same', 'own', 'same'].map((key) => ask('one', { key }));
    waiting.push(ask('other', { key: 'of another' }));
    expect(await ask('one', { key: 'of another' })).toBe(full('one'));
    await endAll();
    expect(await Promise.all(waiting)).toEqual(['first', 'same', 'same', 'own', 'same', 'of another']);
    expect(begun).toEqual(['first', 'same', 'of another', 'own']);
  });

  it.each([
    { others: ['two', 'three'], whose: 'others' },
    { others: ['one'], whose: 'the same user' },
  ])('of $whose still wait together after one was left', async ({ others }) => {
    const { ask, begun, endAll } = scene({ atOnce: 1 });
    const gone = new AbortController();
    const waiting = [ask('first')];
    const left = ask('one', { key: 'same', signal: gone.signal });
    const [second = '', ...later] = others;
    waiting.push(ask(second, { key: 'same' }));
    gone.abort();
    expect(await left).toBe('one: deadline');
    waiting.push(...later.map((user) => ask(user, { key: 'same' })));
    await endAll();
    expect(begun).toEqual(['first', 'same']);
    expect(await Promise.all(waiting)).toEqual(['first', ...others.map(() => 'same')]);
  });

  it('that wait are still shared after the one at work was left', async () => {
    const { ask, begun, endAll } = scene({ atOnce: 1 });
    const gone = new AbortController();
    const left = ask('one', { key: 'same', signal: gone.signal });
    const waiting = [ask('two', { key: 'same' })];
    gone.abort();
    expect(await left).toBe('one: late');
    waiting.push(ask('three', { key: 'same' }));
    await endAll();
    expect(begun).toEqual(['same', 'same']);
    expect(await Promise.all(waiting)).toEqual(['same', 'same']);
  });

  it('are run for those who still wait, at the first of their turns', async () => {
    const { ask, begun, endAll } = scene({ atOnce: 1 });
    const gone = new AbortController();
    const atWork = ask('greedy', { key: 'first' });
    const own = [1, 2, 3].map((place) => ask('greedy', { key: `own ${place}` }));
    const left = ask('greedy', { key: 'same', signal: gone.signal });
    const shared = ask('other', { key: 'same' });
    gone.abort();
    expect(await left).toBe('greedy: deadline');
    await endAll();
    expect(await Promise.all([atWork, ...own, shared])).toEqual(['first', 'own 1', 'own 2', 'own 3', 'same']);
    expect(begun).toEqual(['first', 'own 1', 'same', 'own 2', 'own 3']);
  });

  it('are answered to the others if one is refused', async () => {
    const { ask, endAll } = scene({ atOnce: 1, waiting: { cheap: some, dear: { inAll: 4, ofUser: 4 } } });
    const atWork = ask('greedy', { key: 'first' });
    const own = [1, 2].map((place) => ask('greedy', { key: `own ${place}` }));
    const last = ask('greedy', { key: 'same' });
    const shared = ask('other', { key: 'same' });
    const third = ask('third', { key: 'another' });
    expect(await last).toBe(full('greedy'));
    await endAll();
    expect(await Promise.all([atWork, ...own, shared, third])).toEqual(['first', 'own 1', 'own 2', 'same', 'another']);
  });
});
