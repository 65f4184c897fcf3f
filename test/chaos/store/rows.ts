import type { PostgresServer } from '../../support/postgres-server.js';
import type { SimulatorProcess } from '../../support/simulator-process.js';
import type { StoreFault } from './faults.js';
import { Scene } from './scene.js';

export interface StoreRow {
  readonly name: string;
  readonly store: StoreFault['store'];
  /** What a caller was told about a write, or the user who started the service. */
  readonly answer: string;
  readonly ms: number;
  /** How many changes the history has at the end. */
  readonly changes: number;
  /** False statements and wrong answers; empty in a good row. */
  readonly wrong: readonly string[];
}

/** Runs one case against a new service and an empty history, and returns what is wrong. */
export async function runStoreFault(
  simulator: SimulatorProcess,
  fault: StoreFault,
  server: PostgresServer | undefined,
): Promise<StoreRow> {
  await simulator.control('DELETE', 'misbehaviour');
  await simulator.control('POST', 'reset');
  const scene = new Scene(simulator);
  const started = performance.now();
  const answer = await brought(scene, fault, server);
  scene.check(answer === fault.wanted, `should be ${fault.wanted}`);
  const changes = await scene.verdict();
  await scene.stop();
  const ms = Math.round(performance.now() - started);
  return { name: fault.name, store: fault.store, answer, ms, changes, wrong: scene.wrong };
}

async function brought(scene: Scene, fault: StoreFault, server: PostgresServer | undefined): Promise<string> {
  if (fault.store === 'SQLite') return fault.happen(scene);
  if (!server) throw new Error('this row needs a server');
  return fault.happen(scene, server, (await server.database()).database);
}
