import type { Observe } from '../observability/observations.js';
import { History } from './history.js';
import type { Store } from '../store/sql.js';
import type { ChangeStore } from './store/change-store.js';
import { Retention, type RetentionOptions } from './store/retention.js';
import { SqlChanges } from './store/sql-changes.js';

/** The interval, in milliseconds, between searches for changes that an ended instance left in progress. */
const settleEveryMs = 30_000;

/** An open history. Until it is closed, it settles changes and deletes old ones by itself. */
export interface OpenHistory {
  readonly history: History;
  readonly changes: ChangeStore;
  /** What is deleted, and when. */
  readonly retention: Retention;
  close(): Promise<void>;
}

/**
 * Opens the history in a store, which it closes. While it is open, it regularly settles changes that a crash left in
 * progress, and deletes old ones.
 */
export async function openHistory(store: Store, options: RetentionOptions, observe: Observe): Promise<OpenHistory> {
  const changes = await SqlChanges.open(store);
  const history = new History(changes, observe);
  const retention = new Retention(changes, options, (text) => {
    observe({ kind: 'warning', text });
  });
  retention.start();
  // If the store cannot be reached now, this is retried later. Metrics and log show the failure.
  const settleAbandoned = (): Promise<void> => history.settleAbandoned().catch(() => undefined);
  const timer = setInterval(() => void settleAbandoned(), settleEveryMs).unref();
  return {
    history,
    changes,
    retention,
    close: async () => {
      clearInterval(timer);
      await retention.close();
      await history.close();
    },
  };
}
