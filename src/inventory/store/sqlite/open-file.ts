import { chmodSync, closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { sqliteTexts } from '../../../store/dialect.js';
import type { Database, Driver } from '../../../store/sqlite/driver.js';
import { counterOf, schemaOf, schemaVersion } from '../schema.js';

/** The application id in the header of a SQLite file of this inventory: "axli". */
const applicationId = 0x61786c69;

/** A number of places that is never reached between two moments at which the file is safely on the disk. */
const mostLost = 1_000_000;

/** How long a statement waits for the other thread that has the file locked, in milliseconds. */
const busyMs = 5_000;

/**
 * Opens the inventory's file for its writer. If a file of this service is damaged, or of another version, it is created
 * again, because the call manager has everything that it contained.
 * @throws the driver's error, or the system's, if it cannot be created
 */
export function openForWriting(path: string, driver: Driver): Database {
  try {
    return prepared(path, driver);
  } catch (thrown) {
    const { code = '' } = thrown as { readonly code?: string };
    if (!(thrown instanceof OtherVersion) && !/^SQLITE_(NOTADB|CORRUPT)/.test(code)) throw thrown;
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
    return prepared(path, driver);
  }
}

/**
 * Opens an existing file for readers.
 * @param cacheKb how much of the file it may cache
 * @throws the driver's error, or OtherVersion if the writer must create the file again
 */
export function openForReading(path: string, driver: Driver, cacheKb: number): Database {
  const database = new driver(path, { timeout: busyMs });
  try {
    database.exec('PRAGMA query_only = ON');
    database.exec(`PRAGMA cache_size = -${cacheKb}`);
    const { owner, version } = headOf(database);
    if (owner !== applicationId || version !== schemaVersion) throw new OtherVersion();
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

/** A file that another release has created, or that is empty. */
class OtherVersion extends Error {}

function prepared(path: string, driver: Driver): Database {
  const isNew = !existsSync(path);
  if (isNew) closeSync(openSync(path, 'wx', 0o600));
  const database = new driver(path, { timeout: busyMs });
  try {
    database.exec('PRAGMA journal_mode = WAL');
    // Rows that are lost in a crash of the machine are read again.
    database.exec('PRAGMA synchronous = NORMAL');
    database.exec('PRAGMA journal_size_limit = 67108864');
    const { owner, version } = headOf(database);
    if (isNew || (owner === 0 && version === 0)) {
      database.exec(
        `BEGIN IMMEDIATE; ${schemaOf('', 'INTEGER PRIMARY KEY', sqliteTexts.dialledFirst)}; ${counterOf('counter')};
         INSERT INTO counter VALUES (lower(hex(randomblob(16))), 0); PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}; COMMIT`,
      );
    } else if (owner !== applicationId || version !== schemaVersion) throw new OtherVersion();
    // A crash of the machine may have lost the last places, but the history may still contain them. So these places are
    // not given again.
    database.exec(`UPDATE counter SET number = number + ${mostLost}`);
    // SQLite's companion files get the mode of this file when they are created.
    chmodSync(path, 0o600);
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

/** The owner and version in the header of a file. */
function headOf(database: Database): { readonly owner: number; readonly version: number } {
  return { owner: pragma(database, 'application_id'), version: pragma(database, 'user_version') };
}

function pragma(database: Database, name: string): number {
  const [row] = database.prepare(`PRAGMA ${name}`).all([]) as Record<string, unknown>[];
  return Number(Object.values(row ?? {})[0]);
}
