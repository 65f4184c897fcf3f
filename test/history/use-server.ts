import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { PostgresOptions } from '../../src/history/store/history-options.js';
import { PostgresServer } from '../support/postgres-server.js';
import { tidy } from '../support/processes.js';
import { closeStores } from './stores.js';

/** The server of this test file; it runs from `useServer` on. */
export let server: PostgresServer;

/** Where no history is kept yet; another one for each test. */
export let place: PostgresOptions;

/** Runs one server for all tests around it, and closes after each test the stores that it has opened. */
export function useServer(): void {
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
  afterEach(closeStores);
}
