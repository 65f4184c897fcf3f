import { parentPort, workerData } from 'node:worker_threads';
import { loadDriver } from '../../../history/store/sqlite/driver.js';
import { SqlInventory } from '../sql-inventory.js';
import { type Answer, type Call, carryOut, failed } from '../../../history/store/sqlite/thread-call.js';
import { openForReading, openForWriting } from './open-file.js';
import { SqliteSql } from './sqlite-sql.js';

/** A thread that has the inventory's file, as its writer or as a reader: it does one task after another. */

/** What a thread is started with. */
export interface ThreadOptions {
  readonly path: string;
  /**
   * A reader answers one after another, and so does a searcher, which looks through much; an analyst reads the whole file
   * once, so that little of it is asked for again.
   */
  readonly role: 'writer' | 'reader' | 'searcher' | 'analyst';
}

/** What it is asked for: the methods of the inventory, and its end. */
export interface InventoryCalls extends Pick<SqlInventory, keyof SqlInventory> {
  close(): void;
}

/** A call that has a number, and what comes back for it: 0 is that the file is open, or cannot be opened. */
export type NumberedCall = { readonly id: number } & Call<InventoryCalls>;
export type NumberedAnswer = { readonly id: number } & Answer;

/** How much of the file each of those that read keeps in memory. */
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
    // A write of a caller waits for its mark and its place. No message comes in the middle of a transaction, which has the thread for
    // itself; everything else goes one after another.
    if (call.method === 'own' || call.method === 'next') void answerTo(call);
    else last = last.then(() => answerTo(call));
  });
  answer({ id: 0, ok: undefined });
} catch (thrown) {
  answer({ id: 0, ...failed(thrown) });
}
