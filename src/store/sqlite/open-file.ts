import { accessSync, chmodSync, closeSync, constants, existsSync, openSync, statSync } from 'node:fs';
import { StoreUnusable } from '../problems.js';
import type { Database, Driver } from './driver.js';

/** How long the service retries to open a file that another process has, in milliseconds. */
const busyMs = 1_000;

/** A file up to this size is checked completely when it is opened. This takes less than a second. */
const mostCheckedBytes = 32 * 1024 * 1024;

export interface FileToOpen {
  readonly path: string;
  /** Each migrates a file from one version of the schema to the next. */
  readonly migrations: readonly string[];
  /** In the header of the file: it is one of this service. */
  readonly applicationId: number;
}

/**
 * Opens a file, or creates it, for this process alone, with the tables of this release.
 * @throws StoreUnusable with what is wrong with the file
 */
export function openFile(toOpen: FileToOpen, driver: Driver): Database {
  const { path } = toOpen;
  let database: Database | undefined;
  try {
    makeFile(path);
    database = new driver(path, { timeout: busyMs });
    // The lock of the first transaction is never released. So SQLite needs no file for shared memory.
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE');
    const version = versionOf(database, toOpen);
    database.exec('COMMIT');
    prepare(database, toOpen, version);
    return database;
  } catch (thrown) {
    database?.close();
    throw thrown instanceof StoreUnusable ? thrown : new StoreUnusable(problemOf(thrown, path));
  }
}

/** An existing file is not opened here: closing it would release the locks that this process has on it. */
function makeFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'wx', 0o600));
  else if (statSync(path).isFile()) accessSync(path, constants.R_OK | constants.W_OK);
  else throw new StoreUnusable(`names ${path}, which is not a file`);
}

/** @returns the version of the schema in a file that this service may use; 0 in a new file */
function versionOf(database: Database, { path, migrations, applicationId }: FileToOpen): number {
  const version = numberOf(database, 'user_version');
  const [first] = database.prepare('SELECT name FROM sqlite_master LIMIT 1').all([]);
  const owner = numberOf(database, 'application_id');
  if (owner !== applicationId && (owner !== 0 || first !== undefined)) {
    throw new StoreUnusable(`names ${path}, a SQLite file of another program`);
  }
  if (version > migrations.length) {
    const versions = `its schema has version ${version}, and this release knows ${migrations.length}`;
    throw new StoreUnusable(`names ${path}, which a newer release has written: ${versions}`);
  }
  const isSmall = statSync(path).size <= mostCheckedBytes;
  if (isSmall && textOf(database, 'quick_check(1)') !== 'ok') throw new StoreUnusable(damaged(path));
  return version;
}

function prepare(database: Database, { path, migrations, applicationId }: FileToOpen, version: number): void {
  // SQLite's companion files get the mode of this file when they are created.
  chmodSync(path, 0o600);
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  database.exec('PRAGMA journal_size_limit = 67108864');
  for (const [place, migration] of migrations.entries()) {
    if (place < version) continue;
    database.exec(
      `BEGIN IMMEDIATE; ${migration}; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${place + 1}; COMMIT`,
    );
  }
}

function numberOf(database: Database, pragma: string): number {
  return Number(textOf(database, pragma));
}

function textOf(database: Database, pragma: string): string {
  const [row] = database.prepare(`PRAGMA ${pragma}`).all([]) as Record<string, unknown>[];
  return String(Object.values(row ?? {})[0]);
}

/** @returns what is wrong, in words for the administrator */
function problemOf(thrown: unknown, path: string): string {
  const { code = '' } = thrown as { readonly code?: string };
  if (/^SQLITE_(BUSY|LOCKED)/.test(code))
    return `names ${path}, which another process has open; only one process can use it`;
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) return damaged(path);
  return `names ${path}, which cannot be used (${code || 'it cannot be opened'})`;
}

function damaged(path: string): string {
  return `names ${path}, which is not a SQLite file or is damaged; the file is left unchanged`;
}
