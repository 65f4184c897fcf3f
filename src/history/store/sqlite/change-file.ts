import type { Outcome } from '../../change.js';
import { type ChangeRow, columns, intentionColumns } from '../rows.js';
import type { Database, Driver, Statement } from './driver.js';
import { openFile } from './open-file.js';

/** What can stand in the place of a question mark. */
export type Value = string | number | null;

/**
 * The file of the history, and every statement on it. Its methods wait for the disk: it is used in a thread of its own.
 * They throw what the driver throws.
 */
export class ChangeFile {
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();

  /**
   * Opens the file, or makes it, for this process alone.
   * @throws HistoryUnusable, saying what is wrong with the file
   */
  constructor(path: string, driver: Driver) {
    this.#database = openFile(path, driver);
  }

  /** The highest sequence that was ever given. */
  lastSequence(): number {
    const [row] = this.#all<{ seq: number }>(`SELECT seq FROM sqlite_sequence WHERE name = 'change'`);
    return row?.seq ?? 0;
  }

  /** @returns how many changes were in progress, up to a sequence: those of an earlier process, which will not end them */
  settleAbandoned(upTo: number): number {
    return this.#run(`UPDATE change SET outcome = 'outcome-unknown' WHERE outcome = 'in-progress' AND sequence <= ?`, [
      upTo,
    ]);
  }

  begin(sequence: number, time: number, values: readonly Value[], numbers: readonly string[]): void {
    const places = values.map(() => '?').join(', ');
    this.#atOnce(() => {
      this.#run(
        `INSERT INTO change (outcome, sequence, time, ${intentionColumns}) VALUES ('in-progress', ?, ?, ${places})`,
        [sequence, time, ...values],
      );
      for (const number of numbers) {
        this.#run('INSERT INTO change_number (number, sequence) VALUES (?, ?)', [number, sequence]);
      }
    });
  }

  settle(sequence: number, outcome: Outcome): void {
    this.#run('UPDATE change SET outcome = ? WHERE sequence = ?', [outcome, sequence]);
  }

  /** Takes back an intention whose caller has been told that it is not kept. */
  retract(sequence: number): void {
    this.#atOnce(() => {
      this.#run('DELETE FROM change_number WHERE sequence = ?', [sequence]);
      this.#run(`DELETE FROM change WHERE sequence = ? AND outcome = 'in-progress'`, [sequence]);
    });
  }

  /** @param from the table, and what of it is asked for */
  select(from: string, values: readonly Value[]): ChangeRow[] {
    return this.#all<ChangeRow>(`SELECT ${columns} FROM ${from}`, values);
  }

  deleteOlderThan(time: number, most: number): number {
    const old = this.#all<{ sequence: number }>('SELECT sequence FROM change WHERE time < ? ORDER BY time LIMIT ?', [
      time,
      most,
    ]);
    this.#atOnce(() => {
      for (const { sequence } of old) {
        this.#run('DELETE FROM change_number WHERE sequence = ?', [sequence]);
        this.#run('DELETE FROM change WHERE sequence = ?', [sequence]);
      }
    });
    return old.length;
  }

  close(): void {
    this.#database.close();
  }

  #atOnce(work: () => void): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      work();
      this.#database.exec('COMMIT');
    } catch (thrown) {
      // A full disk, for one, has ended the transaction already.
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
      throw thrown;
    }
  }

  #run(sql: string, values: readonly Value[] = []): number {
    return this.#statement(sql).run(values).changes;
  }

  #all<Row>(sql: string, values: readonly Value[] = []): Row[] {
    return this.#statement(sql).all(values) as Row[];
  }

  #statement(sql: string): Statement {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
