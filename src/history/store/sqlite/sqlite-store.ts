import path from 'node:path';
import type { ButtonKind } from '../../../domain/button-kinds.js';
import type { Uuid } from '../../../domain/identifiers.js';
import type { KeptDismissal } from '../../../domain/finding.js';
import { type DeviceKey, deviceId } from '../../../domain/device.js';
import type { Change, FoundLater, Intention, SeenChange } from '../../change.js';
import { changesAfter, type Dialect, findChanges, type Query } from '../change-search.js';
import type { ChangeFilter, RunFilter } from '../change-filter.js';
import type { ChangePage, ChangeStore, DeviceLock, Numbered, StoreClock } from '../change-store.js';
import { countOlderThan, readClock } from '../clock.js';
import { readDismissals, readDismissedIds } from '../dismissals.js';
import { numbersTouched } from '../../difference.js';
import type { Run, RunPage, RunResult } from '../../run.js';
import { findRuns, newRunValues, readRun, withResult } from '../run-search.js';
import type { PlanStore } from '../../../plans/store/plan-store.js';
import { type PlanDialect, SqlPlans } from '../../../plans/store/sql-plans.js';
import type { SqliteOptions } from '../history-url.js';
import {
  type ChangeRow,
  changeOf,
  columnsIn,
  intentionValues,
  isSequence,
  ofList,
  seenKey,
  settlingValues,
  unproven,
} from '../rows.js';
import { HistoryUnavailable, runGone, RunGone } from '../history-problems.js';
import { sqliteClock, type SqliteValue } from './driver.js';
import type { SqliteStep } from './change-file.js';
import { StoreThread } from './store-thread.js';

/** How long a task may take before the disk counts as too slow, in milliseconds. */
const usualLimitMs = 5_000;

const dialect: Dialect = {
  schema: '',
  by: (index) => `INDEXED BY ${index}`,
  time: (time) => time.getTime(),
  among: 'IN (SELECT value FROM json_each(?))',
  several: (sequences) => JSON.stringify(sequences.map(Number)),
};

const planDialect: PlanDialect = {
  schema: '',
  clock: sqliteClock,
  lock: 'SELECT 1',
  elements: 'json_each(?)',
  isAlone: true,
};

/**
 * The history in one SQLite file, for one process: the file's lock keeps others out. A thread does all work on it, so
 * that a slow disk delays nothing else.
 */
export class SqliteStore implements ChangeStore {
  readonly #thread: StoreThread;
  readonly plans: PlanStore = new SqlPlans(
    planDialect,
    (text, values) => this.#lookUp(text, values),
    (steps) => this.#thread.ask('transact', [steps as readonly SqliteStep[]]),
  );
  /** The highest sequence of earlier processes. Changes in progress up to it are abandoned. */
  #inherited = 0;
  #sequence = 0;

  private constructor(thread: StoreThread) {
    this.#thread = thread;
  }

  /**
   * Opens the file, or creates it. Changes that an earlier process left in progress become `outcome-unknown`.
   * @throws HistoryUnusable
   */
  static async open(options: Pick<SqliteOptions, 'path'>, limitMs = usualLimitMs): Promise<SqliteStore> {
    // An absolute path: the driver would take some others for addresses, or for no file at all.
    const store = new SqliteStore(new StoreThread(path.resolve(options.path), limitMs));
    store.#inherited = store.#sequence = await store.#thread.open();
    // If the disk is full, this fails, and is done later.
    await store.settleAbandoned().catch(() => undefined);
    return store;
  }

  async begin(intention: Intention): Promise<string> {
    this.#sequence += 1;
    const sequence = this.#sequence;
    const numbers = numbersTouched(intention);
    const values = intentionValues(intention);
    const begun = this.#thread.ask(
      'begin',
      [{ sequence, time: intention.time.getTime(), values, numbers, run: intention.run ?? null }],
      () => {
        this.#thread.askLater({ method: 'retract', values: [sequence] });
      },
    );
    await begun.catch((thrown: unknown) => {
      throw thrown instanceof HistoryUnavailable && thrown.cause === runGone ? new RunGone() : thrown;
    });
    return String(sequence);
  }

  async keepSeen(seen: SeenChange): Promise<void> {
    this.#sequence += 1;
    const common = { sequence: this.#sequence, time: seen.time.getTime(), seenAfter: seen.seenAfter.getTime() };
    const [values, numbers, key] = [intentionValues(seen), numbersTouched(seen), seenKey(seen)];
    await this.#thread.ask('keepSeen', [{ ...common, values, numbers, key }]);
  }

  async settle(id: string, ...settled: Parameters<typeof settlingValues>): Promise<void> {
    await this.#thread.ask('settle', [Number(id), settlingValues(...settled)]);
  }

  async listOf(uuid: Uuid, device: DeviceKey, kind: ButtonKind, most: number): Promise<readonly Change[]> {
    const rows = await this.#lookUp(ofList(dialect.schema), [uuid, kind, most, deviceId(device), kind, most]);
    return rows.map((row) => changeOf(row as ChangeRow));
  }

  async listUnproven(device: DeviceKey, kind: ButtonKind, most: number): Promise<readonly Change[]> {
    const rows = await this.#lookUp(
      `SELECT ${columnsIn('')} FROM change INDEXED BY change_unproven
       WHERE ${unproven} AND device_key = ? AND kind = ? ORDER BY sequence DESC LIMIT ?`,
      [deviceId(device), kind, most],
    );
    return rows.map((row) => changeOf(row as ChangeRow));
  }

  async keepFound(id: string, { list, time }: FoundLater): Promise<void> {
    await this.#thread.ask('keepFound', [Number(id), list, time.getTime()]);
  }

  async get(id: string): Promise<Change | undefined> {
    if (!isSequence(id)) return undefined;
    const [row] = await this.#lookUp(`SELECT ${columnsIn('')} FROM change WHERE sequence = ?`, [Number(id)]);
    return row && changeOf(row as ChangeRow);
  }

  list(filter: ChangeFilter, limit: number): Promise<ChangePage> {
    return findChanges(filter, limit, this.#search, dialect);
  }

  listAfter(id: string, limit: number): Promise<readonly Change[]> {
    return changesAfter(id, limit, this.#search, dialect);
  }

  async hasGiven(of: Numbered, id: string): Promise<boolean> {
    return isSequence(id) && Number(id) <= (of === 'change' ? this.#sequence : await this.#last(of));
  }

  async beginRun(run: Omit<Run, 'id'>): Promise<string> {
    return String(await this.#thread.ask('beginRun', [newRunValues(run, (time) => time.getTime())]));
  }

  async getRun(id: string): Promise<Run | undefined> {
    return isSequence(id) ? readRun(id, this.#lookUp, dialect) : undefined;
  }

  async getRunResult(id: string): Promise<RunResult | undefined> {
    const run = await this.getRun(id);
    return run && withResult(run, this.#search, dialect);
  }

  listRuns(filter: RunFilter, limit: number): Promise<RunPage> {
    return findRuns(filter, limit, this.#search, dialect);
  }

  deleteEmptyRuns(time: Date, most: number): Promise<number> {
    return this.#thread.ask('deleteEmptyRuns', [time.getTime(), most]);
  }

  readClock(): Promise<StoreClock> {
    return readClock(sqliteClock, this.#lookUp, dialect);
  }

  async noteClock(now: Date): Promise<void> {
    await this.#thread.ask('noteClock', [now.getTime()]);
  }

  countOlderThan(time: Date): Promise<number> {
    return countOlderThan(time, this.#search, dialect);
  }

  async dismiss({ id, evidence, reason, user, time }: KeptDismissal): Promise<void> {
    await this.#thread.ask('dismiss', [[id, evidence, reason, user, time.getTime()]]);
  }

  restoreDismissed(id: string): Promise<boolean> {
    return this.#thread.ask('restoreDismissed', [id]);
  }

  dismissedIds(most: number): Promise<readonly string[]> {
    return readDismissedIds(most, this.#lookUp, dialect);
  }

  dismissalsOf(ids: readonly string[]): Promise<readonly KeptDismissal[]> {
    return readDismissals(ids, this.#lookUp, dialect);
  }

  /** No lock is needed: there is only one process, and within it the use cases keep the order of writes. */
  lockDevice(): Promise<DeviceLock> {
    return Promise.resolve(neverLost);
  }

  settleAbandoned(): Promise<number> {
    return this.#thread.ask('settleAbandoned', [this.#inherited]);
  }

  deleteOlderThan(time: Date, most: number): Promise<number> {
    return this.#thread.ask('deleteOlderThan', [time.getTime(), most]);
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  async #last(of: Numbered): Promise<number> {
    const [row] = await this.#lookUp('SELECT seq FROM sqlite_sequence WHERE name = ?', [of]);
    return (row as { readonly seq: number } | undefined)?.seq ?? 0;
  }

  /** For statements that read a few rows by an index. Writes may wait for them. */
  readonly #lookUp: Query = (text, values) => this.#thread.ask('lookUp', [text, values as readonly SqliteValue[]]);

  /** For statements that take longer. They run after the lookups. */
  readonly #search: Query = (text, values) => this.#thread.ask('search', [text, values as readonly SqliteValue[]]);
}

const neverLost: DeviceLock = {
  lost: new AbortController().signal,
  verify: () => Promise.resolve(true),
  release: () => Promise.resolve(),
};
