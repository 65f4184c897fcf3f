import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { askChild } from './channel.js';
import { Stage } from './children.js';
import { cpuMs, machine } from './operating-system.js';
import { ratio, type Summary } from './statistics.js';
import { firstAnswer, type Setting, startSubject, type Subject } from './subjects.js';
import { figure, table } from './table.js';
import { smallPhone } from './work.js';

/**
 * What tracing costs a lookup in CPU: every request kept, and one in ten, beside none; and what sending the spans costs
 * more, as OTLP to a collector in this process. One process does all in turns, as two processes of one build differ by
 * more than what is looked for.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '15' }, requests: { type: 'string', default: '2000' } },
});
/** The first samples are thrown away: the service's code is compiled anew until it stays as it is. */
const roundsUntilHot = 2;

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

/** What is measured in one process, and the most that each share of the requests may cost; an exporter takes its own. */
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

interface Measured {
  readonly share: number;
  /** The CPU of a round with this share of the requests traced, to that of the same round with none. */
  readonly cpu: Summary;
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
    for (const [share, samples] of cpuOf) {
      await askChild<{ request: { share: number }; reply: { share: number } }>(running.child, { share });
      const before = cpuMs(running.pid);
      const amount = Number(values.requests);
      const { wrong } = await stage.load({ url: running.url, work: smallPhone, callers: 10, amount });
      if (wrong > 0) throw new Error(`${wrong} wrong answers`);
      if (round >= roundsUntilHot) samples.push(cpuMs(running.pid) - before);
    }
  }
  await stage.stop(running.child);
  return shares.map((share) => ({ share, cpu: ratio(cpuOf.get(share) ?? [], cpuOf.get(0) ?? []) }));
}

const rows: string[][] = [];
for (const subject of ['proxy, lines', 'proxy, sql'] as const) {
  for (const { name, sdk, most } of processes) {
    for (const { share, cpu } of await measure(subject, sdk, [...most.keys()])) {
      const goal = most.get(share) ?? Infinity;
      if (cpu.median > goal) process.exitCode = 1;
      const what = `${subject}: ${share === 1 ? 'every request' : 'one in ten'} ${name}`;
      rows.push([what, figure(cpu.median), figure(cpu.least), figure(cpu.most), goal === Infinity ? '' : figure(goal)]);
    }
  }
}
await stage.close();
collector.close();
if (spans === 0) throw new Error('no span came to the collector');

const { cpu, cores, node, load } = machine();
process.stdout.write(`${table([['CPU against no SDK', 'middle', 'least', 'most', 'goal'], ...rows])}\n`);
process.stdout.write(`${spans} spans; ${cpu}, ${cores} cores, Node ${node}, load ${load}\n`);
