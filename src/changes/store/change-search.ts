import { deviceId } from '../../domain/device.js';
import { grouped } from '../../domain/grouped.js';
import { conditionsOf } from '../../domain/list-filter.js';
import { type Condition, valuesOf, where } from '../../store/conditions.js';
import type { Dialect, Store } from '../../store/sql.js';
import { type ChangeFilter, changeFilters, filtersOfLists, type Parts } from './change-filter.js';
import { readChanges, stateNow } from './change-rows.js';
import type { ChangePage } from './change-store.js';
import { listOf, type ListRow, selecting } from './rows.js';

/**
 * Searches for a page of changes, with the same few statements in both stores. The work of each statement is limited.
 */

/** How many changes the search for one page looks through. */
export const mostLookedThrough = 1_000;

/** How many of their lists it looks through; of a larger change, all. */
const mostLists = 20_000;

/** How many rows since a time are counted, to find the first of them. */
const mostCounted = 10_000;

/** How many bytes of lists a page may have. A change with larger lists gets a page of its own. */
const mostBytes = 2_000_000;

/** How many matching lists are shown of each change. */
const mostOfChange = 20;

interface Looked {
  readonly sequence: number;
  readonly size: number;
}

interface Found {
  readonly sequence: number;
  /** The lists that match, as JSON; null if none does. */
  readonly matching: string | null;
}

interface Matching {
  readonly position: number;
  readonly bytes: number;
}

/**
 * Reads changes along one index (by number, device, user and so on), newest first, and checks the rest of the filter
 * change by change. The page ends after a limited number of changes, of their lists, or of bytes of lists, even if only
 * a few were found.
 */
export async function findChanges(filter: ChangeFilter, limit: number, store: Store): Promise<ChangePage> {
  const nothing = { changes: [], next: undefined };
  if (matchesNothing(filter)) return nothing;
  const first = filter.since && (await firstSince(filter.since, store));
  if (first === null) return nothing;

  const lead = leadOf(filter, store.dialect);
  const { ofChanges, ofLists } = conditionsFor(filter, store.dialect);
  const range: Condition[] = [
    ...(filter.before === undefined ? [] : [[`${lead.column} < ?`, filter.before] as const]),
    ...(first === undefined ? [] : [[`${lead.column} >= ?`, first] as const]),
  ];
  const conditions = [...lead.conditions, ...range];
  const most = ofChanges.length + ofLists.length === 0 ? limit + 1 : mostLookedThrough;
  const looked = await store.search<Looked>(
    `SELECT looked.sequence AS sequence, change.size AS size FROM
       (SELECT DISTINCT ${lead.column} AS sequence FROM ${lead.from} ${where(conditions)}
        ORDER BY ${lead.column} DESC LIMIT ?) AS looked
     JOIN history_change AS change ON change.sequence = looked.sequence ORDER BY looked.sequence DESC`,
    [...valuesOf(conditions), most],
  );
  const checked = looked.slice(
    0,
    countUpTo(
      mostLists,
      looked.map(({ size }) => size),
    ),
  );
  const matching = store.dialect.rowsAsJson(
    ['position', 'bytes'],
    `SELECT list.position AS position, octet_length(list_after) + coalesce(octet_length(list_before), 0) AS bytes
     FROM history_list AS list ${where([['list.change = change.sequence'], ...ofLists])}
     ORDER BY list.position LIMIT ${mostOfChange}`,
  );
  const rows = await store.search<Found>(
    `SELECT change.sequence AS sequence, ${matching} AS matching FROM history_change AS change
     ${where([['change.sequence IN (SELECT CAST(value AS bigint) FROM ' + store.dialect.textsIn('?') + ')'], ...ofChanges])}
     ORDER BY change.sequence DESC`,
    [...valuesOf(ofLists), JSON.stringify(checked.map(({ sequence }) => sequence)), ...valuesOf(ofChanges)],
  );
  const found = rows
    .map(({ sequence, matching: json }) => ({ sequence, lists: JSON.parse(json ?? '[]') as readonly Matching[] }))
    // A closed change may have no list any more; it is shown if no list is asked for.
    .filter(({ lists }) => lists.length > 0 || ofLists.length === 0);
  const bytes = found.map(({ lists }) => lists.reduce((sum, list) => sum + list.bytes, 0));
  const kept = found.slice(0, Math.min(limit, countUpTo(mostBytes, bytes)));
  const isCut = kept.length < found.length;
  const isLast = checked.length === looked.length && looked.length < most;
  const next = isCut ? kept.at(-1)?.sequence : isLast ? undefined : checked.at(-1)?.sequence;
  return { changes: await read(kept, store), next: next === undefined ? undefined : String(next) };
}

/** A table that is read in the order of an index, with the condition for the rows. */
interface Lead {
  readonly from: string;
  /** The column with the ids of the changes. */
  readonly column: string;
  readonly conditions: readonly Condition[];
}

function leadOf({ number, device, user, source, state }: ChangeFilter, { by }: Dialect): Lead {
  if (number !== undefined) return { from: 'history_number', column: 'change', conditions: [['number = ?', number]] };
  if (device) {
    const conditions = [['device_key = ?', deviceId(device)]] as const;
    return { from: `history_list ${by('history_list_device')}`, column: 'change', conditions };
  }
  const ofChanges = (index: string, ...conditions: Condition[]): Lead => {
    return { from: `history_change ${by(index)}`, column: 'sequence', conditions };
  };
  if (user !== undefined) return ofChanges('history_change_user', ['user_name = ?', user]);
  if (source === 'elsewhere') return ofChanges('history_change_elsewhere', ['user_name IS NULL']);
  const isWaiting = state !== undefined && (waiting as readonly string[]).includes(state);
  if (isWaiting) return ofChanges('history_change_open', [`carried = 1 AND ${isOneOf}`], ['state = ?', state]);
  if (state === 'stopped') return ofChanges('history_change_stopped', [`state = 'stopped'`]);
  return { from: 'history_change', column: 'sequence', conditions: [] };
}

/** States that only changes have that the service carries out, and few of them. */
const waiting = ['draft', 'reading', 'proposed'] as const;
/** The condition of the index of open changes. */
const isOneOf = `state IN ('asking', 'draft', 'reading', 'proposed', 'running')`;

/** @returns the conditions that changes and their lists must meet */
function conditionsFor(filter: ChangeFilter, dialect: Dialect) {
  const parts: Parts = { called: filter.called, textsIn: dialect.textsIn, stateNow: stateNow(dialect) };
  const given = Object.entries(filter).filter(([name]) => name in changeFilters);
  const isOfLists = ([name]: [string, unknown]): boolean => (filtersOfLists as readonly string[]).includes(name);
  const conditionsIn = (some: typeof given): Condition[] =>
    conditionsOf<Parts, Condition>(changeFilters, Object.fromEntries(some), parts);
  const { number, viewer } = filter;
  const hasNumber = `EXISTS (SELECT 1 FROM history_number AS touched WHERE touched.number = ?
    AND touched.change = list.change AND touched.position = list.position)`;
  return {
    ofChanges: [
      ...conditionsIn(given.filter((one) => !isOfLists(one))),
      [`change.state <> 'asking' AND (change.draft = 0 OR change.user_name = ?)`, viewer ?? ''] as const,
    ],
    ofLists: [
      ...conditionsIn(given.filter(isOfLists)),
      ...(number === undefined ? [] : [[hasNumber, number] as const]),
    ],
  };
}

/**
 * @returns the lowest id of the changes since a time. Null if there are none. Undefined if there are so many that they
 * fill a page without a search for the first one
 */
async function firstSince(time: Date, store: Store): Promise<string | null | undefined> {
  const { by } = store.dialect;
  const counted = (table: string, index: string, column: string, isOf: string): string =>
    `SELECT count(*) AS counted, min(id) AS first FROM
       (SELECT ${column} AS id FROM ${table} ${by(index)} WHERE time >= ? AND ${isOf} LIMIT ${mostCounted}) AS since_${table}`;
  const rows = await store.search<{ counted: number; first: number | null }>(
    `${counted('history_list', 'history_list_time', 'change', 'time IS NOT NULL')} UNION ALL
     ${counted('history_change', 'history_change_time', 'sequence', 'carried = 1')}`,
    [time.getTime(), time.getTime()],
  );
  if (rows.some((row) => row.counted === mostCounted)) return undefined;
  const firsts = rows.flatMap(({ first }) => first ?? []);
  return firsts.length === 0 ? null : String(Math.min(...firsts));
}

/** @returns how many of the first ones together stay within the size; at least one */
function countUpTo(most: number, sizes: readonly number[]): number {
  let sum = 0;
  const over = sizes.findIndex((size) => (sum += size) > most);
  return over < 0 ? sizes.length : Math.max(1, over);
}

async function read(
  found: readonly { readonly sequence: number; readonly lists: readonly Matching[] }[],
  store: Store,
) {
  if (found.length === 0) return [];
  const { elements, textsIn } = store.dialect;
  const asked = found.flatMap(({ sequence, lists }) => lists.map(({ position }) => ({ sequence, position })));
  const rows = await store.search<ListRow>(
    `${selecting} WHERE (change, position) IN (SELECT CAST(value ->> 'sequence' AS bigint),
       CAST(value ->> 'position' AS integer) FROM ${elements}) ORDER BY position`,
    [JSON.stringify(asked)],
  );
  const listsOf = grouped(rows.map(listOf), ({ change }) => change);
  const changes = await readChanges(
    store,
    `change.sequence IN (SELECT CAST(value AS bigint) FROM ${textsIn('?')}) ORDER BY change.sequence DESC`,
    [JSON.stringify(found.map(({ sequence }) => sequence))],
  );
  return changes.map((change) => ({ change, lists: listsOf.get(change.id) ?? [] }));
}

/** A database may be unable to store a NUL in a text, so nothing matches one. */
function matchesNothing({ device, user, number, search }: ChangeFilter): boolean {
  return [device?.name, user, number, search].some((text) => text?.includes('\0'));
}
