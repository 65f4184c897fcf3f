import { describe, expect, it } from 'vitest';
import type { ChangeStore } from '../../../src/history/store/change-store.js';
import { HistoryUnavailable } from '../../../src/history/store/history-problems.js';
import { Retention } from '../../../src/history/store/retention.js';

/** A store with so many old changes, which counts what it is asked for. */
function storeWith(old: number) {
  const asked: { readonly time: Date; readonly most: number }[] = [];
  const deleteOlderThan = (time: Date, most: number): Promise<number> => {
    asked.push({ time, most });
    const step = Math.min(old, most);
    old -= step;
    return Promise.resolve(step);
  };
  const deleteEmptyRuns = (): Promise<number> => Promise.resolve(0);
  return { asked, store: { deleteOlderThan, deleteEmptyRuns } as unknown as ChangeStore };
}

describe('the retention', () => {
  it('asks for what is too old, in steps, until there is none', async () => {
    const { asked, store } = storeWith(500);
    expect(await new Retention(store, 2, () => Date.UTC(2026, 0, 3)).sweep()).toBe(500);
    expect(asked).toHaveLength(3);
    expect(new Set(asked.map(({ time }) => time.toISOString()))).toEqual(new Set(['2026-01-01T00:00:00.000Z']));
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
