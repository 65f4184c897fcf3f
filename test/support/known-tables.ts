import initSqlJs, { type Database } from 'sql.js';
import { afterAll, beforeAll } from 'vitest';

/** Tables and their columns, by name. */
export type KnownTables = Readonly<Record<string, readonly string[]>>;

/** A database for the tests of one file, with these tables, which are empty. */
export interface TestDatabase {
  readonly database: Database;
  /** `device.pkid` */
  readonly columns: readonly string[];
  clear(): void;
}

/** Creates it before the first test of the file, and closes it after the last one. */
export function databaseOf(known: KnownTables): TestDatabase {
  let database: Database | undefined;
  beforeAll(async () => {
    const { Database: NewDatabase } = await initSqlJs();
    database = new NewDatabase();
    for (const [table, columns] of Object.entries(known)) database.run(`CREATE TABLE ${table} (${columns.join(', ')})`);
  });
  afterAll(() => {
    database?.close();
  });
  return {
    get database() {
      if (!database) throw new Error('the database is there in tests alone');
      return database;
    },
    columns: Object.entries(known).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`)),
    clear() {
      for (const table of Object.keys(known)) this.database.run(`DELETE FROM ${table}`);
    },
  };
}
