import { deviceId } from '../../domain/device.js';
import { conditionsOf } from '../../domain/list-filter.js';
import { type ChangeFilter, changeFilters, type Condition, type Times, type Value } from './change-filter.js';
import type { ChangePage } from './change-store.js';
import { type ChangeRow, changeOf, columnsIn } from './rows.js';

/** How one page of changes is looked for: the same few statements in both stores, each bounded in its work. */

/** What differs between the stores. The place of a value is a question mark. */
export interface Dialect extends Times {
  /** What comes before the name of a table. */
  readonly schema: string;
  /** @returns what makes the database use an index; nothing where it finds that out by itself */
  readonly by: (index: string) => string;
  /** A condition that a sequence is one of several, which are one value. */
  readonly among: string;
  /** @returns that value */
  readonly several: (sequences: readonly string[]) => Value;
}

export type Query = (text: string, values: readonly Value[]) => Promise<readonly object[]>;

/** How many changes one page looks through at most. */
export const mostLookedThrough = 1_000;

/** How many changes since a time are counted at most, to find out where they begin. */
const mostCounted = 10_000;

/** How many bytes of lists a page has; one that is larger stands alone in its page. */
const mostBytes = 2_000_000;

/**
 * Looks for a page of changes. It goes along one index (that of the number, of the device, or of the user), and looks
 * at the rows for what else is asked for. After so many rows, or so many bytes of lists, the page ends, whatever has
 * been found by then.
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

  // Where the page ends at the latest. What comes in meanwhile is above it.
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

/** @returns the oldest changes behind a sequence, the oldest first */
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

/** A table in the order of an index, and what holds for all that is looked through in it. */
interface Lead {
  readonly from: string;
  readonly conditions: readonly Condition[];
  /** The part of the filter that the index answers. */
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

/** @returns what the index does not answer */
function othersOf(filter: ChangeFilter, { answers }: Lead, dialect: Dialect): Condition[] {
  const others = answers === undefined ? filter : { ...filter, [answers]: undefined };
  return conditionsOf<Times, Condition>(changeFilters, others, dialect);
}

/**
 * @returns the lowest sequence of the changes, or of the runs, since a time, null where there are none, undefined where there are so many
 * that it is not looked for: then the page is full of them
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

/** @returns how many of the first are together no larger; at least one */
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
