import type { DatabaseOptions } from './database-url.js';
import type { Wing } from './migrations.js';
import type { Store } from './sql.js';

/**
 * Opens a store with the tables of some wings. Only the code of its database is loaded.
 * @throws StoreUnusable, with what to fix
 */
export async function openStore(options: DatabaseOptions, wings: readonly Wing[]): Promise<Store> {
  if (options.store === 'sqlite') {
    const { SqliteStore } = await import('./sqlite/sqlite-store.js');
    return SqliteStore.open(options.path, wings);
  }
  const { PostgresStore } = await import('./postgres/postgres-store.js');
  return PostgresStore.open(options, wings);
}
