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

/** Lends a connection for some work. */
type OnConnection = <Result>(work: (client: Client) => Promise<Result>) => Promise<Result>;

/** A database: each call on any connection of a pool or, in a transaction, all on one. */
export class PostgresSql implements Sql {
  readonly dialect = postgresDialect;
  readonly #on: OnConnection;

  private constructor(on: OnConnection) {
    this.#on = on;
  }

  /**
   * If something fails on a connection, the connection is closed, and its transaction with it.
   * @param prepared what the database needs before its first use
   */
  static of(pool: Pool, prepared: Prepared): PostgresSql {
    return new PostgresSql(async (work) => {
      const progress = { isSent: false };
      try {
        await prepared.done(pool);
        return await withConnection(pool, (client) => {
          progress.isSent = true;
          return work(client);
        });
      } catch (thrown) {
        if (thrown instanceof StoreUnavailable) throw thrown;
        throw new StoreUnavailable(asUnavailable(thrown).cause, progress.isSent && !isRefusal(thrown));
      }
    });
  }

  all<Row>(statement: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#rows({ text: numbered(statement), values: [...values] });
  }

  /** A connection knows the statement by its name after the first time. */
  often<Row>(statement: string, values: readonly SqlValue[]): Promise<Row[]> {
    return this.#rows({ ...named(statement), text: numbered(statement), values: [...values] });
  }

  async #rows<Row>(query: QueryConfig): Promise<Row[]> {
    const { rows, fields } = await this.#on((client) => client.query(query));
    // 64-bit integers arrive as text; all values in these tables fit into a number.
    const wide = fields.filter(({ dataTypeID }) => dataTypeID === bigintType).map(({ name }) => name);
    return (rows as Record<string, unknown>[]).map((row) => {
      for (const name of wide) if (row[name] !== null) row[name] = Number(row[name]);
      return row as Row;
    });
  }

  async run(statement: string, values: readonly SqlValue[] = []): Promise<number> {
    const { rowCount } = await this.#on((client) => client.query(numbered(statement), [...values]));
    return rowCount ?? 0;
  }

  /** All rows are one parameter. The server knows the types of the columns. */
  async insert(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void> {
    if (rows.length === 0) return;
    const named = rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null])));
    const list = columns.join(', ');
    await this.all(
      `INSERT INTO ${table} (${list}) SELECT ${list} FROM json_populate_recordset(NULL::${table}, ?::json)`,
      [JSON.stringify(named)],
    );
  }

  async lock(table: string): Promise<void> {
    await this.all(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
  }

  async analyze(table: string): Promise<void> {
    await this.all(`ANALYZE ${table}`);
  }

  async now(): Promise<number> {
    const [row] = await this.all<{ now: number }>(`SELECT ${this.dialect.clock} AS now`);
    return row?.now ?? 0;
  }

  async bytes(tables: readonly string[]): Promise<number> {
    const sum = tables.map((table) => `pg_total_relation_size('${table}')`).join(' + ');
    const [row] = await this.all<{ bytes: number }>(`SELECT ${sum} AS bytes`);
    return row?.bytes ?? 0;
  }

  /** Readers continue in the meantime. It may take longer than other statements. */
  shrink(table: string): Promise<void> {
    return this.#on(async (client) => {
      const patient = (text: string) => client.query({ text, query_timeout: shrinkMs } as QueryConfig);
      const { rows } = await client.query<{ statement_timeout: string }>('SHOW statement_timeout');
      await client.query(`SET statement_timeout = ${shrinkMs}`);
      await patient(`VACUUM ${table}`);
      await patient(`REINDEX TABLE CONCURRENTLY ${table}`);
      await client.query(`SET statement_timeout = '${rows[0]?.statement_timeout ?? ''}'`);
    });
  }

  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.#on(async (client) => {
      await client.query('BEGIN');
      const result = await work(new PostgresSql((step) => step(client)));
      await client.query('COMMIT');
      return result;
    });
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
