import { setImmediate as immediately } from 'node:timers/promises';
import { loadDriver } from '../../src/store/sqlite/driver.js';
import { type Ask, carryOut, failed, methodsBy } from '../../src/store/thread/calls.js';
import { StoreUnavailable } from '../../src/store/problems.js';
import { storeReads } from '../../src/inventory/store/inventory-store.js';
import type { InventoryStore } from '../../src/inventory/store/whole-store.js';
import { SqlInventory } from '../../src/inventory/store/sql-inventory.js';
import { openForReading, openForWriting } from '../../src/inventory/store/sqlite/open-file.js';
import { analysed, read, written } from '../../src/inventory/store/sqlite/sqlite-inventory.js';
import { SqliteSql } from '../../src/store/sqlite/sqlite-sql.js';

/**
 * The inventory in a SQLite file, read and written by this thread. The service has threads for it. To start them takes
 * more than a sweep of a small cluster, so tests use them only where it matters which thread does something. The
 * statements, and the order in which each connection carries them out, are the same.
 */
export async function sqliteHere(path: string): Promise<InventoryStore> {
  const driver = await loadDriver();
  const files = [await openForWriting(path, driver), openForReading(path, driver, 4_096)] as const;
  const [writer, reader] = files.map((file) => inTurns(new SqlInventory(new SqliteSql(file), 0)));
  if (!writer || !reader) throw new Error('there are two');
  const reads = methodsBy([...storeReads, ...analysed, ...read] as const, reader);
  return {
    ...methodsBy([...written, 'publish'] as const, writer),
    ...reads,
    dear: reads,
    atOnce: { inAll: 9, dear: 1 },
    now: () => Promise.resolve(Date.now()),
    close: async () => {
      await immediately();
      for (const file of files.toReversed()) file.close();
    },
  };
}

/** Calls methods one after another, as a thread does. */
function inTurns(inventory: SqlInventory): Ask<SqlInventory> {
  let last: Promise<unknown> = Promise.resolve();
  const carriedOut = async (call: Parameters<typeof carryOut<SqlInventory>>[1]): Promise<unknown> => {
    // Between two calls there is time for others, and none comes in the middle of a transaction.
    await immediately();
    try {
      return await carryOut(inventory, call);
    } catch (thrown) {
      throw new StoreUnavailable(failed(thrown).failed);
    }
  };
  return ((method, values) => {
    const call = { method, values } as Parameters<typeof carriedOut>[0];
    const answer = last.then(() => carriedOut(call));
    last = answer.catch(() => undefined);
    return answer;
  }) as Ask<SqlInventory>;
}
