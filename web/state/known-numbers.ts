import { signal } from '@preact/signals';
import type { NumberInPartition } from '../../src/client/index.js';
import { useEffect, useState } from 'preact/hooks';
import { PhoneProxyError } from '../../src/client/index.js';
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

/** How many numbers of one table are looked up. */
const mostOwners = 30;

/**
 * Looks up the names of numbers, one after another, and stops at the first failure.
 * @returns the name of a number, as soon as it is known
 */
export function useOwners(dirns: readonly string[]): (dirn: string, partition: string) => string {
  const [found, setFound] = useState<ReadonlyMap<string, readonly NumberInPartition[]>>(new Map());
  const asked = [...new Set(dirns)].slice(0, mostOwners);
  useEffect(() => {
    let isOver = false;
    const ask = async (): Promise<void> => {
      for (const dirn of asked) {
        const numbers = await knownNumbers(dirn);
        if (isOver) return;
        setFound((before) => new Map([...before, [dirn, numbers]]));
      }
    };
    ask().catch((error: unknown) => {
      if (!(error instanceof PhoneProxyError) && !isOver) throw error;
    });
    return () => {
      isOver = true;
    };
  }, [JSON.stringify(asked)]);
  return (dirn, partition) => ownerOf(found.get(dirn) ?? [], partition);
}

/**
 * @param partition the partition of a busy lamp field; empty for a speed dial, which may reach the number in any
 * partition
 * @returns the descriptions of a number, each once
 */
export function ownerOf(numbers: readonly NumberInPartition[], partition: string): string {
  const meant = numbers.filter((number) => partition === '' || number.partition === partition);
  return [...new Set(meant.map(({ description }) => description))].filter((name) => name !== '').join(' / ');
}

clearWithUser(() => {
  known.clear();
  knownPartitions.value = new Map();
});
