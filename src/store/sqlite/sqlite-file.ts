import { statSync } from 'node:fs';
import { fileProblem, StoreUnavailable } from '../problems.js';
import { isSequencesBefore, type Sql, type SqlValue, type Step } from '../sql.js';
import type { Database } from './driver.js';
import { SqliteSql } from './sqlite-sql.js';

/**
 * A SQLite file that this process alone has open, and that nobody may remove. Its methods wait for the disk, so it is
 * used in its own thread. Their errors are the driver's.
 */
export class SqliteFile extends SqliteSql {
  readonly #path: string;
  /** The identities of the file and of the write-ahead log at the first write, by their paths. */
  readonly #known = new Map<string, string>();

  constructor(path: string, database: Database) {
    super(database);
    this.#path = path;
    this.#refuseOtherFiles();
  }

  /** @returns rows that take more work than `all` */
  search(text: string, values: readonly SqlValue[]): Promise<object[]> {
    return this.all(text, values);
  }

  /** @returns the rows of each step */
  transact(steps: readonly Step[]): Promise<object[][]> {
    return this.transaction(async (sql) => {
      const results: object[][] = [];
      for (const { text, values, then = [], takesPlace } of steps) {
        if (takesPlace) await sql.run('UPDATE place SET number = number + 1');
        const before = sequencesOf(results.at(-1) ?? []);
        const given = values.map((value) => (isSequencesBefore(value) ? before : value));
        const rows = await sql.all<object>(text, given);
        results.push(rows);
        if (rows.length === 0) continue;
        const added = `WITH added AS (SELECT value AS sequence FROM json_each(?))`;
        for (const other of then) await sql.all(`${added} ${other.text}`, [sequencesOf(rows), ...other.values]);
      }
      return results;
    });
  }

  override async transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    this.#refuseOtherFiles();
    try {
      return await super.transaction(work);
    } catch (thrown) {
      const { code = '' } = thrown as { readonly code?: string };
      const isOfDisk = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/.test(code);
      throw isOfDisk ? new StoreUnavailable(fileProblem(this.#path, code)) : thrown;
    }
  }

  /**
   * If the file was removed or replaced, the open file would still accept every write, but no one would find the
   * changes again.
   * @throws an error with a code, as the driver does
   */
  #refuseOtherFiles(): void {
    for (const path of [this.#path, `${this.#path}-wal`]) {
      const found = statSync(path, { throwIfNoEntry: false });
      const id = found && `${found.dev}:${found.ino}`;
      const known = this.#known.get(path) ?? id;
      if (known !== id)
        throw Object.assign(new Error(path), { code: id === undefined ? 'file removed' : 'file replaced' });
      if (id !== undefined) this.#known.set(path, id);
    }
  }
}

function sequencesOf(rows: readonly object[]): string {
  return JSON.stringify(rows.map((row) => ('sequence' in row ? row.sequence : null)));
}
