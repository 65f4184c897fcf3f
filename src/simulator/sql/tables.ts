import { createRequire } from 'node:module';
import type { Database, default as initSqlJs, SqlValue, Statement } from 'sql.js';
import { AxlFault } from '../soap/axl-fault.js';
import { branch, leaf, type XmlNode } from '../soap/xml-writer.js';
import { CallManagerState } from '../state/call-manager-state.js';
import type { Seed } from '../state/seed.js';
import { isLike, syntaxError, translateQuery } from './informix.js';
import { deviceRows, deviceTables, indexedColumns, type Row, seedRows, tableColumns } from './rows.js';

/**
 * Loads sql.js from the copy that the build makes, because the whole package is 30 MB, mostly other builds of the same
 * code. All simulators of a process share sql.js, and each has its own database.
 */
function loadSqlJs(): ReturnType<typeof initSqlJs> {
  const load = createRequire(import.meta.url)('#third-party/sql.js/dist/sql-wasm.js') as typeof initSqlJs;
  return (sqlJs ??= load());
}

let sqlJs: ReturnType<typeof initSqlJs> | undefined;

/** The state as the call manager's tables, for SQL. Built at the first query. */
export class SqlTables {
  readonly #state: CallManagerState;
  #database: Promise<Database> | undefined;
  #isClosed = false;

  constructor(state: CallManagerState) {
    this.#state = state;
  }

  /**
   * Runs one SELECT in the call manager's dialect.
   * @returns one `row` element for each row, with one element for each column
   * @throws AxlFault 201 syntax, 206 unknown table, 217 unknown column
   */
  async query(sql: string): Promise<XmlNode[]> {
    const translated = translateQuery(sql);
    const database = await (this.#database ??= this.#open());
    if (this.#isClosed) throw new AxlFault(-1, 'The database is closed', 'Server');
    this.#refresh(database);
    return select(database, translated);
  }

  close(): void {
    this.#isClosed = true;
    // If the database could not be opened, the query has already reported that.
    void this.#database?.then(
      (database) => {
        database.close();
      },
      () => undefined,
    );
  }

  async #open(): Promise<Database> {
    const { Database: NewDatabase } = await loadSqlJs();
    const database = new NewDatabase(fileOf(this.#state.seed, NewDatabase));
    database.create_function('like', anyArity(like));
    database.run('PRAGMA query_only = ON');
    return database;
  }

  /** Applies the updates since the last query. */
  #refresh(database: Database): void {
    const changed = this.#state.takeChanged();
    if (changed.length === 0) return;
    database.run('PRAGMA query_only = OFF');
    for (const device of changed) {
      for (const [table, key] of Object.entries(deviceTables)) {
        database.run(`DELETE FROM ${table} WHERE ${key} = ?`, [device.uuid]);
      }
    }
    insert(database, changed.flatMap(deviceRows));
    database.run('PRAGMA query_only = ON');
  }
}

/** The tables of each seed, before any update, as the bytes of an SQLite file. */
const files = new WeakMap<Seed, Uint8Array>();

/** Builds the tables of a seed once: a reset, and each node of a cluster, begins with a copy. */
function fileOf(seed: Seed, NewDatabase: new () => Database): Uint8Array {
  const known = files.get(seed);
  if (known) return known;
  const database = new NewDatabase();
  for (const [table, columns] of Object.entries(tableColumns)) {
    database.run(`CREATE TABLE ${table} (${columns.join(', ')})`);
  }
  insert(database, allRows(new CallManagerState(seed)));
  for (const [table, lists] of Object.entries(indexedColumns)) {
    for (const columns of lists) {
      database.run(`CREATE INDEX ${table}_${columns.join('_')} ON ${table} (${columns.join(', ')})`);
    }
  }
  const file = database.export();
  database.close();
  files.set(seed, file);
  return file;
}

function* allRows(state: CallManagerState): Generator<Row> {
  yield* seedRows(state);
  for (const device of state.devices) yield* deviceRows(device);
}

/**
 * Inserts whole rows, with one statement for each table, because preparing a statement takes longer than running it.
 */
function insert(database: Database, rows: Iterable<Row>): void {
  const statements = new Map<string, Statement>();
  database.run('BEGIN');
  for (const [table, values] of rows) {
    const statement =
      statements.get(table) ?? database.prepare(`INSERT INTO ${table} VALUES (${values.map(() => '?').join(', ')})`);
    statements.set(table, statement);
    statement.run([...values]);
  }
  database.run('COMMIT');
  for (const statement of statements.values()) statement.free();
}

function select(database: Database, sql: string): XmlNode[] {
  try {
    const statement = database.prepare(sql);
    try {
      const columns = statement.getColumnNames().map(elementName);
      const rows: XmlNode[] = [];
      while (statement.step()) {
        const values = statement.get();
        const cells = columns.map((column, position) => leaf(column, asText(values[position] ?? null)));
        rows.push(branch('row', cells));
      }
      return rows;
    } finally {
      statement.free();
    }
  } catch (thrown) {
    throw databaseFault(thrown instanceof Error ? thrown.message : '');
  }
}

/** A column without a name gets the name of its function, or `expression`. */
function elementName(column: string): string {
  const name = column.toLowerCase();
  if (/^[a-z_][\w.-]*$/.test(name)) return name;
  return /^([a-z_]\w*) *\(/.exec(name)?.[1] ?? 'expression';
}

function asText(value: SqlValue): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value ?? '');
}

function databaseFault(message: string): AxlFault {
  const [, table] = /^no such table: (\S+)/.exec(message) ?? [];
  if (table !== undefined) {
    return new AxlFault(206, `The specified table (${table}) is not in the database.`, 'Server');
  }
  const [, column] = /^no such column: (\S+)/.exec(message) ?? [];
  if (column === undefined) return syntaxError();
  return new AxlFault(217, `Column (${column}) not found in any table in the query (or SLV is undefined).`, 'Server');
}

/** SQLite calls `text LIKE pattern` as like(pattern, text), with ESCAPE as a third value. */
function like(pattern: SqlValue, text: SqlValue, escape: SqlValue = '\\'): number | null {
  if (pattern === null || text === null) return null;
  return isLike(asText(text), asText(pattern), asText(escape)) ? 1 : 0;
}

/** sql.js takes the number of arguments from the function's length; in SQLite, -1 means any number. */
function anyArity<Callable extends (...values: never[]) => unknown>(callable: Callable): Callable {
  return Object.defineProperty(callable, 'length', { value: -1 });
}
