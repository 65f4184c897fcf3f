import { setTimeout as sleep } from 'node:timers/promises';
import { isServiceError } from '../../domain/errors.js';
import { untilAborted } from '../../use-cases/time-limit.js';
import { late } from '../asked.js';
import type { PostgresOptions } from '../database-url.js';
import { postgresDialect } from '../dialect.js';
import { type Tables, tablesOf, type Wing } from '../migrations.js';
import { StoreUnusable } from '../problems.js';
import { isSequencesBefore, type Lock, type Sql, type SqlValue, type Step, type Store, type Wait } from '../sql.js';
import { DeviceLocks } from './device-locks.js';
import { loadDriver, type Pool, withConnection } from './driver.js';
import { usualWatch, type Watch } from './lock-session.js';
import { migrateIn, refuseOtherEncodings } from './migrate.js';
import { PostgresSql, Prepared } from './postgres-sql.js';
import { asStoreProblem, asUnavailable } from './troubles.js';

/** Connections for statements; the locks have their own. */
const statementsAtATime = 4;

const closeMs = 2_000;

/** A PostgreSQL database, for several instances. The server may be down at any time, also at the start. */
export class PostgresStore implements Store {
  readonly dialect = postgresDialect;
  readonly #pool: Pool;
  readonly #lockPool: Pool;
  readonly #locks: DeviceLocks;
  /** The sessions are checked, and the tables exist. */
  readonly #ready: Prepared;
  readonly #sql: Sql;
  #closed: Promise<void> | undefined;

  private constructor(pool: Pool, lockPool: Pool, watch: Watch, tables: Tables) {
    this.#pool = pool;
    this.#lockPool = lockPool;
    this.#locks = new DeviceLocks(lockPool, watch);
    this.#ready = new Prepared((statements) => this.#prepare(statements, tables));
    this.#sql = PostgresSql.of(pool, this.#ready);
  }

  /**
   * Creates the tables or migrates them to this release, if the server can be reached; otherwise at the first use.
   * @param wings whose tables are in it
   * @param watch how the session with the locks is watched
   * @throws StoreUnusable if the server says that something is configured wrong, or if a newer release has used the
   * database
   */
  static async open(options: PostgresOptions, wings: readonly Wing[], watch = usualWatch): Promise<PostgresStore> {
    const openPool = await loadDriver(options);
    const tables = tablesOf(wings, postgresDialect);
    const store = new PostgresStore(openPool(statementsAtATime), openPool(1), watch, tables);
    try {
      await store.#ready.done(store.#pool);
    } catch (thrown) {
      const problem = asStoreProblem(thrown);
      if (problem instanceof StoreUnusable) {
        await store.close();
        throw problem;
      }
    }
    return store;
  }

  all<Row>(text: string, values: readonly SqlValue[]): Promise<Row[]> {
    return this.#sql.often(text, values);
  }

  search<Row>(text: string, values: readonly SqlValue[]): Promise<Row[]> {
    return this.#sql.all(text, values);
  }

  async transact<Row>(steps: readonly Step[]): Promise<Row[][]> {
    const run = async (sql: Sql): Promise<Row[][]> => {
      const results: Row[][] = [];
      for (const step of steps) {
        const [text, values] = asOne(step, results.at(-1) ?? []);
        results.push(await sql.often(text, values));
      }
      return results;
    };
    return steps.length === 1 ? run(this.#sql) : this.#sql.transaction(run);
  }

  async lock(key: string, wait: Wait): Promise<Lock> {
    try {
      await untilAborted(this.#ready.done(this.#pool), wait.signal, late);
      return await this.#locks.lock(key, wait);
    } catch (thrown) {
      throw isServiceError(thrown) ? thrown : asUnavailable(thrown);
    }
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await this.#locks.close();
    // Wait for connections in use, but not for long.
    const ended = Promise.all([this.#pool.end(), this.#lockPool.end()]);
    await Promise.race([ended, sleep(closeMs, undefined, { ref: false })]);
  }

  async #prepare(pool: Pool, tables: Tables): Promise<void> {
    const session = await this.#locks.session();
    await session.refuseSharing(pool);
    await withConnection(pool, refuseOtherEncodings);
    await migrateIn(pool, tables);
  }
}

/** @returns a step as one statement, with its values */
function asOne({ text, values, then = [], takesPlace }: Step, before: readonly unknown[]): [string, SqlValue[]] {
  const sequences = (): string => JSON.stringify(before.map((row) => (row as { readonly sequence: number }).sequence));
  const given = values.map((value) => (isSequencesBefore(value) ? sequences() : value));
  const place = takesPlace ? [`place AS (UPDATE place SET number = number + 1 RETURNING number)`] : [];
  const others = then.map((other, at) => `other${at} AS (${other.text})`);
  const tables = [...place, ...(then.length === 0 ? [] : [`added AS (${text})`]), ...others];
  const one = then.length === 0 ? text : 'SELECT * FROM added';
  const thenValues = then.flatMap((other) => other.values);
  return [tables.length === 0 ? one : `WITH ${tables.join(', ')} ${one}`, [...given, ...thenValues]];
}
