import { describe, expect, it } from 'vitest';
import { sortedInTurns } from '../../../src/use-cases/in-turns.js';
import { randomNumbers } from '../../support/hostile-backend.js';

const byKey = (a: { key: number }, b: { key: number }): number => a.key - b.key;

describe('many items', () => {
  it.each([0, 1, 1_999, 2_000, 2_001, 5_000, 30_001])('are sorted as by sort: %i', async (count) => {
    const random = randomNumbers(count);
    const items = Array.from({ length: count }, (_, at) => ({ key: Math.floor(random() * 500), at }));
    const given = [...items];
    expect(await sortedInTurns(items, byKey)).toEqual([...items].sort(byKey));
    expect(items).toEqual(given);
  });

  it('let others run in between', async () => {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      handle = setImmediate(count);
    };
    let handle = setImmediate(count);
    await sortedInTurns(
      Array.from({ length: 20_000 }, (_, at) => ({ key: -at })),
      byKey,
    );
    clearImmediate(handle);
    expect(turns).toBeGreaterThan(20);
    // One turn for each item would take far longer than the sorting.
    expect(turns).toBeLessThan(1_000);
  });
});
