import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { sqliteDialect } from '../dialect.js';
import { migrate, type Tables } from '../migrations.js';
import { fileProblem, StoreUnusable } from '../problems.js';
import type { Database, Driver } from './driver.js';

/** How long a statement waits for another process, or for another thread, that has the file locked, in milliseconds. */
const busyMs = { alone: 1_000, shared: 5_000 };

/** A file up to this size is checked completely when it is opened. This takes less than a second. */
const mostCheckedBytes = 32 * 1024 * 1024;

export interface FileToOpen {
  readonly path: string;
  readonly tables: Tables;
  /** In the header of the file: it is one of this service. */
  readonly applicationId: number;
}

/**
 * Opens a file, or creates it and its folder, for this process alone, with the tables of this release. All that it
 * acknowledges is on the disk.
 * @throws StoreUnusable with what is wrong with the file
 */
export async function openFile(toOpen: FileToOpen, driver: Driver): Promise<Database> {
  try {
    return await opened(toOpen, driver, 'alone');
  } catch (thrown) {
    const { code = 'cannot be opened' } = thrown as { readonly code?: string };
    throw thrown instanceof StoreUnusable ? thrown : new StoreUnusable(fileProblem(toOpen.path, code));
  }
}

/**
 * Opens a file for writing, or creates it. Other threads may read it. Rows that are lost in a crash of the machine are
 * read again. If the file is damaged, or of another release, it is created again.
 * @throws the driver's error, or the system's, if it cannot be created
 */
export async function openReplaceable(toOpen: FileToOpen, driver: Driver): Promise<Database> {
  try {
    return await opened(toOpen, driver, 'shared');
  } catch (thrown) {
    const { code = '' } = thrown as { readonly code?: string };
    if (!(thrown instanceof StoreUnusable) && !/^SQLITE_(NOTADB|CORRUPT|ERROR)/.test(code)) throw thrown;
    for (const suffix of ['', '-wal', '-shm']) rmSync(toOpen.path + suffix, { force: true });
    return opened(toOpen, driver, 'shared');
  }
}

async function opened(toOpen: FileToOpen, driver: Driver, use: keyof typeof busyMs): Promise<Database> {
  const { path, tables, applicationId } = toOpen;
  makeFile(path);
  const database = new driver(path, { timeout: busyMs[use] });
  try {
    // The lock of the first transaction is never released. So SQLite needs no file for shared memory.
    if (use === 'alone') database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE');
    refuseOthers(database, toOpen);
    if (use === 'alone') refuseDamaged(database, path);
    // SQLite's companion files get the mode of this file when they are created.
    chmodSync(path, 0o600);
    await migrate(
      {
        dialect: sqliteDialect,
        all: <Row>(text: string) => Promise.resolve(database.prepare(text).all([]) as Row[]),
        run: (text) => Promise.resolve(database.exec(text)),
      },
      tables,
      Number(valueOf(database, 'user_version')),
    );
    database.exec(`PRAGMA application_id = ${applicationId}; COMMIT`);
    database.exec('PRAGMA journal_mode = WAL');
    database.exec(`PRAGMA synchronous = ${use === 'alone' ? 'FULL' : 'NORMAL'}`);
    database.exec('PRAGMA journal_size_limit = 67108864');
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

/** Node's recursive mkdir never ends where a folder cannot be made, such as in /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/** An existing file is not opened here: closing it would release the locks that this process has on it. */
function makeFile(path: string): void {
  if (!existsSync(path)) {
    makeFolder(dirname(path));
    closeSync(openSync(path, 'wx', 0o600));
  } else if (statSync(path).isFile()) accessSync(path, constants.R_OK | constants.W_OK);
  else throw new StoreUnusable(fileProblem(path, 'EISDIR'));
}

function refuseOthers(database: Database, { path, applicationId }: FileToOpen): void {
  const [first] = database.prepare('SELECT name FROM sqlite_master LIMIT 1').all([]);
  const owner = Number(valueOf(database, 'application_id'));
  if (owner === applicationId || (owner === 0 && first === undefined)) return;
  throw new StoreUnusable(`The database ${path} is a SQLite file of another program`);
}

function refuseDamaged(database: Database, path: string): void {
  const isSmall = statSync(path).size <= mostCheckedBytes;
  if (isSmall && valueOf(database, 'quick_check(1)') !== 'ok')
    throw new StoreUnusable(fileProblem(path, 'SQLITE_CORRUPT'));
}

function valueOf(database: Database, pragma: string): unknown {
  const [row] = database.prepare(`PRAGMA ${pragma}`).all([]) as Record<string, unknown>[];
  return Object.values(row ?? {})[0];
}
