import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { PhoneProxyClient } from '../../src/client/index.js';
import { usualAbandonedMs } from '../../src/inventory/store/sql-inventory.js';
import { lacksPostgres, PostgresServer } from './postgres-server.js';
import { emptyFolder, tidy } from './processes.js';

/** Services whose inventories watch a cluster. */

let server: PostgresServer | undefined;

/** How many instances share a history, and where: in a new place each time. */
export const watchers = {
  'one instance with SQLite': {
    instances: 1,
    isLeftOut: false,
    address: () => Promise.resolve(`sqlite:${path.join(emptyFolder(), 'history.db')}`),
  },
  'two instances with PostgreSQL': {
    instances: 2,
    isLeftOut: lacksPostgres(),
    address: async () => server?.urlOf((await server.database()).database) ?? '',
  },
} as const;

/** Runs what they need for all tests of a file; everything that a test has started is ended after it. */
export function useWatchers(): void {
  beforeAll(async () => {
    server = lacksPostgres() ? undefined : await PostgresServer.shared();
  });
  afterAll(() => server?.remove());
  afterEach(tidy);
}

/**
 * Call it when an instance was killed. Another instance takes over its sweep two minutes later.
 * @param at the database of the instances' history; a single instance with SQLite waits for no one
 * @returns a function that makes an abandoned sweep two minutes older
 */
export async function sinceKilled(at: string | pg.ClientConfig): Promise<() => Promise<void>> {
  if (typeof at === 'string' && !at.startsWith('postgres:')) return () => Promise.resolve();
  const place = new pg.Client(at);
  await place.connect();
  const unfinished = `FROM axl_phone_proxy.cluster_generation WHERE whole = 0`;
  const { rows } = await place.query<{ id: number; went_on: string }>(`SELECT id, went_on ${unfinished}`);
  return async () => {
    const earlier = `UPDATE axl_phone_proxy.cluster_generation SET went_on = went_on - $1 WHERE id = $2 AND went_on = $3 AND whole = 0`;
    for (const { id, went_on } of rows) await place.query(earlier, [usualAbandonedMs, id, went_on]);
    await place.end();
  };
}

/** Waits until a sweep that began after this call is complete. @param timeout in milliseconds */
export async function sweepAgain(client: PhoneProxyClient, timeout: number): Promise<void> {
  const since = Date.now();
  const isWhole = async (): Promise<boolean> => {
    await client.sweepInventory();
    return Date.parse((await client.readInventory()).asOf ?? '') > since;
  };
  await expect.poll(isWhole, { timeout, interval: 300 }).toBe(true);
}
