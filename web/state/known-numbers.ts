import { signal } from '@preact/signals';
import type { NumberInPartition } from '../../src/client/index.js';
import { client, clearWithUser } from './session.js';

/** The lookups of numbers, so that each number of a list is requested only once. */
const known = new Map<string, Promise<readonly NumberInPartition[]>>();

const most = 500;

/** The partitions of the numbers that were found. */
export const knownPartitions = signal<ReadonlyMap<string, readonly string[]>>(new Map());

/**
 * @returns a number in each of its partitions; rejects with a PhoneProxyError. A number that was not found is requested
 * again
 */
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

/**
 * @param partition the partition of a busy lamp field; empty for a speed dial, which may reach the number in any
 * partition
 * @returns the descriptions of a number, each once
 */
export function namesOf(numbers: readonly NumberInPartition[], partition: string): string {
  const meant = numbers.filter((number) => partition === '' || number.partition === partition);
  return [...new Set(meant.map(({ description }) => description))].filter((name) => name !== '').join(' / ');
}

/** @returns the name of a number; empty if it is in several partitions, because it may then belong to several people */
export function soleOwner(numbers: readonly NumberInPartition[] = []): string {
  const [only, ...others] = numbers;
  return others.length === 0 ? (only?.description ?? '') : '';
}

clearWithUser(() => {
  known.clear();
  knownPartitions.value = new Map();
});
