import { randomUUID } from 'node:crypto';
import type { ButtonKind } from '../../domain/button-kinds.js';
import { type DeviceKey, deviceId } from '../../domain/device.js';
import type { KeptDismissal } from '../../domain/finding.js';
import type { Uuid } from '../../domain/identifiers.js';
import type { Place } from '../../domain/place.js';
import { late } from '../../store/asked.js';
import { hasGiven, isSequence, placesFor } from '../../store/conditions.js';
import { StoreUnavailable } from '../../store/problems.js';
import { nextPlace, sequencesBefore, type SqlValue, type Step, type Store, type Wait, write } from '../../store/sql.js';
import { untilAborted } from '../../use-cases/time-limit.js';
import { carriedOut, type Change, type FoundLater, type Intention, type SeenChange } from '../change.js';
import { numbersTouched } from '../difference.js';
import type { Run, RunPage, RunResult } from '../run.js';
import type { ChangeFilter, RunFilter } from './change-filter.js';
import { findChanges } from './change-search.js';
import {
  BeginUnanswered,
  type ChangePage,
  type ChangeStore,
  type DeviceLock,
  type ListSince,
  RunGone,
  type StoreClock,
} from './change-store.js';
import {
  type ChangeRow,
  changeOf,
  intentionColumns,
  intentionValues,
  ofList,
  seenKey,
  selecting,
  settling,
  settlingValues,
  unproven,
} from './rows.js';
import { findRuns, readRun, withResult } from './run-search.js';

/** The history in a database: the statements on its tables, the same for both databases. */
export class SqlChanges implements ChangeStore {
  readonly #store: Store;
  /** The highest number of earlier processes, where only one process uses the store. */
  #inherited: number | undefined;

  private constructor(store: Store) {
    this.#store = store;
  }

  /** Opens the history in a store. Changes that an ended process left in progress become `outcome-unknown`. */
  static async open(store: Store): Promise<SqlChanges> {
    const changes = new SqlChanges(store);
    // If the disk is full, or the server is down, this is done later.
    await changes.settleAbandoned().catch(() => undefined);
    return changes;
  }

  async begin(intention: Intention): Promise<string> {
    // By this key the change is found again even if there is no answer.
    const key = randomUUID();
    const add = async (outcome: 'in-progress' | 'history-unavailable'): Promise<string> => {
      const [[added] = []] = await this.#store.transact<Sequence>([this.#adding(key, intention, outcome)]);
      if (!added) throw new RunGone();
      return String(added.sequence);
    };
    return add('in-progress').catch((thrown: unknown) => {
      if (!(thrown instanceof StoreUnavailable) || !thrown.mayBeDone) throw thrown;
      throw new BeginUnanswered(thrown.cause, () => add('history-unavailable'));
    });
  }

  /**
   * @returns the step that adds a change, and returns it; no row if its run does not exist. A change that is sent is
   * added only once. With the outcome `history-unavailable`, the step replaces the change if it is there already, and
   * waits if another one is just adding it. After that, the change cannot be added again
   */
  #adding(key: string, intention: Intention, outcome: 'in-progress' | 'history-unavailable'): Step {
    const { kept } = this.#store.dialect;
    const values = [outcome, key, intention.time.getTime(), ...intentionValues(intention)];
    const { run = null } = intention;
    const ifThere =
      outcome === 'in-progress'
        ? ''
        : `ON CONFLICT (seen_key) WHERE seen_key IS NOT NULL
           DO UPDATE SET outcome = excluded.outcome, known_at = excluded.known_at`;
    return {
      text: `INSERT INTO history_change (outcome, seen_key, time, ${intentionColumns}, place, known_at)
        SELECT ${placesFor(values)}, ${nextPlace}, ${nextPlace} WHERE CAST(? AS bigint) IS NULL
          OR EXISTS (SELECT 1 FROM history_run WHERE sequence = CAST(? AS bigint) ${kept})
        ${ifThere} RETURNING sequence`,
      values: [...values, run, run],
      takesPlace: true,
      then: this.#addingNumbers(intention),
    };
  }

  /** The numbers of the added change, by which it is found. */
  #addingNumbers(change: Intention | SeenChange): NonNullable<Step['then']> {
    return {
      text: `INSERT INTO history_number (number, sequence)
        SELECT value, sequence FROM added CROSS JOIN ${this.#store.dialect.textsIn('?')} WHERE TRUE ON CONFLICT DO NOTHING`,
      values: [JSON.stringify(numbersTouched(change))],
    };
  }

  async keepSeen(seen: SeenChange): Promise<void> {
    const values = [seen.time.getTime(), seen.seenAfter.getTime(), seenKey(seen), ...intentionValues(seen), seen.place];
    const text = `INSERT INTO history_change (outcome, time, seen_after, seen_key, ${intentionColumns}, place, known_at)
      VALUES ('seen', ${placesFor(values)}, ${nextPlace})
      ON CONFLICT (seen_key) WHERE seen_key IS NOT NULL DO NOTHING RETURNING sequence`;
    await this.#store.transact([{ text, values, then: this.#addingNumbers(seen), takesPlace: true }]);
  }

  async settle(id: string, ...settled: Parameters<typeof settlingValues>): Promise<void> {
    await this.#learn(`UPDATE history_change ${settling(this.#store.dialect)}`, [...settlingValues(...settled), id]);
  }

  listOf(uuid: Uuid, device: DeviceKey, kind: ButtonKind, most: number): Promise<readonly Change[]> {
    return this.#changes(ofList, [uuid, kind, most, deviceId(device), kind, most]);
  }

  async keepFound(id: string, { list, time }: FoundLater): Promise<void> {
    const text = `UPDATE history_change SET found_list = ?, found_time = ?, known_at = ${nextPlace}
      WHERE sequence = ? AND ${unproven}`;
    await this.#learn(text, [list, time.getTime(), id]);
  }

  /** Stores that something became known about a change. @returns the rows of its RETURNING */
  async #learn(text: string, values: readonly SqlValue[]): Promise<Sequence[]> {
    const [rows = []] = await this.#store.transact<Sequence>([{ text, values, takesPlace: true }]);
    return rows;
  }

  async get(id: string): Promise<Change | undefined> {
    if (!isSequence(id)) return undefined;
    const [change] = await this.#changes(`${selecting} WHERE sequence = ?`, [id]);
    return change;
  }

  async list(filter: ChangeFilter, limit: number): Promise<ChangePage> {
    return matchesNothing(filter) ? { changes: [], next: undefined } : findChanges(filter, limit, this.#store);
  }

  listAfter(id: string, limit: number): Promise<readonly Change[]> {
    return this.#changes(`${selecting} WHERE sequence > ? ORDER BY sequence LIMIT ?`, [id, limit]);
  }

  async place(landsMs = 0): Promise<Place> {
    const { clock } = this.#store.dialect;
    const [row] = await this.#store.all<{ number: number }>(
      `SELECT coalesce(min(known_at) - 1, (SELECT number FROM place)) AS number FROM history_change
       WHERE outcome = 'outcome-unknown' AND settled > ${clock} - CAST(? AS bigint)
         AND settled < ${clock} + CAST(? AS bigint)`,
      [landsMs, landsMs],
    );
    return row?.number ?? 0;
  }

  knownAfter(place: Place, limit: number): Promise<readonly Change[]> {
    return this.#changes(`${selecting} WHERE known_at > ? ORDER BY known_at LIMIT ?`, [place, limit]);
  }

  inProgress(limit: number): Promise<readonly Change[]> {
    return this.#changes(`${selecting} WHERE outcome = 'in-progress' ORDER BY sequence LIMIT ?`, [limit]);
  }

  async newest(): Promise<string> {
    const [row] = await this.#store.all<{ newest: number }>(
      `SELECT coalesce(max(sequence), 0) AS newest FROM history_change`,
      [],
    );
    return String(row?.newest ?? 0);
  }

  async setSince(lists: readonly ListSince[]): Promise<readonly (string | undefined)[]> {
    const asked = lists.map((list, place) => ({ place, ...list }));
    const text = (name: string): string => `element.value ->> '${name}'`;
    const number = (name: string): string => `CAST(${text(name)} AS bigint)`;
    const rows = await this.#store.search<{ place: number; newest: number | null }>(
      `SELECT asked.place AS place, (SELECT max(sequence) FROM history_change AS change
         WHERE device_uuid = asked.uuid AND kind = asked.kind AND sequence > asked.since AND outcome IN ${mayBeSet}
           AND (asked.run IS NULL OR run IS NULL OR run <> asked.run)) AS newest
       FROM (SELECT ${number('place')} AS place, ${text('uuid')} AS uuid, ${text('kind')} AS kind,
               ${number('since')} AS since, ${number('run')} AS run FROM ${this.#store.dialect.elements}) AS asked`,
      [JSON.stringify(asked)],
    );
    const newest = new Map(rows.map((row) => [row.place, row.newest]));
    return lists.map((_, place) => {
      const sequence = newest.get(place) ?? null;
      return sequence === null ? undefined : String(sequence);
    });
  }

  hasGiven(of: 'change' | 'run', id: string): Promise<boolean> {
    return hasGiven(this.#store, `history_${of}`, id);
  }

  async beginRun({ time, user, title, plan }: Omit<Run, 'id'>): Promise<string> {
    const [row] = await write<{ sequence: number }>(
      this.#store,
      'INSERT INTO history_run (time, user_name, title, plan) VALUES (?, ?, ?, ?) RETURNING sequence',
      [time.getTime(), user, title, plan ?? null],
    );
    return String(row?.sequence);
  }

  async getRun(id: string): Promise<Run | undefined> {
    return isSequence(id) ? readRun(id, this.#store) : undefined;
  }

  async getRunResult(id: string): Promise<RunResult | undefined> {
    const run = await this.getRun(id);
    return run && withResult(run, this.#store);
  }

  async listRuns(filter: RunFilter, limit: number): Promise<RunPage> {
    return matchesNothing(filter) ? { runs: [], next: undefined } : findRuns(filter, limit, this.#store);
  }

  async deleteEmptyRuns(time: Date, most: number): Promise<number> {
    const { dialect } = this.#store;
    const isEmpty = `NOT EXISTS (SELECT 1 FROM history_change AS change WHERE change.run = run.sequence)`;
    // Two statements are needed: the second one also sees the changes that were added while the first one waited for
    // locks.
    const [, deleted] = await this.#store.transact([
      {
        text: `SELECT sequence FROM history_run AS run WHERE time < ? AND ${isEmpty} LIMIT ? ${dialect.free}`,
        values: [time.getTime(), most],
      },
      {
        text: `DELETE FROM history_run AS run
          WHERE sequence IN (SELECT CAST(value AS bigint) FROM ${dialect.textsIn('?')}) AND ${isEmpty} RETURNING sequence`,
        values: [sequencesBefore],
      },
    ]);
    return deleted?.length ?? 0;
  }

  async dismiss({ id, evidence, reason, user, time }: KeptDismissal): Promise<void> {
    await write(
      this.#store,
      `INSERT INTO history_dismissal (id, evidence, reason, user_name, time) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET evidence = excluded.evidence, reason = excluded.reason,
         user_name = excluded.user_name, time = excluded.time`,
      [id, evidence, reason, user, time.getTime()],
    );
  }

  async restoreDismissed(id: string): Promise<boolean> {
    const text = `DELETE FROM history_dismissal WHERE id = ? RETURNING id`;
    return (await write(this.#store, text, [id])).length > 0;
  }

  async dismissedIds(most: number): Promise<readonly string[]> {
    const text = `SELECT id FROM history_dismissal ORDER BY id LIMIT ?`;
    return (await this.#store.all<{ id: string }>(text, [most])).map(({ id }) => id);
  }

  async dismissalsOf(ids: readonly string[]): Promise<readonly KeptDismissal[]> {
    if (ids.length === 0) return [];
    const rows = await this.#store.all<Omit<KeptDismissal, 'time'> & { time: number }>(
      `SELECT id, evidence, reason, user_name AS "user", time FROM history_dismissal
       WHERE id IN (SELECT value FROM ${this.#store.dialect.textsIn('?')})`,
      [JSON.stringify(ids)],
    );
    return rows.map(({ time, ...others }) => ({ ...others, time: new Date(time) }));
  }

  async lockDevice(device: DeviceKey, wait: Wait): Promise<DeviceLock> {
    const { isAlone, by } = this.#store.dialect;
    const key = deviceId(device);
    const lock = await this.#store.lock(key, wait);
    const newest = (index: string, condition: string): string =>
      `SELECT * FROM (${selecting} ${by(index)} WHERE ${condition} AND device_key = ?
        ORDER BY sequence DESC LIMIT ${mostProven}) AS ${index}`;
    const look = async (): Promise<DeviceLock> => {
      const left = await this.#changes(
        `${newest('history_change_unproven', unproven)} UNION ALL ${newest('history_change_in_progress', `outcome = 'in-progress'`)}`,
        [key, key],
      );
      const isLeft = ({ outcome }: Change): boolean => outcome === 'in-progress';
      if (isAlone) return { ...lock, unproven: left.filter((change) => !isLeft(change)) };
      // The holder of a device's lock knows that no one works on the device's changes in progress.
      if (left.some(isLeft)) await this.#learn(`${this.#settlingLeft} AND device_key = ?`, [key]);
      return { ...lock, unproven: left };
    };
    try {
      return await untilAborted(look(), wait.signal, late);
    } catch (thrown) {
      void lock.release();
      throw thrown;
    }
  }

  async settleAbandoned(): Promise<number> {
    const { isAlone, unlocked } = this.#store.dialect;
    // The lock of a device ends with the transaction. If its holder has settled the change in the meantime, the
    // statement finds that out, because it looks at the change again before it sets it.
    if (!isAlone) return this.#settled(unlocked('device_key'), []);
    this.#inherited ??= Number(await this.newest());
    return this.#settled('sequence <= ?', [this.#inherited]);
  }

  async #settled(condition: string, values: readonly SqlValue[]): Promise<number> {
    if ((await this.inProgress(1)).length === 0) return 0;
    return (await this.#learn(`${this.#settlingLeft} AND ${condition} RETURNING sequence`, values)).length;
  }

  async readClock(): Promise<StoreClock> {
    const [row] = await this.#store.all<{ now: number; noted: number | null; newest: number | null }>(
      `SELECT ${this.#store.dialect.clock} AS now, (SELECT time FROM history_clock) AS noted,
         (SELECT time FROM history_change ORDER BY sequence DESC LIMIT 1) AS newest`,
      [],
    );
    const { now = Date.now(), noted = null, newest = null } = row ?? {};
    // The noted time counts even if the newest change is later. The time was noted because the clock had been wrong.
    const seen = noted ?? newest;
    return { now: new Date(now), seen: seen === null ? undefined : new Date(seen) };
  }

  async noteClock(now: Date): Promise<void> {
    await write(
      this.#store,
      `INSERT INTO history_clock (place, time) VALUES (1, ?)
       ON CONFLICT (place) DO UPDATE SET time = excluded.time`,
      [now.getTime()],
    );
  }

  async countOlderThan(time: Date): Promise<number> {
    const text = `SELECT count(*) AS count FROM history_change WHERE time < ?`;
    const [row] = await this.#store.search<{ count: number }>(text, [time.getTime()]);
    return row?.count ?? 0;
  }

  async deleteOlderThan(time: Date, most: number, upTo = Number.MAX_SAFE_INTEGER): Promise<number> {
    const { dialect } = this.#store;
    const [deleted] = await this.#store.transact([
      {
        text: `DELETE FROM history_change WHERE sequence IN
          (SELECT sequence FROM history_change WHERE time < ? AND coalesce(known_at, 0) <= ?
           ORDER BY time LIMIT ? ${dialect.free})
          RETURNING sequence`,
        values: [time.getTime(), upTo, most],
        then: { text: `DELETE FROM history_number WHERE sequence IN (SELECT sequence FROM added)`, values: [] },
      },
    ]);
    return deleted?.length ?? 0;
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  /** The statement that settles changes in progress; conditions can be appended. */
  get #settlingLeft(): string {
    return `UPDATE history_change SET outcome = 'outcome-unknown', known_at = ${nextPlace},
      settled = ${this.#store.dialect.clock} WHERE outcome = 'in-progress'`;
  }

  async #changes(text: string, values: readonly SqlValue[]): Promise<Change[]> {
    return (await this.#store.all<ChangeRow>(text, values)).map(changeOf);
  }
}

interface Sequence {
  readonly sequence: number;
}

/** How many changes of unknown outcome one read can explain. There is rarely more than one. */
const mostProven = 20;

/** Outcomes of changes that may have set the list. */
const mayBeSet = `(${[...carriedOut, 'outcome-unknown', 'in-progress'].map((outcome) => `'${outcome}'`).join(', ')})`;

/** A database may be unable to store a NUL in a text, so nothing matches one. */
function matchesNothing({ device, user, number }: ChangeFilter): boolean {
  return [device?.name, user, number].some((text) => text?.includes('\0'));
}
