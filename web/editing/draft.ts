import type { ButtonKind } from '../../src/domain/button-kinds.js';
import { canonicalIndex, compareIndexes, inIndexOrder } from '../../src/domain/buttons.js';
import { difference, type Entry, type Field, isDigits, sameButIndex, sameEntry } from './entry.js';

/** A list of buttons as it was read, with its ETag. */
export interface ListRead {
  readonly kind: ButtonKind;
  readonly entries: readonly Entry[];
  readonly etag: string;
}

/** One entry on the page, from reading to saving. */
export interface Row {
  /** Stays with the row, even if its index changes. */
  readonly key: number;
  /** The entry as it was read; undefined for an added row. */
  readonly base: Entry | undefined;
  /** The wanted entry: what was typed, valid or not. */
  readonly entry: Entry;
  readonly isRemoved: boolean;
  /** The row was added, and its number is not typed yet. An empty number is then not a fault. */
  readonly isFresh: boolean;
  /** The row was changed on this page, and someone else has changed it too. */
  readonly isContested: boolean;
}

/** A step that can be undone. */
export interface Step {
  readonly rows: readonly Row[];
  /** Only if the step based the draft on another list: the previous list, and what was known about it. */
  readonly read?: Pick<Draft, 'entries' | 'etag' | 'refusals' | 'newer'>;
  /** The field in which the user is still typing. So all of the typing is one step. */
  readonly typing: { readonly key: number; readonly field: Field } | undefined;
}

/** A value that the service refused, with its words. */
export interface Refusal {
  readonly key: number;
  readonly field: Field;
  readonly value: string;
  readonly said: string;
}

/** A list that is being changed: how it was read, how it should be, and the steps between them. */
export interface Draft extends ListRead {
  readonly rows: readonly Row[];
  readonly past: readonly Step[];
  readonly refusals: readonly Refusal[];
  /** The list as it was read later, if it differs from the one that the draft began with. */
  readonly newer: ListRead | undefined;
}

export type RowState = 'same' | 'added' | 'changed' | 'moved' | 'removed';

/** @returns a draft without changes */
export function startDraft({ kind, entries, etag }: ListRead): Draft {
  const rows = inIndexOrder(entries).map((entry, key) => rowOf(key, entry, entry));
  return { kind, entries, etag, rows, past: [], refusals: [], newer: undefined };
}

export function rowOf(key: number, base: Entry | undefined, entry: Entry, traits: Partial<Row> = {}): Row {
  return { key, base, entry, isRemoved: false, isFresh: false, isContested: false, ...traits };
}

export function stateOf({ base, entry, isRemoved }: Row, kind: ButtonKind): RowState {
  if (base === undefined) return 'added';
  if (isRemoved) return 'removed';
  if (base === entry || sameEntry(kind, base, entry)) return 'same';
  return sameButIndex(kind, base, entry) ? 'moved' : 'changed';
}

export function isChanged({ rows, kind }: Draft): boolean {
  return rows.some((row) => stateOf(row, kind) !== 'same');
}

/** @returns how many rows are in each state */
export function countStates({ rows, kind }: Draft): Readonly<Record<RowState, number>> {
  const counts = { same: 0, added: 0, changed: 0, moved: 0, removed: 0 };
  for (const row of rows) counts[stateOf(row, kind)] += 1;
  return counts;
}

/** The rows that will remain, in the order in which they are sent. */
export function rowsWanted({ rows }: Draft): readonly Row[] {
  return rows.filter(({ isRemoved }) => !isRemoved).sort((a, b) => compareIndexes(a.entry.index, b.entry.index));
}

/** The wanted list. */
export function wanted(draft: Draft): readonly Entry[] {
  return rowsWanted(draft).map(({ entry }) => ({ ...entry, index: canonicalIndex(entry.index) }));
}

/** The changes that saving the draft would make. */
export function changesIn(draft: Draft): ReturnType<typeof difference> {
  return difference(draft.kind, draft.entries, wanted(draft));
}

/** The position of a row; a removed one keeps its old position. */
export function positionOf({ base, entry, isRemoved }: Row): string {
  return canonicalIndex(isRemoved && base ? base.index : entry.index);
}

/** @returns the rows by index; unsorted while an index is not a number */
export function sorted(rows: readonly Row[]): readonly Row[] {
  if (!rows.every((row) => isDigits(positionOf(row)))) return rows;
  return [...rows].sort(
    (a, b) => compareIndexes(positionOf(a), positionOf(b)) || Number(b.isRemoved) - Number(a.isRemoved),
  );
}
