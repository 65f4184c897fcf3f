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

/** Each takes a draft, and returns another one; `undo` takes the last of these steps back. */

/** @param isTyping more of it may follow, which is the same step until `settle` */
export function setField(draft: Draft, key: number, field: Field, value: string | boolean, isTyping: boolean): Draft {
  const rows = withRow(draft.rows, key, (row) => ({ ...row, entry: withField(row.entry, field, value) }));
  const last = draft.past.at(-1)?.typing;
  if (isTyping && last?.key === key && last.field === field) return { ...draft, rows };
  return step(draft, rows, isTyping ? { key, field } : undefined);
}

/** Ends the typing in a field: numbers lose the space around them, and the row goes to its index. */
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

/** What was found under a number that was typed. */
export interface NumberFound {
  readonly dirn: string;
  /** The partition that the row had when the number was looked up. */
  readonly partition: string;
  /** Those in which the call manager knows the number. */
  readonly partitions: readonly string[];
}

/**
 * Gives a row the partition of the number that was typed, where there is only one, and nobody has chosen another one
 * while it was looked up. It belongs to the step that typed it.
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

/** Adds an entry with nothing but its index. */
export function add(draft: Draft, shape: Shape, index: string): Draft {
  const added = rowOf(nextKey(draft), undefined, blank(shape, index), { isFresh: true });
  return step(draft, sorted([...draft.rows, added]));
}

/** Removes a row: what was read stays, to be restored; what was added is gone. */
export function remove(draft: Draft, key: number): Draft {
  const rows = draft.rows.filter((row) => row.key !== key || row.base !== undefined);
  return step(draft, sorted(withRow(rows, key, (row) => ({ ...row, isRemoved: true }))));
}

export function restore(draft: Draft, key: number): Draft {
  return step(draft, sorted(withRow(draft.rows, key, (row) => ({ ...row, isRemoved: false }))));
}

/** Moves a row to the index beside its own; what stands there comes to its index. */
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

/** What becomes of the row that stands at an index which another row gets. */
export type Yielding =
  /** It goes where the other one was. */
  | 'swap'
  /** It goes one further, and so do those behind it, up to the first index that is free. */
  | 'shift';

/** Gives a row an index, whatever stands there. @param to digits, from 1 on */
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

/** Adds an entry at an index; what stands there, and behind it without a gap, goes one further. */
export function insertAt(draft: Draft, shape: Shape, index: string): Draft {
  const added = rowOf(nextKey(draft), undefined, blank(shape, index), { isFresh: true });
  return step(draft, sorted([...shifted(draft, undefined, canonicalIndex(index), 1), added]));
}

/** How the entries of another device come into a list. */
export type Copying =
  /** The list becomes the other one. */
  | 'replace'
  /** Only those come whose index is free. */
  | 'fill';

/** Takes over the entries of another device. @param from its name */
export function copyFrom(draft: Draft, entries: readonly Entry[], copying: Copying, from: string): Draft {
  const free = nextKey(draft);
  const taken = occupants(draft);
  const isTaken = ({ index }: Entry): boolean => taken.has(canonicalIndex(index));
  const added = entries
    .filter((entry) => !isTaken(entry))
    .map((entry, position) => rowOf(free + position, undefined, entry));
  const rows = sorted([...(copying === 'fill' ? draft.rows : replaced(draft.rows, entries)), ...added]);
  return { ...draft, rows, past: [...draft.past, { rows: draft.rows, typing: undefined, copiedFrom: from }] };
}

/** @returns the device whose entries a draft took over last; undefined if it took over none */
export function copiedFrom({ past }: Draft): string | undefined {
  return past.findLast((earlier) => earlier.copiedFrom !== undefined)?.copiedFrom;
}

/** The rows, as the entries of the same index are; without those that have none. */
function replaced(rows: readonly Row[], entries: readonly Entry[]): readonly Row[] {
  const byIndex = new Map(entries.map((entry) => [canonicalIndex(entry.index), entry]));
  return rows.flatMap((row) => {
    const entry = row.isRemoved ? undefined : byIndex.get(canonicalIndex(row.entry.index));
    if (entry) return [{ ...row, entry }];
    return row.base ? [{ ...row, isRemoved: true }] : [];
  });
}

/** Those rows that will be there, by index. @param but the one that does not count */
function occupants({ rows }: Draft, but?: number): ReadonlyMap<string, Row> {
  const present = rows.filter(({ key, isRemoved }) => key !== but && !isRemoved);
  return new Map(present.map((row) => [canonicalIndex(row.entry.index), row]));
}

/** The index that a row leaves: its last one that nobody else has by now. */
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

/** Takes the last step back. */
export function undo(draft: Draft): Draft {
  const last = draft.past.at(-1);
  return last ? { ...draft, ...last.read, rows: last.rows, past: draft.past.slice(0, -1) } : draft;
}

/** Back to the list as it was read, or as it is by now where that is known. */
export function discard(draft: Draft): Draft {
  return draft.newer ? goOnWith(draft, startDraft(draft.newer)) : step(draft, startDraft(draft).rows);
}

/** Goes on with a draft of another list, as a step that can be taken back. */
export function goOnWith({ rows, entries, etag, refusals, newer, past }: Draft, next: Draft): Draft {
  return { ...next, past: [...past, { rows, typing: undefined, read: { entries, etag, refusals, newer } }] };
}

/** Before a review nothing is fresh any more: what is missing is said. */
export function reviewed(draft: Draft): Draft {
  if (!draft.rows.some(({ isFresh }) => isFresh)) return draft;
  return { ...draft, rows: draft.rows.map((row) => (row.isFresh ? { ...row, isFresh: false } : row)) };
}

/** The index behind the last one. */
export function indexAfterLast({ rows }: Draft): string {
  const last = rows.filter(({ isRemoved, entry }) => !isRemoved && isDigits(entry.index)).at(-1);
  return last ? indexPlus(last.entry.index, 1) : '1';
}

/** That of a row which is added next. */
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

/** Only what was typed: what the call manager holds in another field is not changed by the way. */
function trimmed(entry: Entry, field: Field): Entry {
  if (field === 'index') return { ...entry, index: entry.index.trim() };
  return field === targetField(entry) ? withField(entry, field, targetOf(entry).trim()) : entry;
}
