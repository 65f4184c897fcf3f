import type { Dialect, Query } from './change-search.js';
import type { StoreClock } from './change-store.js';

/** The store's clock, with the same statements in both stores. */

interface ClockRow {
  readonly now: number | Date;
  readonly noted: number | Date | null;
  readonly newest: number | Date | null;
}

/** @param clock an SQL expression for the present time */
export async function readClock(clock: string, query: Query, { schema }: Dialect): Promise<StoreClock> {
  const [row] = (await query(
    `SELECT ${clock} AS now, (SELECT time FROM ${schema}clock_seen) AS noted,
       (SELECT time FROM ${schema}change ORDER BY sequence DESC LIMIT 1) AS newest`,
    [],
  )) as ClockRow[];
  const { now = Date.now(), noted = null, newest = null } = row ?? {};
  // The noted time counts even if the newest change is later. The time was noted because the clock had been wrong.
  const seen = noted ?? newest;
  return { now: new Date(now), seen: seen === null ? undefined : new Date(seen) };
}

/** @returns the statement that replaces the noted time; its only value is the time */
export function notingClock(schema: string): string {
  return `INSERT INTO ${schema}clock_seen (place, time) VALUES (1, ?) ON CONFLICT (place) DO UPDATE SET time = excluded.time`;
}

/** @returns how many changes are older */
export async function countOlderThan(time: Date, query: Query, { schema, time: timeOf }: Dialect): Promise<number> {
  const [row] = (await query(`SELECT count(*) AS count FROM ${schema}change WHERE time < ?`, [timeOf(time)])) as {
    readonly count: number | string;
  }[];
  return Number(row?.count ?? 0);
}
