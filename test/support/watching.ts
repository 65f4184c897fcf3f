import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { PhoneProxyClient } from '../../src/client/index.js';
import { lacksPostgres, PostgresServer } from './postgres-server.js';
import { emptyFolder, tidy } from './processes.js';

/** Services whose inventories watch a cluster. */

let server: PostgresServer | undefined;

/** How many instances share a history, and where: another place each time. */
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

/** Runs what they need for all tests of a file; what a test has started is gone after it. */
export function useWatchers(): void {
  beforeAll(async () => {
    server = lacksPostgres() ? undefined : await PostgresServer.start();
  });
  afterAll(() => server?.remove());
  afterEach(tidy);
}

/** Waits until a sweep is whole that began after this. @param timeout in milliseconds */
export async function sweepAnew(client: PhoneProxyClient, timeout: number): Promise<void> {
  const since = Date.now();
  const isWhole = async (): Promise<boolean> => {
    await client.sweepInventory();
    return Date.parse((await client.readInventory()).asOf ?? '') > since;
  };
  await expect.poll(isWhole, { timeout, interval: 300 }).toBe(true);
}
