import { workerData } from 'node:worker_threads';
import { loadDriver } from '../../../store/sqlite/driver.js';
import { SqliteSql } from '../../../store/sqlite/sqlite-sql.js';
import { serve } from '../../../store/thread/serve.js';
import { SqlInventory } from '../sql-inventory.js';
import { openForReading, openForWriting } from './open-file.js';

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

/** What the thread can do: the methods of the inventory. */
export type InventoryCalls = Pick<SqlInventory, keyof SqlInventory>;

/** How much of the file each kind of reader caches, in KB. */
const cacheKb = { reader: 8_192, searcher: 4_096, analyst: 2_048 };

await serve<InventoryCalls>(async () => {
  const { path, role } = workerData as ThreadOptions;
  const driver = await loadDriver();
  const sql = new SqliteSql(
    role === 'writer' ? await openForWriting(path, driver) : openForReading(path, driver, cacheKb[role]),
  );
  return {
    port: new SqlInventory(sql, 0),
    close: () => {
      sql.close();
    },
  };
});
