import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { Stage } from './children.js';
import { Bench, type Cell, cpuByRound } from './measure.js';
import { machine } from './operating-system.js';
import { median, ratio, summary } from './statistics.js';
import { figure, table } from './table.js';
import { smallPhone } from './work.js';

/**
 * What tracing costs a lookup in CPU: beside the service without an SDK, with one that keeps every request, and one that
 * keeps one in ten; and what sending the spans costs more, as OTLP to a collector in this process. All are sampled in
 * turns, in several sets of processes, as two processes of one build differ by a tenth.
 */
const { values } = parseArgs({ options: { sets: { type: 'string', default: '3' } } });

let spans = 0;
const collector = http.createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  request.on('end', () => {
    spans += text.split('"spanId":').length - 1;
    response.end('{}');
  });
});
await once(collector.listen(0, '127.0.0.1'), 'listening');
const address = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;

/** The most that each may cost, against the same without an SDK; what an exporter takes is its own. */
const kinds = {
  'every request': { sdk: { sampled: 1 }, most: 1.15 },
  'one in ten': { sdk: { sampled: 0.1 }, most: 1.05 },
  'every request, sent': { sdk: { sampled: 1, collector: address }, most: undefined },
} as const;

const bench = new Bench(await Stage.open(), () => undefined);
const found = new Map<string, { most: number | undefined; ratios: number[] }>();
for (const subject of ['proxy, lines', 'proxy, sql'] as const) {
  const off: Cell = { subject, work: smallPhone, latencyMs: 0, callers: 10, concurrency: 4, tls: false };
  const traced = Object.entries(kinds).map(([name, { sdk, most }]) => {
    const ratios: number[] = [];
    found.set(`${subject}: ${name}`, { most, ratios });
    return { cell: { ...off, sdk } satisfies Cell, ratios };
  });
  for (let set = 1; set <= Number(values.sets); set += 1) {
    const cells = [off, ...traced.map(({ cell }) => cell)];
    // Who is first in each turn changes, because the second finds the backend warmer.
    const inTurns = set % 2 === 0 ? cells : [...cells].reverse();
    const group = { name: 'tracing', title: '', cells: inTurns, rounds: 4, sample: { requests: 400 } };
    const measured = await bench.measure(group);
    await bench.stopSubjects();
    const cpuOf = (cell: Cell): number[] => measured.filter((one) => one.cell === cell).flatMap(cpuByRound);
    for (const { cell, ratios } of traced) ratios.push(ratio(cpuOf(cell), cpuOf(off)).median);
  }
}
await bench.close();
collector.close();
if (spans === 0) throw new Error('no span came to the collector');

const rows = Array.from(found, ([name, { most, ratios }]) => {
  const { median: middle, least, most: highest } = summary(ratios);
  return [name, figure(middle), figure(least), figure(highest), most === undefined ? '' : figure(most)];
});
const { cpu, cores, node, load } = machine();
process.stdout.write(`${table([['CPU against no SDK', 'middle', 'least', 'most', 'goal'], ...rows])}\n`);
process.stdout.write(`${spans} spans; ${cpu}, ${cores} cores, Node ${node}, load ${load}\n`);
if ([...found.values()].some(({ most, ratios }) => median(ratios) > (most ?? Infinity))) process.exitCode = 1;
