import type { ButtonKind, ChangeEntry } from '../../src/client/index.js';
import { rulesOf } from '../../src/domain/button-kinds.js';
import { inIndexOrder } from '../../src/domain/buttons.js';
import { type Difference, differenceOf } from '../../src/domain/difference.js';

type Kind = ButtonKind;
type List = readonly ChangeEntry[];

/** @returns the difference between two lists of one kind, in order of index */
export function entriesBetween(kind: Kind, before: List, after: List): Difference<ChangeEntry> {
  const { isEntry, canonical } = rulesOf(kind);
  const rules = { canonical: (entry: ChangeEntry) => (isEntry(entry) ? canonical(entry) : entry) };
  return differenceOf(rules, inIndexOrder(before), inIndexOrder(after));
}

/** @returns whether two lists of one kind set the same buttons */
export function isSameList(kind: Kind, one: List, other: List): boolean {
  return countOf(entriesBetween(kind, one, other)) === 0;
}

/** @returns how many entries a difference has */
export function countOf({ added, removed, changed }: Difference<ChangeEntry>): number {
  return added.length + removed.length + changed.length;
}
