import { setTimeout as sleep } from 'node:timers/promises';
import { type DeviceKey, deviceId } from '../../../domain/device.js';
import type { Change, Intention, Outcome } from '../../change.js';
import type { ChangeFilter, ChangeStore, DeviceLock, Wait } from '../change-store.js';
import { numbersTouched } from '../../difference.js';
import type { PostgresOptions } from '../history-options.js';
import { HistoryUnusable } from '../history-problems.js';
import {
  type ChangeRow,
  changeOf,
  columns,
  conditionsOf,
  intentionColumns,
  intentionValues,
  isSequence,
} from '../rows.js';
import { DeviceLocks } from './device-locks.js';
import { loadDriver, type Pool, withConnection } from './driver.js';
import { migrate } from './schema.js';
import { refuseTransactionPooler } from './sessions.js';
import { asHistoryProblem, asUnavailable } from './troubles.js';

/** Connections for statements; the locks of devices have others. */
const statementsAtATime = 4;

/** How long it may take to look for what is abandoned, in milliseconds. */
const abandonedMs = 10_000;

const closeMs = 2_000;

const change = 'axl_phone_proxy.change';
const changeNumber = 'axl_phone_proxy.change_number';

/** The history in a PostgreSQL database, for several instances. The server may be down at any time, at the start too. */
export class PostgresStore implements ChangeStore {
  readonly #pool: Pool;
  readonly #lockPool: Pool;
  readonly #locks: DeviceLocks;
  /** The sessions have been looked at and the tables are there; undefined until somebody needs them. */
  #ready: Promise<void> | undefined;

  private constructor(pool: Pool, lockPool: Pool, mostLocks: number) {
    this.#pool = pool;
    this.#lockPool = lockPool;
    this.#locks = new DeviceLocks(lockPool, mostLocks);
  }

  /**
   * Makes the tables, or brings them to this release, if the server is there; or else when it is asked for something.
   * @param mostLocks how many devices may be locked at a time; each takes a connection
   * @throws HistoryUnusable when the server says that something is set wrong, or a newer release has been there
   */
  static async open(options: PostgresOptions, mostLocks: number): Promise<PostgresStore> {
    const openPool = await loadDriver(options);
    const store = new PostgresStore(openPool(statementsAtATime), openPool(mostLocks), mostLocks);
    try {
      await store.#prepared();
      await store.settleAbandoned();
    } catch (thrown) {
      const problem = asHistoryProblem(thrown);
      if (problem instanceof HistoryUnusable) {
        await store.close();
        throw problem;
      }
    }
    return store;
  }

  async begin(intention: Intention): Promise<string> {
    const values = [intention.time, ...intentionValues(intention)];
    const places = values.map((_, place) => `$${place + 1}`).join(', ');
    const rows = await this.#query<{ sequence: string }>(
      `WITH added AS (
         INSERT INTO ${change} (outcome, time, ${intentionColumns}) VALUES ('in-progress', ${places}) RETURNING sequence
       ), numbers AS (
         INSERT INTO ${changeNumber} (number, sequence)
         SELECT number, sequence FROM added, unnest($${values.length + 1}::text[]) AS number
       )
       SELECT sequence FROM added`,
      [...values, numbersTouched(intention.before, intention.after)],
      'begin',
    );
    return rows[0]?.sequence ?? '';
  }

  async settle(id: string, outcome: Outcome): Promise<void> {
    await this.#query(`UPDATE ${change} SET outcome = $1 WHERE sequence = $2`, [outcome, id], 'settle');
  }

  async get(id: string): Promise<Change | undefined> {
    if (!isSequence(id)) return undefined;
    const [row] = await this.#query<ChangeRow>(`SELECT ${columns} FROM ${change} WHERE sequence = $1`, [id]);
    return row && changeOf(row);
  }

  async list(filter: ChangeFilter, limit: number): Promise<readonly Change[]> {
    if (matchesNothing(filter)) return [];
    const texts: string[] = [];
    const values: unknown[] = [];
    for (const [text, value] of conditionsOf(filter)) texts.push(`${text}$${values.push(value)}`);
    if (filter.number !== undefined) {
      texts.push(`sequence IN (SELECT sequence FROM ${changeNumber} WHERE number = $${values.push(filter.number)})`);
    }
    const where = texts.length > 0 ? `WHERE ${texts.join(' AND ')}` : '';
    const rows = await this.#query<ChangeRow>(
      `SELECT ${columns} FROM ${change} AS change ${where} ORDER BY sequence DESC LIMIT $${values.push(limit)}`,
      values,
    );
    return rows.map(changeOf);
  }

  async lockDevice(device: DeviceKey, wait: Wait): Promise<DeviceLock> {
    await this.#prepared().catch(refuse);
    return this.#locks.lock(deviceId(device), wait);
  }

  async settleAbandoned(): Promise<number> {
    await this.#prepared().catch(refuse);
    const deadline = performance.now() + abandonedMs;
    return this.#locks.settleAbandoned({ deadline: () => deadline, signal: AbortSignal.timeout(abandonedMs) });
  }

  async deleteOlderThan(time: Date, most: number): Promise<number> {
    const rows = await this.#query<{ deleted: number }>(
      `WITH old AS (
         DELETE FROM ${change} WHERE sequence IN (
           SELECT sequence FROM ${change} WHERE time < $1 ORDER BY time LIMIT $2 FOR UPDATE SKIP LOCKED
         ) RETURNING sequence
       ), numbers AS (
         DELETE FROM ${changeNumber} WHERE sequence IN (SELECT sequence FROM old)
       )
       SELECT count(*)::integer AS deleted FROM old`,
      [time, most],
    );
    return rows[0]?.deleted ?? 0;
  }

  async close(): Promise<void> {
    if (this.#pool.ending) return;
    const ended = Promise.all([this.#pool.end(), this.#lockPool.end()]);
    // A connection that is in use is waited for, but not for long.
    await Promise.race([ended, sleep(closeMs, undefined, { ref: false })]);
    this.#locks.dropAll();
  }

  /** @param name of a statement that each connection plans once, for those that every write makes */
  async #query<Row extends object>(text: string, values: readonly unknown[], name?: string): Promise<Row[]> {
    try {
      await this.#prepared();
      return (await this.#pool.query<Row>({ text, values: [...values], ...(name !== undefined && { name }) })).rows;
    } catch (thrown) {
      throw asUnavailable(thrown);
    }
  }

  /** Whoever comes while it is being done waits for it; after a failure the next one tries again. */
  async #prepared(): Promise<void> {
    this.#ready ??= this.#prepare().catch((thrown: unknown) => {
      this.#ready = undefined;
      throw asHistoryProblem(thrown);
    });
    await this.#ready;
  }

  async #prepare(): Promise<void> {
    await refuseTransactionPooler(this.#pool);
    await withConnection(this.#pool, migrate);
  }
}

/** PostgreSQL keeps no text with a NUL in it. */
function matchesNothing({ device, user, number, before }: ChangeFilter): boolean {
  const texts = [device?.name, user, number];
  return texts.some((text) => text?.includes('\0')) || (before !== undefined && !isSequence(before));
}

function refuse(thrown: unknown): never {
  throw asUnavailable(thrown);
}
