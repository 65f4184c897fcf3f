import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { dialledForm } from '../../src/domain/identifiers.js';
import { loadDriver } from '../../src/history/store/sqlite/driver.js';
import { openForWriting } from '../../src/inventory/store/sqlite/open-file.js';
import { SqliteSql } from '../../src/inventory/store/sqlite/sqlite-sql.js';
import { SqlInventory } from '../../src/inventory/store/sql-inventory.js';
import type { SweepPosition } from '../../src/inventory/store/inventory-store.js';
import { sweptTables } from '../../src/domain/swept-tables.js';

/** How old answers say that they are, where the store's clock is set while they get old. */

const minuteMs = 60_000;
/** The store's clock counts whole milliseconds, and is another than performance.now(). */
const roundedMs = 5;

/** A database whose clock can be set, and inventories in it: each knows what a process of its own would. */
async function clocked() {
  const folder = mkdtempSync(path.join(tmpdir(), 'inventory-'));
  const database = openForWriting(path.join(folder, 'inventory'), await loadDriver());
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  database.exec('CREATE TABLE clock AS SELECT 0 AS ahead');
  let ahead = 0;
  const clock = {
    set aheadMs(ms: number) {
      ahead = ms;
      database.exec(`UPDATE clock SET ahead = ${ms}`);
    },
  };
  const sql = new SqliteSql(database);
  const { clock: clockOf } = sql;
  Object.defineProperties(sql, {
    clock: { value: `(${clockOf} + (SELECT ahead FROM clock))` },
    now: { value: () => Promise.resolve(Date.now() + ahead) },
  });
  return { clock, inventory: () => new SqlInventory(sql, '', 0) };
}

async function begin(inventory: SqlInventory): Promise<SweepPosition> {
  const position = await inventory.claim('sweeper', { betweenSweepsMs: 0 });
  if ('dueInMs' in position) throw new Error('it is due');
  return position;
}

async function finish(inventory: SqlInventory, position: SweepPosition): Promise<void> {
  for (const table of sweptTables) {
    await inventory.keep(position, { table, after: '', upTo: undefined, rows: [] }, await inventory.next());
  }
  await inventory.publish(position, []);
}

const ageIn = async (inventory: SqlInventory) => (await inventory.numbers(dialledForm('1000')))?.ageMs;

it('is as old as it is where the clock is set back, by much or by little, and again by the next sweep', async () => {
  const { clock, inventory } = await clocked();
  const [one, other] = [inventory(), inventory()];
  const started = performance.now();
  await finish(one, await begin(one));
  const published = performance.now();
  expect(await ageIn(other)).toBeLessThanOrEqual(performance.now() - started + roundedMs);
  for (const aheadMs of [-10 * minuteMs, -30, -60, -40]) {
    clock.aheadMs = aheadMs;
    await sleep(50);
    for (const each of [one, other])
      expect(await ageIn(each)).toBeGreaterThanOrEqual(performance.now() - published - 20);
  }
  const again = performance.now();
  await finish(one, await begin(one));
  expect(await ageIn(other)).toBeLessThanOrEqual(performance.now() - again + roundedMs);
});

it('is as old as it is where the clock is set back while it is read', async () => {
  const { clock, inventory } = await clocked();
  const [one, other] = [inventory(), inventory()];
  const position = await begin(one);
  const began = performance.now();
  await sleep(150);
  clock.aheadMs = -100;
  await finish(one, position);
  for (const each of [one, other]) expect(await ageIn(each)).toBeGreaterThanOrEqual(performance.now() - began - 20);
});

it('is not answered by a process that has not seen it before the clock was set back', async () => {
  const { clock, inventory } = await clocked();
  const [one, other] = [inventory(), inventory()];
  await finish(one, await begin(one));
  clock.aheadMs = -minuteMs;
  expect(await ageIn(other)).toBeUndefined();
  expect(await ageIn(one)).toBeLessThan(minuteMs);
});

it('is too old rather than too young where the clock was set forth, and back', async () => {
  const { clock, inventory } = await clocked();
  const one = inventory();
  await finish(one, await begin(one));
  clock.aheadMs = minuteMs;
  expect(await ageIn(one)).toBeGreaterThanOrEqual(minuteMs);
  clock.aheadMs = 0;
  expect(await ageIn(one)).toBeGreaterThanOrEqual(minuteMs);
  await finish(one, await begin(one));
  expect(await ageIn(one)).toBeLessThan(minuteMs);
});
