import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { dialledForm } from '../../src/domain/identifiers.js';
import { SqlInventory } from '../../src/inventory/store/sql-inventory.js';
import type { SweepPosition } from '../../src/inventory/store/inventory-store.js';
import { sweptTables } from '../../src/domain/swept-tables.js';
import { clockedFile } from './clocked-file.js';

/** The age of answers, if the store's clock is set in the meantime. */

const minuteMs = 60_000;
/** The store's clock has whole milliseconds, and differs from performance.now(). */
const roundedMs = 5;

/** A database whose clock can be set, and inventories in it, each of which stands for a process. */
async function clocked() {
  const { sql, set } = await clockedFile();
  return { set, inventory: () => new SqlInventory(sql, 0) };
}

async function begin(inventory: SqlInventory): Promise<SweepPosition> {
  const position = await inventory.claim('sweeper', { betweenSweepsMs: 0 }, 0);
  if ('dueInMs' in position) throw new Error('it is due');
  return position;
}

async function finish(inventory: SqlInventory, position: SweepPosition): Promise<void> {
  for (const table of sweptTables) {
    await inventory.keep(position, { table, after: '', upTo: undefined, rows: [] });
  }
  await inventory.publish(position, [], 0);
}

const ageIn = async (inventory: SqlInventory) => (await inventory.numbers(dialledForm('1000')))?.ageMs;

it('has its real age if the clock is set back, by much or by little, and again by the next sweep', async () => {
  const { set, inventory } = await clocked();
  const [one, other] = [inventory(), inventory()];
  const started = performance.now();
  await finish(one, await begin(one));
  const published = performance.now();
  expect(await ageIn(other)).toBeLessThanOrEqual(performance.now() - started + roundedMs);
  for (const aheadMs of [-10 * minuteMs, -30, -60, -40]) {
    set(aheadMs);
    await sleep(50);
    for (const each of [one, other]) {
      const atLeast = performance.now() - published - 20;
      expect(await ageIn(each)).toBeGreaterThanOrEqual(atLeast);
    }
  }
  const again = performance.now();
  await finish(one, await begin(one));
  expect(await ageIn(other)).toBeLessThanOrEqual(performance.now() - again + roundedMs);
});

it('has its real age if the clock is set back during the read', async () => {
  const { set, inventory } = await clocked();
  const [one, other] = [inventory(), inventory()];
  const position = await begin(one);
  const began = performance.now();
  await sleep(150);
  set(-100);
  await finish(one, position);
  for (const each of [one, other]) {
    const atLeast = performance.now() - began - 20;
    expect(await ageIn(each)).toBeGreaterThanOrEqual(atLeast);
  }
});

it('is not known to a process that has not seen it before the clock was set back', async () => {
  const { set, inventory } = await clocked();
  const [one, other] = [inventory(), inventory()];
  await finish(one, await begin(one));
  set(-minuteMs);
  expect(await ageIn(other)).toBeUndefined();
  expect(await ageIn(one)).toBeLessThan(minuteMs);
});

it('is too high and not too low if the clock was set forward and back', async () => {
  const { set, inventory } = await clocked();
  const one = inventory();
  await finish(one, await begin(one));
  set(minuteMs);
  expect(await ageIn(one)).toBeGreaterThanOrEqual(minuteMs);
  set(0);
  expect(await ageIn(one)).toBeGreaterThanOrEqual(minuteMs);
  await finish(one, await begin(one));
  expect(await ageIn(one)).toBeLessThan(minuteMs);
});
