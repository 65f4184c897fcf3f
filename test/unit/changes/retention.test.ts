import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ChangeStore } from '../../../src/changes/store/change-store.js';
import { StoreUnavailable } from '../../../src/store/problems.js';
import { Retention } from '../../../src/changes/store/retention.js';

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
const today = Date.UTC(2026, 0, 3);

interface Asked {
  readonly time: Date;
  readonly most: number;
}

/** A store with a clock that the test sets, with a number of old lists, and of lists that were never sent. */
class ScriptedStore implements Pick<
  ChangeStore,
  'readClock' | 'noteClock' | 'countOlderThan' | 'deleteOlderThan' | 'deleteUnsent'
> {
  readonly changes: Asked[] = [];
  readonly unsent: Asked[] = [];
  now = today;
  seen: number | undefined = today;

  constructor(
    private old = 0,
    private unsentLists = 0,
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

  deleteUnsent(time: Date, most: number) {
    this.unsent.push({ time, most });
    const step = Math.min(this.unsentLists, most);
    this.unsentLists -= step;
    return Promise.resolve(step);
  }
}

/** A retention, and a function that advances the time: that of the store's clock, and that of the steady clock. */
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

  it('deletes old changes in steps until there are none, and then lists that were never sent', async () => {
    const store = new ScriptedStore(500, 400);
    const { retention, pass } = retentionOf(store);
    pass(10 * minuteMs);
    expect(await retention.look()).toBe(500);
    const at = store.now;
    expect(store.changes).toEqual(Array.from({ length: 3 }, () => ({ time: new Date(at - 2 * dayMs), most: 200 })));
    expect(store.unsent).toEqual(Array.from({ length: 3 }, () => ({ time: new Date(at - 7 * dayMs), most: 200 })));
  });

  it('deletes nothing in the first ten minutes after a start, and records the time', async () => {
    const store = new ScriptedStore(500);
    const { retention, pass } = retentionOf(store);
    pass(10 * minuteMs - 1);
    expect(await retention.look()).toBe(0);
    expect([store.changes, store.seen]).toEqual([[], store.now]);
    pass(1);
    expect(await retention.look()).toBe(500);
  });

  it('deletes nothing if the clock is far ahead, says once what would be deleted, and continues after a steady hour', async () => {
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

  it('starts the hour again if the clock is set meanwhile, and accepts a right one at once', async () => {
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

  it('does not treat a jump of the clock as time that has passed', async () => {
    const store = new ScriptedStore(7);
    const { retention, pass } = retentionOf(store);
    await retention.look();
    pass(20 * minuteMs);
    store.now += 1_000 * dayMs;
    expect(await retention.look()).toBe(0);
    store.now -= 1_000 * dayMs;
    expect(await retention.look()).toBe(7);
  });

  it.each([2 * dayMs, 2 * dayMs + 1])('accepts a clock that is %i ms ahead of the last recorded time', async (ms) => {
    const store = new ScriptedStore(7);
    const { retention, pass } = retentionOf(store);
    pass(10 * minuteMs);
    store.seen = store.now - ms;
    expect(await retention.look()).toBe(ms > 2 * dayMs ? 0 : 7);
  });

  it('trusts the clock on request, but not in the first ten minutes', async () => {
    const store = new ScriptedStore(7);
    store.seen = today - 30 * dayMs;
    const { retention, pass, warnings } = retentionOf(store, { trustsClock: true });
    expect(await retention.look()).toBe(0);
    store.seen = today - 30 * dayMs;
    pass(10 * minuteMs);
    expect([await retention.look(), warnings]).toEqual([7, []]);
  });

  it('records an earlier time than the last one only after the clock has run steadily', async () => {
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

  it('does not start twice, and its end waits for the current step', async () => {
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

  it('runs every ten minutes, and no more after closing', async () => {
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

  it('ends after the current step', async () => {
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

  it('tries again at its next time after the store was not available', async () => {
    const store = new ScriptedStore();
    const read = vi.spyOn(store, 'readClock').mockRejectedValue(new StoreUnavailable('down'));
    const { retention } = retentionOf(store);
    retention.start(5);
    await expect.poll(() => read.mock.calls.length).toBeGreaterThan(2);
    await retention.close();
  });
});
