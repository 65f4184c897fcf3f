import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseOptions } from '../store/database-url.js';
import type { Observe } from '../observability/observations.js';
import type { LiveLookups } from '../use-cases/lookups.js';
import type { Place } from '../domain/place.js';
import type { AskedInventory } from './asked-inventory.js';
import type { ClusterPages } from './cluster-pages.js';
import { Inventory, type InventoryJournal, type InventoryPace } from './inventory.js';
import type { InventoryStore } from './store/whole-store.js';

/** What an inventory needs to open. */
export interface InventoryParts {
  /** Where the history is stored: the inventory is stored next to it. */
  readonly history: DatabaseOptions;
  /** Stores what others have changed, and which findings are dismissed. */
  readonly journal: InventoryJournal;
  readonly pages: ClusterPages;
  readonly pace: InventoryPace;
  /** Whether another request would make callers wait, or disturb a busy call manager. */
  readonly isBusy: () => boolean;
  readonly observe: Observe;
}

/** An inventory that is up to date until it is closed. */
export interface OpenInventory {
  readonly inventory: AskedInventory;
  /** @returns the place after which every change of the history is needed; undefined if none is */
  needed(): Promise<Place | undefined>;
  /**
   * @returns the lookups, which now also notice the changes of others. These are stored after the caller has been
   * answered.
   */
  watched(live: LiveLookups): LiveLookups;
  /** Begins to sweep, repeatedly. */
  start(): void;
  close(): Promise<void>;
}

/** How often a busy call manager is checked again, in milliseconds. */
const lookMs = 100;

/**
 * Opens the inventory's store, and loads only the code for this kind of store. If a store cannot be opened now, this is
 * retried later.
 */
export async function openInventory(parts: InventoryParts): Promise<OpenInventory> {
  const { history, journal, pages, pace, isBusy, observe } = parts;
  const store = await openStore(history);
  // Begin to open the store while the rest of the service starts. If that fails, everyone who asks the store gets the
  // error.
  store.kept().catch(() => undefined);
  const load = {
    quiet: async (signal: AbortSignal): Promise<void> => {
      while (isBusy()) await delay(lookMs, undefined, { signal, ref: false });
    },
  };
  const inventory = new Inventory(store, pages, load, pace, observe, journal);
  return {
    inventory,
    needed: async () => (await store.kept()).place,
    watched: (live) => inventory.liveLists.watched(live),
    start: () => {
      inventory.start();
    },
    close: () => inventory.close(),
  };
}

async function openStore(history: DatabaseOptions): Promise<InventoryStore> {
  if (history.store === 'sqlite') {
    const { sqliteInventory } = await import('./store/sqlite/sqlite-inventory.js');
    return sqliteInventory(`${history.path}-inventory`);
  }
  const [{ postgresInventory }, { loadDriver }] = await Promise.all([
    import('./store/postgres/postgres-inventory.js'),
    import('../store/postgres/driver.js'),
  ]);
  return postgresInventory(await loadDriver(history));
}
