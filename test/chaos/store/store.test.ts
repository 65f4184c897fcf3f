import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacksPostgres, PostgresServer } from '../../support/postgres-server.js';
import { tidy } from '../../support/processes.js';
import { type SimulatorProcess, spawnSimulator } from '../../support/simulator-process.js';
import { storeFaults } from './faults.js';
import { runStoreFault } from './rows.js';

describe('a store of the history in trouble: what is told is true, and what is true is stored', () => {
  let simulator: SimulatorProcess;
  let server: PostgresServer | undefined;

  beforeAll(async () => {
    simulator = await spawnSimulator();
    if (!lacksPostgres()) server = await PostgresServer.start();
  });
  afterAll(async () => {
    await tidy();
    await simulator.stop();
    await server?.remove();
  });

  for (const fault of storeFaults) {
    it.skipIf(fault.isLeftOut)(`${fault.store}: ${fault.name}`, async () => {
      expect((await runStoreFault(simulator, fault, server)).wrong).toEqual([]);
    });
  }
});
