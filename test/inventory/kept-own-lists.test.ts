import { describe, expect, it } from 'vitest';
import type { DeviceName, Uuid } from '../../src/domain/identifiers.js';
import { KeptOwnLists } from '../../src/inventory/kept-own-lists.js';
import { StoreUnavailable } from '../../src/store/problems.js';
import { type OwnList, type OwnStep } from '../../src/inventory/store/inventory-store.js';

const device = { kind: 'phone', name: 'SEP1' as DeviceName } as const;
const uuid = '00000000-0000-4000-8000-000000000001' as Uuid;
const dial = { index: '1', dirn: '0100', label: 'Reception' };
const place = { epoch: 'one', number: 7 };
const { signal } = new AbortController();

/** A store that records its steps; a step may fail. */
function storeOf(keep: (step: OwnStep) => Promise<unknown> | undefined = () => undefined) {
  const kept: (readonly [OwnList, OwnStep])[] = [];
  const own = async (list: OwnList, step: OwnStep) => {
    await keep(step);
    kept.push([list, step]);
    return place;
  };
  return { kept, own };
}

describe('lists of the service itself', () => {
  it('are marked before they are sent, for as long as a write may take, and then known', async () => {
    const store = storeOf();
    const own = new KeptOwnLists(store, 30_000);
    const first = await own.changing(device, uuid, 'speeddial', signal);
    expect(first.place).toEqual(place);
    await first.set([dial], uuid);
    await first.mayHaveLanded();
    await first.notSet();
    const list = { device, uuid, kind: 'speeddial', mark: store.kept[0]?.[0].mark, mayLandMs: 30_000 };
    const steps = [{ is: 'marked' }, { is: 'set', entries: [dial], uuid }, { is: 'landed' }, { is: 'not-set' }];
    // Each later step identifies the write by the place of its mark.
    expect(store.kept).toEqual(steps.map((step, nth) => [nth === 0 ? list : { ...list, marked: place.number }, step]));
    await own.changing(device, uuid, 'speeddial', signal);
    expect(store.kept.at(-1)?.[0].mark).not.toBe(list.mark);
  });

  it('are not sent while they cannot be marked, for as long as their caller waits', async () => {
    const caller = new AbortController();
    const own = new KeptOwnLists(
      storeOf(() => new Promise(() => undefined)),
      0,
    );
    const marked = own.changing(device, uuid, 'speeddial', caller.signal);
    caller.abort();
    await expect(marked).rejects.toMatchObject({ code: 'history-unavailable', facts: { effect: 'none' } });
  });

  it('are not sent if the store fails, and are sent when it is back', async () => {
    let failures = 1;
    const store = storeOf(() =>
      (failures -= 1) >= 0 ? Promise.reject(new StoreUnavailable('SQLITE_FULL')) : undefined,
    );
    const own = new KeptOwnLists(store, 0);
    const refused = own.changing(device, uuid, 'speeddial', signal);
    await expect(refused).rejects.toMatchObject({ code: 'history-unavailable', facts: { cause: 'SQLITE_FULL' } });
    await own.changing(device, uuid, 'speeddial', signal);
  });

  it('wait only a moment for the store after they were set, and later callers do not wait', async () => {
    const hangs = new Promise<void>(() => undefined);
    const store = storeOf(({ is }) => (is === 'set' ? hangs : undefined));
    const own = new KeptOwnLists(store, 0);
    const changing = await own.changing(device, uuid, 'speeddial', signal);
    await changing.set([dial], uuid);
    await own.changing(device, uuid, 'speeddial', signal);
    expect(store.kept).toHaveLength(2);
  });
});
