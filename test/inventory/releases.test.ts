import { describe, expect, it, onTestFinished } from 'vitest';
import { loadDriver } from '../../src/store/postgres/driver.js';
import { postgresInventory } from '../../src/inventory/store/postgres/postgres-inventory.js';
import { prefix } from '../../src/inventory/store/postgres/tables.js';
import { lacksPostgres } from '../support/postgres-server.js';
import { place, server, usePostgres } from '../support/use-postgres.js';
import { sweepMade } from './made-pages.js';

/** Several releases with one database. */

const dayMs = 86_400_000;

describe.skipIf(lacksPostgres())('the tables of a release', () => {
  usePostgres();

  const query = (text: string) => server.query(text, place.database);
  const tables = async () =>
    (await query(`SELECT tablename FROM pg_tables WHERE schemaname = 'axl_phone_proxy' ORDER BY 1`)).map(
      ({ tablename }) => String(tablename),
    );

  async function opened() {
    const inventory = postgresInventory(await loadDriver(place));
    onTestFinished(() => inventory.close());
    return inventory;
  }

  /** Tables that another release has left: when a page was last read, in days before now. */
  async function leave(others: string, days: number): Promise<void> {
    await query(`CREATE SCHEMA IF NOT EXISTS axl_phone_proxy;
      CREATE TABLE axl_phone_proxy.${others}generation (id INTEGER, went_on BIGINT);
      CREATE TABLE axl_phone_proxy.${others}own (owner TEXT);
      INSERT INTO axl_phone_proxy.${others}generation VALUES (1, ${Date.now() - days * dayMs})`);
  }

  it('keep tables of other releases that are in use, and delete tables that were unused for a week', async () => {
    await leave('inventory_', 6);
    await leave('inventory_17_', 8);
    await leave('inventory_18_', 1);
    await query('CREATE TABLE axl_phone_proxy.change (id INTEGER)');
    await sweepMade(await opened(), () => []);
    const ours = (await tables()).filter((name) => `axl_phone_proxy.${name}`.startsWith(prefix));
    expect(ours.length).toBeGreaterThan(8);
    const others = ['inventory_generation', 'inventory_own', 'inventory_18_generation', 'inventory_18_own'];
    const expected = [...others, ...ours, 'change', 'inventory_counter'].sort();
    // They are deleted after the first question is answered.
    await expect.poll(async () => (await tables()).sort()).toEqual(expected);
    await query(`UPDATE axl_phone_proxy.inventory_generation SET went_on = ${Date.now() - 8 * dayMs}`);
    await (await opened()).kept();
    await expect.poll(tables).not.toContain('inventory_own');
    expect((await tables()).sort()).toEqual(expected.filter((name) => !/^inventory_(generation|own)$/.test(name)));
  });

  it('are created again without losing the order of events, which continues', async () => {
    const first = await opened();
    const { epoch, number } = await first.next();
    for (const name of (await tables()).filter((one) => `axl_phone_proxy.${one}`.startsWith(prefix)))
      await query(`DROP TABLE axl_phone_proxy.${name}`);
    const second = await opened();
    const next = await second.next();
    expect([next.epoch, next.number]).toEqual([epoch, number + 1]);
    await sweepMade(second, () => []);
  });
});
