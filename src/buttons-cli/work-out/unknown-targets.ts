import { differenceOf, type Entry, partitionOf, targetOf } from '../lists.js';
import { shown } from '../output/shown.js';
import { partitionName } from './edit-buttons.js';
import type { ListToSet } from './worked-out.js';
import type { Reader } from './reader.js';

/**
 * A busy lamp field can only watch a number that exists. The call manager may refuse other numbers.
 * @param option the option for the partition on the command line
 * @returns the new targets that the call manager does not know, in words
 */
export async function unknownTargetsOf(
  reader: Reader,
  lists: readonly ListToSet[],
  option = '--to-partition',
): Promise<string[]> {
  const moved = new Map<string, Set<string>>();
  for (const { kind, before, after } of lists) {
    const { added, changed } = differenceOf(kind, before, after);
    const number = (entry: Entry): string => targetOf(kind, entry);
    const partition = (entry: Entry): string | undefined => partitionOf(kind, entry);
    const elsewhere = changed.filter(
      (change) =>
        number(change.before) !== number(change.after) || partition(change.before) !== partition(change.after),
    );
    for (const entry of [...added, ...elsewhere.map((change) => change.after)]) {
      const of = partition(entry);
      if (of === undefined) continue;
      moved.set(number(entry), (moved.get(number(entry)) ?? new Set<string>()).add(of));
    }
  }
  const unknown: string[] = [];
  for (const [number, partitions] of moved) {
    const known = (await reader.findNumbers(number)).map((found) => found.partition);
    const missing = [...partitions].filter((partition) => !known.includes(partition)).map(partitionName);
    if (missing.length === 0) continue;
    const is =
      known.length === 0 ? 'the call manager has no such number' : `it is in ${known.map(partitionName).join(', ')}`;
    unknown.push(
      `${shown(number)} is not known in the partition ${missing.join(', ')}: ${is}. Choose another with ${option}`,
    );
  }
  return unknown;
}
