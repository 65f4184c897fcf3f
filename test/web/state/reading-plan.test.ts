import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Plan, PlanRead } from '../../../src/client/index.js';
import type { PlanList } from '../../../web/plans/lists.js';
import { readOn, watch } from '../../../web/state/reading-plan.js';
import { aList, aPlan } from '../plans/plans.js';
import { problem } from '../runs/lists-in-memory.js';

interface Asked {
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
}

const pageOf = (of: Partial<Plan>, changes: readonly PlanList[], next?: string): PlanRead => ({
  plan: { ...aPlan(of), changes },
  next,
});

/** The calls of a service that answers with one page after another. */
function answering(...pages: readonly [PlanRead | Error, ...(PlanRead | Error)[]]) {
  const asked: Asked[] = [];
  const readPlan = (_id: string, { limit, after }: Asked = {}) => {
    asked.push({ limit, ...(after !== undefined && { after }) });
    const page = pages[asked.length - 1] ?? pages[0];
    return page instanceof Error ? Promise.reject(page) : Promise.resolve(page);
  };
  return { asked, readPlan };
}

const lists = ['SEP1', 'SEP2', 'SEP3'].map((device) => aList(device, [], []));

describe('the lists of a plan', () => {
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

describe('a plan in progress', () => {
  const page = { hidden: false };
  let end = (): void => undefined;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', page);
    page.hidden = false;
  });
  afterEach(() => {
    end();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

  it('is read less and less often while nothing happens, and soon again after a change', async () => {
    const still = pageOf({ lists: { open: 3 } }, lists);
    const calls = answering(still);
    const seen: PlanRead[] = [];
    end = watch(still.plan, calls, (read) => seen.push(read));
    await pass(1.5);
    expect(seen).toHaveLength(1);
    await pass(60);
    const inAMinute = seen.length;
    expect(inAMinute).toBeLessThan(12);
    await pass(60);
    // Every 15 seconds by now.
    expect(seen.length - inAMinute).toBe(4);
    end();
    await pass(60);
    expect(calls.asked).toHaveLength(seen.length);
  });

  it('is read in full if it is short, and only its progress if it is long', async () => {
    const short = answering(pageOf({ lists: { open: 3 } }, lists));
    end = watch(aPlan({ lists: { open: 100 } }), short, () => undefined);
    await pass(2);
    end();
    const long = answering(pageOf({ lists: { open: 101 } }, lists));
    end = watch(aPlan({ lists: { open: 101 } }), long, () => undefined);
    await pass(2);
    expect([short.asked[0]?.limit, long.asked[0]?.limit]).toEqual([100, 1]);
  });

  it('is read again after a failure, and not by a hidden page', async () => {
    const read = pageOf({ lists: { changed: 3 } }, lists);
    const calls = answering(problem(503, 'overloaded'), read);
    const seen: PlanRead[] = [];
    end = watch(aPlan({ lists: { open: 3 } }), calls, (now) => seen.push(now));
    await pass(1.5);
    expect([calls.asked.length, seen.length]).toEqual([1, 0]);
    await pass(3);
    expect([calls.asked.length, seen.length]).toEqual([2, 1]);
    page.hidden = true;
    await pass(60);
    expect(calls.asked).toHaveLength(2);
  });
});
