import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Stage } from './children.js';
import { Bench, type Cell, cpuByRound } from './measure.js';
import { machine } from './operating-system.js';
import { replacement } from './round-trips.js';
import { figure, table } from './table.js';
import { median, ratio, summary } from './statistics.js';
import { smallPhone } from './work.js';

/** What is compared. */
const compared = {
  lines: { subject: 'proxy, lines', work: smallPhone },
  sql: { subject: 'proxy, sql', work: smallPhone },
  post: { subject: 'proxy, lines', work: replacement },
} as const;

/**
 * Compares the CPU time of calls with another checkout of this project, installed and built, on the same Node. The two
 * are sampled in short turns, so that other work on the machine slows both. Two processes of one build differ by a
 * tenth because of their compiled code, so several pairs of processes are compared, and the median counts.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pairs: { type: 'string', default: '9' }, most: { type: 'string' }, only: { type: 'string' } },
});
const checkout = path.resolve(positionals[0] ?? '');
if (positionals.length !== 1 || !existsSync(path.join(checkout, 'dist', 'main.js'))) {
  throw new Error('name one folder: another checkout of this project in which `npm ci` and `npm run build` were run');
}
const calls = Object.entries(compared).filter(([name]) => values.only === undefined || name === values.only);
if (calls.length === 0) throw new Error(`--only takes one of ${Object.keys(compared).join(', ')}`);

const bench = new Bench(await Stage.open(), () => undefined);
const ratios = new Map<string, number[]>();

async function comparePair(name: string, here: Cell, pair: number): Promise<void> {
  const there = { ...here, checkout };
  // The order changes in each pair, because the second one finds the backend warmer.
  const cells = pair % 2 === 0 ? [here, there] : [there, here];
  const measured = await bench.measure({ name: 'against', title: '', cells, rounds: 12, sample: { cpuMs: 600 } });
  const [mine = [], other = []] = [here, there].map((cell) =>
    measured.filter((one) => one.cell === cell).flatMap(cpuByRound),
  );
  const found = ratio(mine, other).median;
  ratios.set(name, [...(ratios.get(name) ?? []), found]);
  process.stdout.write(`pair ${pair}, ${name}: ${figure(found)} ×\n`);
}

for (const [name, { subject, work }] of calls) {
  const cell = { subject, work, latencyMs: 0, callers: 10, concurrency: 4, tls: false };
  try {
    for (let pair = 1; pair <= Number(values.pairs); pair += 1) {
      await comparePair(name, cell, pair);
      await bench.stopSubjects();
    }
  } catch (thrown) {
    // The backend knows the requests of this checkout, and another one may send others.
    process.stdout.write(`${name}: cannot be compared: ${String(thrown).slice(0, 300)}\n`);
    await bench.stopSubjects();
  }
}
await bench.close();

const rows = Array.from(ratios, ([name, found]) => {
  const { median: middle, least, most } = summary(found);
  return [name, figure(middle), figure(least), figure(most)];
});
const { cpu, cores, node, load } = machine();
process.stdout.write(`${table([['CPU against the other checkout', 'middle', 'least', 'most'], ...rows])}\n`);
process.stdout.write(`${cpu}, ${cores} cores, Node ${node}, load ${load}\n`);
const isTooMuch = [...ratios.values()].some((found) => median(found) > Number(values.most ?? Infinity));
if (isTooMuch || ratios.size === 0) process.exitCode = 1;
