import { buttonCases, runButtonCase } from './button-rows.js';
import { clusterCases, runClusterCase } from './cluster-rows.js';
import { spawnCluster } from './cluster-arrangement.js';
import { runStory, stories } from './cluster-stories.js';
import { cases, type Row, runCase } from './rows.js';
import { storeFaults } from './store/faults.js';
import { killAtRandom } from './store/killed.js';
import { runStoreFault } from './store/rows.js';
import { lacksPostgres, PostgresServer } from '../support/postgres-server.js';
import { tidy } from '../support/processes.js';
import { spawnSimulator } from '../support/simulator-process.js';

/**
 * Prints the tables of faults of one node, of clusters, of calls of buttons and of the history. Exits with 1 if a row
 * contains a false statement.
 */

/** How often the service is killed during its work. */
const kills = 200;

/**
 * How often a row runs that is slow, or holds the event loop too long, and has no other fault: what the code does, it
 * does each time, and what a busy machine does, it does not.
 */
const tries = 3;

async function runRow(one: (typeof cases)[number]): Promise<Row> {
  let row = await runCase(simulator, one);
  for (let tried = 1; tried < tries && isOnlySlow(row); tried += 1) row = await runCase(simulator, one);
  return row;
}

const isOnlySlow = ({ untrue, wrong, slow }: Row): boolean =>
  untrue.length === 0 && wrong.length === 0 && slow.length > 0;

let [good, bad] = [0, 0];
const write = (widths: readonly number[], cells: readonly (string | number)[]): void => {
  const padded = cells.map((cell, place) => String(cell).padEnd(widths[place] ?? 0));
  process.stdout.write(`${padded.join(' ').trimEnd()}\n`);
};
const count = (complaints: readonly string[]): string => {
  if (complaints.length === 0) good += 1;
  else bad += 1;
  return complaints.join('; ');
};

const simulator = await spawnSimulator();
const widths = [30, 5, 7, 34, 6, 6, 6, 5];
write(widths, ['fault', 'call', 'times', 'answer', 'ms', 'calls', 'state', 'loop']);
// The first body that a process reads loads its parser. That is not the work of a request.
const firstBody = cases.find(({ call }) => call === 'POST');
if (firstBody) await runCase(simulator, firstBody);
for (const one of cases) {
  const { fault, call, times, answer, ms, axlCalls, state, loopMs, ...row } = await runRow(one);
  const complaints = [...row.untrue, ...row.wrong, ...row.slow];
  write(widths, [fault, call, times, answer, ms, axlCalls, state, loopMs, count(complaints)]);
}
await simulator.stop();

const cluster = await spawnCluster();
const clusterWidths = [50, 5, 5, 34, 6, 6];
write(clusterWidths, ['\nfault of a cluster', 'nodes', 'call', 'answer', 'ms', 'state']);
for (const one of clusterCases) {
  const { name, nodes, call, answer, ms, state, wrong } = await runClusterCase(cluster, one);
  write(clusterWidths, [name, nodes, call, answer, ms, state, count(wrong)]);
}
for (const story of stories) {
  const { name, nodes, call, answer, ms, state, wrong } = await runStory(cluster, story);
  write(clusterWidths, [name, nodes, call, answer, ms, state, count(wrong)]);
}
const buttonWidths = [56, 5, 42, 34, 6, 6];
write(buttonWidths, ['\nfault of a call of buttons', 'nodes', 'call', 'answer', 'ms', 'state']);
for (const one of buttonCases) {
  const { name, nodes, call, answer, ms, state, wrong } = await runButtonCase(cluster, one);
  write(buttonWidths, [name, nodes, call, answer, ms, state, count(wrong)]);
}
await cluster.stop();

const backend = await spawnSimulator();
const server = lacksPostgres() ? undefined : await PostgresServer.start();
const storeWidths = [42, 11, 22, 6, 8];
write(storeWidths, ['\nfault of the history', 'store', 'answer', 'ms', 'changes']);
for (const fault of storeFaults) {
  if (fault.isLeftOut) {
    write(storeWidths, [fault.name, fault.store, 'left out here']);
    continue;
  }
  const { name, store, answer, ms, changes, wrong } = await runStoreFault(backend, fault, server);
  write(storeWidths, [name, store, answer, ms, changes, count(wrong)]);
}
const { acknowledged, unknown, wrong } = await killAtRandom(backend, kills);
process.stdout.write(
  `killed ${kills} times: ${acknowledged} writes acknowledged and kept, ${unknown} of unknown outcome ${count(wrong)}\n`,
);
await tidy();
await backend.stop();
await server?.remove();

process.stdout.write(`${good} rows as they should be, ${bad} not\n`);
process.exitCode = bad === 0 ? 0 : 1;
