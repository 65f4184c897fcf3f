import { tableNamed } from './schema.js';
import type { ButtonKind } from '../../domain/button-kinds.js';
import { changedDevices, type Generations } from './compare-sweeps.js';
import type { DoubtfulLists, WatchedNumber } from './inventory-store.js';
import { keptLists } from './kept-lists.js';
import type { Sql } from '../../store/sql.js';

/** How many watched numbers are checked together. If a single list watches more, it is checked alone. */
const mostWatched = 20_000;
/** The only kind whose lists refer to numbers by their keys. */
export const watchingKind = 'busylampfield' satisfies ButtonKind;

/** A sweep, without the generation that it is compared with. */
type Sweep = Pick<Generations, 'swept' | 'seen'>;

/**
 * @returns the next lists of a kind that have changed, according to a sweep, and what the sweep has read about them in
 * other pages
 */
export async function doubtfulLists(
  sql: Sql,
  kind: ButtonKind,
  after: string,
  generations: Generations,
): Promise<DoubtfulLists> {
  const { swept, seen } = generations;
  const { devices, next } = await changedDevices(sql, kind, { after, upTo: undefined }, generations);
  const owners = devices.map(({ owner }) => owner);
  const { watched, upTo } = await watchedWithin(sql, kind === watchingKind ? owners : [], generations);
  const some = upTo === undefined ? owners : owners.filter((owner) => owner <= upTo);
  const lists = `SELECT DISTINCT owner FROM ${tableNamed(keptLists[kind].table)} b WHERE ${seen('b', swept)} AND owner IN`;
  const withRows = new Set((await inKeys<{ owner: string }>(sql, lists, some)).map(({ owner }) => owner));
  const without = devices.filter(({ owner, present }) => present === null || !withRows.has(owner));
  const isAsked = new Set(some);
  return {
    owners: some,
    without: without.map(({ owner }) => owner).filter((owner) => isAsked.has(owner)),
    watched,
    upTo: upTo ?? next,
  };
}

/** @returns the numbers that the lists of these owners watch by key */
export async function watchedBy(
  sql: Sql,
  owners: readonly string[],
  { swept, seen }: Sweep,
  most = Number.MAX_SAFE_INTEGER,
): Promise<WatchedNumber[]> {
  const watched = `SELECT DISTINCT b.owner AS owner, b.number AS key, n.dirn AS dirn, n.partition AS partition
    FROM ${tableNamed(keptLists[watchingKind].table)} b
    LEFT JOIN cluster_number n ON n.owner = b.number AND ${seen('n', swept)}
    WHERE b.number IS NOT NULL AND ${seen('b', swept)} AND b.owner IN`;
  return inKeys<WatchedNumber>(sql, watched, owners, ` ORDER BY 1 LIMIT ${most}`);
}

/** @returns the keys that lamps watch, if the sweep has no number with the key */
export async function missingNumbers(sql: Sql, most: number, { swept, seen }: Sweep): Promise<string[]> {
  const numbers = `SELECT 1 FROM cluster_number n WHERE n.owner = b.number AND ${seen('n', swept)}`;
  const rows = await sql.all<{ key: string }>(
    `SELECT DISTINCT b.number AS key FROM ${tableNamed(keptLists[watchingKind].table)} b
     WHERE b.number IS NOT NULL AND ${seen('b', swept)} AND NOT EXISTS (${numbers}) LIMIT ${most}`,
  );
  return rows.map(({ key }) => key);
}

/** The first lists, as long as they do not watch too many numbers in total; `upTo` is the last owner among them. */
async function watchedWithin(
  sql: Sql,
  owners: readonly string[],
  generations: Generations,
): Promise<{ readonly watched: readonly WatchedNumber[]; readonly upTo: string | undefined }> {
  const watched = await watchedBy(sql, owners, generations, mostWatched);
  if (watched.length < mostWatched) return { watched, upTo: undefined };
  const last = watched.at(-1)?.owner;
  const whole = watched.filter(({ owner }) => owner !== last);
  if (whole.length === 0 && last !== undefined)
    return { watched: await watchedBy(sql, [last], generations), upTo: last };
  return { watched: whole, upTo: whole.at(-1)?.owner };
}

/** Runs a query that ends with `IN (…)` for the given keys. */
async function inKeys<Row>(sql: Sql, query: string, keys: readonly string[], end = ''): Promise<Row[]> {
  if (keys.length === 0) return [];
  const marks = keys.map((_, position) => `$${position + 1}`).join(', ');
  return sql.all<Row>(`${query} (${marks})${end}`, keys);
}
