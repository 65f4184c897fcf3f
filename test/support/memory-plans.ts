import Libsql from 'libsql';
import pLimit from 'p-limit';
import { SqlPlans } from '../../src/plans/store/sql-plans.js';
import { planTables } from '../../src/plans/store/tables.js';
import { sqliteDialect } from '../../src/store/dialect.js';
import type { Store } from '../../src/store/sql.js';
import { SqliteFile } from '../../src/store/sqlite/sqlite-file.js';

/** Plans in memory, with the statements of the real stores. */
export function memoryPlans(): SqlPlans {
  const database = new Libsql(':memory:');
  for (const migration of planTables.migrations) database.exec(migration(sqliteDialect));
  const file = new SqliteFile(':memory:', database);
  // As the thread of a file does.
  const inOrder = pLimit(1);
  const store = {
    dialect: sqliteDialect,
    all: (text, values) => inOrder(() => file.all(text, values)),
    search: (text, values) => inOrder(() => file.search(text, values)),
    transact: (steps) => inOrder(() => file.transact(steps)),
  } as Pick<Store, 'dialect' | 'all' | 'search' | 'transact'> as Store;
  return new SqlPlans(store, { setSince: (lists) => Promise.resolve(lists.map(() => undefined)) });
}
