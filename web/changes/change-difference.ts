import type { Change, ChangeEntry } from '../../src/client/index.js';
import { busyLampFieldRules } from '../../src/domain/busy-lamp-field.js';
import { inIndexOrder } from '../../src/domain/buttons.js';
import { type Difference, differenceOf } from '../../src/domain/difference.js';
import { speedDialRules } from '../../src/domain/phone.js';

type Kind = Change['kind'];
type List = readonly ChangeEntry[];

/** @returns what lies between two lists of one kind, in order of index */
export function entriesBetween(kind: Kind, before: List, after: List): Difference<ChangeEntry> {
  return differenceOf(
    inIndexOrder(before),
    inIndexOrder(after),
    (one, other) => spelling(kind, one) === spelling(kind, other),
  );
}

/** @returns whether two lists of one kind set the same buttons */
export function isSameList(kind: Kind, one: List, other: List): boolean {
  return countOf(entriesBetween(kind, one, other)) === 0;
}

/** @returns how many entries a difference has */
export function countOf({ added, removed, changed }: Difference<ChangeEntry>): number {
  return added.length + removed.length + changed.length;
}

/** @returns a text that two entries have in common exactly where they are the same button */
function spelling(
  kind: Kind,
  { index, dirn = '', partition = '', destination, label, pickup = false }: ChangeEntry,
): string {
  if (kind === 'speeddial') return JSON.stringify(speedDialRules.canonical({ index, dirn, label }));
  const field =
    destination === undefined ? { index, dirn, partition, label, pickup } : { index, destination, label, pickup };
  return JSON.stringify(busyLampFieldRules.canonical(field));
}
