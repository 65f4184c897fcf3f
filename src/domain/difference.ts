import { type Button, canonicalIndex } from './buttons.js';

/** What lies between two lists: entries are the same entry where they have the same index. */
export interface Difference<Entry extends Button> {
  readonly added: readonly Entry[];
  readonly removed: readonly Entry[];
  readonly changed: readonly { readonly before: Entry; readonly after: Entry }[];
}

/**
 * @param isSame whether nothing but the spelling lies between two entries of one index
 * @returns what has to be done to a list to make it another one: what is added and changed in the order of that other
 * one, what is removed in its own order
 */
export function differenceOf<Entry extends Button>(
  before: readonly Entry[],
  after: readonly Entry[],
  isSame: (before: Entry, after: Entry) => boolean,
): Difference<Entry> {
  const [old, now] = [byPlace(before), byPlace(after)];
  const changed = [...now].flatMap(([place, entry]) => {
    const other = old.get(place);
    return other && !isSame(other, entry) ? [{ before: other, after: entry }] : [];
  });
  return { added: onlyIn(now, old), removed: onlyIn(old, now), changed };
}

/** By index; should one stand there twice, the second is an entry of its own. */
function byPlace<Entry extends Button>(entries: readonly Entry[]): Map<string, Entry> {
  const places = new Map<string, Entry>();
  for (const entry of entries) {
    let place = canonicalIndex(entry.index);
    while (places.has(place)) place += ' again';
    places.set(place, entry);
  }
  return places;
}

function onlyIn<Entry>(some: ReadonlyMap<string, Entry>, others: ReadonlyMap<string, Entry>): Entry[] {
  return [...some].flatMap(([place, entry]) => (others.has(place) ? [] : [entry]));
}
