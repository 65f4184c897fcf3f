import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LateEnds } from '../../../src/changes/late-ends.js';

/** A store that takes three seconds to fail or to answer. */
function slowStore() {
  const store = { isDown: true, asked: [] as string[], atOnce: 0, mostAtOnce: 0 };
  const late = new LateEnds();
  const keep = async (id: string): Promise<void> => {
    store.asked.push(id);
    store.atOnce += 1;
    store.mostAtOnce = Math.max(store.mostAtOnce, store.atOnce);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    store.atOnce -= 1;
    if (store.isDown) throw new Error('down');
  };
  return { store, late, keep };
}

describe('ends of lists that could not be stored', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Three ends that the store has refused. */
  async function threeWaiting() {
    const { store, late, keep } = slowStore();
    const kept = ['1', '2', '3'].map((id) => late.keep(id, () => keep(id)));
    await vi.advanceTimersByTimeAsync(3_000);
    await Promise.all(kept);
    expect(late.size).toBe(3);
    Object.assign(store, { asked: [], mostAtOnce: 0 });
    return { store, late };
  }

  it('are tried in sequence, however long a store takes to refuse one', async () => {
    const { store, late } = await threeWaiting();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.mostAtOnce).toBe(1);
    expect(store.asked.slice(0, 4)).toEqual(['1', '2', '3', '1']);
    store.isDown = false;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(late.size).toBe(0);
  });

  it('delay the end of the service by only one attempt if the store is down', async () => {
    const { store, late } = await threeWaiting();
    let isClosed = false;
    void late.close().then(() => {
      isClosed = true;
    });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(isClosed).toBe(true);
    expect(store.asked).toEqual(['1']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(store.asked).toEqual(['1']);
  });
});
