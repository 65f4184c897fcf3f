import { setTimeout as sleep } from 'node:timers/promises';
import { type DeviceKey, deviceId } from '../../../domain/device.js';
import type { ButtonKind } from '../../../domain/button-kinds.js';
import type { Uuid } from '../../../domain/identifiers.js';
import type { KeptDismissal } from '../../../domain/finding.js';
import { isServiceError } from '../../../domain/errors.js';
import { untilAborted } from '../../../use-cases/time-limit.js';
import type { Change, FoundLater, Intention, SeenChange } from '../../change.js';
import { changesAfter, type Dialect, findChanges, type Query } from '../change-search.js';
import type { ChangeFilter, RunFilter } from '../change-filter.js';
import type { ChangePage, ChangeStore, DeviceLock, Numbered, Wait, StoreClock } from '../change-store.js';
import { countOlderThan, notingClock, readClock } from '../clock.js';
import { deletingDismissal, keepingDismissal, readDismissals, readDismissedIds } from '../dismissals.js';
import { numbersTouched } from '../../difference.js';
import type { Run, RunPage, RunResult } from '../../run.js';
import { findRuns, newRunColumns, newRunValues, readRun, withResult } from '../run-search.js';
import type { PlanStore } from '../../../plans/store/plan-store.js';
import { SqlPlans, type Step } from '../../../plans/store/sql-plans.js';
import type { PostgresOptions } from '../history-url.js';
import { BeginUnanswered, HistoryUnavailable, HistoryUnusable, RunGone } from '../history-problems.js';
import {
  type ChangeRow,
  changeOf,
  columnsIn,
  intentionColumns,
  intentionValues,
  isSequence,
  ofList,
  seenKey,
  settling,
  settlingValues,
  unproven,
} from '../rows.js';
import { DeviceLocks } from './device-locks.js';
import { loadDriver, type Pool, withConnection } from './driver.js';
import { usualWatch, type Watch } from './lock-session.js';
import { planDialect } from './plan-dialect.js';
import { migrate, refuseOtherEncodings } from './schema.js';
import { deleteEmptyRuns, inTransaction, settle, settleAbandoned } from './transactions.js';
import { asHistoryProblem, asUnavailable, isRefusal } from './troubles.js';

/** Connections for statements; the locks of devices have their own. */
const statementsAtATime = 4;

const closeMs = 2_000;

const change = 'axl_phone_proxy.change';
const changeNumber = 'axl_phone_proxy.change_number';

const dialect: Dialect = {
  schema: 'axl_phone_proxy.',
  by: () => '',
  time: (time) => time,
  among: '= ANY(?::bigint[])',
  several: (sequences) => sequences,
};

/**
 * The history in a PostgreSQL database, for several instances. The server may be down at any time, also at the start.
 */
export class PostgresStore implements ChangeStore {
  readonly #pool: Pool;
  readonly #lockPool: Pool;
  readonly #locks: DeviceLocks;
  readonly plans: PlanStore = new SqlPlans(
    planDialect,
    (text, values) => this.#ask(text, values),
    (steps) => this.#transact(steps),
  );
  /** Resolves when the sessions are checked and the tables exist; undefined before the first use. */
  #ready: Promise<void> | undefined;
  #closed: Promise<void> | undefined;

  private constructor(pool: Pool, lockPool: Pool, watch: Watch) {
    this.#pool = pool;
    this.#lockPool = lockPool;
    this.#locks = new DeviceLocks(lockPool, watch);
  }

  /**
   * Creates the tables or migrates them to this release, if the server can be reached; otherwise at the first use.
   * @param watch how the session with the locks of devices is watched
   * @throws HistoryUnusable if the server says that something is configured wrong, or if a newer release has used the
   * database
   */
  static async open(options: PostgresOptions, watch = usualWatch): Promise<PostgresStore> {
    const openPool = await loadDriver(options);
    const store = new PostgresStore(openPool(statementsAtATime), openPool(1), watch);
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
    try {
      await this.#prepared();
      return await withConnection(this.#pool, async (client) => {
        // The id is requested by its own statement, so that it is known even if the answer to the next statement is
        // lost.
        const { rows } = await client.query<{ id: string }>({ name: 'next-id', text: nextId });
        const id = rows[0]?.id ?? '';
        const added = client.query<{ added: number }>({ name: 'begin', ...adding(id, intention, 'in-progress') });
        const kept = await added.catch((thrown: unknown) => {
          if (isRefusal(thrown)) throw thrown;
          const unsent = adding(id, intention, 'history-unavailable');
          throw new BeginUnanswered(asUnavailable(thrown).cause, id, async () => {
            await this.#query(unsent.text, unsent.values);
          });
        });
        if (kept.rows[0]?.added === 0) throw new RunGone();
        return id;
      });
    } catch (thrown) {
      throw thrown instanceof RunGone ? thrown : asUnavailable(thrown);
    }
  }

  async keepSeen(seen: SeenChange): Promise<void> {
    const values = [seen.time, seen.seenAfter, seenKey(seen), ...intentionValues(seen)];
    const places = placesFor(values);
    await this.#query(
      `WITH added AS (
         INSERT INTO ${change} (outcome, time, seen_after, seen_key, ${intentionColumns}) VALUES ('seen', ${places})
         ON CONFLICT (seen_key) WHERE seen_key IS NOT NULL DO NOTHING RETURNING sequence
       )
       INSERT INTO ${changeNumber} (number, sequence)
       SELECT number, sequence FROM added, unnest($${values.length + 1}::text[]) AS number`,
      [...values, numbersTouched(seen)],
      'keep-seen',
    );
  }

  async settle(id: string, ...settled: Parameters<typeof settlingValues>): Promise<void> {
    await this.#query(numbered(`UPDATE ${change} ${settling}`), [...settlingValues(...settled), id], 'settle');
  }

  async listOf(uuid: Uuid, device: DeviceKey, kind: ButtonKind, most: number): Promise<readonly Change[]> {
    const rows = await this.#ask(ofList(dialect.schema), [uuid, kind, most, deviceId(device), kind, most]);
    return rows.map((row) => changeOf(row as ChangeRow));
  }

  async listUnproven(device: DeviceKey, kind: ButtonKind, most: number): Promise<readonly Change[]> {
    const rows = await this.#query<ChangeRow>(
      `SELECT ${columnsIn(dialect.schema)} FROM ${change} AS change
       WHERE ${unproven} AND device_key = $1 AND kind = $2 ORDER BY sequence DESC LIMIT $3`,
      [deviceId(device), kind, most],
      'list-unproven',
    );
    return rows.map(changeOf);
  }

  async keepFound(id: string, { list, time }: FoundLater): Promise<void> {
    const text = `UPDATE ${change} SET found_list = $1, found_time = $2 WHERE ${unproven} AND sequence = $3`;
    await this.#query(text, [list, time, id], 'keep-found');
  }

  async get(id: string): Promise<Change | undefined> {
    if (!isSequence(id)) return undefined;
    const [row] = await this.#query<ChangeRow>(
      `SELECT ${columnsIn(dialect.schema)} FROM ${change} AS change WHERE sequence = $1`,
      [id],
    );
    return row && changeOf(row);
  }

  async list(filter: ChangeFilter, limit: number): Promise<ChangePage> {
    if (matchesNothing(filter)) return { changes: [], next: undefined };
    return findChanges(filter, limit, this.#ask, dialect);
  }

  listAfter(id: string, limit: number): Promise<readonly Change[]> {
    return changesAfter(id, limit, this.#ask, dialect);
  }

  async hasGiven(of: Numbered, id: string): Promise<boolean> {
    if (!isSequence(id)) return false;
    const [row] = await this.#query<{ given: boolean }>(
      `SELECT is_called AND last_value >= $1 AS given FROM axl_phone_proxy.${of}_sequence_seq`,
      [id],
    );
    return row?.given === true;
  }

  async beginRun(run: Omit<Run, 'id'>): Promise<string> {
    const values = newRunValues(run, (time) => time);
    const places = placesFor(values);
    const [row] = await this.#query<{ sequence: string }>(
      `INSERT INTO axl_phone_proxy.run (${newRunColumns}) VALUES (${places}) RETURNING sequence`,
      values,
    );
    return row?.sequence ?? '';
  }

  async getRun(id: string): Promise<Run | undefined> {
    return isSequence(id) ? readRun(id, this.#ask, dialect) : undefined;
  }

  async getRunResult(id: string): Promise<RunResult | undefined> {
    const run = await this.getRun(id);
    return run && withResult(run, this.#ask, dialect);
  }

  async listRuns(filter: RunFilter, limit: number): Promise<RunPage> {
    if (matchesNothing(filter)) return { runs: [], next: undefined };
    return findRuns(filter, limit, this.#ask, dialect);
  }

  async deleteEmptyRuns(time: Date, most: number): Promise<number> {
    try {
      await this.#prepared();
      return await withConnection(this.#pool, (client) => deleteEmptyRuns(client, time, most));
    } catch (thrown) {
      throw asUnavailable(thrown);
    }
  }

  readClock(): Promise<StoreClock> {
    return readClock('clock_timestamp()', this.#ask, dialect);
  }

  async noteClock(now: Date): Promise<void> {
    await this.#ask(notingClock(dialect.schema), [now]);
  }

  countOlderThan(time: Date): Promise<number> {
    return countOlderThan(time, this.#ask, dialect);
  }

  async dismiss({ id, evidence, reason, user, time }: KeptDismissal): Promise<void> {
    await this.#ask(keepingDismissal(dialect.schema), [id, evidence, reason, user, time]);
  }

  async restoreDismissed(id: string): Promise<boolean> {
    return (await this.#ask(`${deletingDismissal(dialect.schema)} RETURNING id`, [id])).length > 0;
  }

  dismissedIds(most: number): Promise<readonly string[]> {
    return readDismissedIds(most, this.#ask, dialect);
  }

  dismissalsOf(ids: readonly string[]): Promise<readonly KeptDismissal[]> {
    return readDismissals(ids, this.#ask, dialect);
  }

  async lockDevice(device: DeviceKey, wait: Wait): Promise<DeviceLock> {
    try {
      await untilAborted(this.#prepared(), wait.signal, late);
      const lock = await this.#locks.lock(deviceId(device), wait);
      try {
        await untilAborted(this.#settleLeft(device), wait.signal, late);
        return lock;
      } catch (thrown) {
        void lock.release();
        throw thrown;
      }
    } catch (thrown) {
      throw isServiceError(thrown) ? thrown : asUnavailable(thrown);
    }
  }

  async settleAbandoned(): Promise<number> {
    try {
      await this.#prepared();
      return await withConnection(this.#pool, settleAbandoned);
    } catch (thrown) {
      throw asUnavailable(thrown);
    }
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

  readonly #ask: Query = (text, values) => this.#query(numbered(text), values);

  async #transact(steps: readonly Step[]): Promise<readonly (readonly object[])[]> {
    try {
      await this.#prepared();
      return await withConnection(this.#pool, (client) =>
        inTransaction(
          client,
          steps.map(({ text, values }) => ({ text: numbered(text), values: [...values] })),
        ),
      );
    } catch (thrown) {
      throw asUnavailable(thrown);
    }
  }

  /** @param name of a statement that each connection plans only once, for the statements of every write */
  async #query<Row extends object>(text: string, values: readonly unknown[], name?: string): Promise<Row[]> {
    try {
      await this.#prepared();
      return (await this.#pool.query<Row>({ text, values: [...values], ...(name !== undefined && { name }) })).rows;
    } catch (thrown) {
      throw asUnavailable(thrown);
    }
  }

  /** Callers that come during the preparation wait for it. After a failure the next caller tries again. */
  async #prepared(): Promise<void> {
    this.#ready ??= this.#prepare().catch((thrown: unknown) => {
      this.#ready = undefined;
      throw asHistoryProblem(thrown);
    });
    await this.#ready;
  }

  async #prepare(): Promise<void> {
    const session = await this.#locks.session();
    await session.refuseSharing(this.#pool);
    await withConnection(this.#pool, async (client) => {
      await refuseOtherEncodings(client);
      await migrate(client);
    });
  }

  /** The holder of a device's lock knows that no one works on the device's changes in progress. */
  async #settleLeft(device: DeviceKey): Promise<void> {
    await this.#query(`${settle} AND device_key = $1`, [deviceId(device)], 'settle-left');
  }
}

const nextId = `SELECT nextval('axl_phone_proxy.change_sequence_seq') AS id`;

/**
 * @returns the statement that adds a change, and says how many it added: none if its run does not exist. A change that
 * is sent is added only once. With the outcome `history-unavailable`, the statement replaces the change if it is there
 * already, and waits if another statement is just adding it. After that, the change cannot be added again
 */
function adding(id: string, intention: Intention, outcome: 'in-progress' | 'history-unavailable') {
  const columns = [id, outcome, intention.time, ...intentionValues(intention)];
  const places = placesFor(columns);
  const run = `$${columns.length + 2}::bigint`;
  const ifThere = outcome === 'in-progress' ? '' : 'ON CONFLICT (sequence) DO UPDATE SET outcome = excluded.outcome';
  const text = `
    WITH added AS (
      INSERT INTO ${change} (sequence, outcome, time, ${intentionColumns}) OVERRIDING SYSTEM VALUE SELECT ${places}
      WHERE ${run} IS NULL OR EXISTS (SELECT 1 FROM axl_phone_proxy.run WHERE sequence = ${run} FOR KEY SHARE)
      ${ifThere} RETURNING sequence
    ), numbers AS (
      INSERT INTO ${changeNumber} (number, sequence)
      SELECT number, sequence FROM added, unnest($${columns.length + 1}::text[]) AS number ON CONFLICT DO NOTHING
    )
    SELECT count(*)::integer AS added FROM added`;
  return { text, values: [...columns, numbersTouched(intention), intention.run ?? null] };
}

/** PostgreSQL cannot store a NUL in a text, so nothing matches one. */
function matchesNothing({ device, user, number }: ChangeFilter): boolean {
  return [device?.name, user, number].some((text) => text?.includes('\0'));
}

/** @returns a statement with numbers instead of question marks */
function numbered(text: string): string {
  let number = 0;
  return text.replaceAll('?', () => `$${(number += 1)}`);
}

function late(reject: (error: Error) => void): void {
  reject(new HistoryUnavailable('deadline'));
}

/** @returns the placeholders of the values in a statement: `$1, $2` */
function placesFor(values: readonly unknown[]): string {
  return values.map((_, index) => `$${index + 1}`).join(', ');
}
