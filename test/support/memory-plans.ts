import Libsql from 'libsql';
import { migrations } from '../../src/history/store/sqlite/schema.js';
import { sqliteClock } from '../../src/history/store/sqlite/driver.js';
import { SqlPlans } from '../../src/plans/store/sql-plans.js';

/** Plans in memory, with the statements of the real stores. */
export function memoryPlans(): SqlPlans {
  const database = new Libsql(':memory:');
  for (const migration of migrations) database.exec(migration);
  const rows = (text: string, values: readonly unknown[]): object[] => database.prepare(text).all(values) as object[];
  const dialect = { schema: '', clock: sqliteClock, lock: 'SELECT 1', elements: 'json_each(?)', isAlone: true };
  return new SqlPlans(
    dialect,
    (text, values) => Promise.resolve(rows(text, values)),
    (steps) => Promise.resolve(steps.map(({ text, values }) => rows(text, values))),
  );
}
