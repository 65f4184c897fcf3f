import { clusterCases, runClusterCase } from './cluster-rows.js';
import { spawnCluster } from './cluster-arrangement.js';
import { runStory, stories } from './cluster-stories.js';
import { cases, runCase } from './rows.js';
import { spawnSimulator } from '../support/simulator-process.js';

/** Prints the tables of faults, of one node and of clusters, and ends with 1 when a row claims what is not so. */
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
for (const one of cases) {
  const { fault, call, times, answer, ms, axlCalls, state, loopMs, wrong, slow } = await runCase(simulator, one);
  write(widths, [fault, call, times, answer, ms, axlCalls, state, loopMs, count([...wrong, ...slow])]);
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
await cluster.stop();

process.stdout.write(`${good} rows as they should be, ${bad} not\n`);
process.exitCode = bad === 0 ? 0 : 1;
