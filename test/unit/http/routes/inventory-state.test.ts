import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../../src/domain/errors.js';
import { type FindingCounts, noFindings } from '../../../../src/domain/finding.js';
import { countedInventory, inventoryJson, shownInventory } from '../../../../src/http/routes/inventory-state.js';
import type { InventoryState } from '../../../../src/inventory/asked-inventory.js';

const asOf = Date.UTC(2026, 2, 4);
const counts = { phones: 104, profiles: 6, numbers: 148, buttons: 266, listsToCheck: 2 };
const whole: InventoryState = {
  ...{ state: 'whole', reason: undefined, progress: undefined },
  kept: { generation: 2, asOf, wholeSince: asOf, ...counts },
};

describe('the inventory’s state, as callers see it', () => {
  it('has its stored values, and since when', () => {
    expect(inventoryJson(whole)).toEqual({
      ...{ state: 'whole', reason: null, asOf: '2026-03-04T00:00:00.000Z', ...counts, progress: null },
    });
  });

  it('shows why it pauses, its progress, and that nothing is complete yet', () => {
    const progress = { tables: 1, of: 9, rows: 70 };
    const kept = { ...whole.kept, asOf: undefined, wholeSince: undefined };
    expect(inventoryJson({ state: 'resting', reason: 'no answer', kept, progress })).toEqual({
      ...{ state: 'resting', reason: 'no answer', asOf: null, ...counts, progress },
    });
  });
});

describe('the answer about the inventory', () => {
  const asker = { user: 'olivia', signal: new AbortController().signal };
  const state = () => Promise.resolve(whole);

  it('has the number of findings, null if they cannot be counted, and hides no bug of the service', async () => {
    const counted = (findingCounts: () => Promise<FindingCounts | undefined>) =>
      countedInventory({ state, findingCounts }, asker);
    const some = { ...noFindings, twice: 2 };
    expect(await counted(() => Promise.resolve(some))).toEqual({ ...inventoryJson(whole), findings: some });
    expect(await counted(() => Promise.resolve(undefined))).toMatchObject({ findings: null });
    const away = new ServiceError('history-unavailable', { detail: 'away', effect: 'none' });
    expect(await counted(() => Promise.reject(away))).toMatchObject({
      asOf: '2026-03-04T00:00:00.000Z',
      findings: null,
    });
    const mistake = new TypeError('x');
    await expect(counted(() => Promise.reject(mistake))).rejects.toBe(mistake);
  });
});

describe('an answer about something else', () => {
  it('does not wait for a hanging store of the inventory, and ignores an unreachable one', async () => {
    expect(await shownInventory({ state: () => new Promise(() => undefined) })).toBe(null);
    const away = new ServiceError('inventory-incomplete', { detail: 'away', effect: 'none' });
    expect(await shownInventory({ state: () => Promise.reject(away) })).toBe(null);
    expect(await shownInventory(undefined)).toBe(undefined);
  });

  it('shows the state if the store answers', async () => {
    expect(await shownInventory({ state: () => Promise.resolve(whole) })).toEqual(inventoryJson(whole));
  });

  it('hides no bug of the service', async () => {
    const mistake = new TypeError('x');
    await expect(shownInventory({ state: () => Promise.reject(mistake) })).rejects.toBe(mistake);
  });
});
