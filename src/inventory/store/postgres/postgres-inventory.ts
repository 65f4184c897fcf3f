import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenPool } from '../../../history/store/postgres/driver.js';
import { type Client, type Pool, type QueryConfig, withConnection } from '../../../history/store/postgres/driver.js';
import { InventoryUnavailable, type InventoryStore, type StoreReads, storeReads } from '../inventory-store.js';
import { GenerationAges } from '../generation-ages.js';
import { makeTables, counter, prefix } from './tables.js';
import type { Sql, SqlValue } from '../sql.js';
import { SqlInventory, usualAbandonedMs } from '../sql-inventory.js';

/**
 * Connections, beside those of the history. What callers read has its own, what sweeps do has one, and the marks of
 * writes have one: no write waits for those who read, and no one who reads for a sweep.
 */
const connections = { reads: 2, sweeps: 1, marks: 1 };
const closeMs = 2_000;
/** How long it may take to give the room of a table's deleted rows back, in milliseconds. */
const shrinkMs = 600_000;

/** What callers read takes one connection at most where it is dear, so that there is always one for what is cheap. */
const atOnce = { inAll: connections.reads, dear: connections.reads - 1 };

/**
 * The inventory in a PostgreSQL database, for several instances. The server may be down at any time. It is connected to
 * when it is first asked for something.
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
    // A write that asks for its place waits for no sweep.
    next: marks.next.bind(marks),
    close: async () => {
      // A connection whose statement hangs must not keep the process.
      const ended = Promise.all(Object.values(pools).map((pool) => pool.end()));
      await Promise.race([ended, sleep(closeMs, undefined, { ref: false })]);
    },
  });
}

/** The tables are made once, on whichever connection needs them first. */
class MadeTables {
  #made: Promise<void> | undefined;

  in(pool: Pool): Promise<void> {
    return (this.#made ??= withConnection(pool, makeTables));
  }

  /** After a failure, the next one looks again. */
  forget(): void {
    this.#made = undefined;
  }
}

const clock = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

function bytesOf(column: string): string {
  return `${column} COLLATE "C"`;
}

/** What is compared with it can still be found by its index. */
function smallLettersOf(column: string): string {
  return `lower(${bytesOf(column)}) COLLATE "default"`;
}

function rowsAsJson(_: readonly string[], query: string): string {
  return `(SELECT json_agg(row)::text FROM (${query}) row)`;
}

/** A pool of connections as the inventory uses it. */
class PostgresSql implements Sql {
  readonly clock = clock;
  readonly bytesOf = bytesOf;
  readonly smallLettersOf = smallLettersOf;
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

  /** A connection on which something failed is closed, and its transaction with it. */
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
  readonly rowsAsJson = rowsAsJson;
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  all<Row>(statement: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#rows({ text: statement, values: [...values] });
  }

  /** A connection knows it by its name, once it has been asked there. */
  often<Row>(statement: string, values: readonly SqlValue[]): Promise<Row[]> {
    return this.#rows({ name: nameOf(statement), text: statement, values: [...values] });
  }

  async #rows<Row>(query: QueryConfig): Promise<Row[]> {
    const { rows, fields } = await this.#client.query(query);
    // Numbers of 64 bits come as text; those of this schema fit into a number.
    const wide = fields.filter(({ dataTypeID }) => dataTypeID === bigintType).map(({ name }) => name);
    return (rows as Record<string, unknown>[]).map((row) => {
      for (const name of wide) if (row[name] !== null) row[name] = Number(row[name]);
      return row as Row;
    });
  }

  async run(statement: string, values: readonly SqlValue[] = []): Promise<number> {
    return (await this.#client.query(statement, [...values])).rowCount ?? 0;
  }

  /** A parameter for each column holds the values of all rows. */
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

  /** Readers go on meanwhile; it may take longer than other statements. */
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

/** The server's code for a statement that it has given up. */
const statementTimeout = '57014';

const names = new Map<string, string>();

/** @returns a name for each statement that is asked often; there are not many */
function nameOf(statement: string): string {
  const name = names.get(statement) ?? `often ${names.size}`;
  names.set(statement, name);
  return name;
}

/** Numbers of PostgreSQL's types. */
const bigintType = 20;
const arrayTypes: Readonly<Record<number, string>> = { 20: 'bigint[]', 23: 'integer[]', 25: 'text[]' };
