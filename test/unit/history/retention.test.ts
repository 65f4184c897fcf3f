import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ChangeStore } from '../../../src/history/store/change-store.js';
import { HistoryUnavailable } from '../../../src/history/store/history-problems.js';
import { Retention } from '../../../src/history/store/retention.js';

/** A store with so many old changes and runs without any, which counts what it is asked for. */
function storeWith(old: number, emptyRuns = 0) {
  const asked: { readonly time: Date; readonly most: number }[] = [];
  const deleteOlderThan = (time: Date, most: number): Promise<number> => {
    asked.push({ time, most });
    const step = Math.min(old, most);
    old -= step;
    return Promise.resolve(step);
  };
  const runs: { readonly time: Date; readonly most: number }[] = [];
  const deleteEmptyRuns = (time: Date, most: number): Promise<number> => {
    runs.push({ time, most });
    const step = Math.min(emptyRuns, most);
    emptyRuns -= step;
    return Promise.resolve(step);
  };
  return { asked, runs, store: { deleteOlderThan, deleteEmptyRuns } as unknown as ChangeStore };
}

describe('the retention', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('asks for what is too old, in steps, until there is none', async () => {
    const { asked, store } = storeWith(500);
    expect(await new Retention(store, 2, () => Date.UTC(2026, 0, 3)).sweep()).toBe(500);
    expect(asked).toHaveLength(3);
    expect(new Set(asked.map(({ time }) => time.toISOString()))).toEqual(new Set(['2026-01-01T00:00:00.000Z']));
  });

  it('asks for runs without changes that began more than a day ago, in steps, too', async () => {
    const { asked, runs, store } = storeWith(0, 400);
    expect(await new Retention(store, 30, () => Date.UTC(2026, 0, 3)).sweep()).toBe(0);
    expect(asked).toEqual([{ time: new Date(Date.UTC(2025, 11, 4)), most: 200 }]);
    expect(runs).toEqual(Array.from({ length: 3 }, () => ({ time: new Date(Date.UTC(2026, 0, 2)), most: 200 })));
  });

  it('is not begun again while it is at work, and its end waits for the step under way', async () => {
    vi.useFakeTimers();
    let answer = (): void => undefined;
    let steps = 0;
    const deleteOlderThan = (): Promise<number> => {
      steps += 1;
      return new Promise(
        (resolve) =>
          (answer = () => {
            resolve(0);
          }),
      );
    };
    const deleteEmptyRuns = (): Promise<number> => Promise.resolve(0);
    const retention = new Retention({ deleteOlderThan, deleteEmptyRuns } as unknown as ChangeStore, 1);
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

  it('comes once an hour, and no more once it is closed', async () => {
    vi.useFakeTimers();
    const { asked, store } = storeWith(0);
    const retention = new Retention(store, 1);
    retention.start();
    await vi.advanceTimersByTimeAsync(3_599_000);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked).toHaveLength(2);
    await retention.close();
    await vi.advanceTimersByTimeAsync(7_200_000);
    expect(asked).toHaveLength(2);
  });

  it('ends after the step that is under way', async () => {
    const { asked, store } = storeWith(Infinity);
    const retention = new Retention(store, 1);
    retention.start();
    await expect.poll(() => asked.length).toBeGreaterThan(1);
    await retention.close();
    const count = asked.length;
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(asked).toHaveLength(count);
  });

  it('tries again when its time comes, after a store that was not available', async () => {
    let calls = 0;
    const deleteOlderThan = (): Promise<number> => {
      calls += 1;
      return calls < 3 ? Promise.reject(new HistoryUnavailable('down')) : Promise.resolve(0);
    };
    const retention = new Retention({ deleteOlderThan } as unknown as ChangeStore, 1);
    retention.start(5);
    await expect.poll(() => calls).toBeGreaterThan(2);
    await retention.close();
  });
});
