import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ChangeStore } from '../../../src/history/store/change-store.js';
import { HistoryUnavailable } from '../../../src/history/store/history-problems.js';
import { Retention } from '../../../src/history/store/retention.js';

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
const today = Date.UTC(2026, 0, 3);

interface Asked {
  readonly time: Date;
  readonly most: number;
}

/** A store with a clock that is set by hand, and a number of old changes and of runs without any. */
class ScriptedStore implements Pick<
  ChangeStore,
  'readClock' | 'noteClock' | 'countOlderThan' | 'deleteOlderThan' | 'deleteEmptyRuns'
> {
  readonly changes: Asked[] = [];
  readonly runs: Asked[] = [];
  now = today;
  seen: number | undefined = today;

  constructor(
    private old = 0,
    private emptyRuns = 0,
  ) {}

  readClock() {
    const seen = this.seen === undefined ? undefined : new Date(this.seen);
    return Promise.resolve({ now: new Date(this.now), seen });
  }

  noteClock(now: Date) {
    this.seen = now.getTime();
    return Promise.resolve();
  }

  countOlderThan() {
    return Promise.resolve(this.old);
  }

  deleteOlderThan(time: Date, most: number) {
    this.changes.push({ time, most });
    const step = Math.min(this.old, most);
    this.old -= step;
    return Promise.resolve(step);
  }

  deleteEmptyRuns(time: Date, most: number) {
    this.runs.push({ time, most });
    const step = Math.min(this.emptyRuns, most);
    this.emptyRuns -= step;
    return Promise.resolve(step);
  }
}

/** A retention, and what lets the time go on: that of the store's clock, and that of the one which is never set. */
function retentionOf(store: ScriptedStore, options: { readonly trustsClock?: boolean } = {}) {
  let ticks = 0;
  const warnings: string[] = [];
  const retention = new Retention(
    store as unknown as ChangeStore,
    { retentionDays: 2, ...options },
    (text) => {
      warnings.push(text);
    },
    () => ticks,
  );
  const pass = (ms: number): void => {
    ticks += ms;
    store.now += ms;
  };
  return { retention, pass, warnings };
}

describe('the retention', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('asks for what is too old, in steps, until there is none, and then for runs without changes', async () => {
    const store = new ScriptedStore(500, 400);
    const { retention, pass } = retentionOf(store);
    pass(10 * minuteMs);
    expect(await retention.look()).toBe(500);
    const at = store.now;
    expect(store.changes).toEqual(Array.from({ length: 3 }, () => ({ time: new Date(at - 2 * dayMs), most: 200 })));
    expect(store.runs).toEqual(Array.from({ length: 3 }, () => ({ time: new Date(at - dayMs), most: 200 })));
  });

  it('deletes nothing in the first ten minutes after a start, and notes the time', async () => {
    const store = new ScriptedStore(500);
    const { retention, pass } = retentionOf(store);
    pass(10 * minuteMs - 1);
    expect(await retention.look()).toBe(0);
    expect([store.changes, store.seen]).toEqual([[], store.now]);
    pass(1);
    expect(await retention.look()).toBe(500);
  });

  it('deletes nothing by a clock that is far ahead, says once what would go, and goes on after a steady hour', async () => {
    const store = new ScriptedStore(7);
    store.seen = today - 3 * 365 * dayMs;
    const { retention, pass, warnings } = retentionOf(store);
    for (let passed = 0; passed < hourMs; passed += 10 * minuteMs) {
      expect(await retention.look()).toBe(0);
      pass(10 * minuteMs);
    }
    expect(store.seen).toBe(today - 3 * 365 * dayMs);
    expect(warnings).toEqual([expect.stringMatching(/^the clock says 2026-01-03T.* 7 changes would be deleted/)]);
    expect(await retention.look()).toBe(7);
    expect(store.seen).toBe(store.now);
  });

  it('begins the hour anew where the clock is set meanwhile, and takes one that is right at once', async () => {
    const store = new ScriptedStore(7);
    store.seen = today - 3 * dayMs;
    const { retention, pass } = retentionOf(store);
    await retention.look();
    pass(50 * minuteMs);
    store.now += 300 * dayMs;
    await retention.look();
    pass(50 * minuteMs);
    expect(await retention.look()).toBe(0);
    store.now = today - dayMs;
    expect(await retention.look()).toBe(7);
    expect(store.seen).toBe(today - dayMs);
  });

  it('does not take a jump of the clock in its life for time that has passed', async () => {
    const store = new ScriptedStore(7);
    const { retention, pass } = retentionOf(store);
    await retention.look();
    pass(20 * minuteMs);
    store.now += 1_000 * dayMs;
    expect(await retention.look()).toBe(0);
    store.now -= 1_000 * dayMs;
    expect(await retention.look()).toBe(7);
  });

  it.each([2 * dayMs, 2 * dayMs + 1])(
    'takes a clock that is %i ms ahead of the time seen last as it is',
    async (ms) => {
      const store = new ScriptedStore(7);
      const { retention, pass } = retentionOf(store);
      pass(10 * minuteMs);
      store.seen = store.now - ms;
      expect(await retention.look()).toBe(ms > 2 * dayMs ? 0 : 7);
    },
  );

  it('trusts the clock where it is told to, but not in the first ten minutes', async () => {
    const store = new ScriptedStore(7);
    store.seen = today - 30 * dayMs;
    const { retention, pass, warnings } = retentionOf(store, { trustsClock: true });
    expect(await retention.look()).toBe(0);
    store.seen = today - 30 * dayMs;
    pass(10 * minuteMs);
    expect([await retention.look(), warnings]).toEqual([7, []]);
  });

  it('notes a time before the one that was noted only when the clock has gone on steadily', async () => {
    const store = new ScriptedStore();
    const wrong = today + 300 * dayMs;
    store.seen = wrong;
    const { retention, pass } = retentionOf(store);
    await retention.look();
    pass(hourMs - 1);
    await retention.look();
    expect(store.seen).toBe(wrong);
    pass(1);
    await retention.look();
    expect(store.seen).toBe(store.now);
  });

  it('is not begun again while it is at work, and its end waits for the step under way', async () => {
    vi.useFakeTimers();
    const store = new ScriptedStore(Infinity);
    let answer = (): void => undefined;
    let steps = 0;
    vi.spyOn(store, 'deleteOlderThan').mockImplementation(() => {
      steps += 1;
      return new Promise((resolve) => {
        answer = () => {
          resolve(0);
        };
      });
    });
    const { retention, pass } = retentionOf(store);
    pass(10 * minuteMs);
    retention.start(20);
    await vi.advanceTimersByTimeAsync(100);
    expect(steps).toBe(1);
    answer();
    await vi.advanceTimersByTimeAsync(20);
    expect(steps).toBe(2);
    let isClosed = false;
    const closed = retention.close().then(() => (isClosed = true));
    await vi.advanceTimersByTimeAsync(100);
    expect([isClosed, steps]).toEqual([false, 2]);
    answer();
    await closed;
  });

  it('comes every ten minutes, and no more once it is closed', async () => {
    vi.useFakeTimers();
    const store = new ScriptedStore();
    const { retention, pass } = retentionOf(store);
    pass(10 * minuteMs);
    retention.start();
    await vi.advanceTimersByTimeAsync(10 * minuteMs - 1);
    expect(store.changes).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(store.changes).toHaveLength(2);
    await retention.close();
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(store.changes).toHaveLength(2);
  });

  it('ends after the step that is under way', async () => {
    const store = new ScriptedStore(Infinity);
    const { retention, pass } = retentionOf(store);
    pass(10 * minuteMs);
    retention.start();
    await expect.poll(() => store.changes.length).toBeGreaterThan(1);
    await retention.close();
    const count = store.changes.length;
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(store.changes).toHaveLength(count);
  });

  it('tries again when its time comes, after a store that was not available', async () => {
    const store = new ScriptedStore();
    const read = vi.spyOn(store, 'readClock').mockRejectedValue(new HistoryUnavailable('down'));
    const { retention } = retentionOf(store);
    retention.start(5);
    await expect.poll(() => read.mock.calls.length).toBeGreaterThan(2);
    await retention.close();
  });
});
