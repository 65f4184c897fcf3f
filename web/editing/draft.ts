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
  /** Stays with the row, whatever becomes of its index. */
  readonly key: number;
  /** As it was read; undefined for one that was added. */
  readonly base: Entry | undefined;
  /** As it is to be; what was typed, right or wrong. */
  readonly entry: Entry;
  readonly isRemoved: boolean;
  /** Added, and its number not typed yet: nothing is said of an empty one. */
  readonly isFresh: boolean;
  /** Changed here, and by somebody else too. */
  readonly isContested: boolean;
}

/** What can be taken back in one go. */
export interface Step {
  readonly rows: readonly Row[];
  /** Where the step put another list below the draft: the one before, and what was known of it. */
  readonly read?: Pick<Draft, 'entries' | 'etag' | 'refusals' | 'newer'>;
  /** The field that is still typed in, so that all of the typing is one step. */
  readonly typing: { readonly key: number; readonly field: Field } | undefined;
  /** The device whose entries it took over. */
  readonly copiedFrom?: string;
}

/** A value that the service refused, with its words. */
export interface Refusal {
  readonly key: number;
  readonly field: Field;
  readonly value: string;
  readonly said: string;
}

/** A list that is being changed: how it was read, how it is to be, and the way from the one to the other. */
export interface Draft extends ListRead {
  readonly rows: readonly Row[];
  readonly past: readonly Step[];
  readonly refusals: readonly Refusal[];
  /** The list as it was read later, where it is not the one any more that the draft began with. */
  readonly newer: ListRead | undefined;
}

export type RowState = 'same' | 'added' | 'changed' | 'moved' | 'removed';

/** @returns a draft that changes nothing yet */
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

/** The rows that will be there, in the order in which they are sent. */
export function rowsWanted({ rows }: Draft): readonly Row[] {
  return rows.filter(({ isRemoved }) => !isRemoved).sort((a, b) => compareIndexes(a.entry.index, b.entry.index));
}

/** The list as it is to be. */
export function wanted(draft: Draft): readonly Entry[] {
  return rowsWanted(draft).map(({ entry }) => ({ ...entry, index: canonicalIndex(entry.index) }));
}

/** What saving the draft would do to the list that it began with. */
export function changesIn(draft: Draft): ReturnType<typeof difference> {
  return difference(draft.kind, draft.entries, wanted(draft));
}

/** Where a row stands: one that is removed stays where it was. */
export function positionOf({ base, entry, isRemoved }: Row): string {
  return canonicalIndex(isRemoved && base ? base.index : entry.index);
}

/** @returns the rows by index; as they were where an index is no number yet */
export function sorted(rows: readonly Row[]): readonly Row[] {
  if (!rows.every((row) => isDigits(positionOf(row)))) return rows;
  return [...rows].sort(
    (a, b) => compareIndexes(positionOf(a), positionOf(b)) || Number(b.isRemoved) - Number(a.isRemoved),
  );
}
