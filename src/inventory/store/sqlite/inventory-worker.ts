import { parentPort, workerData } from 'node:worker_threads';
import { loadDriver } from '../../../history/store/sqlite/driver.js';
import { SqlInventory } from '../sql-inventory.js';
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

/** What it is asked for: a method of what it has, by name. */
export interface Task {
  readonly id: number;
  readonly method: string;
  readonly values: readonly unknown[];
}

/** What it answers: `id` 0 is that the file is open, or cannot be opened. */
export type Answer = { readonly id: number } & (
  | { readonly ok: unknown }
  /** A short word for the log. */
  | { readonly failed: string }
);

/** How much of the file each of those that read keeps in memory. */
const cacheKb = { reader: 8_192, searcher: 4_096, analyst: 2_048 };

const answer = (message: Answer): void => {
  parentPort?.postMessage(message);
};

function wordFor(thrown: unknown): string {
  return (thrown as { readonly code?: string }).code ?? 'unknown';
}

try {
  const { path, role } = workerData as ThreadOptions;
  const driver = await loadDriver();
  const sql = new SqliteSql(
    role === 'writer' ? openForWriting(path, driver) : openForReading(path, driver, cacheKb[role]),
  );
  const inventory = new SqlInventory(sql, '', 0);
  const methods = inventory as unknown as Readonly<Record<string, (...values: readonly unknown[]) => Promise<unknown>>>;
  const carryOut = async ({ id, method, values }: Task): Promise<void> => {
    try {
      if (method === 'close') sql.close();
      answer({ id, ok: method === 'close' ? undefined : await methods[method]?.(...values) });
    } catch (thrown) {
      answer({ id, failed: wordFor(thrown) });
    }
    if (method === 'close') parentPort?.close();
  };
  let last: Promise<void> = Promise.resolve();
  parentPort?.on('message', (task: Task) => {
    // A write of a caller waits for its mark and its place. No message comes in the middle of a transaction, which has the thread for
    // itself; everything else goes one after another.
    if (task.method === 'own' || task.method === 'next') void carryOut(task);
    else last = last.then(() => carryOut(task));
  });
  answer({ id: 0, ok: undefined });
} catch (thrown) {
  answer({ id: 0, failed: wordFor(thrown) });
}
