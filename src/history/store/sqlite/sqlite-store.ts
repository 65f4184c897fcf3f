import path from 'node:path';
import type { Change, Intention, Outcome } from '../../change.js';
import type { ChangeFilter, ChangeStore, DeviceLock } from '../change-store.js';
import { numbersTouched } from '../../difference.js';
import type { SqliteOptions } from '../history-options.js';
import { type ChangeRow, changeOf, conditionsOf, intentionValues, isSequence } from '../rows.js';
import type { Value } from './change-file.js';
import { StoreThread } from './store-thread.js';

/** How long a task may take before the disk counts as too slow, in milliseconds. */
const usualLimitMs = 5_000;

/**
 * The history in one SQLite file, for one process: the file's lock keeps others out. All work on it is done by a thread,
 * so that a slow disk delays nothing else.
 */
export class SqliteStore implements ChangeStore {
  readonly #thread: StoreThread;
  /** The highest sequence of earlier processes; what is in progress up to it is abandoned. */
  #inherited = 0;
  #sequence = 0;

  private constructor(thread: StoreThread) {
    this.#thread = thread;
  }

  /**
   * Opens the file, or makes it; what an earlier process has left in progress becomes `outcome-unknown`.
   * @throws HistoryUnusable
   */
  static async open(options: Pick<SqliteOptions, 'path'>, limitMs = usualLimitMs): Promise<SqliteStore> {
    // An absolute path: the driver takes some others for addresses, or for no file at all.
    const store = new SqliteStore(new StoreThread(path.resolve(options.path), limitMs));
    store.#inherited = store.#sequence = await store.#thread.open();
    // On a full disk that is left for later.
    await store.settleAbandoned().catch(() => undefined);
    return store;
  }

  async begin(intention: Intention): Promise<string> {
    this.#sequence += 1;
    const sequence = this.#sequence;
    const numbers = numbersTouched(intention.before, intention.after);
    const values = intentionValues(intention);
    await this.#thread.ask({ task: 'begin', sequence, time: intention.time.getTime(), values, numbers }, () => {
      this.#thread.askLater({ task: 'retract', sequence });
    });
    return String(sequence);
  }

  async settle(id: string, outcome: Outcome): Promise<void> {
    await this.#thread.ask({ task: 'settle', sequence: Number(id), outcome });
  }

  async get(id: string): Promise<Change | undefined> {
    if (!isSequence(id)) return undefined;
    const [row] = await this.#select('change WHERE sequence = ?', [Number(id)]);
    return row && changeOf(row);
  }

  async list(filter: ChangeFilter, limit: number): Promise<readonly Change[]> {
    if (filter.before !== undefined && !isSequence(filter.before)) return [];
    const { sequences, values } = queryOf(filter);
    // First their sequences, out of an index alone; then of the rows no more than are wanted.
    const from = `change WHERE sequence IN (${sequences} LIMIT ?) ORDER BY sequence DESC`;
    const rows = await this.#select(from, [...values, limit]);
    return rows.map(changeOf);
  }

  /** There is one process, and within it the use cases hold the order. */
  lockDevice(): Promise<DeviceLock> {
    return Promise.resolve({ isHeld: true, release: () => Promise.resolve() });
  }

  async settleAbandoned(): Promise<number> {
    return (await this.#thread.ask({ task: 'settle-abandoned', upTo: this.#inherited })) as number;
  }

  async deleteOlderThan(time: Date, most: number): Promise<number> {
    return (await this.#thread.ask({ task: 'delete', time: time.getTime(), most })) as number;
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  async #select(from: string, values: readonly Value[]): Promise<ChangeRow[]> {
    return (await this.#thread.ask({ task: 'select', from, values })) as ChangeRow[];
  }
}

/** By its number first, or else by its device, its user or its time, whichever leaves least to look through. */
function queryOf(filter: ChangeFilter): { readonly sequences: string; readonly values: Value[] } {
  const conditions = conditionsOf(filter);
  const texts = conditions.map(([text]) => `${text}?`);
  const values = conditions.map(([, value]) => (value instanceof Date ? value.getTime() : value));
  const byNumber = filter.number !== undefined;
  if (byNumber) {
    texts.unshift('number = ?');
    values.unshift(filter.number);
  }
  const table = byNumber ? 'change_number CROSS JOIN change USING (sequence)' : `change ${indexFor(filter)}`;
  const where = texts.length > 0 ? `WHERE ${texts.join(' AND ')}` : '';
  const order = byNumber ? 'change_number.sequence' : 'change.sequence';
  return { sequences: `SELECT ${order} FROM ${table} ${where} ORDER BY ${order} DESC`, values };
}

function indexFor({ device, user, since }: ChangeFilter): string {
  if (device) return 'INDEXED BY change_device';
  if (user !== undefined) return 'INDEXED BY change_user';
  return since ? 'INDEXED BY change_time' : '';
}
