import type { Observe } from '../observability/observations.js';
import { History } from './history.js';
import type { ChangeStore } from './store/change-store.js';
import type { HistoryOptions } from './store/history-url.js';
import { Retention } from './store/retention.js';

/** The interval, in milliseconds, between searches for changes that an ended instance left in progress. */
const settleEveryMs = 30_000;

/** An open history. Until it is closed, it settles changes and deletes old ones by itself. */
export interface OpenHistory {
  readonly history: History;
  close(): Promise<void>;
}

/**
 * Opens the history. While it is open, it regularly settles changes that a crash left in progress, and deletes old
 * ones.
 * @throws HistoryUnusable, with what to fix
 */
export async function openHistory(options: HistoryOptions, observe: Observe): Promise<OpenHistory> {
  const store = await openChangeStore(options);
  const history = new History(store, observe);
  const retention = new Retention(store, options, (text) => {
    observe({ kind: 'warning', text });
  });
  retention.start();
  // If the store cannot be reached now, this is retried later. Metrics and log show the failure.
  const settleAbandoned = (): Promise<void> => history.settleAbandoned().catch(() => undefined);
  const timer = setInterval(() => void settleAbandoned(), settleEveryMs).unref();
  return {
    history,
    close: async () => {
      clearInterval(timer);
      await retention.close();
      await history.close();
    },
  };
}

/**
 * Opens the store of the history. Only the code of that store is loaded.
 * @throws HistoryUnusable, with what to fix
 */
export async function openChangeStore(options: HistoryOptions): Promise<ChangeStore> {
  if (options.store === 'sqlite') {
    const { SqliteStore } = await import('./store/sqlite/sqlite-store.js');
    return SqliteStore.open(options);
  }
  const { PostgresStore } = await import('./store/postgres/postgres-store.js');
  return PostgresStore.open(options);
}
