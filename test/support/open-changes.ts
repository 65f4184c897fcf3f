import type { ChangeStore } from '../../src/changes/store/change-store.js';
import { SqlChanges } from '../../src/changes/store/sql-changes.js';
import { changeTables } from '../../src/changes/store/tables.js';
import type { DatabaseOptions, PostgresOptions } from '../../src/store/database-url.js';
import { openStore } from '../../src/store/open-store.js';
import type { Watch } from '../../src/store/postgres/lock-session.js';
import { PostgresStore } from '../../src/store/postgres/postgres-store.js';

/** Whose tables are in the store. */
export const wings = [changeTables];

/** The changes in a store; `close` closes the store. */
export async function openChangeStore(options: DatabaseOptions): Promise<ChangeStore> {
  return SqlChanges.open(await openStore(options, wings));
}

/** The same in PostgreSQL, with other times for watching its locks. */
export async function openWatched(options: PostgresOptions, watch: Watch): Promise<ChangeStore> {
  return SqlChanges.open(await PostgresStore.open(options, wings, watch));
}
