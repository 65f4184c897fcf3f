import { signal } from '@preact/signals';
import type { NumberInPartition } from '../../src/client/index.js';
import { client, clearWithUser } from './session.js';

/** What was found under a number, so that going through a list asks for each number once. */
const known = new Map<string, Promise<readonly NumberInPartition[]>>();

const most = 500;

/** The partitions of the numbers that were found. */
export const knownPartitions = signal<ReadonlyMap<string, readonly string[]>>(new Map());

/** @returns a number in each of its partitions; rejects with a PhoneProxyError. What was not found is asked for anew */
export function knownNumbers(dirn: string): Promise<readonly NumberInPartition[]> {
  const found = known.get(dirn) ?? client().findNumbers(dirn);
  if (known.size >= most) known.clear();
  known.set(dirn, found);
  found.then(
    (numbers) => {
      if (numbers.length === 0) known.delete(dirn);
      const others = knownPartitions.peek().size >= most ? [] : knownPartitions.peek();
      knownPartitions.value = new Map([...others, [dirn, numbers.map(({ partition }) => partition)]]);
    },
    () => known.delete(dirn),
  );
  return found;
}

clearWithUser(() => {
  known.clear();
  knownPartitions.value = new Map();
});
