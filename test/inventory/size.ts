import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { authorization } from '../support/caller.js';
import { PostgresServer } from '../support/postgres-server.js';
import { residentMb } from '../support/process-memory.js';
import { emptyFolder, tidy } from '../support/processes.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { spawnSimulator } from '../support/simulator-process.js';
import { serviceSettings } from '../support/test-service.js';

/**
 * The cost of an inventory of many phones: `npm run bench:inventory -- PHONES [--store postgres]`, 100,000 phones by
 * default. Each phone has one line and ten buttons. Everything is measured with a tenth of the phones first, and shown
 * with its goal at the end. Rates and times are compared as ratios within one run, because the callers run on the same
 * machine.
 */

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { store: { type: 'string', default: 'sqlite' } },
});
const most = Number(positionals[0] ?? 100_000);
const caller = { authorization: authorization() };
const kept = { 'cache-control': 'max-age=86400, only-if-cached' };
const live = { 'cache-control': 'no-cache' };

/** A simulator with many phones takes seconds for a page, besides other work. */
const patient = { AXL_TIMEOUT_MS: '60000', REQUEST_DEADLINE_MS: '60000', SHUTDOWN_GRACE_MS: '60000' };
/** As the systemd unit, the image and `npm start` start it. */
const asDeployed = { NODE_OPTIONS: '--max-old-space-size=384' };

function uuid(text: string): string {
  const hex = createHash('md5').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const numberOf = (phone: number): string => String(1_000_000 + phone);
const buttonsOfEach = 10;
const model = 'Cisco 8841';
const partition = 'PT-Internal';

function seedOf(phones: number): string {
  const range = Array.from({ length: phones }, (_, phone) => phone);
  const button = (phone: number, position: number) => ({
    index: position + 1,
    dirn: numberOf((phone + position * 7 + 1) % phones),
    label: `Person ${(phone + position * 7 + 1) % phones}`,
  });
  const positions = Array.from({ length: buttonsOfEach / 2 }, (_, position) => position);
  return JSON.stringify({
    company: 'Large',
    routePartitions: [{ uuid: uuid('partition'), name: partition }],
    devicePools: [{ uuid: uuid('pool'), name: 'DP' }],
    callingSearchSpaces: [],
    products: [{ enum: 1, name: model }],
    models: [{ enum: 1, name: model }],
    lines: range.map((phone) => ({
      ...{ uuid: uuid(`line ${phone}`), pattern: numberOf(phone), routePartition: partition },
      ...{ description: `Person ${phone}`, alertingName: `Person ${phone}` },
    })),
    devices: range.map((phone) => ({
      ...{ uuid: uuid(`phone ${phone}`), name: `SEP${phone.toString(16).toUpperCase().padStart(12, '0')}` },
      ...{ description: `Desk of person ${phone}`, class: 'Phone', product: model, model, protocol: 'SIP' },
      devicePool: 'DP',
      lines: [{ pattern: numberOf(phone), routePartition: partition, display: `Person ${phone}` }],
      speedDials: positions.map((position) => button(phone, position)),
      busyLampFields: positions.map((position) => ({ ...button(phone, position), routePartition: partition })),
    })),
  });
}

/** Callers that keep their connections, and cost less than what they measure. */
class Callers {
  readonly #pool: Pool;
  readonly #count: number;
  #round = 0;

  constructor(url: string, count: number) {
    this.#pool = new Pool(url, { connections: count });
    this.#count = count;
  }

  /** @returns the median time of the answers in milliseconds, and how many answers there were each second */
  async measure(seconds: number, path: (round: number) => string, headers: Readonly<Record<string, string>> = {}) {
    const took: number[] = [];
    const began = performance.now();
    const until = began + seconds * 1_000;
    const one = async (): Promise<void> => {
      while (performance.now() < until) {
        const started = performance.now();
        await this.ask(path((this.#round += 1)), headers);
        took.push(performance.now() - started);
      }
    };
    await Promise.all(Array.from({ length: this.#count }, one));
    return { median: medianOf(took), rate: (took.length * 1_000) / (performance.now() - began) };
  }

  async ask(path: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
    const { statusCode, body } = await this.#pool.request({ method: 'GET', path, headers: { ...caller, ...headers } });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${text}`);
    return text;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** Asks with separate callers, and closes them. */
async function asking<Result>(
  url: string,
  count: number,
  work: (callers: Callers) => Promise<Result>,
): Promise<Result> {
  const callers = new Callers(url, count);
  try {
    return await work(callers);
  } finally {
    await callers.close();
  }
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

async function inTurn<Result>(times: number, work: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let time = 0; time < times; time += 1) results.push(await work());
  return results;
}

interface Told {
  readonly state: string;
  readonly reason: string | null;
  readonly phones: number;
  readonly buttons: number;
}

async function untilWhole({ url }: ServiceProcess): Promise<Told> {
  return asking(url, 1, async (callers) => {
    for (;;) {
      // While the store's threads start, it is not ready yet.
      const told = JSON.parse(await callers.ask('/inventory').catch(notYet)) as Told;
      if (told.state === 'whole') return told;
      if (told.state === 'resting') throw new Error(`the inventory rests: ${told.reason ?? ''}`);
      await pause(500);
    }
  });
}

function notYet(thrown: unknown): string {
  if (thrown instanceof Error && thrown.message.includes('inventory-incomplete')) return '{"state": "filling"}';
  throw thrown;
}

async function stop(service: ServiceProcess): Promise<void> {
  service.process.kill('SIGTERM');
  await service.process.ended;
}

/** @returns milliseconds from the start of a process to its first answer */
async function startOf(settings: Readonly<Record<string, string>>, path: string, headers = {}): Promise<number> {
  const began = performance.now();
  const service = await startServiceProcess(settings);
  await asking(service.url, 1, (callers) => callers.ask(path, headers));
  const ms = performance.now() - began;
  await stop(service);
  return ms;
}

interface Measured {
  readonly sweepCpu: number;
  readonly sweepMb: number;
  readonly afterMb: number;
  readonly lookUpMs: number;
  readonly rateRatio: number;
  readonly startMs: number;
  readonly beside: number;
}

/** @param historyUrl returns a new place for a history each time */
async function measureSize(phones: number, historyUrl: () => Promise<string>): Promise<Measured> {
  const lookUp = (round: number): string => `/phone/?dirn=${numberOf((round * 7_919) % phones)}`;
  const seed = path.join(emptyFolder(), 'seed.json');
  writeFileSync(seed, seedOf(phones));
  const simulator = await spawnSimulator({ SIMULATOR_SEED_FILE: seed });
  try {
    const common = { ...serviceSettings(simulator.url), ...patient, ...asDeployed, LOG_LEVEL: 'info' };
    const settings = {
      ...common,
      DATABASE_URL: await historyUrl(),
      INVENTORY: 'on',
      INVENTORY_PAGES_PER_MINUTE: '600',
    };
    const service = await startServiceProcess(settings);
    const { pid } = service.process;
    const startCpu = cpuSeconds(pid);
    const began = performance.now();
    const told = await untilWhole(service);
    const sweepCpu = cpuSeconds(pid) - startCpu;
    const sweepMb = residentMb(pid).most;
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    process.stdout.write(`${told.phones} phones, ${told.buttons} buttons: swept in ${seconds} s\n`);

    const alone = await asking(service.url, 1, (callers) => callers.measure(5, lookUp, kept));
    const rates = await asking(service.url, 50, (callers) =>
      inTurn(5, async () => {
        const status = await callers.measure(2, () => '/status');
        const { rate } = await callers.measure(2, lookUp, kept);
        return rate / status.rate;
      }),
    );
    const afterMb = residentMb(pid).most;
    await stop(service);

    const starts = await inTurn(3, async () => {
      const usual = await startOf({ ...settings, INVENTORY: 'off' }, '/status');
      return (await startOf(settings, lookUp(1), kept)) - usual;
    });
    const beside = await besideSweep(common, await historyUrl(), lookUp);
    const lookUpMs = alone.median;
    return { sweepCpu, sweepMb, afterMb, lookUpMs, rateRatio: medianOf(rates), startMs: medianOf(starts), beside };
  } finally {
    await simulator.stop();
  }
}

/**
 * @returns the rate of live lookups during a sweep at its default pace, relative to the rate without: the median of
 * nine pairs
 */
async function besideSweep(
  common: Readonly<Record<string, string>>,
  history: string,
  lookUp: (round: number) => string,
) {
  const sweeping = await startServiceProcess({ ...common, DATABASE_URL: history, INVENTORY: 'on' });
  const without = await startServiceProcess(common);
  const rateOf = ({ url }: ServiceProcess) =>
    asking(url, 8, async (callers) => (await callers.measure(2, lookUp, live)).rate);
  // Both have answered, so their code is compiled.
  await rateOf(sweeping);
  await rateOf(without);
  const pairs = await inTurn(9, async () => {
    const alone = await rateOf(without);
    return (await rateOf(sweeping)) / alone;
  });
  await stop(sweeping);
  await stop(without);
  return medianOf(pairs);
}

interface Row {
  readonly what: string;
  readonly goal: string;
  readonly measured: string;
  readonly isMet: boolean;
}

function rowsOf({ sweepCpu, sweepMb, afterMb, lookUpMs, rateRatio, startMs, beside }: Measured, growth: number): Row[] {
  const rate = options.store === 'postgres' ? 0.3 : 0.6;
  const below = (what: string, value: number, goal: number, unit: string, digits = 0): Row => ({
    ...{ what, goal: `at most ${goal} ${unit}`, measured: `${value.toFixed(digits)} ${unit}`, isMet: value <= goal },
  });
  const above = (what: string, value: number, goal: number): Row => ({
    ...{ what, goal: `at least ${goal} times`, measured: `${value.toFixed(2)} times`, isMet: value >= goal },
  });
  return [
    below('GET /phone/ from the inventory, one caller, median', lookUpMs, 2, 'ms', 2),
    above('its rate at 50 callers, to that of GET /status', rateRatio, rate),
    below("the service's memory at the end of the sweep, at most so far", sweepMb, 300, 'MB'),
    below('the same after all lookups', afterMb, 300, 'MB'),
    below("a whole sweep's own CPU", sweepCpu, 60, 's', 1),
    below('start to an answer from what was kept, beyond the usual start', startMs, 200, 'ms'),
    above('live lookups beside a sweep at the default pace, to those without', beside, 0.85),
    below('GET /phone/ with all phones, to that with a tenth of them', growth, 1.5, 'times', 2),
  ];
}

const server = options.store === 'postgres' ? await PostgresServer.start() : undefined;
try {
  const historyUrl = async (): Promise<string> =>
    server ? server.urlOf((await server.database()).database) : `sqlite:${path.join(emptyFolder(), 'history.db')}`;
  const small = await measureSize(Math.ceil(most / 10), historyUrl);
  const large = await measureSize(most, historyUrl);
  const rows = [
    { what: `${most} phones, ${options.store}`, goal: 'goal', measured: 'measured', isMet: undefined },
    ...rowsOf(large, large.lookUpMs / small.lookUpMs),
  ];
  for (const { what, goal, measured, isMet } of rows) {
    const met = isMet === undefined ? 'met' : isMet ? 'yes' : 'NO';
    process.stdout.write(`${what.padEnd(68)}${goal.padEnd(20)}${measured.padEnd(14)}${met}\n`);
  }
} finally {
  await server?.remove();
  await tidy();
}

/** Of all its threads, user and system: fields 14 and 15 of proc(5), in hundredths of a second on Linux. */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
