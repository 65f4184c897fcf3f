import type { ChangeStore } from './change-store.js';
import type { HistoryOptions } from './history-options.js';

/**
 * Opens the store of the history. Only what belongs to it is loaded.
 * @param mostLocks how many devices may be locked at a time, in a store that has locks
 * @throws HistoryUnusable, with what to mend
 */
export async function openChangeStore(options: HistoryOptions, mostLocks: number): Promise<ChangeStore> {
  if (options.store === 'sqlite') {
    const { SqliteStore } = await import('./sqlite/sqlite-store.js');
    return SqliteStore.open(options);
  }
  const { PostgresStore } = await import('./postgres/postgres-store.js');
  return PostgresStore.open(options, mostLocks);
}
