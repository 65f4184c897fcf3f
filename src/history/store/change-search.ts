import { deviceId } from '../../domain/device.js';
import { conditionsOf } from '../../domain/list-filter.js';
import { type Condition, valuesOf, where } from '../../store/conditions.js';
import type { Dialect, Store } from '../../store/sql.js';
import { type ChangeFilter, changeFilters, type Parts } from './change-filter.js';
import type { ChangePage } from './change-store.js';
import { type ChangeRow, changeOf, selecting } from './rows.js';

/**
 * Searches for a page of changes, with the same few statements in both stores. The work of each statement is limited.
 */

/** What a search uses of the store. */
export type Searched = Pick<Store, 'search' | 'dialect'>;

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
export async function findChanges(filter: ChangeFilter, limit: number, store: Searched): Promise<ChangePage> {
  const lead = leadOf(filter, store.dialect);
  const range: Condition[] = filter.before === undefined ? [] : [['sequence < ?', filter.before]];
  const others = othersOf(filter, lead, store);
  const first = filter.since && (await firstSince('change', filter.since, store));
  if (first === null) return { changes: [], next: undefined };
  if (first !== undefined) range.push(['sequence >= ?', first]);
  const from = `${lead.from} ${where([...lead.conditions, ...range])} ORDER BY sequence DESC`;
  const values = valuesOf([...lead.conditions, ...range]);

  // The last row of the page. Newer changes come before it.
  const [last] =
    others.length === 0
      ? []
      : await store.search<Sequence>(`SELECT sequence FROM ${from} LIMIT 1 OFFSET ${mostLookedThrough - 1}`, values);
  const inRange = last ? [...range, ['sequence >= ?', String(last.sequence)] as const] : range;
  const looked = `SELECT sequence FROM ${lead.from} ${where([...lead.conditions, ...inRange])} ORDER BY sequence DESC`;
  const lookedValues = valuesOf([...lead.conditions, ...inRange]);
  const found = await store.search<Found>(
    `WITH looked AS MATERIALIZED (${looked} LIMIT ?)
     SELECT change.sequence AS sequence,
       octet_length(change.list_after) + coalesce(octet_length(change.list_before), 0) AS bytes
     FROM looked CROSS JOIN history_change AS change
     ${where([['change.sequence = looked.sequence'], ...others])} ORDER BY change.sequence DESC LIMIT ?`,
    [...lookedValues, others.length === 0 ? limit + 1 : 2 * mostLookedThrough, ...valuesOf(others), limit + 1],
  );

  const kept = found.slice(0, Math.min(limit, countUpTo(mostBytes, found)));
  const isCut = kept.length < found.length;
  return {
    changes: await read(kept, store),
    next: isCut ? String(kept.at(-1)?.sequence) : last && String(last.sequence),
  };
}

interface Sequence {
  readonly sequence: number;
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

function leadOf({ number, run, device, user, source }: ChangeFilter, { by }: Dialect): Lead {
  if (number !== undefined) {
    return { answers: 'number', from: 'history_number', conditions: [['number = ?', number]] };
  }
  if (run !== undefined && run !== null) {
    return { answers: 'run', from: `history_change ${by('history_change_run')}`, conditions: [['run = ?', run]] };
  }
  if (device) {
    const conditions = [['device_key = ?', deviceId(device)]] as const;
    return { answers: 'device', from: `history_change ${by('history_change_device')}`, conditions };
  }
  if (user !== undefined) {
    return {
      answers: 'user',
      from: `history_change ${by('history_change_user')}`,
      conditions: [['user_name = ?', user]],
    };
  }
  if (source === 'elsewhere') {
    return {
      answers: 'source',
      from: `history_change ${by('history_change_elsewhere')}`,
      conditions: [['seen_after IS NOT NULL']],
    };
  }
  return { answers: undefined, from: 'history_change', conditions: [] };
}

/** @returns the filters that the index does not answer */
function othersOf(filter: ChangeFilter, { answers }: Lead, { dialect }: Searched): Condition[] {
  const others = answers === undefined ? filter : { ...filter, [answers]: undefined };
  return conditionsOf<Parts, Condition>(changeFilters, others, { called: filter.called, textsIn: dialect.textsIn });
}

/**
 * @returns the lowest sequence of the changes, or of the runs, since a time. Null if there are none. Undefined if there
 * are so many that they fill a page without a search for the first one
 */
export async function firstSince(
  of: 'change' | 'run',
  time: Date,
  store: Searched,
): Promise<string | null | undefined> {
  const [counted] = await store.search<{ counted: number; first: number | null }>(
    `SELECT count(*) AS counted, min(sequence) AS first FROM
       (SELECT sequence FROM history_${of} ${store.dialect.by(`history_${of}_time`)} WHERE time >= ? LIMIT ${mostCounted}) AS since`,
    [time.getTime()],
  );
  if (!counted || counted.counted === mostCounted) return undefined;
  return counted.first === null ? null : String(counted.first);
}

/** @returns how many of the first rows together stay within the size; at least one */
function countUpTo(most: number, found: readonly Found[]): number {
  let bytes = 0;
  const over = found.findIndex((one) => (bytes += one.bytes) > most);
  return over < 0 ? found.length : Math.max(1, over);
}

async function read(found: readonly Found[], store: Searched) {
  if (found.length === 0) return [];
  const rows = await store.search<ChangeRow>(
    `${selecting} WHERE sequence IN (SELECT CAST(value AS bigint) FROM ${store.dialect.textsIn('?')}) ORDER BY sequence DESC`,
    [JSON.stringify(found.map(({ sequence }) => sequence))],
  );
  return rows.map(changeOf);
}
