import type { Dismissal, FindingCounts, ListedFinding } from '../domain/finding.js';
import type { Asker } from '../use-cases/fair-turns.js';
import type { KeptLookups } from '../use-cases/lookups.js';
import type { Kept } from './store/inventory-store.js';
import type { FindingFilter } from './store/finding-filter.js';

export interface InventoryState {
  readonly state: 'filling' | 'whole' | 'resting';
  /** Why it rests; undefined if it does not. */
  readonly reason: string | undefined;
  readonly kept: Kept;
  /** The sweep under way: tables that were read to their end, and rows read so far; undefined if there is none. */
  readonly progress: { readonly tables: number; readonly of: number; readonly rows: number } | undefined;
}

/** Some findings, in order of kind, device and id. */
export interface FindingsPage {
  readonly listed: readonly ListedFinding[];
  /** Whether there are others behind the last. */
  readonly hasMore: boolean;
}

/** The inventory, as callers ask for it. */
export interface AskedInventory {
  /** Answers without asking the call manager. */
  readonly lookups: KeptLookups;
  /**
   * @param asker whoever waits for it; left out where the service itself asks
   * @throws ServiceError `inventory-incomplete` if its store cannot be read; `overloaded` where too many ask
   */
  state(asker?: Asker): Promise<InventoryState>;
  /**
   * @returns how many findings there are of each kind that no one has dismissed; undefined before the first whole sweep
   * @throws ServiceError likewise; `history-unavailable`
   */
  findingCounts(asker: Asker): Promise<FindingCounts | undefined>;
  /** Begins a sweep now; where one reads its pages, that is it, and where it has read them, another follows. */
  sweepNow(): void;
  /**
   * @param filter whether those that are dismissed are asked for, or the others
   * @param limit how many at most; fewer where they would be more than 2 MB
   * @returns in order of kind, device and id
   * @throws ServiceError `inventory-incomplete` before the first whole sweep; `overloaded` where too many ask;
   *   `history-unavailable`
   */
  findings(filter: FindingFilter & { readonly dismissed: boolean }, limit: number, asker: Asker): Promise<FindingsPage>;
  /**
   * Dismisses a finding, while its evidence stays the same.
   * @throws ServiceError likewise; `finding-not-found`
   */
  dismiss(id: string, dismissal: Pick<Dismissal, 'reason' | 'user'>, asker: Asker): Promise<Dismissal>;
  /** @throws ServiceError likewise, where there is neither such a finding nor a dismissal of one */
  takeDismissalBack(id: string, asker: Asker): Promise<void>;
}
