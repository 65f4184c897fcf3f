import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { PostgresOptions } from '../../src/history/store/history-url.js';
import { stopPgbouncers } from './pgbouncer.js';
import { PostgresServer } from './postgres-server.js';
import { tidy } from './processes.js';

/** The server of this test file; it runs after `usePostgres`. */
export let server: PostgresServer;

/** An empty database; another one for each test. */
export let place: PostgresOptions;

/**
 * Runs one server for all tests around it.
 * @param close closes what each test has opened there
 */
export function usePostgres(close: () => Promise<void> = () => Promise.resolve()): void {
  beforeAll(async () => {
    server = await PostgresServer.start();
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
