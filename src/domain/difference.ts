import type { Entry } from './button-kinds.js';
import { type Button, type ButtonRules, canonicalIndex, inIndexOrder, sameButtons } from './buttons.js';

/** An entry of a list that was set, as it was asked for and as the call manager keeps it. */
export interface DifferingEntry {
  readonly index: string;
  /** Null if no entry was asked for at this index. */
  readonly asked: Entry | null;
  /** Null if the call manager has no entry at this index. */
  readonly present: Entry | null;
}

/** The difference between two lists: entries with the same index are the same entry. */
export interface Difference<Entry extends Button> {
  readonly added: readonly Entry[];
  readonly removed: readonly Entry[];
  readonly changed: readonly { readonly before: Entry; readonly after: Entry }[];
}

/**
 * @returns what must be done to a list to turn it into another one. Added and changed entries are in the order of the
 * other list, removed ones in the order of the first
 */
export function differenceOf<Entry extends Button>(
  rules: Pick<ButtonRules<Entry>, 'canonical'>,
  before: readonly Entry[],
  after: readonly Entry[],
): Difference<Entry> {
  const [old, now] = [byIndex(before), byIndex(after)];
  const changed = [...now].flatMap(([index, entry]) => {
    const other = old.get(index);
    return other && !sameButtons(rules, [other], [entry]) ? [{ before: other, after: entry }] : [];
  });
  return { added: onlyIn(now, old), removed: onlyIn(old, now), changed };
}

/** The lists before and after a change. */
export interface ListsOfChange<Entry extends Button> {
  readonly before: readonly Entry[];
  readonly after: readonly Entry[];
}

/**
 * Undoes a change entry by entry, in a list that may have changed since. Entries that the change added are removed,
 * entries that it removed are added again, and entries that it changed are restored. All other entries stay.
 * @returns the new list. If the entries of the change are all as before it, this is the present list. Undefined if they
 * are neither all as the change left them, nor all as before it
 */
export function withoutChange<Entry extends Button>(
  rules: Pick<ButtonRules<Entry>, 'canonical'>,
  { before, after }: ListsOfChange<Entry>,
  present: readonly Entry[],
): readonly Entry[] | undefined {
  const [old, left, now] = [byIndex(before), byIndex(after), byIndex(present)];
  const isAlike = (a: Entry | undefined, b: Entry | undefined): boolean =>
    a && b ? sameButtons(rules, [a], [b]) : a === b;
  const indexes = [...new Set([...old.keys(), ...left.keys()])];
  const touched = indexes.filter((index) => !isAlike(old.get(index), left.get(index)));
  if (touched.every((index) => isAlike(old.get(index), now.get(index)))) return present;
  if (!touched.every((index) => isAlike(left.get(index), now.get(index)))) return undefined;
  for (const index of touched) {
    const entry = old.get(index);
    if (entry) now.set(index, entry);
    else now.delete(index);
  }
  return inIndexOrder([...now.values()]);
}

/** The entries by index. If an index occurs twice, the second entry has its own key. */
function byIndex<Entry extends Button>(entries: readonly Entry[]): Map<string, Entry> {
  const found = new Map<string, Entry>();
  for (const entry of entries) {
    let index = canonicalIndex(entry.index);
    while (found.has(index)) index += ' again';
    found.set(index, entry);
  }
  return found;
}

function onlyIn<Entry>(some: ReadonlyMap<string, Entry>, others: ReadonlyMap<string, Entry>): Entry[] {
  return [...some].flatMap(([index, entry]) => (others.has(index) ? [] : [entry]));
}
