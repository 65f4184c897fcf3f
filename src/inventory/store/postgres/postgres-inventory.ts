import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenPool } from '../../../history/store/postgres/driver.js';
import { type Client, type Pool, type QueryConfig, withConnection } from '../../../history/store/postgres/driver.js';
import { InventoryUnavailable, type InventoryStore, type StoreReads, storeReads } from '../inventory-store.js';
import { GenerationAges } from '../generation-ages.js';
import { counter, dialledFirst, makeTables, prefix } from './tables.js';
import type { Sql, SqlValue } from '../sql.js';
import { SqlInventory, usualAbandonedMs } from '../sql-inventory.js';

/**
 * Connections in addition to those of the history. Callers' reads, sweeps, and the marks of writes each have their own
 * connections. So no write waits for a read, and no read waits for a sweep.
 */
const connections = { reads: 2, sweeps: 1, marks: 1 };
const closeMs = 2_000;
/** How long it may take to free the space of a table's deleted rows, in milliseconds. */
const shrinkMs = 600_000;

/** Expensive reads of callers leave one connection free, so that cheap reads never wait for them. */
const atOnce = { inAll: connections.reads, dear: connections.reads - 1 };

/**
 * The inventory in a PostgreSQL database, for several instances. The server may be down at any time. The connection
 * opens at the first use.
 */
export function postgresInventory(openPool: OpenPool): InventoryStore {
  const [tables, ages] = [new MadeTables(), new GenerationAges()];
  const on = (pool: Pool): SqlInventory =>
    new SqlInventory(new PostgresSql(pool, tables), prefix, usualAbandonedMs, counter, ages);
  const pools = {
    reads: openPool(connections.reads),
    sweeps: openPool(connections.sweeps),
    marks: openPool(connections.marks),
  };
  const [reads, marks] = [on(pools.reads), on(pools.marks)];
  const readsOnTheirs = storeReads.map((name) => [name, reads[name].bind(reads)]);
  return Object.assign(on(pools.sweeps), Object.fromEntries(readsOnTheirs) as StoreReads, {
    atOnce,
    dear: reads,
    own: marks.own.bind(marks),
    // A write that needs a place does not wait for a sweep.
    next: marks.next.bind(marks),
    close: async () => {
      // A connection with a hanging statement must not keep the process alive.
      const ended = Promise.all(Object.values(pools).map((pool) => pool.end()));
      await Promise.race([ended, sleep(closeMs, undefined, { ref: false })]);
    },
  });
}

/** The tables are created once, on the connection that needs them first. */
class MadeTables {
  #made: Promise<void> | undefined;

  in(pool: Pool): Promise<void> {
    return (this.#made ??= withConnection(pool, makeTables));
  }

  /** After a failure, the next use checks again. */
  forget(): void {
    this.#made = undefined;
  }
}

const clock = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

function bytesOf(column: string): string {
  return `${column} COLLATE "C"`;
}

/** The database can still use the index for a comparison with this expression. */
function smallLettersOf(column: string): string {
  return `lower(${bytesOf(column)}) COLLATE "default"`;
}

function rowsAsJson(_: readonly string[], query: string): string {
  return `(SELECT json_agg(row)::text FROM (${query}) row)`;
}

/** A pool of connections, as the inventory uses it. */
class PostgresSql implements Sql {
  readonly clock = clock;
  readonly bytesOf = bytesOf;
  readonly smallLettersOf = smallLettersOf;
  readonly dialledFirst = dialledFirst;
  readonly rowsAsJson = rowsAsJson;
  readonly #pool: Pool;
  readonly #tables: MadeTables;

  constructor(pool: Pool, tables: MadeTables) {
    this.#pool = pool;
    this.#tables = tables;
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
    try {
      await this.#tables.in(this.#pool);
      return await withConnection(this.#pool, (client) => work(new ConnectionSql(client), client));
    } catch (thrown) {
      if (thrown instanceof InventoryUnavailable) throw thrown;
      this.#tables.forget();
      const { code = 'unknown' } = thrown as { readonly code?: string };
      throw new InventoryUnavailable(code === statementTimeout ? 'slow' : code);
    }
  }
}

/** One connection. */
class ConnectionSql implements Sql {
  readonly clock = clock;
  readonly bytesOf = bytesOf;
  readonly smallLettersOf = smallLettersOf;
  readonly dialledFirst = dialledFirst;
  readonly rowsAsJson = rowsAsJson;
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  all<Row>(statement: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#rows({ text: statement, values: [...values] });
  }

  /** A connection knows the statement by its name after the first time. */
  often<Row>(statement: string, values: readonly SqlValue[]): Promise<Row[]> {
    return this.#rows({ name: nameOf(statement), text: statement, values: [...values] });
  }

  async #rows<Row>(query: QueryConfig): Promise<Row[]> {
    const { rows, fields } = await this.#client.query(query);
    // 64-bit integers arrive as text; all values in this schema fit into a number.
    const wide = fields.filter(({ dataTypeID }) => dataTypeID === bigintType).map(({ name }) => name);
    return (rows as Record<string, unknown>[]).map((row) => {
      for (const name of wide) if (row[name] !== null) row[name] = Number(row[name]);
      return row as Row;
    });
  }

  async run(statement: string, values: readonly SqlValue[] = []): Promise<number> {
    return (await this.#client.query(statement, [...values])).rowCount ?? 0;
  }

  /** Each column has one parameter with the values of all rows. */
  async insert(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void> {
    if (rows.length === 0) return;
    const { fields } = await this.#client.query(`SELECT ${columns.join(', ')} FROM ${table} LIMIT 0`);
    const types = fields.map(({ dataTypeID }) => arrayTypes[dataTypeID] ?? 'text[]');
    const unnested = types.map((type, position) => `$${position + 1}::${type}`).join(', ');
    const values = columns.map((_, position) => rows.map((row) => row[position] ?? null));
    await this.#client.query(`INSERT INTO ${table} (${columns.join(', ')}) SELECT * FROM unnest(${unnested})`, values);
  }

  async lock(table: string): Promise<void> {
    await this.#client.query(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
  }

  async analyze(table: string): Promise<void> {
    await this.#client.query(`ANALYZE ${table}`);
  }

  async now(): Promise<number> {
    const [row] = await this.all<{ now: number }>(`SELECT ${clock} AS now`);
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

/** The server's error code for a statement that timed out. */
const statementTimeout = '57014';

const names = new Map<string, string>();

/** @returns a name for each statement that runs often; there are few */
function nameOf(statement: string): string {
  const name = names.get(statement) ?? `often ${names.size}`;
  names.set(statement, name);
  return name;
}

/** The numbers of PostgreSQL's types. */
const bigintType = 20;
const arrayTypes: Readonly<Record<number, string>> = { 20: 'bigint[]', 23: 'integer[]', 25: 'text[]' };
