import { statSync } from 'node:fs';
import type { FoundLater } from '../../change.js';
import { notingClock } from '../clock.js';
import { deletingDismissal, keepingDismissal } from '../dismissals.js';
import { intentionColumns, settling, unproven } from '../rows.js';
import { newRunColumns } from '../run-search.js';
import { runGone } from '../history-problems.js';
import type { Database, Driver, SqliteValue, Statement } from './driver.js';
import { openFile } from './open-file.js';

/** A change to store: its columns, and the numbers by which it is found. */
interface NewChange {
  readonly sequence: number;
  readonly time: number;
  readonly values: readonly SqliteValue[];
  readonly numbers: readonly string[];
}

/** An intention, and the run that it belongs to. */
export interface NewIntention extends NewChange {
  readonly run: string | null;
}

/** A change that was seen, with a key that is the same for everyone who sees it. */
export interface NewSeen extends NewChange {
  readonly seenAfter: number;
  readonly key: string;
}

/** One statement of a transaction, which returns rows. */
export interface SqliteStep {
  readonly text: string;
  readonly values: readonly SqliteValue[];
}

/**
 * The file of the history, and every statement on it. Its methods wait for the disk, so it is used in its own thread.
 * Their errors are the driver's.
 */
export class ChangeFile {
  readonly #path: string;
  readonly #database: Database;
  /** The identities of the file and of the write-ahead log at the first write, by their paths. */
  readonly #known = new Map<string, string>();
  readonly #statements = new Map<string, Statement>();

  /**
   * Opens the file, or creates it, for this process alone.
   * @throws HistoryUnusable with what is wrong with the file
   */
  constructor(path: string, driver: Driver) {
    this.#path = path;
    this.#database = openFile(path, driver);
    this.#refuseOtherFiles();
  }

  /** The highest sequence so far. */
  lastSequence(): number {
    const [row] = this.#all<{ seq: number }>(`SELECT seq FROM sqlite_sequence WHERE name = 'change'`);
    return row?.seq ?? 0;
  }

  /**
   * @returns how many changes were in progress up to a sequence. An earlier process has begun them, and cannot end them
   * any more
   */
  settleAbandoned(upTo: number): number {
    return this.#run(`UPDATE change SET outcome = 'outcome-unknown' WHERE outcome = 'in-progress' AND sequence <= ?`, [
      upTo,
    ]);
  }

  /**
   * Does some work completely or not at all, with one wait for the disk. A call within another call of `atOnce` is a
   * part of that call.
   * @returns the result of the work
   */
  atOnce<Result>(work: () => Result): Result {
    return this.#database.inTransaction ? work() : this.#inTransaction(work);
  }

  /** @throws an error with the code runGone if the run does not exist; nothing is stored then */
  begin({ sequence, time, values, numbers, run }: NewIntention): void {
    const places = placesFor(values);
    this.atOnce(() => {
      const added = this.#run(
        `INSERT INTO change (outcome, sequence, time, ${intentionColumns}) SELECT 'in-progress', ?, ?, ${places}
           WHERE ? IS NULL OR EXISTS (SELECT 1 FROM run WHERE sequence = ?)`,
        [sequence, time, ...values, run, run],
      );
      if (added === 0) throw Object.assign(new Error(), { code: runGone });
      this.#addNumbers(sequence, numbers);
    });
  }

  keepSeen({ sequence, time, values, numbers, seenAfter, key }: NewSeen): void {
    const places = placesFor(values);
    this.atOnce(() => {
      const added = this.#run(
        `INSERT INTO change (outcome, sequence, time, seen_after, seen_key, ${intentionColumns})
           VALUES ('seen', ?, ?, ?, ?, ${places}) ON CONFLICT (seen_key) WHERE seen_key IS NOT NULL DO NOTHING`,
        [sequence, time, seenAfter, key, ...values],
      );
      if (added > 0) this.#addNumbers(sequence, numbers);
    });
  }

  /** @param settled the values of `settling` */
  settle(sequence: number, settled: readonly (string | null)[]): void {
    this.#run(`UPDATE change ${settling}`, [...settled, sequence]);
  }

  keepFound(sequence: number, list: FoundLater['list'], time: number): void {
    const where = `sequence = ? AND ${unproven}`;
    this.#run(`UPDATE change SET found_list = ?, found_time = ? WHERE ${where}`, [list, time, sequence]);
  }

  /** Removes an intention whose caller was told that it is not stored. */
  retract(sequence: number): void {
    this.atOnce(() => {
      this.#run('DELETE FROM change_number WHERE sequence = ?', [sequence]);
      this.#run(`DELETE FROM change WHERE sequence = ? AND outcome = 'in-progress'`, [sequence]);
    });
  }

  /** @returns a few rows, found by an index */
  lookUp(text: string, values: readonly SqliteValue[]): readonly object[] {
    return this.#all<object>(text, values);
  }

  /** @returns rows that take more work than `lookUp` */
  search(text: string, values: readonly SqliteValue[]): readonly object[] {
    return this.#all<object>(text, values);
  }

  /** @returns the rows of each statement */
  transact(steps: readonly SqliteStep[]): readonly (readonly object[])[] {
    return this.atOnce(() => steps.map(({ text, values }) => this.#all<object>(text, values)));
  }

  deleteOlderThan(time: number, most: number): number {
    const old = this.#all<{ sequence: number }>('SELECT sequence FROM change WHERE time < ? ORDER BY time LIMIT ?', [
      time,
      most,
    ]);
    this.atOnce(() => {
      for (const { sequence } of old) {
        this.#run('DELETE FROM change_number WHERE sequence = ?', [sequence]);
        this.#run('DELETE FROM change WHERE sequence = ?', [sequence]);
      }
    });
    return old.length;
  }

  /** @returns the run's sequence */
  beginRun(values: readonly SqliteValue[]): number {
    this.#refuseOtherFiles();
    const sql = `INSERT INTO run (${newRunColumns}) VALUES (${placesFor(values)})`;
    return Number(this.#statement(sql).run(values).lastInsertRowid);
  }

  noteClock(time: number): void {
    this.#run(notingClock(''), [time]);
  }

  dismiss(values: readonly SqliteValue[]): void {
    this.#run(keepingDismissal(''), values);
  }

  /** @returns whether the finding was dismissed */
  restoreDismissed(id: string): boolean {
    return this.#run(deletingDismissal(''), [id]) > 0;
  }

  deleteEmptyRuns(time: number, most: number): number {
    return this.#run(
      `DELETE FROM run WHERE sequence IN (SELECT sequence FROM run WHERE time < ? AND
         NOT EXISTS (SELECT 1 FROM change WHERE change.run = run.sequence) LIMIT ?)`,
      [time, most],
    );
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

  #addNumbers(sequence: number, numbers: readonly string[]): void {
    for (const number of numbers) {
      this.#run('INSERT INTO change_number (number, sequence) VALUES (?, ?)', [number, sequence]);
    }
  }

  #inTransaction<Result>(work: () => Result): Result {
    this.#refuseOtherFiles();
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (thrown) {
      // Some failures, such as a full disk, have ended the transaction already.
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
      throw thrown;
    }
  }

  #run(sql: string, values: readonly SqliteValue[] = []): number {
    if (!this.#database.inTransaction) this.#refuseOtherFiles();
    return this.#statement(sql).run(values).changes;
  }

  #all<Row>(sql: string, values: readonly SqliteValue[] = []): Row[] {
    return this.#statement(sql).all(values) as Row[];
  }

  #statement(sql: string): Statement {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** @returns the placeholders of the values in a statement: `?, ?` */
function placesFor(values: readonly SqliteValue[]): string {
  return values.map(() => '?').join(', ');
}
