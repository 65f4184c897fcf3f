import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Stage } from './children.js';
import { Bench, type Cell, cpuByRound } from './measure.js';
import { machine } from './operating-system.js';
import { figure, table } from './table.js';
import { median, ratio, summary } from './statistics.js';
import { smallPhone } from './work.js';

/**
 * Compares the CPU time of a lookup with another checkout of this project, installed and built, on the same Node. The
 * two are sampled in turns. Two processes of one build differ by a tenth because of their compiled code, so several
 * pairs of processes are compared, and the median counts.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pairs: { type: 'string', default: '9' }, most: { type: 'string' } },
});
const checkout = path.resolve(positionals[0] ?? '');
if (positionals.length !== 1 || !existsSync(path.join(checkout, 'dist', 'main.js'))) {
  throw new Error('name one folder: another checkout of this project in which `npm ci` was run');
}

const cells = (['proxy, lines', 'proxy, sql'] as const).map((subject): readonly [Cell, Cell] => {
  const cell = { subject, work: smallPhone, latencyMs: 0, callers: 10, concurrency: 4, tls: false };
  return [cell, { ...cell, checkout }];
});
const bench = new Bench(await Stage.open(), () => undefined);
const ratios: Record<string, number[]> = {};
for (let pair = 1; pair <= Number(values.pairs); pair += 1) {
  for (const [here, there] of cells) {
    // The order changes in each turn, because the second one finds the backend warmer.
    const inTurns = pair % 2 === 0 ? [here, there] : [there, here];
    const group = { name: 'against', title: '', cells: inTurns, rounds: 3, sample: { cpuMs: 1500 } };
    const measured = await bench.measure(group);
    await bench.stopSubjects();
    const [mine = [], other = []] = [here, there].map((cell) =>
      measured.filter((one) => one.cell === cell).flatMap(cpuByRound),
    );
    const found = ratio(mine, other).median;
    (ratios[here.subject] ??= []).push(found);
    process.stdout.write(`pair ${pair}, ${here.subject}: ${figure(found)} ×\n`);
  }
}
await bench.close();

const rows = Object.entries(ratios).map(([subject, found]) => {
  const { median: middle, least, most } = summary(found);
  return [subject, figure(middle), figure(least), figure(most)];
});
const { cpu, cores, node, load } = machine();
process.stdout.write(`${table([['CPU against the other checkout', 'middle', 'least', 'most'], ...rows])}\n`);
process.stdout.write(`${cpu}, ${cores} cores, Node ${node}, load ${load}\n`);
if (Object.values(ratios).some((found) => median(found) > Number(values.most ?? Infinity))) process.exitCode = 1;
