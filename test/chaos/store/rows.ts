import type { PostgresServer } from '../../support/postgres-server.js';
import type { SimulatorProcess } from '../../support/simulator-process.js';
import type { StoreFault } from './faults.js';
import { Scene } from './scene.js';

export interface StoreRow {
  readonly name: string;
  readonly store: StoreFault['store'];
  /** What a caller was told of a write, or whoever started the service. */
  readonly answer: string;
  readonly ms: number;
  /** Changes in the history at the end. */
  readonly changes: number;
  /** What is not so, or not what should be told; empty in a good row. */
  readonly wrong: readonly string[];
}

/** Runs one case against a fresh service and an empty history, and says what is not as it should be. */
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
