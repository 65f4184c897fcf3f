import type { DatabaseOptions } from './database-url.js';
import type { Store } from './sql.js';

/** What makes the tables of a store, in each database. */
export interface Tables {
  /** In the header of a SQLite file: it is one of this service. */
  readonly applicationId: number;
  /** Each migrates the tables from one version to the next. Never change a migration that was released. */
  readonly migrations: Readonly<Record<DatabaseOptions['store'], readonly string[]>>;
}

/**
 * Opens a store. Only the code of its database is loaded.
 * @throws StoreUnusable, with what to fix
 */
export async function openStore(options: DatabaseOptions, { applicationId, migrations }: Tables): Promise<Store> {
  if (options.store === 'sqlite') {
    const { SqliteStore } = await import('./sqlite/sqlite-store.js');
    return SqliteStore.open({ path: options.path, migrations: migrations.sqlite, applicationId });
  }
  const { PostgresStore } = await import('./postgres/postgres-store.js');
  return PostgresStore.open(options, migrations.postgres);
}
