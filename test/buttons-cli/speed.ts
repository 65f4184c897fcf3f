import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createClient, type PhoneProxyClient } from '../../src/client/index.js';
import { caller } from '../support/caller.js';
import { withHistory } from '../support/office.js';
import { emptyFolder, start, tidy } from '../support/processes.js';
import { startServiceProcess } from '../support/service-process.js';
import { spawnSimulator } from '../support/simulator-process.js';
import { serviceSettings } from '../support/test-service.js';
import { officeOf, watched } from './office.js';

/**
 * How long the command line takes for lists, a change and its undo, and how much memory. For comparison, a bare
 * loop of two at once reads or sets the same lists in the same minutes, through the same service and through one that does
 * not read lists back: `npm run bench:buttons -- --devices 1000 --latency 50`.
 */

interface Measured {
  readonly seconds: number;
  /** The peak, in MB. */
  readonly megabytes: number;
}

/** Writes the peak memory of a process to a file when it ends. */
const recorder = `import { writeFileSync } from 'node:fs';
process.on('exit', () => writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS / 1024)));`;

type Lists = Awaited<ReturnType<PhoneProxyClient['readLists']>>;

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '1000' },
    /** Of the call manager, in milliseconds. */
    latency: { type: 'string', default: '50' },
  },
});
const devices = Number(values.devices);
const folder = emptyFolder();
const seed = path.join(folder, 'seed.json');
writeFileSync(seed, JSON.stringify(officeOf(devices, 10)));
const simulator = await spawnSimulator({ SIMULATOR_SEED_FILE: seed, SIMULATOR_LATENCY_MS: values.latency });
const settings = { ...serviceSettings(simulator.url), CHANGES_PER_HOUR: '0' };
const service = await startServiceProcess({ ...settings, ...withHistory() });
const unwatched = await startServiceProcess({ ...settings, ...withHistory(), AXL_VERIFY_WRITES: 'off' });
try {
  const clientOf = ({ url }: typeof service): PhoneProxyClient =>
    createClient({ baseUrl: url, username: caller.name, password: caller.password });
  const client = clientOf(service);
  // Otherwise the first measured program would include the service's compile time.
  for (const one of [client, clientOf(unwatched)]) {
    await relabelAll(one, (await readAll(one, 100)).value);
    await simulator.control('POST', 'reset');
  }
  const read = await readAll(client, devices);
  const relabel = ['relabel', watched, 'By the command line'];
  report('relabel --dry-run', await buttons(...relabel, '--dry-run'), read.seconds);
  writeFileSync(path.join(folder, 'names.txt'), [...read.value.keys()].join('\n'));
  report('list --search', await buttons('list', '--search', 'Desk'), read.seconds);
  report('list --devices-from', await buttons('list', '--devices-from', 'names.txt'), read.seconds);
  const bare = await relabelAll(client, read.value);
  await simulator.control('POST', 'reset');
  const notReadBack = await relabelAll(clientOf(unwatched), read.value);
  await simulator.control('POST', 'reset');
  const guards = ['--max-devices', String(devices)];
  const applied = await buttons(...relabel, '--yes', ...guards);
  report('relabel', applied, bare.seconds);
  report('relabel, beside writes that are not read back', applied, notReadBack.seconds);
  const [last] = (await client.listChanges({ limit: 1 })).changes;
  report('undo --dry-run', await buttons('undo', last?.id ?? '', '--dry-run'), read.seconds);
} finally {
  for (const { process: one } of [service, unwatched]) {
    one.kill('SIGTERM');
    await one.ended;
  }
  await simulator.stop();
  await tidy();
}

function report(what: string, { seconds, megabytes }: Measured, bare: number): void {
  const ratio = (seconds / bare).toFixed(2);
  process.stdout.write(
    `${what} of ${devices} devices: ${seconds.toFixed(1)} s, ${ratio} times the bare loop (${bare.toFixed(1)} s); ${Math.ceil(megabytes)} MB\n`,
  );
}

/** Runs the command line to its end. */
async function buttons(...given: readonly string[]): Promise<Measured> {
  const peak = path.join(folder, 'peak');
  const { seconds, value } = await timed(() => {
    const env = {
      PHONE_PROXY_URL: service.url,
      PHONE_PROXY_USERNAME: caller.name,
      PHONE_PROXY_PASSWORD: caller.password,
      PEAK_FILE: peak,
    };
    const nodeArguments = ['--import', `data:text/javascript,${encodeURIComponent(recorder)}`];
    return start(['buttons', ...given, '--quiet'], { cwd: folder, nodeArguments, env }).ended;
  });
  if (value.code !== 0) throw new Error(value.output);
  return { seconds, megabytes: Number(readFileSync(peak, 'utf8')) };
}

/** What a command reads. */
function readAll(client: PhoneProxyClient, most: number) {
  return timed(async () => {
    const found = await client.findButtons(watched);
    const lists = new Map<string, Lists>();
    const names = [...new Set(found.map(({ device }) => device))].slice(0, most);
    await twoAtOnce(names, async (name) => lists.set(name, await client.readLists(name)));
    return lists;
  });
}

/** What a change sends. */
function relabelAll(client: PhoneProxyClient, lists: ReadonlyMap<string, Lists>) {
  const labelled = <Entry extends object>(entry: Entry): Entry =>
    'dirn' in entry && entry.dirn === watched ? { ...entry, label: 'By the bare loop' } : entry;
  return timed(async () => {
    await twoAtOnce([...lists], async ([name, { speeddials, busylampfields, etags }]) => {
      await client.replaceSpeedDials(name, speeddials.map(labelled), { ifMatch: etags.speeddials });
      await client.replaceBusyLampFields(name, busylampfields.map(labelled), { ifMatch: etags.busylampfields });
    });
  });
}

async function timed<Value>(work: () => Promise<Value>): Promise<{ readonly seconds: number; readonly value: Value }> {
  const begun = performance.now();
  const value = await work();
  return { seconds: (performance.now() - begun) / 1000, value };
}

async function twoAtOnce<Item>(items: readonly Item[], call: (item: Item) => Promise<unknown>): Promise<void> {
  const left = items.values();
  const worker = async (): Promise<void> => {
    for (const item of left) await call(item);
  };
  await Promise.all([worker(), worker()]);
}
