import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { askChild } from './channel.js';
import { Stage } from './children.js';
import { cpuMs, machine } from './operating-system.js';
import { ratio } from './statistics.js';
import { firstAnswer, type Setting, startSubject, type Subject } from './subjects.js';
import { figure, table } from './table.js';
import { smallPhone } from './work.js';

/**
 * Measures how much CPU tracing costs a lookup: every request, one in ten, or none; and the additional cost of sending
 * the spans as OTLP to a collector in this process. One process does all in turns, because two processes of one build
 * differ by more than the expected result. The CPU time of all rounds together counts, because a garbage collection
 * falls into one round and cleans up after many.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '40' }, requests: { type: 'string', default: '1000' } },
});
/** The first samples are dropped: the service's code is recompiled until it is stable. */
const roundsUntilHot = 4;

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

/**
 * What is measured in one process, and the highest allowed cost for each share of the requests. An exporter has its own
 * cost.
 */
const processes = [
  {
    sdk: {},
    name: 'kept',
    most: new Map([
      [1, 1.15],
      [0.1, 1.05],
    ]),
  },
  { sdk: { collector: address }, name: 'sent', most: new Map([[1, Infinity]]) },
] as const;

const stage = await Stage.open();

/**
 * The CPU time with a share of the requests traced, divided by the time without: over all rounds, and in the lowest and
 * the highest one.
 */
interface Measured {
  readonly share: number;
  readonly all: number;
  readonly least: number;
  readonly most: number;
}

async function measure(
  subject: Subject,
  sdk: NonNullable<Setting['sdk']>,
  shares: readonly number[],
): Promise<Measured[]> {
  const running = await startSubject(stage, { subject, concurrency: 4, tls: false, sdk }, { channel: 'ipc' });
  await firstAnswer(running, smallPhone);
  const cpuOf = new Map<number, number[]>([0, ...shares].map((share) => [share, []]));
  for (let round = 0; round < roundsUntilHot + Number(values.rounds); round += 1) {
    // Each comes first equally often.
    const all = [...cpuOf];
    const turn = round % all.length;
    for (const [share, samples] of [...all.slice(turn), ...all.slice(0, turn)]) {
      await askChild<{ request: { share: number }; reply: { share: number } }>(running.child, { share });
      const before = cpuMs(running.pid);
      const amount = Number(values.requests);
      const { wrong } = await stage.load({ url: running.url, work: smallPhone, callers: 10, amount });
      if (wrong > 0) throw new Error(`${wrong} wrong answers`);
      if (round >= roundsUntilHot) samples.push(cpuMs(running.pid) - before);
    }
  }
  await stage.stop(running.child);
  const untraced = cpuOf.get(0) ?? [];
  return shares.map((share) => {
    const traced = cpuOf.get(share) ?? [];
    return { share, all: sum(traced) / sum(untraced), ...ratio(traced, untraced) };
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

const rows: string[][] = [];
for (const subject of ['proxy, lines', 'proxy, sql'] as const) {
  for (const { name, sdk, most } of processes) {
    for (const { share, all, least, most: largest } of await measure(subject, sdk, [...most.keys()])) {
      const goal = most.get(share) ?? Infinity;
      if (all > goal) process.exitCode = 1;
      const what = `${subject}: ${share === 1 ? 'every request' : 'one in ten'} ${name}`;
      rows.push([what, figure(all), figure(least), figure(largest), goal === Infinity ? '' : figure(goal)]);
    }
  }
}
await stage.close();
collector.close();
if (spans === 0) throw new Error('no span came to the collector');

const { cpu, cores, node, load } = machine();
process.stdout.write(`${table([['CPU against no SDK', 'all rounds', 'least', 'most', 'goal'], ...rows])}\n`);
process.stdout.write(`${spans} spans; ${cpu}, ${cores} cores, Node ${node}, load ${load}\n`);
