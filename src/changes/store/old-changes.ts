import type { Condition } from '../../store/conditions.js';
import { type Store, write } from '../../store/sql.js';
import { hasExpired, inOpenIndex } from './change-rows.js';
import type { StoreClock } from './change-store.js';
import { Dismissals } from './dismissals.js';

/** After this time, in milliseconds, the rest of a change's lists does not come any more: an upload takes less. */
const longestAskingMs = 1_200_000;

/** How many changes are closed or deleted at a time. */
const changesAtOnce = 200;

/** Which changes are old, by the store's clock, and their deletion. */
export class OldChanges extends Dismissals {
  readonly #store: Store;

  constructor(store: Store) {
    super(store);
    this.#store = store;
  }

  async readClock(): Promise<StoreClock> {
    const [row] = await this.#store.all<{ now: number; noted: number | null; newest: number | null }>(
      `SELECT ${this.#store.dialect.clock} AS now, (SELECT time FROM history_clock) AS noted,
         (SELECT time FROM history_list WHERE number IS NOT NULL ORDER BY number DESC LIMIT 1) AS newest`,
      [],
    );
    const { now = Date.now(), noted = null, newest = null } = row ?? {};
    // The noted time counts even if the newest list is later. The time was noted because the clock had been wrong.
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
    const text = `SELECT count(*) AS count FROM history_change WHERE aged < ?`;
    const [row] = await this.#store.search<{ count: number }>(text, [time.getTime()]);
    return row?.count ?? 0;
  }

  deleteOlderThan(time: Date, most: number, upTo = Number.MAX_SAFE_INTEGER): Promise<number> {
    const isOld: Condition = [
      `change.aged < ? AND change.state <> 'running' AND NOT EXISTS (SELECT 1 FROM history_list AS later
         WHERE later.change = change.sequence AND later.known_at > ?)`,
      time.getTime(),
      upTo,
    ];
    return this.#delete(isOld, most);
  }

  async deleteUnsent(closedBefore: Date, most: number): Promise<number> {
    await this.#closeExpired();
    const { clock } = this.#store.dialect;
    const isLeft = `(${inOpenIndex} AND change.state = 'asking' AND change.time < ${clock} - ${longestAskingMs})`;
    const drafts = await this.#delete([`((change.state = 'closed' AND change.draft = 1) OR ${isLeft})`], most);
    if (drafts > 0) return drafts;
    const isClosed: Condition = [`change.state = 'closed' AND change.ended_time < ?`, closedBefore.getTime()];
    return this.#delete(isClosed, most, true);
  }

  /** Stores of some changes that they have expired. */
  async #closeExpired(): Promise<void> {
    const isExpired = hasExpired(this.#store.dialect);
    await write(
      this.#store,
      `UPDATE history_change AS change SET state = 'closed', closed_because = 'expired', aged = expires,
         ended_time = expires, holder = NULL, held_until = NULL
       WHERE ${isExpired} AND sequence IN (SELECT change.sequence FROM history_change AS change
         WHERE ${inOpenIndex} AND ${isExpired}
         LIMIT ${changesAtOnce})`,
      [],
    );
  }

  /**
   * Deletes lists of such changes, and the changes that have none any more.
   * @param isKept whether the changes stay, with the lists that were sent
   * @returns how many lists, and changes without lists
   */
  async #delete([isSuch, ...values]: Condition, most: number, isKept = false): Promise<number> {
    const { free, lock, elements, textsIn } = this.#store.dialect;
    const old = await this.#store.search<{ readonly sequence: number; readonly size: number }>(
      `SELECT change.sequence, change.size FROM history_change AS change WHERE ${isSuch} ${isKept ? hasUnsent : ''}
       ORDER BY change.aged LIMIT ${changesAtOnce}`,
      values,
    );
    // No more than one that goes beyond what is deleted now.
    let lists = 0;
    const ids = JSON.stringify(old.filter(({ size }) => (lists += size) - size < most).map(({ sequence }) => sequence));
    const doomed = await this.#store.search<{ readonly change: number; readonly position: number | null }>(
      `SELECT change.sequence AS change, list.position AS position FROM history_change AS change
       ${isKept ? 'JOIN' : 'LEFT JOIN'} history_list AS list ON list.change = change.sequence ${isKept ? 'AND list.number IS NULL' : ''}
       WHERE change.sequence IN (SELECT CAST(value AS bigint) FROM ${textsIn('?')})
       ORDER BY change.sequence, list.position LIMIT ?`,
      [ids, most],
    );
    if (doomed.length === 0) return 0;
    const inIds = `sequence IN (SELECT CAST(value AS bigint) FROM ${textsIn('?')})`;
    const deletionFrom = (table: string) => ({
      text: `DELETE FROM ${table} WHERE (change, position) IN (SELECT CAST(value ->> 'change' AS bigint),
          CAST(value ->> 'position' AS integer) FROM ${elements})
        AND EXISTS (SELECT 1 FROM history_change AS change WHERE change.sequence = ${table}.change AND ${isSuch})`,
      values: [JSON.stringify(doomed.filter(({ position }) => position !== null)), ...values],
    });
    await this.#store.transact([
      { text: lock('retention'), values: [] },
      // Until the end of the transaction, no one begins one of them again.
      {
        text: `SELECT sequence FROM history_change AS change WHERE ${inIds} AND ${isSuch} ${free}`,
        values: [ids, ...values],
      },
      deletionFrom('history_number'),
      deletionFrom('history_list'),
      {
        text: isKept
          ? `UPDATE history_change AS change SET size = (SELECT count(*) ${ofChange}) WHERE ${inIds} AND ${isSuch}`
          : `DELETE FROM history_change AS change WHERE ${inIds} AND ${isSuch} AND NOT EXISTS (SELECT 1 ${ofChange})`,
        values: [ids, ...values],
      },
    ]);
    return doomed.length;
  }
}

const ofChange = 'FROM history_list AS list WHERE list.change = change.sequence';
const hasUnsent = `AND EXISTS (SELECT 1 FROM history_list AS unsent
  WHERE unsent.change = change.sequence AND unsent.number IS NULL)`;
