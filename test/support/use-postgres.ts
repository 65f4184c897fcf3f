import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { PostgresOptions } from '../../src/store/database-url.js';
import { stopPgbouncers } from './pgbouncer.js';
import { PostgresServer } from './postgres-server.js';
import { tidy } from './processes.js';

/** The server of the tests; it runs after `usePostgres`. */
export let server: PostgresServer;

/** An empty database; another one for each test. */
export let place: PostgresOptions;

/**
 * Gives the tests around it a server.
 * @param close closes what each test has opened there
 * @param start `PostgresServer.start` for tests that stop the server or change its settings
 */
export function usePostgres(
  close: () => Promise<void> = () => Promise.resolve(),
  start: () => Promise<PostgresServer> = () => PostgresServer.shared(),
): void {
  beforeAll(async () => {
    server = await start();
  });
  afterAll(async () => {
    await server.remove();
    await tidy();
  });
  beforeEach(async () => {
    place = await server.database();
  });
  afterEach(async () => {
    try {
      await close();
    } finally {
      await stopPgbouncers();
    }
  });
}
