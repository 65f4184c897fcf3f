import { describe, expect, it, onTestFinished } from 'vitest';
import { loadDriver } from '../../src/store/postgres/driver.js';
import { postgresInventory } from '../../src/inventory/store/postgres/postgres-inventory.js';
import { lacksPostgres } from '../support/postgres-server.js';
import { place, server, usePostgres } from '../support/use-postgres.js';

/** Several releases with one database. */

describe.skipIf(lacksPostgres())('the tables of a release', () => {
  usePostgres();

  const query = (text: string) => server.query(text, place.database);

  async function opened() {
    const inventory = postgresInventory(await loadDriver(place));
    onTestFinished(() => inventory.close());
    return inventory;
  }

  it('replace those of 1.0.0, and leave the history alone', async () => {
    const earlier = ['inventory_generation', 'inventory_own', 'change'];
    await query(`CREATE SCHEMA axl_phone_proxy;
      ${earlier.map((name) => `CREATE TABLE axl_phone_proxy.${name} (id integer)`).join(';')}`);
    expect(await (await opened()).kept()).toMatchObject({ generation: 0 });
    const tables = await query(`SELECT tablename FROM pg_tables WHERE schemaname = 'axl_phone_proxy'`);
    const names = tables.map(({ tablename }) => String(tablename));
    expect(names).toContain('cluster_generation');
    expect(names.filter((name) => earlier.includes(name))).toEqual(['change']);
  });

  it('are not used if a newer release has changed them', async () => {
    await (await opened()).kept();
    await query(`INSERT INTO axl_phone_proxy.migration VALUES ('inventory', 9, 0)`);
    await expect((await opened()).kept()).rejects.toMatchObject({
      cause: expect.stringContaining('A newer release has written') as unknown,
    });
  });
});
