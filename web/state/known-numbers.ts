import type { NumberInPartition } from '../../src/client/index.js';
import { client, forgetWithUser } from './session.js';

/** What was found under a number, so that going through a list asks for each number once. */
const known = new Map<string, Promise<readonly NumberInPartition[]>>();

const most = 500;

/** @returns a number in each of its partitions; rejects with a PhoneProxyError. What was not found is asked for anew */
export function knownNumbers(dirn: string): Promise<readonly NumberInPartition[]> {
  const found = known.get(dirn) ?? client().findNumbers(dirn);
  if (known.size >= most) known.clear();
  known.set(dirn, found);
  found.then(
    (numbers) => numbers.length > 0 || known.delete(dirn),
    () => known.delete(dirn),
  );
  return found;
}

forgetWithUser(() => {
  known.clear();
});
