import type { Observe } from '../observability/observations.js';
import { History } from './history.js';
import type { ChangeStore } from './store/change-store.js';
import type { HistoryOptions } from './store/history-url.js';
import { Retention } from './store/retention.js';

/** How often changes are looked for that an instance has left in progress when it ended, in milliseconds. */
const settleEveryMs = 30_000;

/** A history that looks after itself until it is closed. */
export interface OpenHistory {
  readonly history: History;
  close(): Promise<void>;
}

/**
 * Opens the history, which settles what a crash left in progress, and deletes what is too old; both are done again and
 * again while it is open.
 * @throws HistoryUnusable, with what to fix
 */
export async function openHistory(options: HistoryOptions, observe: Observe): Promise<OpenHistory> {
  const store = await openChangeStore(options);
  const history = new History(store, observe);
  const retention = new Retention(store, options, (text) => {
    observe({ kind: 'warning', text });
  });
  retention.start();
  // A store that cannot be reached now is asked again later; metrics and log tell of it.
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
 * Opens the store of the history. Only what belongs to it is loaded.
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
