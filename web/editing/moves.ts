import type { ChangeEntry } from '../../src/client/index.js';
import { canonicalIndex, compareIndexes, inIndexOrder } from '../../src/domain/buttons.js';
import type { Difference } from '../../src/domain/difference.js';
import { indexPlus, isDigits } from './entry.js';

/** An entry before and after a change. */
export interface Pair {
  readonly before: ChangeEntry;
  readonly after: ChangeEntry;
}

/** Consecutive entries that moved by the same distance and are otherwise the same. */
export type Shift = readonly [Pair, ...Pair[]];

/** The difference between two lists as people see it. If an entry is found at another index, it was moved. */
export interface ToldDifference {
  readonly added: readonly ChangeEntry[];
  readonly removed: readonly ChangeEntry[];
  /** At the same index, or moved and changed. */
  readonly changed: readonly Pair[];
  readonly moved: readonly Shift[];
}

/**
 * Describes a difference with as few lines as possible. If an entry is the same at another index, it was moved. An
 * entry with the same number also counts as moved, if it has nothing in common with the entry that is now at its old
 * index.
 */
export function withMoves({ added, removed, changed }: Difference<ChangeEntry>): ToldDifference {
  const before = inIndexOrder([...removed, ...changed.map((pair) => pair.before)]);
  const after = inIndexOrder([...added, ...changed.map((pair) => pair.after)]);
  const same = pairsBy(before, after, contentOf);
  const atIndex = pairsBy(same.before, same.after, ({ index }) => canonicalIndex(index));
  const byTarget = pairsBy(atIndex.before, atIndex.after, targetOf);
  return {
    added: byTarget.after,
    removed: byTarget.before,
    changed: [...atIndex.pairs, ...byTarget.pairs],
    moved: shiftsOf(same.pairs),
  };
}

/** Pairs entries with the same text in `common`, in order of index. @returns the pairs, and the rest of each side */
function pairsBy(before: readonly ChangeEntry[], after: readonly ChangeEntry[], common: (of: ChangeEntry) => string) {
  const waiting = new Map<string, ChangeEntry[]>();
  for (const entry of before) waiting.set(common(entry), [...(waiting.get(common(entry)) ?? []), entry]);
  const pairs: Pair[] = [];
  const left = after.filter((entry) => {
    const other = waiting.get(common(entry))?.shift();
    if (other) pairs.push({ before: other, after: entry });
    return other === undefined;
  });
  const paired = new Set(pairs.map((pair) => pair.before));
  return { pairs, before: before.filter((entry) => !paired.has(entry)), after: left };
}

/** In order of their old index. */
function shiftsOf(pairs: readonly Pair[]): readonly Shift[] {
  const shifts: [Pair, ...Pair[]][] = [];
  for (const pair of [...pairs].sort((a, b) => compareIndexes(a.before.index, b.before.index))) {
    const last = shifts.at(-1);
    const [before] = last?.slice(-1) ?? [];
    if (last && before && isNext(before, pair)) last.push(pair);
    else shifts.push([pair]);
  }
  return shifts;
}

function isNext(one: Pair, other: Pair): boolean {
  return (['before', 'after'] as const).every(
    (side) => isDigits(one[side].index) && indexPlus(one[side].index, 1) === canonicalIndex(other[side].index),
  );
}

function contentOf({ label, pickup, ...entry }: ChangeEntry): string {
  return JSON.stringify([targetOf({ label, ...entry }), label, pickup]);
}

function targetOf({ dirn, destination, partition }: ChangeEntry): string {
  return JSON.stringify([dirn?.replace(/^\\(?=\+)/, ''), destination, partition]);
}
