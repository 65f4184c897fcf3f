import { canonicalIndex, compareIndexes } from '../../src/domain/buttons.js';
import { type Draft, type Row, rowOf, sorted, startDraft } from './draft.js';
import {
  blank,
  type Entry,
  type Field,
  indexPlus,
  isDigits,
  type Shape,
  targetField,
  targetOf,
  withField,
} from './entry.js';

/** Each function takes a draft and returns another draft. `undo` undoes the last of these steps. */

/** @param isTyping true if more typing may follow, which belongs to the same step until `settle` */
export function setField(draft: Draft, key: number, field: Field, value: string | boolean, isTyping: boolean): Draft {
  const rows = withRow(draft.rows, key, (row) => ({ ...row, entry: withField(row.entry, field, value) }));
  const last = draft.past.at(-1)?.typing;
  if (isTyping && last?.key === key && last.field === field) return { ...draft, rows };
  return step(draft, rows, isTyping ? { key, field } : undefined);
}

/** Ends the typing in a field: numbers are trimmed, and the row goes to its index. */
export function settle(draft: Draft): Draft {
  const last = draft.past.at(-1);
  if (last?.typing === undefined) return draft;
  const { key, field } = last.typing;
  const rows = withRow(draft.rows, key, (row) => ({
    ...row,
    entry: trimmed(row.entry, field),
    isFresh: row.isFresh && field !== targetField(row.entry),
  }));
  return { ...draft, rows: sorted(rows), past: [...draft.past.slice(0, -1), { ...last, typing: undefined }] };
}

/** What was found for a typed number. */
export interface NumberFound {
  readonly dirn: string;
  /** The partition that the row had when the number was looked up. */
  readonly partition: string;
  /** The partitions in which the call manager knows the number. */
  readonly partitions: readonly string[];
}

/**
 * Gives a row the partition of the typed number, if there is only one, and the user has not chosen another one in the
 * meantime. This belongs to the same step as the typing.
 */
export function choosePartition(draft: Draft, key: number, { dirn, partition, partitions }: NumberFound): Draft {
  const [only, ...others] = partitions;
  const row = draft.rows.find((one) => one.key === key);
  if (only === undefined || others.length > 0 || only === partition) return draft;
  if (row === undefined || !('partition' in row.entry)) return draft;
  if (row.entry.dirn !== dirn || row.entry.partition !== partition) return draft;
  const entry = withField(row.entry, 'partition', only);
  return { ...draft, rows: withRow(draft.rows, key, (one) => ({ ...one, entry })) };
}

/** Adds an entry with only its index. */
export function add(draft: Draft, shape: Shape, index: string): Draft {
  const added = rowOf(nextKey(draft), undefined, blank(shape, index), { isFresh: true });
  return step(draft, sorted([...draft.rows, added]));
}

/** Removes a row. If the row was read, it stays, so that it can be restored. If it was added, it disappears. */
export function remove(draft: Draft, key: number): Draft {
  const rows = draft.rows.filter((row) => row.key !== key || row.base !== undefined);
  return step(draft, sorted(withRow(rows, key, (row) => ({ ...row, isRemoved: true }))));
}

export function restore(draft: Draft, key: number): Draft {
  return step(draft, sorted(withRow(draft.rows, key, (row) => ({ ...row, isRemoved: false }))));
}

/** Moves a row to the neighboring index. The row there gets the index of this row. */
export function move(draft: Draft, key: number, by: 1 | -1): Draft {
  const moved = draft.rows.find((row) => row.key === key && !row.isRemoved);
  if (moved === undefined || !canMove(moved, by)) return draft;
  const from = canonicalIndex(moved.entry.index);
  const to = indexPlus(from, by);
  const rows = draft.rows.map((row) => {
    if (row === moved) return at(row, to);
    return !row.isRemoved && canonicalIndex(row.entry.index) === to ? at(row, from) : row;
  });
  return step(draft, sorted(rows));
}

/** What happens to the row at an index that another row gets. */
export type Yielding =
  /** It takes the other row's place. */
  | 'swap'
  /** It moves to the next index, and so do the rows after it, up to the first free index. */
  | 'shift';

/** Gives a row an index, even if another row is there. @param to digits, from 1 on */
export function moveTo(draft: Draft, key: number, to: string, yielding: Yielding): Draft {
  const moved = draft.rows.find((row) => row.key === key && !row.isRemoved);
  if (moved === undefined) return draft;
  const from = freeIndexOf(draft, moved);
  const goal = canonicalIndex(to);
  if (canonicalIndex(moved.entry.index) === goal && !occupants(draft, key).has(goal)) return draft;
  const others =
    yielding === 'swap'
      ? swapped(draft, key, goal, from)
      : shifted(draft, key, goal, compareIndexes(from, goal) > 0 ? 1 : -1);
  return step(draft, sorted(withRow(others, key, (row) => at(row, goal))));
}

/**
 * Adds an entry at an index. The entry there moves to the next index, and so do the entries after it, up to the first
 * free index.
 */
export function insertAt(draft: Draft, shape: Shape, index: string): Draft {
  const added = rowOf(nextKey(draft), undefined, blank(shape, index), { isFresh: true });
  return step(draft, sorted([...shifted(draft, undefined, canonicalIndex(index), 1), added]));
}

/** How the entries of another device are copied into a list. */
export type Copying =
  /** They replace the list. */
  | 'replace'
  /** Only entries with a free index are copied. */
  | 'fill';

/** Copies the entries of another device. */
export function copyFrom(draft: Draft, entries: readonly Entry[], copying: Copying): Draft {
  const free = nextKey(draft);
  const taken = occupants(draft);
  const isTaken = ({ index }: Entry): boolean => taken.has(canonicalIndex(index));
  const added = entries
    .filter((entry) => !isTaken(entry))
    .map((entry, position) => rowOf(free + position, undefined, entry));
  const rows = sorted([...(copying === 'fill' ? draft.rows : replaced(draft.rows, entries)), ...added]);
  return { ...draft, rows, past: [...draft.past, { rows: draft.rows, typing: undefined }] };
}

/** Gives the rows the entries with the same index; rows without one are left out. */
function replaced(rows: readonly Row[], entries: readonly Entry[]): readonly Row[] {
  const byIndex = new Map(entries.map((entry) => [canonicalIndex(entry.index), entry]));
  return rows.flatMap((row) => {
    const entry = row.isRemoved ? undefined : byIndex.get(canonicalIndex(row.entry.index));
    if (entry) return [{ ...row, entry }];
    return row.base ? [{ ...row, isRemoved: true }] : [];
  });
}

/** The rows that will remain, by index. @param but the key of a row that does not count */
function occupants({ rows }: Draft, but?: number): ReadonlyMap<string, Row> {
  const present = rows.filter(({ key, isRemoved }) => key !== but && !isRemoved);
  return new Map(present.map((row) => [canonicalIndex(row.entry.index), row]));
}

/** The index that a row leaves: the last index that it had and that no other row has now. */
function freeIndexOf(draft: Draft, moved: Row): string {
  const others = occupants(draft, moved.key);
  const earlier = draft.past.flatMap(({ rows }) => rows.filter(({ key }) => key === moved.key)).reverse();
  const known = [moved, ...earlier].map(({ entry }) => canonicalIndex(entry.index));
  return known.find((index) => isDigits(index) && !others.has(index)) ?? indexAfterLast(draft);
}

function swapped(draft: Draft, key: number, index: string, free: string): readonly Row[] {
  const there = occupants(draft, key).get(index);
  return there ? withRow(draft.rows, there.key, (row) => at(row, free)) : draft.rows;
}

function shifted(draft: Draft, key: number | undefined, from: string, by: 1 | -1): readonly Row[] {
  const others = occupants(draft, key);
  const goals = new Map<number, string>();
  let index = from;
  for (let row = others.get(index); row !== undefined; row = others.get(index)) {
    index = indexPlus(index, by);
    goals.set(row.key, index);
  }
  return draft.rows.map((row) => {
    const goal = goals.get(row.key);
    return goal === undefined ? row : at(row, goal);
  });
}

/** The first index of a phone is 1. */
export function canMove({ entry: { index } }: Row, by: 1 | -1): boolean {
  return isDigits(index) && (by === 1 || BigInt(canonicalIndex(index)) > 1n);
}

/** Undoes the last step. */
export function undo(draft: Draft): Draft {
  const last = draft.past.at(-1);
  return last ? { ...draft, ...last.read, rows: last.rows, past: draft.past.slice(0, -1) } : draft;
}

/** Goes back to the list as it was read, or to its newer state if that is known. */
export function discard(draft: Draft): Draft {
  return draft.newer ? goOnWith(draft, startDraft(draft.newer)) : step(draft, startDraft(draft).rows);
}

/** Continues with a draft of another list, as a step that can be undone. */
export function goOnWith({ rows, entries, etag, refusals, newer, past }: Draft, next: Draft): Draft {
  return { ...next, past: [...past, { rows, typing: undefined, read: { entries, etag, refusals, newer } }] };
}

/** When a review begins, rows do not count as fresh any more, so that missing values are reported. */
export function reviewed(draft: Draft): Draft {
  if (!draft.rows.some(({ isFresh }) => isFresh)) return draft;
  return { ...draft, rows: draft.rows.map((row) => (row.isFresh ? { ...row, isFresh: false } : row)) };
}

/** The index after the last one. */
export function indexAfterLast({ rows }: Draft): string {
  const last = rows.filter(({ isRemoved, entry }) => !isRemoved && isDigits(entry.index)).at(-1);
  return last ? indexPlus(last.entry.index, 1) : '1';
}

/** The key of the next added row. */
export function nextKey({ rows, past, entries }: Draft): number {
  const known = [...rows, ...past.flatMap((earlier) => earlier.rows)].map(({ key }) => key);
  return known.reduce((most, key) => Math.max(most, key), entries.length) + 1;
}

function step(draft: Draft, rows: readonly Row[], typing?: { readonly key: number; readonly field: Field }): Draft {
  return { ...draft, rows, past: [...draft.past, { rows: draft.rows, typing }] };
}

function withRow(rows: readonly Row[], key: number, change: (row: Row) => Row): readonly Row[] {
  return rows.map((row) => (row.key === key ? change(row) : row));
}

function at(row: Row, index: string): Row {
  return { ...row, entry: { ...row.entry, index } };
}

/** Only the typed field is trimmed. Other fields stay as the call manager has them. */
function trimmed(entry: Entry, field: Field): Entry {
  if (field === 'index') return { ...entry, index: entry.index.trim() };
  return field === targetField(entry) ? withField(entry, field, targetOf(entry).trim()) : entry;
}
