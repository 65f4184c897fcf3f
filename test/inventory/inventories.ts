import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect } from 'vitest';
import { type AxlBackend, createAxlBackend } from '../../src/axl/axl-backend.js';
import { readConfig } from '../../src/config/config.js';
import { loadDriver } from '../../src/store/postgres/driver.js';
import { History } from '../../src/changes/journal.js';
import type { ClusterPages } from '../../src/inventory/cluster-pages.js';
import { Inventory, type InventoryJournal, type InventoryPace } from '../../src/inventory/inventory.js';
import type { InventoryStore } from '../../src/inventory/store/whole-store.js';
import { postgresInventory } from '../../src/inventory/store/postgres/postgres-inventory.js';
import { sqliteInventory } from '../../src/inventory/store/sqlite/sqlite-inventory.js';
import type { Observation } from '../../src/observability/observations.js';
import type { RunningSimulator } from '../../src/simulator/simulator.js';
import { MemoryStore } from '../support/memory-store.js';
import { environmentFor } from '../support/test-service.js';
import { place } from '../support/use-postgres.js';
import { simulator } from '../support/use-simulator.js';
import { sqliteHere } from './sqlite-here.js';

/** Inventories of the simulator's cluster, closed after each test. */

const toClose: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

/** @returns a place for a file in its own folder */
function newFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'inventory-'));
  toClose.push(() => {
    rmSync(folder, { recursive: true });
  });
  return path.join(folder, 'inventory');
}

/** Opens an empty store, as the service does. */
export const openStore = {
  sqlite: (): Promise<InventoryStore> => Promise.resolve(sqliteInventory(newFile())),
  postgres: async (): Promise<InventoryStore> => postgresInventory(await loadDriver(place)),
} as const;
export type StoreKind = keyof typeof openStore;

/** Opens an empty store without threads, for tests of what is stored, and not of who stores it. */
export const openStoreHere = { ...openStore, sqlite: () => sqliteHere(newFile()) } as const;

export interface OpenedInventory {
  readonly inventory: Inventory;
  readonly store: InventoryStore;
  readonly backend: AxlBackend;
  readonly observations: readonly Observation[];
}

/** Opens an inventory of the simulator that does not sweep yet. @param pace as fast as possible, and only on request */
export async function openInventory(
  store: InventoryStore,
  callManager: RunningSimulator = simulator,
  pace: Partial<InventoryPace> = {},
  journal: InventoryJournal = new History(new MemoryStore(), () => undefined),
): Promise<OpenedInventory> {
  const { axl } = readConfig({ ...environmentFor(callManager), AUTH_USERNAME: 'caller', AUTH_PASSWORD: 'secret' }, '');
  const backend = await createAxlBackend(axl, () => undefined);
  toClose.push(() => backend.close());
  return { backend, ...openInventoryOf(store, backend.clusterPages, pace, journal) };
}

/** The same for tables that a test has made. */
export function openInventoryOf(
  store: InventoryStore,
  pages: ClusterPages,
  pace: Partial<InventoryPace> = {},
  journal: InventoryJournal = new History(new MemoryStore(), () => undefined),
): Omit<OpenedInventory, 'backend'> {
  const observations: Observation[] = [];
  const inventory = new Inventory(
    store,
    pages,
    { quiet: () => Promise.resolve() },
    { ...{ betweenSweepsMs: 3_600_000, pagesPerMinute: 60_000, pageTimeoutMs: 20_000, storeBytes: Infinity }, ...pace },
    (observation) => {
      observations.push(observation);
    },
    journal,
  );
  toClose.push(() => inventory.close());
  return { inventory, store, observations };
}

/** Sweeps until another generation is complete. */
export async function sweepOnce({ inventory }: Pick<OpenedInventory, 'inventory'>): Promise<void> {
  // While a sweep is ending, none begins.
  await expect.poll(async () => (await inventory.state()).progress, { timeout: 120_000 }).toBeUndefined();
  const before = (await inventory.state()).kept.generation;
  inventory.sweepNow();
  const generation = async () => (await inventory.state()).kept.generation;
  await expect.poll(generation, { timeout: 120_000 }).toBeGreaterThan(before);
}
