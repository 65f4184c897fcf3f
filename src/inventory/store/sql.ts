/** The value of a parameter. */
export type SqlValue = string | number | null;

/**
 * A database for the inventory: statements that SQLite and PostgreSQL both accept. Parameters are `$1`, `$2` and so on,
 * numbered in the order of their first use. Every method rejects with InventoryUnavailable if the database cannot do it
 * now.
 */
export interface Sql {
  all<Row>(statement: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /** Like `all`, for a statement that runs often with different values. It is planned only once. */
  often<Row>(statement: string, values: readonly SqlValue[]): Promise<Row[]>;
  /** @returns how many rows it changed */
  run(statement: string, values?: readonly SqlValue[]): Promise<number>;
  /** Inserts rows with the same columns. */
  insert(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void>;
  /** Runs several statements as one. */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** Runs statements that read. They all see the same state, also if others write meanwhile. */
  snapshot<Result>(read: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** Locks a table until the end of the transaction, so that others cannot change it. */
  lock(table: string): Promise<void>;
  /** Updates the database's statistics of a table, if it plans its reads by them. */
  analyze(table: string): Promise<void>;
  /** An expression for the database's clock: milliseconds since 1970. */
  readonly clock: string;
  /**
   * @returns an expression for a column of text, to be compared and ordered by its bytes, regardless of the database's
   * locale
   */
  bytesOf(column: string): string;
  /** @returns an expression for a column with its ASCII letters in lower case */
  smallLettersOf(column: string): string;
  /** @returns an expression for what precedes the first comma in a column of text */
  dialledFirst(column: string): string;
  /**
   * @returns an expression for the rows of a query as a JSON array of objects; null or an empty array if there are none
   */
  rowsAsJson(columns: readonly string[], query: string): string;
  /** The time of that clock. */
  now(): Promise<number>;
  /** @returns the bytes on disk of these tables; of the whole database if it has no others */
  bytes(tables: readonly string[]): Promise<number>;
  /** Frees the space of a table's deleted rows, if the database does not do this by itself. */
  shrink(table: string): Promise<void>;
}
