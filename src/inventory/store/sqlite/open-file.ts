import { sqliteDialect } from '../../../store/dialect.js';
import { tablesOf } from '../../../store/migrations.js';
import type { Database, Driver } from '../../../store/sqlite/driver.js';
import { openReplaceable } from '../../../store/sqlite/open-file.js';
import { inventoryWing } from '../schema.js';

/** The application id in the header of a SQLite file of this inventory: "axli". */
const applicationId = 0x61786c69;

/** How long a statement waits for the other thread that has the file locked, in milliseconds. */
const busyMs = 5_000;

/**
 * Opens the inventory's file for its writer. If it cannot be used, it is created again, because the call manager has
 * everything that it contained.
 * @throws the driver's error, or the system's, if it cannot be created
 */
export function openForWriting(path: string, driver: Driver): Promise<Database> {
  const tables = tablesOf([inventoryWing], sqliteDialect);
  return openReplaceable({ path, tables, applicationId }, driver);
}

/**
 * Opens an existing file for readers.
 * @param cacheKb how much of the file it may cache
 * @throws the driver's error, or one that says that the writer must migrate the file, or create it again
 */
export function openForReading(path: string, driver: Driver, cacheKb: number): Database {
  const database = new driver(path, { timeout: busyMs });
  try {
    database.exec('PRAGMA query_only = ON');
    database.exec(`PRAGMA cache_size = -${cacheKb}`);
    const newest = database.prepare(`SELECT max(number) AS number FROM migration WHERE wing = ?`);
    const { number } = newest.get([inventoryWing.name]) as { readonly number: number | null };
    if (number !== inventoryWing.migrations.length) throw new Error('the file has other tables');
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}
