import type { ButtonKind, Entry } from '../../src/domain/button-kinds.js';
import type { DeviceKey } from '../../src/domain/device.js';
import type { Uuid } from '../../src/domain/identifiers.js';
import type { Place } from '../../src/domain/place.js';
import { History } from '../../src/changes/journal.js';
import { Journal } from '../../src/inventory/journal.js';
import { JournaledReads } from '../../src/inventory/journaled-reads.js';
import { type StoreReads, storeReads } from '../../src/inventory/store/inventory-store.js';
import type { InventoryStore } from '../../src/inventory/store/whole-store.js';
import { changed, intention, refused, uncertain } from '../support/changes.js';
import { MemoryStore } from '../support/memory-store.js';

/** A write of this service in steps, as the history stores them. */
export interface ChangingList {
  /** The place at which it began. */
  readonly place: Place;
  set(entries: readonly Entry[], uuid: Uuid): Promise<void>;
  notSet(): Promise<void>;
  mayHaveLanded(): Promise<void>;
}

/** An inventory's store as callers see it, with the history that is laid over it. */
export type JournaledStore = Omit<InventoryStore, keyof StoreReads> &
  StoreReads & {
    readonly changes: MemoryStore;
    readonly history: History;
    readonly journal: Journal;
    /** Begins a write. @param after the list that is sent */
    changing(device: DeviceKey, uuid: Uuid, kind: ButtonKind, after?: readonly Entry[]): Promise<ChangingList>;
  };

/** @returns a write that a history has begun to store */
export async function changing(
  changes: MemoryStore,
  device: DeviceKey,
  uuid: Uuid,
  kind: ButtonKind,
  after: readonly Entry[] = [],
): Promise<ChangingList> {
  const { number } = await changes.begin(intention({ device, uuid, kind, before: [], after, time: new Date() }));
  return {
    place: (await changes.sent(number))?.sent.place ?? 0,
    set: (entries, of) => changes.settle(number, changed, of, entries),
    notSet: () => changes.settle(number, refused),
    mayHaveLanded: () => changes.settle(number, uncertain),
  };
}

export function journaled(store: InventoryStore, changes = new MemoryStore()): JournaledStore {
  const history = new History(changes, () => undefined);
  const journal = new Journal(history);
  const reads = new JournaledReads(store, journal);
  const methods = storeReads.map((name) => [name, (reads[name] as () => unknown).bind(reads)]);
  const added: object = {
    ...(Object.fromEntries(methods) as StoreReads),
    ...{ changes, history, journal },
    changing: (...values: readonly never[]) =>
      (changing as (...all: readonly unknown[]) => unknown)(changes, ...values),
  };
  return new Proxy(store as unknown as JournaledStore, {
    get: (_, name) => {
      const value: unknown = Reflect.get(name in added ? added : store, name);
      return typeof value === 'function' ? (value as () => unknown).bind(name in added ? added : store) : value;
    },
  });
}
