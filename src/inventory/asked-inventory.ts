import type { Dismissal, FindingCounts, ListedFinding } from '../domain/finding.js';
import type { Asker } from '../use-cases/fair-turns.js';
import type { KeptLookups } from '../use-cases/lookups.js';
import type { Kept } from './store/inventory-store.js';
import type { FindingFilter } from './store/finding-filter.js';

export interface InventoryState {
  readonly state: 'filling' | 'whole' | 'resting';
  /** Why it pauses; undefined if it does not. */
  readonly reason: string | undefined;
  readonly kept: Kept;
  /** The running sweep: tables that are complete, of how many, and rows read so far; undefined if there is none. */
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
  /**
   * @returns how many findings there are of each kind that no one has dismissed; undefined before the first whole sweep
   * @throws ServiceError likewise; `history-unavailable`
   */
  findingCounts(asker: Asker): Promise<FindingCounts | undefined>;
  /**
   * Begins a sweep now. If a sweep is reading pages, that one counts. If it has read them already, another sweep
   * follows.
   */
  sweepNow(): void;
  /**
   * @param filter `dismissed` requests the dismissed findings; otherwise the others
   * @param limit how many at most; fewer if they would be more than 2 MB
   * @returns in order of kind, device and id
   * @throws ServiceError `inventory-incomplete` before the first complete sweep; `overloaded` if too many requests
   * wait; `history-unavailable`
   */
  findings(filter: FindingFilter & { readonly dismissed: boolean }, limit: number, asker: Asker): Promise<FindingsPage>;
  /**
   * Dismisses a finding, as long as its evidence stays the same.
   * @throws ServiceError like `findings`; `finding-not-found`
   */
  dismiss(id: string, dismissal: Pick<Dismissal, 'reason' | 'user'>, asker: Asker): Promise<Dismissal>;
  /**
   * Restores a dismissed finding.
   * @throws ServiceError like `findings`; `finding-not-found` if there is neither such a finding nor a dismissal of it
   */
  restoreDismissed(id: string, asker: Asker): Promise<void>;
}
