/** The value of a parameter. A time is a number: milliseconds since 1970. */
export type SqlValue = string | number | null;

/** What differs between the databases in SQL. Everything else is written once. */
export interface Dialect {
  /** True if only one process at a time uses the store. Then what earlier processes have begun has ended. */
  readonly isAlone: boolean;
  /** @returns the SQL that makes the database use an index; empty if the database finds the index by itself */
  readonly by: (index: string) => string;
  /** A table with the elements of a JSON array, each as `value`. Its only parameter is the array. */
  readonly elements: string;
  /** What an INSERT needs to give its own number to a row. */
  readonly ownNumber: string;
  /** The end of a query whose rows must not be changed, or must not be used by others, until the transaction ends. */
  readonly kept: string;
  readonly free: string;
  /** A statement that waits for all others that take the same lock, until the end of the transaction. */
  readonly lock: (name: string) => string;
  /** @returns the condition that no instance has the lock of the key in a column; the transaction takes the lock */
  readonly unlocked: (column: string) => string;
  /** @returns a query for whether a table has given a number, or a higher one; its only parameter is the number */
  readonly given: (table: string) => string;
  /** An expression for the database's clock: milliseconds since 1970. */
  readonly clock: string;
  /**
   * @returns an expression for a column of text, to be compared and ordered by its bytes, regardless of the database's
   * locale
   */
  readonly bytesOf: (column: string) => string;
  /** @returns an expression for what precedes the first comma in a column of text, also for an index of it */
  readonly dialledFirst: (column: string) => string;
  /**
   * @returns an expression for the rows of a query as a JSON array of objects; null or an empty array if there are none
   */
  readonly rowsAsJson: (columns: readonly string[], query: string) => string;
  /** @returns a table with the texts of a JSON array, each as `value`. @param parameter the array */
  readonly textsIn: (parameter: string) => string;

  /** The type of a key whose numbers rise and are never given twice; and of one that only numbers the rows. */
  readonly sequence: string;
  readonly rowNumber: string;
  /** The end of a table that is stored in the order of its key. */
  readonly byKey: string;
  /** @returns a query that has a row if there is a table */
  readonly has: (table: string) => string;
  /** Statements that delete the inventory's tables of earlier releases. @param prefix of their names */
  readonly dropAll: (prefix: string) => string;
  /** Statements after which releases up to 1.0.0 refuse to start on the store. */
  readonly refuseEarlier: string;
  /** The type of a time in the tables of releases up to 1.0.0, and an expression for it in milliseconds since 1970. */
  readonly earlierTime: string;
  readonly milliseconds: (column: string) => string;
  /** Statements after which a table gives higher numbers than the earlier one, which was renamed to `earlier_…`. */
  readonly goOn: (table: string, earlier: string) => string;
}

/**
 * A database whose transactions are functions: PostgreSQL, or a SQLite file in its own thread. Parameters are `?`; or
 * `$1`, `$2` and so on, numbered in the order of their first use. Every method rejects with StoreUnavailable, or with
 * the driver's error, if the database cannot do it now.
 */
export interface Sql {
  readonly dialect: Dialect;
  all<Row>(statement: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /** Like `all`, for a statement that runs often with different values. It is planned only once. */
  often<Row>(statement: string, values: readonly SqlValue[]): Promise<Row[]>;
  /** @returns how many rows it changed */
  run(statement: string, values?: readonly SqlValue[]): Promise<number>;
  /** Inserts rows with the same columns. */
  insert(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void>;
  /** Runs several statements as one. */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** Locks a table until the end of the transaction, so that others cannot change it. */
  lock(table: string): Promise<void>;
  /** Updates the database's statistics of a table, if it plans its reads by them. */
  analyze(table: string): Promise<void>;
  /** The time of the database's clock. */
  now(): Promise<number>;
  /** @returns the bytes on disk of these tables; of the whole database if it has no others */
  bytes(tables: readonly string[]): Promise<number>;
  /** Frees the space of a table's deleted rows, if the database does not do this by itself. */
  shrink(table: string): Promise<void>;
}

/** As a value of a step: the sequences that the step before it has returned, as a JSON array. */
export const sequencesBefore = { sequencesBefore: true } as const;
export type StepValue = SqlValue | typeof sequencesBefore;

/** @returns whether a value is that one, also if it came from another thread */
export function isSequencesBefore(value: StepValue): value is typeof sequencesBefore {
  return typeof value === 'object' && value !== null && 'sequencesBefore' in value;
}

/**
 * The next place, in a step that takes one. The next taker of a place waits until this transaction is over. So whatever
 * is stored with a lower place is stored before a higher place is seen.
 */
export const nextPlace = '(SELECT number FROM place)';

/** A statement of a transaction. */
export interface Step {
  readonly text: string;
  readonly values: readonly StepValue[];
  /** Whether the statement uses `nextPlace`. */
  readonly takesPlace?: boolean;
  /**
   * Statements that run together with it, in one round trip. They may read the table `added`: the column `sequence` of
   * the rows that the first statement returns. They do not see anything else that the others do.
   */
  readonly then?: readonly { readonly text: string; readonly values: readonly SqlValue[] }[];
}

/** A limit for a wait. A CallContext is one. */
export interface Wait {
  /** On the clock of performance.now(), in milliseconds. */
  readonly deadline: () => number;
  readonly signal: AbortSignal;
}

/** Keeps every other instance from a key, such as a device that is written to. */
export interface Lock {
  /** Aborts when the lock is known to be lost: another instance may have it now. */
  readonly lost: AbortSignal;
  /**
   * Asks the store, in one round trip, whether the lock is held. Never rejects. If it is held, that is certain for some
   * seconds, so send the request right after this.
   * @returns false if the lock is lost, or may be lost; then send nothing
   */
  verify(): Promise<boolean>;
  /** Releases it; never rejects. */
  release(): Promise<void>;
}

/**
 * An open database: a SQLite file that this process alone has open, or PostgreSQL, for several instances. Each wing has
 * its own tables in it. When a method has resolved, its data is on the disk. Every method except close rejects with
 * StoreUnavailable if the store cannot do it, or not in time.
 */
export interface Store {
  readonly dialect: Dialect;
  /** For statements that read a few rows by an index. Writes may wait for them. */
  all<Row>(text: string, values: readonly SqlValue[]): Promise<Row[]>;
  /** For statements that read for longer. Writes wait for at most one of them. */
  search<Row>(text: string, values: readonly SqlValue[]): Promise<Row[]>;
  /**
   * Runs all of some statements, or none of them.
   * @returns the rows of each: those of its RETURNING, or of its SELECT
   */
  transact<Row>(steps: readonly Step[]): Promise<readonly Row[][]>;
  /**
   * Waits until no one else, in any instance, has the lock of a key.
   * @throws ServiceError `overloaded` if the time is over before the lock is free
   */
  lock(key: string, wait: Wait): Promise<Lock>;
  /** Waits a short time for running work to end, and closes the file or the connections. */
  close(): Promise<void>;
}

/** Runs one statement that writes. @returns the rows of its RETURNING */
export async function write<Row>(store: Store, text: string, values: readonly StepValue[]): Promise<Row[]> {
  const [rows = []] = await store.transact<Row>([{ text, values }]);
  return rows;
}
