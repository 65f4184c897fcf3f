import { deviceId } from '../../domain/device.js';
import { conditionsOf } from '../../domain/list-filter.js';
import { type ChangeFilter, changeFilters, type Condition, type Times, type Value } from './change-filter.js';
import type { ChangePage } from './change-store.js';
import { type ChangeRow, changeOf, columnsIn } from './rows.js';

/**
 * Searches for a page of changes, with the same few statements in both stores. The work of each statement is limited.
 */

/** The differences between the stores. The placeholder of a value is a question mark. */
export interface Dialect extends Times {
  /** The prefix of a table's name. */
  readonly schema: string;
  /** @returns the SQL that makes the database use an index; empty if the database finds the index by itself */
  readonly by: (index: string) => string;
  /** The condition that a sequence is in a list. The list is one value, which `several` makes. */
  readonly among: string;
  /** @returns the list of these sequences as one value */
  readonly several: (sequences: readonly string[]) => Value;
}

export type Query = (text: string, values: readonly Value[]) => Promise<readonly object[]>;

/** How many changes the search for one page reads. */
export const mostLookedThrough = 1_000;

/** How many of the changes since a time are counted, to find the first of them. */
const mostCounted = 10_000;

/** How many bytes of lists a page may have. A change with larger lists gets a page of its own. */
const mostBytes = 2_000_000;

/**
 * Searches a page of changes. It reads rows along one index (by number, device or user), and checks the rest of the
 * filter row by row. The page ends after a limited number of rows, or of bytes of lists, even if only a few changes
 * were found.
 */
export async function findChanges(
  filter: ChangeFilter,
  limit: number,
  query: Query,
  dialect: Dialect,
): Promise<ChangePage> {
  const lead = leadOf(filter, dialect);
  const range: Condition[] = filter.before === undefined ? [] : [['sequence < ?', filter.before]];
  const others = othersOf(filter, lead, dialect);
  const first = filter.since && (await firstSince('change', dialect.time(filter.since), query, dialect));
  if (first === null) return { changes: [], next: undefined };
  if (first !== undefined) range.push(['sequence >= ?', first]);
  const from = `${lead.from} ${where([...lead.conditions, ...range])} ORDER BY sequence DESC`;
  const values = valuesOf([...lead.conditions, ...range]);

  // The last row of the page. Newer changes come before it.
  const [last] =
    others.length === 0
      ? []
      : ((await query(`SELECT sequence FROM ${from} LIMIT 1 OFFSET ${mostLookedThrough - 1}`, values)) as Sequence[]);
  const inRange = last ? [...range, ['sequence >= ?', String(last.sequence)] as const] : range;
  const looked = `SELECT sequence FROM ${lead.from} ${where([...lead.conditions, ...inRange])} ORDER BY sequence DESC`;
  const lookedValues = valuesOf([...lead.conditions, ...inRange]);
  const found = (await query(
    `WITH looked AS MATERIALIZED (${looked} LIMIT ?)
     SELECT change.sequence AS sequence,
       octet_length(change.list_after) + coalesce(octet_length(change.list_before), 0) AS bytes
     FROM looked CROSS JOIN ${dialect.schema}change AS change
     ${where([['change.sequence = looked.sequence'], ...others])} ORDER BY change.sequence DESC LIMIT ?`,
    [...lookedValues, others.length === 0 ? limit + 1 : 2 * mostLookedThrough, ...valuesOf(others), limit + 1],
  )) as Found[];

  const kept = found.slice(0, Math.min(limit, countUpTo(mostBytes, found)));
  const isCut = kept.length < found.length;
  return {
    changes: await read(kept, query, dialect),
    next: isCut ? String(kept.at(-1)?.sequence) : last && String(last.sequence),
  };
}

/** @returns the oldest changes after a sequence, oldest first */
export async function changesAfter(sequence: string, limit: number, query: Query, { schema }: Dialect) {
  const rows = await query(
    `SELECT ${columnsIn(schema)} FROM ${schema}change AS change WHERE sequence > ? ORDER BY sequence LIMIT ?`,
    [sequence, limit],
  );
  return (rows as ChangeRow[]).map(changeOf);
}

interface Sequence {
  readonly sequence: number | string;
}

interface Found extends Sequence {
  readonly bytes: number;
}

/** A table that is read in the order of an index, with the condition for the rows. */
interface Lead {
  readonly from: string;
  readonly conditions: readonly Condition[];
  /** The filter that the index answers. */
  readonly answers: keyof ChangeFilter | undefined;
}

function leadOf({ number, run, device, user, source }: ChangeFilter, { schema, by }: Dialect): Lead {
  const changes = `${schema}change`;
  if (number !== undefined) {
    return { answers: 'number', from: `${schema}change_number`, conditions: [['number = ?', number]] };
  }
  if (run !== undefined && run !== null) {
    return { answers: 'run', from: `${changes} ${by('change_run')}`, conditions: [['run = ?', run]] };
  }
  if (device) {
    const conditions = [['device_key = ?', deviceId(device)]] as const;
    return { answers: 'device', from: `${changes} ${by('change_device')}`, conditions };
  }
  if (user !== undefined) {
    return { answers: 'user', from: `${changes} ${by('change_user')}`, conditions: [['user_name = ?', user]] };
  }
  if (source === 'elsewhere') {
    return {
      answers: 'source',
      from: `${changes} ${by('change_elsewhere')}`,
      conditions: [['seen_after IS NOT NULL']],
    };
  }
  return { answers: undefined, from: changes, conditions: [] };
}

/** @returns the filters that the index does not answer */
function othersOf(filter: ChangeFilter, { answers }: Lead, dialect: Dialect): Condition[] {
  const others = answers === undefined ? filter : { ...filter, [answers]: undefined };
  return conditionsOf<Times, Condition>(changeFilters, others, dialect);
}

/**
 * @returns the lowest sequence of the changes, or of the runs, since a time. Null if there are none. Undefined if there
 * are so many that they fill a page without a search for the first one
 */
export async function firstSince(
  of: 'change' | 'run',
  time: Value,
  query: Query,
  { schema, by }: Dialect,
): Promise<string | null | undefined> {
  const [counted] = (await query(
    `SELECT count(*) AS counted, min(sequence) AS first FROM
       (SELECT sequence FROM ${schema}${of} ${by(`${of}_time`)} WHERE time >= ? LIMIT ${mostCounted}) AS since`,
    [time],
  )) as { counted: number | string; first: number | string | null }[];
  if (!counted || Number(counted.counted) === mostCounted) return undefined;
  return counted.first === null ? null : String(counted.first);
}

export function where(conditions: readonly Condition[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.map(([text]) => text).join(' AND ')}`;
}

export function valuesOf(conditions: readonly Condition[]): Value[] {
  return conditions.flatMap(([, ...values]) => values);
}

/** @returns how many of the first rows together stay within the size; at least one */
function countUpTo(most: number, found: readonly Found[]): number {
  let bytes = 0;
  const over = found.findIndex((one) => (bytes += one.bytes) > most);
  return over < 0 ? found.length : Math.max(1, over);
}

async function read(found: readonly Found[], query: Query, { schema, among, several }: Dialect) {
  if (found.length === 0) return [];
  const rows = await query(
    `SELECT ${columnsIn(schema)} FROM ${schema}change AS change WHERE sequence ${among} ORDER BY sequence DESC`,
    [several(found.map(({ sequence }) => String(sequence)))],
  );
  return (rows as ChangeRow[]).map(changeOf);
}
