import { describe, expect, it } from 'vitest';
import type { DeviceName } from '../../src/domain/identifiers.js';
import { KeptOwnLists } from '../../src/inventory/kept-own-lists.js';
import { InventoryUnavailable, type OwnList } from '../../src/inventory/store/inventory-store.js';

const device = { kind: 'phone', name: 'SEP1' as DeviceName } as const;
const dial = { index: '1', dirn: '0100', label: 'Reception' };
const { signal } = new AbortController();

describe('lists of the service itself', () => {
  it('are marked before they are sent, for as long as a write may take, and then known', async () => {
    const kept: OwnList[] = [];
    const own = new KeptOwnLists({ own: (list) => Promise.resolve(void kept.push(list)) }, 30_000);
    const first = await own.changing(device, 'speeddial', signal);
    await first.set([dial]);
    await first.mayHaveLanded();
    const list = { device, kind: 'speeddial', mark: kept[0]?.mark, mayLandMs: 30_000 };
    expect(kept).toEqual([
      { ...list, entries: undefined },
      { ...list, entries: [dial] },
      { ...list, entries: undefined },
    ]);
    await own.changing(device, 'speeddial', signal);
    expect(kept.at(-1)?.mark).not.toBe(list.mark);
  });

  it('are not sent while they cannot be marked, for as long as their caller waits', async () => {
    const caller = new AbortController();
    const own = new KeptOwnLists({ own: () => new Promise(() => undefined) }, 0);
    const marked = own.changing(device, 'speeddial', caller.signal);
    caller.abort();
    await expect(marked).rejects.toMatchObject({ code: 'history-unavailable', facts: { effect: 'none' } });
  });

  it('are not sent where the store fails, and are where it is back', async () => {
    let failures = 1;
    const store = () =>
      (failures -= 1) >= 0 ? Promise.reject(new InventoryUnavailable('SQLITE_FULL')) : Promise.resolve();
    const own = new KeptOwnLists({ own: store }, 0);
    const refused = own.changing(device, 'speeddial', signal);
    await expect(refused).rejects.toMatchObject({ code: 'history-unavailable', facts: { cause: 'SQLITE_FULL' } });
    await own.changing(device, 'speeddial', signal);
  });

  it('are waited for but a moment when they were set, and not by who comes next', async () => {
    const kept: OwnList[] = [];
    const hangs = new Promise<void>(() => undefined);
    const own = new KeptOwnLists({ own: (list) => (list.entries ? hangs : Promise.resolve(void kept.push(list))) }, 0);
    const changing = await own.changing(device, 'speeddial', signal);
    await changing.set([dial]);
    await own.changing(device, 'speeddial', signal);
    expect(kept).toHaveLength(2);
  });
});
