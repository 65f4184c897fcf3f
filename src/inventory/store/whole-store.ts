import type { StoredReads } from './inventory-store.js';
import type { SqlInventory } from './sql-inventory.js';

/** Where the inventory is stored: the writes of sweeps, and the reads. */
export interface InventoryStore extends Pick<SqlInventory, keyof SqlInventory> {
  /**
   * The same reads for expensive questions of callers. They run separately, so that other reads never wait for them.
   */
  readonly dear: StoredReads;
  /** How many reads of callers run at the same time, and how many of these may be expensive. */
  readonly atOnce: { readonly inAll: number; readonly dear: number };
  close(): Promise<void>;
}
