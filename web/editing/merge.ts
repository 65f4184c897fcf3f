import { canonicalIndex, compareIndexes } from '../../src/domain/buttons.js';
import {
  changesIn,
  type Draft,
  isChanged,
  type ListRead,
  type Row,
  rowOf,
  sorted,
  startDraft,
  wanted,
} from './draft.js';
import { difference, type Entry, sameEntries, sameEntry } from './entry.js';

/** The wanted entry at each index; undefined if there should be none. */
type Changes = ReadonlyMap<string, Entry | undefined>;

/** Combines a list that was just read with its draft, if there is one: unsaved changes are never dropped. */
export function withRead(kept: Draft | undefined, read: ListRead): Draft {
  if (kept === undefined) return startDraft(read);
  if (kept.etag === read.etag) return { ...kept, newer: undefined };
  if (!isChanged(kept) || sameEntries(read.kind, wanted(kept), read.entries)) return startDraft(read);
  return { ...kept, newer: read };
}

/**
 * Applies the changes of a draft to another list. Entries with the same index are the same entry. If both sides have
 * changed an entry, the draft's entry is kept and marked.
 */
export function mergedOnto(draft: Draft, present: ListRead): Draft {
  const mine = changesIn(draft);
  const contested = contestedIndexes(draft, present);
  const { left, added } = onto(startDraft(present).rows, mine, indexesOf(draft.entries), contested);
  const rows = added.map((row, at) => ({ ...row, key: present.entries.length + 1 + at }));
  return { ...startDraft(present), rows: sorted([...left, ...rows]) };
}

/**
 * After a list is set, finds the changes of its draft that are still not saved. The list that was set may be an earlier
 * state of the draft. If a change was set and then reverted in the draft, the revert still has to be saved. So the
 * draft is compared with the present list, and not with the list from which it began.
 */
export function afterSetting(draft: Draft, present: ListRead): Draft {
  return mergedOnto({ ...draft, entries: present.entries }, present);
}

/** The indexes at which both sides have made different changes. */
export function contestedIndexes(draft: Draft, present: ListRead): readonly string[] {
  const mine = byIndex(changesIn(draft));
  const theirs = byIndex(difference(draft.kind, draft.entries, present.entries));
  const both = [...mine].flatMap(([index, entry]) => {
    if (!theirs.has(index)) return [];
    const other = theirs.get(index);
    const isSame = entry && other ? sameEntry(draft.kind, entry, other) : entry === other;
    return isSame ? [] : [index];
  });
  return both.sort(compareIndexes);
}

/** @param old the indexes of the list from which both sides began */
function onto(
  rows: readonly Row[],
  mine: ReturnType<typeof difference>,
  old: ReadonlySet<string>,
  contested: readonly string[],
) {
  const removed = indexesOf(mine.removed);
  const changed = mine.changed.map(({ after }) => after);
  // If an entry was added at an index that has an old entry, that is a fault for the user to fix. The added entry
  // replaces nothing.
  const [beside, instead] = [mine.added.filter(isIn(old)), mine.added.filter((entry) => !isIn(old)(entry))];
  const set = [...changed, ...instead];
  const isContested = ({ index }: Entry): boolean => contested.includes(canonicalIndex(index));
  const left = rows.map((row) => {
    if (isIn(removed)(row.entry)) return { ...row, isRemoved: true, isContested: isContested(row.entry) };
    const at = set.findIndex((entry) => canonicalIndex(entry.index) === canonicalIndex(row.entry.index));
    const [entry] = at === -1 ? [] : set.splice(at, 1);
    return entry ? { ...row, entry, isContested: isContested(entry) } : row;
  });
  const more = [...set, ...beside].map((entry) => rowOf(0, undefined, entry, { isContested: isContested(entry) }));
  return { left, added: more };
}

function indexesOf(entries: readonly Entry[]): ReadonlySet<string> {
  return new Set(entries.map(({ index }) => canonicalIndex(index)));
}

function isIn(indexes: ReadonlySet<string>) {
  return ({ index }: Entry): boolean => indexes.has(canonicalIndex(index));
}

function byIndex({ added, removed, changed }: ReturnType<typeof difference>): Changes {
  const set = [...added, ...changed.map(({ after }) => after)];
  return new Map<string, Entry | undefined>([
    ...removed.map(({ index }) => [canonicalIndex(index), undefined] as const),
    ...set.map((entry) => [canonicalIndex(entry.index), entry] as const),
  ]);
}
