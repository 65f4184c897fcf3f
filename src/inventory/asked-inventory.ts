import type { Dismissal, FindingCounts, ListedFinding } from '../domain/finding.js';
import type { Asker } from '../use-cases/fair-turns.js';
import type { KeptLookups } from '../use-cases/lookups.js';
import type { KeptNow } from './store/inventory-store.js';
import type { FindingFilter } from './store/finding-filter.js';

export interface InventoryState {
  readonly state: 'filling' | 'whole' | 'resting';
  /** Why the inventory pauses; undefined if it does not pause. */
  readonly reason: string | undefined;
  readonly kept: KeptNow;
  /**
   * The running sweep: how many of the tables are complete, and how many rows were read so far; undefined if no sweep
   * is running.
   */
  readonly progress: { readonly tables: number; readonly of: number; readonly rows: number } | undefined;
}

/** Some findings, in order of kind, device and id. */
export interface FindingsPage {
  readonly listed: readonly ListedFinding[];
  /** Whether more findings follow. */
  readonly hasMore: boolean;
}

/** The inventory, as callers ask for it. */
export interface AskedInventory {
  /** Answers without asking the call manager. */
  readonly lookups: KeptLookups;
  /**
   * @param asker the caller who waits; left out if the service itself asks
   * @throws ServiceError `inventory-incomplete` if its store cannot be read; `overloaded` if too many requests wait
   */
  state(asker?: Asker): Promise<InventoryState>;
  /**
   * @returns how many findings there are of each kind that no one has dismissed; undefined before the first whole sweep
   * @throws ServiceError like `state`; `history-unavailable`
   */
  findingCounts(asker: Asker): Promise<FindingCounts | undefined>;
  /**
   * Begins a sweep now. If a sweep is already reading pages, no other sweep begins. If a sweep has read its pages but
   * is not complete yet, another sweep follows.
   */
  sweepNow(): void;
  /**
   * @param filter `dismissed` is true for dismissed findings only, and false for all other findings
   * @param limit how many at most; there are fewer if they would be larger than 2 MB
   * @returns in order of kind, device and id
   * @throws ServiceError `inventory-incomplete` before the first complete sweep; `overloaded` if too many requests
   * wait; `history-unavailable`
   */
  findings(filter: FindingFilter & { readonly dismissed: boolean }, limit: number, asker: Asker): Promise<FindingsPage>;
  /**
   * Dismisses a finding. The dismissal counts as long as the finding's evidence stays the same.
   * @throws ServiceError like `findings`; `finding-not-found`
   */
  dismiss(id: string, dismissal: Pick<Dismissal, 'reason' | 'user'>, asker: Asker): Promise<Dismissal>;
  /**
   * Restores a dismissed finding.
   * @throws ServiceError like `findings`; `finding-not-found` if the id belongs to no finding and to no dismissal
   */
  restoreDismissed(id: string, asker: Asker): Promise<void>;
}
