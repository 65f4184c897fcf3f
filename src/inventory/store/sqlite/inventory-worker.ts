import { parentPort, workerData } from 'node:worker_threads';
import { loadDriver } from '../../../history/store/sqlite/driver.js';
import { SqlInventory } from '../sql-inventory.js';
import { type Answer, type Call, carryOut, failed } from '../../../history/store/sqlite/thread-call.js';
import { openForReading, openForWriting } from './open-file.js';
import { SqliteSql } from './sqlite-sql.js';

/** A thread that has the inventory's file open, as its writer or as a reader. It runs one task after another. */

/** What a thread needs to start. */
export interface ThreadOptions {
  readonly path: string;
  /**
   * A reader does small reads. A searcher does callers' reads that take long. An analyst reads the whole file for a
   * sweep, so it needs little cache.
   */
  readonly role: 'writer' | 'reader' | 'searcher' | 'analyst';
}

/** What the thread can do: the methods of the inventory, and its end. */
export interface InventoryCalls extends Pick<SqlInventory, keyof SqlInventory> {
  close(): void;
}

/** A numbered call and its answer. The answer 0 says that the file is open, or that it cannot be opened. */
export type NumberedCall = { readonly id: number } & Call<InventoryCalls>;
export type NumberedAnswer = { readonly id: number } & Answer;

/** How much of the file each kind of reader caches, in KB. */
const cacheKb = { reader: 8_192, searcher: 4_096, analyst: 2_048 };

const answer = (message: NumberedAnswer): void => {
  parentPort?.postMessage(message);
};

try {
  const { path, role } = workerData as ThreadOptions;
  const driver = await loadDriver();
  const sql = new SqliteSql(
    role === 'writer' ? openForWriting(path, driver) : openForReading(path, driver, cacheKb[role]),
  );
  const inventory: InventoryCalls = Object.assign(new SqlInventory(sql, '', 0), {
    close: () => {
      sql.close();
    },
  });
  const answerTo = async (call: NumberedCall): Promise<void> => {
    const { id } = call;
    try {
      answer({ id, ok: await carryOut(inventory, call) });
    } catch (thrown) {
      answer({ id, ...failed(thrown) });
    }
    if (call.method === 'close') parentPort?.close();
  };
  let last: Promise<void> = Promise.resolve();
  parentPort?.on('message', (call: NumberedCall) => {
    // These two calls do not queue, because a caller's write waits for them. They cannot come in the middle of a
    // transaction, because a transaction has the thread for itself. All other calls run one after another.
    if (call.method === 'own' || call.method === 'next') void answerTo(call);
    else last = last.then(() => answerTo(call));
  });
  answer({ id: 0, ok: undefined });
} catch (thrown) {
  answer({ id: 0, ...failed(thrown) });
}
