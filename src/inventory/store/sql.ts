/** What can stand in the place of a parameter. */
export type SqlValue = string | number | null;

/**
 * A database as the inventory uses it: statements that SQLite and PostgreSQL both take, with parameters written
 * `$1`, `$2`, in this order where each comes first. Every method rejects with InventoryUnavailable where the database cannot do it now.
 */
export interface Sql {
  all<Row>(statement: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /** Likewise with a statement that is asked again and again with other values: it is planned once. */
  often<Row>(statement: string, values: readonly SqlValue[]): Promise<Row[]>;
  /** @returns how many rows it changed */
  run(statement: string, values?: readonly SqlValue[]): Promise<number>;
  /** Inserts rows of one shape. */
  insert(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void>;
  /** Runs several statements as one. */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** Runs statements that read, and that all see the same state, whatever is written meanwhile. */
  snapshot<Result>(read: (sql: Sql) => Promise<Result>): Promise<Result>;
  /** In a transaction: keeps others from changing a table until its end. */
  lock(table: string): Promise<void>;
  /** Lets the database look at what is in a table, where that decides how it reads it. */
  analyze(table: string): Promise<void>;
  /** An expression for the database's clock: milliseconds since 1970. */
  readonly clock: string;
  /** @returns an expression for a column of text, to be compared and ordered by its bytes, whatever the database's language */
  bytesOf(column: string): string;
  /** @returns an expression for a column in small letters, whatever the database's language, as far as it is ASCII */
  smallLettersOf(column: string): string;
  /** @returns an expression for the rows of a query as a JSON array of objects; null or an empty array where there are none */
  rowsAsJson(columns: readonly string[], query: string): string;
  /** The same clock. */
  now(): Promise<number>;
  /** @returns how much room the database takes on the disk for these tables, or where it has no others, as a whole */
  bytes(tables: readonly string[]): Promise<number>;
  /** Gives the room on the disk back that deleted rows of a table have taken, where that does not happen by itself. */
  shrink(table: string): Promise<void>;
}
