import { postgresDialect } from '../dialect.js';
import { StoreUnavailable } from '../problems.js';
import type { Sql, SqlValue } from '../sql.js';
import { type Client, type Pool, type QueryConfig, withConnection } from './driver.js';
import { asUnavailable, isRefusal } from './troubles.js';

/** How long it may take to free the space of a table's deleted rows, in milliseconds. */
const shrinkMs = 600_000;

/**
 * What a database needs before its first use, such as tables. The first caller prepares it on its own connections, and
 * callers that come meanwhile wait for it.
 */
export class Prepared {
  readonly #prepare: (pool: Pool) => Promise<void>;
  #done: Promise<void> | undefined;

  constructor(prepare: (pool: Pool) => Promise<void>) {
    this.#prepare = prepare;
  }

  /** After a failure, the next caller tries again. */
  done(pool: Pool): Promise<void> {
    this.#done ??= this.#prepare(pool).catch((thrown: unknown) => {
      this.#done = undefined;
      throw thrown;
    });
    return this.#done;
  }
}

/** A pool of connections. */
export class PostgresSql implements Sql {
  readonly clock = postgresDialect.clock;
  readonly bytesOf = postgresDialect.bytesOf;
  readonly dialledFirst = postgresDialect.dialledFirst;
  readonly rowsAsJson = postgresDialect.rowsAsJson;
  readonly textsIn = postgresDialect.textsIn;
  readonly #pool: Pool;
  readonly #prepared: Prepared;

  constructor(pool: Pool, prepared: Prepared) {
    this.#pool = pool;
    this.#prepared = prepared;
  }

  all<Row>(statement: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#with((sql) => sql.all(statement, values));
  }

  often<Row>(statement: string, values: readonly SqlValue[]): Promise<Row[]> {
    return this.#with((sql) => sql.often(statement, values));
  }

  run(statement: string, values: readonly SqlValue[] = []): Promise<number> {
    return this.#with((sql) => sql.run(statement, values));
  }

  insert(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void> {
    return this.#with((sql) => sql.insert(table, columns, rows));
  }

  lock(table: string): Promise<void> {
    return this.#with((sql) => sql.lock(table));
  }

  analyze(table: string): Promise<void> {
    return this.#with((sql) => sql.analyze(table));
  }

  now(): Promise<number> {
    return this.#with((sql) => sql.now());
  }

  bytes(tables: readonly string[]): Promise<number> {
    return this.#with((sql) => sql.bytes(tables));
  }

  shrink(table: string): Promise<void> {
    return this.#with((sql) => sql.shrink(table));
  }

  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.#inTransaction('BEGIN', work);
  }

  snapshot<Result>(read: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.#inTransaction('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', read);
  }

  #inTransaction<Result>(begin: string, work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.#with(async (sql, client) => {
      await client.query(begin);
      const result = await work(sql);
      await client.query('COMMIT');
      return result;
    });
  }

  /** If something fails on a connection, the connection is closed, and its transaction with it. */
  async #with<Result>(work: (sql: ConnectionSql, client: Client) => Promise<Result>): Promise<Result> {
    const progress = { isSent: false };
    try {
      await this.#prepared.done(this.#pool);
      return await withConnection(this.#pool, (client) => {
        progress.isSent = true;
        return work(new ConnectionSql(client), client);
      });
    } catch (thrown) {
      if (thrown instanceof StoreUnavailable) throw thrown;
      throw new StoreUnavailable(asUnavailable(thrown).cause, progress.isSent && !isRefusal(thrown));
    }
  }
}

/** One connection. */
class ConnectionSql implements Sql {
  readonly clock = postgresDialect.clock;
  readonly bytesOf = postgresDialect.bytesOf;
  readonly dialledFirst = postgresDialect.dialledFirst;
  readonly rowsAsJson = postgresDialect.rowsAsJson;
  readonly textsIn = postgresDialect.textsIn;
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  all<Row>(statement: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#rows({ text: numbered(statement), values: [...values] });
  }

  /** A connection knows the statement by its name after the first time. */
  often<Row>(statement: string, values: readonly SqlValue[]): Promise<Row[]> {
    return this.#rows({ ...named(statement), text: numbered(statement), values: [...values] });
  }

  async #rows<Row>(query: QueryConfig): Promise<Row[]> {
    const { rows, fields } = await this.#client.query(query);
    // 64-bit integers arrive as text; all values in these tables fit into a number.
    const wide = fields.filter(({ dataTypeID }) => dataTypeID === bigintType).map(({ name }) => name);
    return (rows as Record<string, unknown>[]).map((row) => {
      for (const name of wide) if (row[name] !== null) row[name] = Number(row[name]);
      return row as Row;
    });
  }

  async run(statement: string, values: readonly SqlValue[] = []): Promise<number> {
    return (await this.#client.query(numbered(statement), [...values])).rowCount ?? 0;
  }

  /** All rows are one parameter. The server knows the types of the columns. */
  async insert(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void> {
    if (rows.length === 0) return;
    const named = rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null])));
    const list = columns.join(', ');
    await this.#client.query(
      `INSERT INTO ${table} (${list}) SELECT ${list} FROM json_populate_recordset(NULL::${table}, $1::json)`,
      [JSON.stringify(named)],
    );
  }

  async lock(table: string): Promise<void> {
    await this.#client.query(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
  }

  async analyze(table: string): Promise<void> {
    await this.#client.query(`ANALYZE ${table}`);
  }

  async now(): Promise<number> {
    const [row] = await this.all<{ now: number }>(`SELECT ${this.clock} AS now`);
    return row?.now ?? 0;
  }

  async bytes(tables: readonly string[]): Promise<number> {
    const sum = tables.map((table) => `pg_total_relation_size('${table}')`).join(' + ');
    const [row] = await this.all<{ bytes: number }>(`SELECT ${sum} AS bytes`);
    return row?.bytes ?? 0;
  }

  /** Readers continue in the meantime. It may take longer than other statements. */
  async shrink(table: string): Promise<void> {
    const patient = (text: string): Promise<unknown> =>
      this.#client.query({ text, query_timeout: shrinkMs } as QueryConfig);
    const [usual] = await this.all<{ statement_timeout: string }>('SHOW statement_timeout');
    await this.#client.query(`SET statement_timeout = ${shrinkMs}`);
    await patient(`VACUUM ${table}`);
    await patient(`REINDEX TABLE CONCURRENTLY ${table}`);
    await this.#client.query(`SET statement_timeout = '${usual?.statement_timeout ?? ''}'`);
  }

  transaction<Result>(): Promise<Result> {
    throw new Error('a transaction has no transactions in it');
  }

  snapshot<Result>(): Promise<Result> {
    throw new Error('a transaction has no snapshots in it');
  }
}

const names = new Map<string, string>();
/** How many statements have a name. Further ones are planned each time. */
const mostNames = 200;

/** @returns a name for a statement that runs often; there are few */
function named(statement: string): { readonly name?: string } {
  const name = names.get(statement) ?? (names.size < mostNames ? `often ${names.size}` : undefined);
  if (name === undefined) return {};
  names.set(statement, name);
  return { name };
}

/** @returns a statement with numbers instead of question marks */
function numbered(text: string): string {
  let number = 0;
  return text.replaceAll('?', () => `$${(number += 1)}`);
}

/** The number of PostgreSQL's type for integers of 64 bits. */
const bigintType = 20;
