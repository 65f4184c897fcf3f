import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Change, ChangeList, ChangeRead } from '../../../src/client/index.js';
import { readOn, readUnderWay, watch } from '../../../web/state/reading-change.js';
import { aChange, aChangeList } from '../../support/made.js';
import { problem } from '../changes/problems.js';

interface Asked {
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
}

const pageOf = (of: Partial<Change>, lists: readonly ChangeList[], next?: string, etag = '"1"'): ChangeRead => ({
  change: { ...aChange(of), lists },
  next,
  etag,
});

const lists = ['SEP1', 'SEP2', 'SEP3'].map((device) => aChangeList({ device }));

describe('the lists of a change', () => {
  /** The calls of a service that answers with one page after another. */
  function answering(...pages: readonly [ChangeRead, ...ChangeRead[]]) {
    const asked: Asked[] = [];
    const readChange = (_id: string, { limit, after }: Asked = {}) => {
      asked.push({ limit, ...(after !== undefined && { after }) });
      return Promise.resolve(pages[asked.length - 1] ?? pages[0]);
    };
    return { asked, readChange };
  }

  it('are read page by page, and each page is shown as it comes', async () => {
    const calls = answering(pageOf({}, lists.slice(1, 2), '2'), pageOf({}, lists.slice(2)));
    const seen: string[] = [];
    await readOn(pageOf({}, lists.slice(0, 1), '1'), calls, new AbortController().signal, (read) =>
      seen.push(`${read.lists.length} ${read.isWhole}`),
    );
    expect(seen).toEqual(['2 false', '3 true']);
    expect(calls.asked).toEqual([
      { limit: 100, after: '1' },
      { limit: 100, after: '2' },
    ]);
  });

  it('are no longer read after the user leaves the page', async () => {
    const calls = answering(pageOf({}, lists.slice(1, 2), '2'));
    const giveUp = new AbortController();
    giveUp.abort();
    const read = readOn(pageOf({}, [], '1'), calls, giveUp.signal, () => {
      throw new Error('it is shown');
    });
    await expect(read).rejects.toThrow('aborted');
    expect(calls.asked).toHaveLength(1);
  });
});

describe('the lists of a change that runs', () => {
  const many = Array.from({ length: 250 }, (_, position) =>
    aChangeList({ device: `SEP${position}`, position, state: position < 120 ? 'changed' : 'open' }),
  );
  /** The calls of a service that has set the lists up to this one since. */
  function having(set: number) {
    const asked: string[] = [];
    const readChange = (_id: string, { after = '-1', limit = 0 }: Asked = {}) => {
      asked.push(after);
      const from = Number(after) + 1;
      const page = many.slice(from, from + limit);
      const now = page.map((list) => ({ ...list, state: list.position < set ? ('changed' as const) : list.state }));
      return Promise.resolve(pageOf({}, now, from + limit < many.length ? 'more' : undefined));
    };
    return { asked, readChange };
  }

  it.each([
    { set: 125, pages: ['119'] },
    { set: 230, pages: ['119', '219'] },
  ])('are read again from the first that is not done: $set are set', async ({ set, pages }) => {
    const calls = having(set);
    const now = await readUnderWay(many, aChange({}), calls, new AbortController().signal);
    expect(calls.asked).toEqual(pages);
    expect(now.map(({ device }) => device)).toEqual(many.map(({ device }) => device));
    expect(now.filter(({ state }) => state === 'changed')).toHaveLength(set);
  });
});

describe('a change under way', () => {
  const giveUp = new AbortController();

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** The calls of a service that has one thing to say after another; undefined: nothing new came in time. */
  function saying(...answers: readonly (ChangeRead | Error | undefined)[]) {
    const asked: { readonly etag: string; readonly limit: number | undefined }[] = [];
    const waitForChange = (_id: string, etag: string, { limit }: Asked) => {
      asked.push({ etag, limit });
      const answer = answers[asked.length - 1];
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    };
    return { asked, waitForChange };
  }
  const running = (etag: string, total = 3) =>
    pageOf({ state: 'running', counts: { total, open: total } }, lists, undefined, etag);

  it('is waited for with what is known of it, until it ends', async () => {
    const calls = saying(running('"2"'), undefined, pageOf({ state: 'done' }, lists, undefined, '"3"'));
    const seen: string[] = [];
    await watch(running('"1"'), calls, giveUp.signal, ({ change: { state }, etag }) => seen.push(`${state} ${etag}`));
    expect(seen).toEqual(['running "2"', 'done "3"']);
    expect(calls.asked.map(({ etag }) => etag)).toEqual(['"1"', '"2"', '"2"']);
  });

  it('is read in full if it has few lists, and only its counts if it has many', async () => {
    const [few, many] = [saying(pageOf({}, lists)), saying(pageOf({}, lists))];
    await watch(running('"1"', 100), few, giveUp.signal, () => undefined);
    await watch(running('"1"', 101), many, giveUp.signal, () => undefined);
    expect([few.asked[0]?.limit, many.asked[0]?.limit]).toEqual([100, 1]);
  });

  it('is waited for again after a call that failed', async () => {
    const calls = saying(problem(503, 'overloaded'), pageOf({ state: 'done' }, lists));
    const watching = watch(running('"1"'), calls, giveUp.signal, () => undefined);
    await vi.advanceTimersByTimeAsync(4_900);
    expect(calls.asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    await watching;
    expect(calls.asked).toHaveLength(2);
  });

  it('is not waited for any more after the user leaves the page', async () => {
    const left = new AbortController();
    left.abort();
    const calls = saying();
    await watch(running('"1"'), calls, left.signal, () => undefined);
    expect(calls.asked).toEqual([]);
  });
});
