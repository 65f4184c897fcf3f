import { statSync } from 'node:fs';
import { fileProblem, StoreUnavailable } from '../problems.js';
import { isSequencesBefore, type SqlValue, type Step } from '../sql.js';
import type { Database, Statement } from './driver.js';

/** How many statements are kept prepared. */
const mostStatements = 200;

/**
 * A SQLite file that this process alone has open. Its methods wait for the disk, so it is used in its own thread. Their
 * errors are the driver's.
 */
export class SqliteFile {
  readonly #path: string;
  readonly #database: Database;
  /** The identities of the file and of the write-ahead log at the first write, by their paths. */
  readonly #known = new Map<string, string>();
  readonly #statements = new Map<string, Statement>();

  constructor(path: string, database: Database) {
    this.#path = path;
    this.#database = database;
    this.#refuseOtherFiles();
  }

  /** @returns a few rows, found by an index */
  all(text: string, values: readonly SqlValue[]): object[] {
    return this.#prepared(text).all(values) as object[];
  }

  /** @returns rows that take more work than `all` */
  search(text: string, values: readonly SqlValue[]): object[] {
    return this.all(text, values);
  }

  /** @returns the rows of each step */
  transact(steps: readonly Step[]): object[][] {
    return this.atOnce(() => {
      const results: object[][] = [];
      for (const { text, values, then, takesPlace } of steps) {
        if (takesPlace) this.#prepared('UPDATE place SET number = number + 1').run([]);
        const before = sequencesOf(results.at(-1) ?? []);
        const rows = this.all(
          text,
          values.map((value) => (isSequencesBefore(value) ? JSON.stringify(before) : value)),
        );
        results.push(rows);
        if (!then || rows.length === 0) continue;
        const added = `WITH added AS (SELECT value AS sequence FROM json_each(?))`;
        this.all(`${added} ${then.text}`, [JSON.stringify(sequencesOf(rows)), ...then.values]);
      }
      return results;
    });
  }

  /**
   * Does some work completely or not at all, with one wait for the disk. A call within another call of `atOnce` is a
   * part of that call.
   * @returns the result of the work
   */
  atOnce<Result>(work: () => Result): Result {
    if (this.#isInTransaction()) return work();
    this.#refuseOtherFiles();
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (thrown) {
      // Some failures, such as a full disk, have ended the transaction already.
      if (this.#isInTransaction()) this.#database.exec('ROLLBACK');
      const { code = '' } = thrown as { readonly code?: string };
      const isOfDisk = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/.test(code);
      throw isOfDisk ? new StoreUnavailable(fileProblem(this.#path, code)) : thrown;
    }
  }

  #isInTransaction(): boolean {
    return this.#database.inTransaction;
  }

  close(): void {
    this.#database.close();
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

  #prepared(text: string): Statement {
    const known = this.#statements.get(text);
    if (known) return known;
    const prepared = this.#database.prepare(text);
    if (this.#statements.size >= mostStatements) this.#statements.clear();
    this.#statements.set(text, prepared);
    return prepared;
  }
}

function sequencesOf(rows: readonly object[]): unknown[] {
  return rows.map((row) => ('sequence' in row ? row.sequence : null));
}
