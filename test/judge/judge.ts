import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { authorization } from '../support/caller.js';
import { PostgresServer } from '../support/postgres-server.js';
import { emptyFolder, tidy } from '../support/processes.js';
import { type SimulatorProcess, spawnSimulator } from '../support/simulator-process.js';
import { Dice } from '../support/dice.js';
import { check, type Fault } from './checker.js';
import { attemptMs, deadlineMs, Instance } from '../support/instances.js';
import type { Applied, AuditLine, Held, Kept, Records, Trouble } from './records.js';
import {
  type KindName,
  kindNames,
  type ShownEntry,
  shownList,
  simulatedList,
  type SimulatedEntry,
} from '../support/shown-lists.js';
import { story } from './story.js';
import { makeTrouble } from '../support/troubles.js';
import { type Device, deviceText, keptOf, type Scene, type ShownChange, Writer } from './writers.js';

export interface JudgeOptions {
  readonly seed: number;
  /** How many writes are requested, at least. */
  readonly ops: number;
  /** How long it runs, at least. */
  readonly minutes: number;
  /** One instance with a file, or two with one PostgreSQL. */
  readonly store: 'sqlite' | 'postgres';
  /** How many writers run at the same time. */
  readonly writers: number;
  /** True if the call manager sets one list in fifty otherwise than it was asked to. */
  readonly alters?: boolean;
}

export interface Verdict {
  readonly writes: number;
  /** The ones of these that were answered with 2xx. */
  readonly done: number;
  readonly faults: readonly string[];
}

const devices: readonly Device[] = [
  { kind: 'phone', name: 'SEP00A1B2C30001' },
  { kind: 'phone', name: 'SEP00A1B2C30003' },
  { kind: 'phone', name: 'SEP00A1B2C30004' },
  { kind: 'phone', name: 'SEP00A1B2C30005' },
  { kind: 'phone', name: 'SEP00A1B2C30006' },
  { kind: 'phone', name: 'SEP00A1B2C3000F' },
  { kind: 'profile', name: 'UDP_FRONTDESK' },
];

/** One list in fifty. */
const alteredShare = 0.02;
/** How many writes are in a round, before everything is calmed down, collected, and judged. */
const writesOfRound = 2_000;
/** How long after a request was lost it may still be carried out, in milliseconds. */
const lateMs = 3_000;
/** How long the recovery may take, in milliseconds. */
const recoveryMs = 60_000;
/** With a smaller share of 2xx, the run would prove little. */
const leastDone = 0.25;

/**
 * Runs writers and trouble against the service, round after round, and judges the records of each round.
 * @param print takes the lines for the terminal
 * @throws Error if something does not settle, or a process does not start
 */
export async function judge(options: JudgeOptions, print: (line: string) => void): Promise<Verdict> {
  const { seed, ops, minutes, store } = options;
  print(`${store}, seed ${seed} (repeat with --seed ${seed} --store ${store})`);
  const server = store === 'postgres' ? await PostgresServer.start() : undefined;
  // The call manager accepts device names in any letter case, so two spellings are one device.
  const simulator = await spawnSimulator({ SIMULATOR_ANY_CASE_NAMES: 'true' });
  try {
    const folder = emptyFolder();
    const historyUrl = server
      ? server.urlOf((await server.database()).database)
      : `sqlite:${path.join(folder, 'history.db')}`;
    const numbers = server ? [0, 1] : [0];
    const instances = await Promise.all(numbers.map((one) => Instance.make(one, simulator.url, historyUrl, folder)));
    for (const instance of instances) await instance.start();
    const run = new Run(options, simulator, instances, server, print);
    const started = Date.now();
    while (run.faults.length === 0 && (run.writes < ops || Date.now() - started < minutes * 60_000)) {
      await run.round(minutes > 0 ? writesOfRound : Math.min(writesOfRound, ops - run.writes));
    }
    for (const instance of instances) await run.end(instance);
    const [{ writes, done, faults }, seconds] = [run, (Date.now() - started) / 1_000];
    print(`${writes} writes in ${Math.round(seconds)} s, ${done} answered 2xx: ${run.summary()}`);
    return { writes, done, faults };
  } finally {
    await tidy();
    await simulator.stop();
    await server?.remove();
  }
}

interface AppliedUpdate {
  readonly number: number;
  readonly time: number;
  readonly deviceKind: Device['kind'];
  readonly device: string;
  readonly speedDials?: readonly SimulatedEntry[];
  readonly busyLampFields?: readonly SimulatedEntry[];
  readonly sent?: Pick<AppliedUpdate, 'speedDials' | 'busyLampFields'>;
  readonly disturbedBy?: string;
}

/** The simulator's name of each list. */
const simulated = { speeddial: 'speedDials', busylampfield: 'busyLampFields' } as const satisfies Record<
  KindName,
  string
>;

class Run {
  writes = 0;
  done = 0;
  readonly faults: string[] = [];
  readonly #options: JudgeOptions;
  readonly #simulator: SimulatorProcess;
  readonly #instances: readonly Instance[];
  readonly #server: PostgresServer | undefined;
  readonly #print: (line: string) => void;
  readonly #dice: Dice;
  readonly #counts = new Map<string, number>();
  readonly #audited = new Map<Instance, number>();
  #rounds = 0;
  #lastUpdate = 0;
  #lastChange = '0';

  constructor(
    options: JudgeOptions,
    simulator: SimulatorProcess,
    instances: readonly Instance[],
    server: PostgresServer | undefined,
    print: (line: string) => void,
  ) {
    this.#options = options;
    this.#simulator = simulator;
    this.#instances = instances;
    this.#server = server;
    this.#print = print;
    this.#dice = new Dice(options.seed);
  }

  /** Writes, makes trouble, calms down, and judges. */
  async round(writes: number): Promise<void> {
    this.#rounds += 1;
    const started = Date.now();
    const start = await this.#held();
    const troubles: Trouble[] = [];
    let given = 0;
    const scene: Scene = {
      ...{ instances: this.#instances, devices, asked: [], reads: [] },
      next: () => (given < writes ? `${this.#rounds}-${(given += 1)}` : undefined),
    };
    const callers = Array.from(
      { length: this.#options.writers },
      (_, place) => new Writer(`${this.#rounds}-${place}`, scene, new Dice(this.#dice.below(2 ** 31))),
    );
    let isOver = false;
    const stage = {
      ...{ simulator: this.#simulator, instances: this.#instances, server: this.#server },
      dice: new Dice(this.#dice.below(2 ** 31)),
      happened: (trouble: Trouble) => troubles.push(trouble),
      answered: () => scene.asked.length,
      count: (what: string) => {
        this.#count(what);
      },
    };
    const altering = { kind: 'alters-list', probability: alteredShare } as const;
    if (this.#options.alters) {
      for (const operation of ['updatePhone', 'updateDeviceProfile']) {
        await this.#simulator.control('POST', 'misbehaviour', { ...altering, operation });
      }
    }
    const trouble = makeTrouble(stage, () => isOver);
    await Promise.race([Promise.all(callers.map((caller) => caller.goOn())), trouble]);
    isOver = true;
    await trouble;
    await this.#calmDown(scene);
    const records = await this.#collect(scene, start, troubles);
    this.#judge(records, Date.now() - started);
  }

  /** Stops an instance as an operator does. */
  async end(instance: Instance): Promise<void> {
    const code = await instance.stop();
    if (code !== 0) this.faults.push(`an instance ended with ${String(code)} after SIGTERM`);
    this.faults.push(...instance.alarms.map((line) => `an instance said ${line}`));
  }

  summary(): string {
    const counts = [...this.#counts].sort(([, a], [, b]) => b - a);
    return counts.map(([what, count]) => `${count} × ${what}`).join(', ');
  }

  #count(what: string, often = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + often);
  }

  /** Ends the trouble. Each list is then written and read once more at each instance, which must answer with 200. */
  async #calmDown(scene: Scene): Promise<void> {
    await this.#simulator.control('DELETE', 'misbehaviour');
    await sleep(lateMs);
    const until = Date.now() + recoveryMs;
    const writer = new Writer(`${this.#rounds}-last`, scene, new Dice(this.#dice.below(2 ** 31)));
    let tries = 0;
    for (const instance of this.#instances) {
      for (const device of devices) {
        for (const kind of kindNames) {
          const isWell = async (): Promise<boolean> => {
            tries += 1;
            const id = `${this.#rounds}-last-${tries}`;
            return (await writer.replace(id, instance, device, kind)) && writer.read(instance, device, kind, false);
          };
          await untilSo(isWell, until, `a write of ${device.name} to instance ${instance.number} is not answered 200`);
        }
      }
    }
    writer.end();
    const isSettled = async (): Promise<boolean> => {
      const open = await Promise.all(this.#instances.map((instance) => instance.unsettled()));
      return open.every((count) => count === 0);
    };
    await untilSo(isSettled, until, 'how some changes ended is not stored');
    // An audit line is in the file soon after.
    await sleep(200);
  }

  async #collect(scene: Scene, start: readonly Held[], troubles: readonly Trouble[]): Promise<Records> {
    const { url } = this.#dice.pick(this.#instances);
    const { asked, reads } = scene;
    return {
      ...{ attemptMs, deadlineMs, lateMs, start, asked, reads },
      applied: await this.#applied(),
      kept: await this.#kept(url),
      audit: this.#instances.flatMap((instance) => this.#audit(instance)),
      troubles,
    };
  }

  #judge(records: Records, ms: number): void {
    const { asked, applied, troubles } = records;
    const done = asked.filter(({ status }) => status >= 200 && status < 300).length;
    this.writes += asked.length;
    this.done += done;
    for (const { status, code = 'no answer' } of asked) this.#count(status >= 200 && status < 300 ? '2xx' : code);
    const checked = performance.now();
    const found = check(records);
    const took = Math.round(performance.now() - checked);
    this.#print(
      `round ${this.#rounds}: ${asked.length} writes and ${records.reads.length} reads in ${Math.round(ms / 1_000)} s, ` +
        `${done} done, ${applied.length} updates (${applied.filter(({ disturbed }) => disturbed).length} disturbed), ` +
        `${records.kept.length} changes, ${troubles.length} kills, pauses and stops; judged in ${took} ms: ` +
        (found.length === 0 ? 'one story' : `${found.length} faults`),
    );
    if (done < asked.length * leastDone) this.faults.push(`only ${done} of ${asked.length} writes were answered 2xx`);
    if (found.length > 0) this.#tell(records, found);
  }

  /** The shortest story is the clearest. */
  #tell(records: Records, found: readonly Fault[]): void {
    const stories = found.map((fault) => ({ fault, lines: story(records, fault) }));
    const [shortest] = stories.sort((a, b) => a.lines.length - b.lines.length);
    const folder = path.join(tmpdir(), 'axl-phone-proxy-judge');
    mkdirSync(folder, { recursive: true });
    const file = path.join(folder, `${this.#options.store}-${this.#options.seed}-${this.#rounds}.json`);
    writeFileSync(file, JSON.stringify(records));
    this.faults.push(
      ...found.slice(0, 20).map(({ rule, device, kind, says }) => `${rule}: ${device} ${kind}: ${says}`),
    );
    if (shortest) this.#print(`The shortest story, of “${shortest.fault.says}”:\n${shortest.lines.join('\n')}`);
    this.#print(`Seed ${this.#options.seed}; the records are in ${file}: npm run judge -- --records ${file}`);
  }

  /** The call manager's present lists. */
  async #held(): Promise<Held[]> {
    type State = Readonly<Record<(typeof simulated)[KindName], readonly SimulatedEntry[]>> & { readonly name: string };
    const phones = (await this.#simulator.control('GET', 'state')) as readonly State[];
    const profiles = (await this.#simulator.control('GET', 'profiles')) as readonly State[];
    return devices.flatMap((device) => {
      const state = (device.kind === 'phone' ? phones : profiles).find(({ name }) => name === device.name);
      if (!state) throw new Error(`the company has no ${device.name}`);
      return kindNames.map((kind) => ({
        device: deviceText(device),
        kind,
        list: simulatedList(state[simulated[kind]]),
      }));
    });
  }

  /** What the call manager has carried out since the last call. */
  async #applied(): Promise<Applied[]> {
    const updates = (await this.#simulator.control('GET', `updates?after=${this.#lastUpdate}`)) as AppliedUpdate[];
    if (updates[0] && updates[0].number !== this.#lastUpdate + 1) throw new Error('updates are missing from the log');
    this.#lastUpdate = updates.at(-1)?.number ?? this.#lastUpdate;
    return updates.flatMap(({ number, time, deviceKind, device, disturbedBy, sent, ...lists }) =>
      kindNames.flatMap((kind) => {
        const entries = lists[simulated[kind]];
        const disturbed = disturbedBy !== undefined;
        const altered = disturbedBy === 'alters-list';
        const place = { device: deviceText({ kind: deviceKind, name: device }), kind };
        const asked = sent?.[simulated[kind]];
        const where = { ...place, number, time, disturbed, altered, ...(asked && { sent: simulatedList(asked) }) };
        return entries ? [{ ...where, list: simulatedList(entries) }] : [];
      }),
    );
  }

  /** The changes since the last call. */
  async #kept(url: string): Promise<Kept[]> {
    const found: ShownChange[] = [];
    const isNew = ({ id }: ShownChange): boolean => Number(id) > Number(this.#lastChange);
    for (let query: string | undefined = '?limit=500'; query !== undefined;) {
      const answer: Response = await fetch(`${url}/changes${query}`, { headers: { authorization: authorization() } });
      if (answer.status !== 200) throw new Error(`the history was not shown: ${await answer.text()}`);
      const page = (await answer.json()) as ShownChange[];
      found.push(...page.filter(isNew));
      query = page.every(isNew) ? /<(\?.*)>/.exec(answer.headers.get('link') ?? '')?.[1] : undefined;
    }
    this.#lastChange = found[0]?.id ?? this.#lastChange;
    return found.map(keptOf);
  }

  /** The lines of an audit file since the last call. A killed instance may leave half a line. */
  #audit(instance: Instance): AuditLine[] {
    const from = this.#audited.get(instance) ?? 0;
    const text = readFrom(instance.auditFile, from);
    this.#audited.set(instance, from + Buffer.byteLength(text));
    return text.split('\n').flatMap((line) => {
      try {
        return line === '' ? [] : [auditedBy(JSON.parse(line) as AuditEntry)];
      } catch {
        this.#count('half a line in the audit file');
        return [];
      }
    });
  }
}

interface AuditEntry {
  readonly time: string;
  readonly requestId: string;
  readonly user: string;
  readonly phone?: string;
  readonly profile?: string;
  readonly buttons: KindName;
  readonly before?: readonly ShownEntry[];
  readonly after?: readonly ShownEntry[];
  readonly outcome: string;
}

function auditedBy({ time, requestId, user, phone, profile, buttons, before, after, outcome }: AuditEntry): AuditLine {
  const device = deviceText(
    phone === undefined ? { kind: 'profile', name: profile ?? '' } : { kind: 'phone', name: phone },
  );
  return {
    ...{ time: Date.parse(time), request: requestId, user, device, kind: buttons, outcome },
    ...(before && { before: shownList(before) }),
    ...(after && { after: shownList(after) }),
  };
}

function readFrom(file: string, from: number): string {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(fstatSync(descriptor).size - from);
    readSync(descriptor, bytes, 0, bytes.length, from);
    return bytes.toString('utf8');
  } finally {
    closeSync(descriptor);
  }
}

async function untilSo(isSo: () => Promise<boolean>, until: number, otherwise: string): Promise<void> {
  while (!(await isSo())) {
    if (Date.now() > until) throw new Error(otherwise);
    await sleep(100);
  }
}
