import { statSync } from 'node:fs';
import { sqliteDialect } from '../dialect.js';
import type { Sql, SqlValue } from '../sql.js';
import type { Database, Statement } from './driver.js';

/** A SQLite file. It needs its own thread, because each statement waits for the disk. */
export class SqliteSql implements Sql {
  readonly dialect = sqliteDialect;
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();

  constructor(database: Database) {
    this.#database = database;
  }

  all<Row>(statement: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return Promise.resolve(this.#prepared(statement).all(values) as Row[]);
  }

  often<Row>(statement: string, values: readonly SqlValue[]): Promise<Row[]> {
    return this.all(statement, values);
  }

  run(statement: string, values: readonly SqlValue[] = []): Promise<number> {
    return Promise.resolve(this.#prepared(statement).run(values).changes);
  }

  insert(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void> {
    const marks = columns.map(() => '?').join(', ');
    const insert = this.#prepared(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`);
    for (const row of rows) insert.run(row);
    return Promise.resolve();
  }

  /** A transaction within another one is a part of that one. */
  async transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    const { inTransaction } = this.#database;
    if (inTransaction) return work(this);
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = await work(this);
      this.#database.exec('COMMIT');
      return result;
    } catch (thrown) {
      // Some failures, such as a full disk, have ended the transaction already.
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
      throw thrown;
    }
  }

  /** A transaction has the whole file for itself. */
  lock(): Promise<void> {
    return Promise.resolve();
  }

  /** SQLite needs no statistics, because the statements name the table that is read first, and so decide the index. */
  analyze(): Promise<void> {
    return Promise.resolve();
  }

  now(): Promise<number> {
    return Promise.resolve(Date.now());
  }

  /** Free pages do not count, because new rows use them before the file grows. */
  bytes(): Promise<number> {
    const [row] = this.#prepared(
      `SELECT (p.page_count - f.freelist_count) * s.page_size AS bytes, d.file AS file
       FROM pragma_page_count() p, pragma_freelist_count() f, pragma_page_size() s, pragma_database_list() d WHERE d.seq = 0`,
    ).all([]) as { readonly bytes: number; readonly file: string }[];
    const log = row && statSync(`${row.file}-wal`, { throwIfNoEntry: false });
    return Promise.resolve((row?.bytes ?? 0) + (log?.size ?? 0));
  }

  shrink(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    this.#database.close();
  }

  /** Statements that name a generation are used only for that generation, so not all statements are cached. */
  #prepared(statement: string): Statement {
    const known = this.#statements.get(statement);
    if (known) return known;
    const prepared = this.#database.prepare(statement);
    if (this.#statements.size >= mostStatements) this.#statements.clear();
    this.#statements.set(statement, prepared);
    return prepared;
  }
}

const mostStatements = 200;
