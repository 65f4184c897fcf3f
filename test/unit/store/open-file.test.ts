import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, loadDriver } from '../../../src/store/sqlite/driver.js';
import { openFile } from '../../../src/store/sqlite/open-file.js';

describe('a file of the store, when it is opened', () => {
  let folder: string;
  let database: Database;

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'open-file-'));
    database = await openFile(
      { path: path.join(folder, 'history.db'), tables: { migrations: [] }, applicationId: 1 },
      await loadDriver(),
    );
  });
  afterEach(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });

  const said = (pragma: string): unknown[] =>
    database
      .prepare(`PRAGMA ${pragma}`)
      .all([])
      .map((row) => Object.values(row as object)[0] as unknown);

  it('waits for the disk at each commit: acknowledged changes survive a power cut', () => {
    // 2 is FULL. With NORMAL (1), a commit is in the write-ahead log, which may not be on the disk yet.
    expect(said('synchronous')).toEqual([2]);
    expect(said('journal_mode')).toEqual(['wal']);
  });

  it('belongs to this process until it ends', () => {
    expect(said('locking_mode')).toEqual(['exclusive']);
  });
});
