import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { loadDriver } from '../../src/store/sqlite/driver.js';
import { openForWriting } from '../../src/inventory/store/sqlite/open-file.js';
import type { InventoryStore } from '../../src/inventory/store/whole-store.js';
import { SqlInventory } from '../../src/inventory/store/sql-inventory.js';
import { SqliteSql } from '../../src/store/sqlite/sqlite-sql.js';

/** @returns an inventory in a file that this thread reads and writes, without other threads */
export function inThisThread(sql: SqliteSql): InventoryStore {
  const kept = new SqlInventory(sql, 0);
  return Object.assign(kept, { dear: kept, atOnce: { inAll: 1, dear: 1 }, close: () => Promise.resolve() });
}

/** @returns a database in its own file whose clock can be set, in milliseconds relative to the right time */
export async function clockedFile() {
  const folder = mkdtempSync(path.join(tmpdir(), 'inventory-'));
  const database = await openForWriting(path.join(folder, 'inventory'), await loadDriver());
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  database.exec('CREATE TABLE clock AS SELECT 0 AS ahead');
  let ahead = 0;
  const sql = new SqliteSql(database);
  const clock = `(${sql.dialect.clock} + (SELECT ahead FROM clock))`;
  Object.defineProperties(sql, {
    dialect: { value: { ...sql.dialect, clock } },
    now: { value: () => Promise.resolve(Date.now() + ahead) },
  });
  const set = (ms: number): void => {
    ahead = ms;
    database.exec(`UPDATE clock SET ahead = ${ms}`);
  };
  return { sql, set };
}
