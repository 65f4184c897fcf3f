import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Instance } from '../support/instances.js';
import { type SimulatedEntry, simulatedList } from '../support/shown-lists.js';
import { makeTrouble } from '../support/troubles.js';
import { Dice } from '../support/dice.js';
import { describedPhones } from '../support/many-devices.js';
import { PostgresServer } from '../support/postgres-server.js';
import { emptyFolder, tidy } from '../support/processes.js';
import { type SimulatorProcess, spawnSimulator } from '../support/simulator-process.js';
import { Actor, type Stage } from './actors.js';
import { changesOf, wholeChange } from './calls.js';
import { check } from './checks.js';
import { Others } from './others.js';
import type { Applied, KeptChange, Records, Rename } from './records.js';
import { settingsOfUsers, users } from './users.js';

export interface OracleOptions {
  readonly seed: number;
  /** How many changes are asked for. */
  readonly changes: number;
  /** How many users act at the same time. */
  readonly actors: number;
  /** One instance with a file, or two with one PostgreSQL. */
  readonly store: 'sqlite' | 'postgres';
}

const phones = 40;
/** How long users go on with the changes after the last was asked for, in milliseconds. */
const actingMs = 15_000;
/** How long the service may take after the trouble until nothing is under way, in milliseconds. */
const settlingMs = 180_000;

interface SimulatedPhone {
  readonly name: string;
  readonly uuid: string;
  readonly speedDials: readonly SimulatedEntry[];
  readonly busyLampFields: readonly SimulatedEntry[];
}

interface Update {
  readonly number: number;
  readonly time: number;
  readonly device: string;
  readonly speedDials?: readonly SimulatedEntry[];
  readonly busyLampFields?: readonly SimulatedEntry[];
  readonly disturbedBy?: string;
}

/**
 * Eight users in four roles ask for changes, approve, reject, begin, stop and undo them, while instances are killed and
 * paused, answers are lost, and someone else sets lists and renames phones. Then everything that is known is compared.
 * @param print takes the lines for the terminal
 * @returns what is wrong
 * @throws Error if something does not settle, or a process does not start
 */
export async function oracle(options: OracleOptions, print: (line: string) => void): Promise<readonly string[]> {
  const { seed, store } = options;
  print(`${store}, seed ${seed} (repeat with --seed ${seed} --store ${store})`);
  const dice = new Dice(seed);
  const server = store === 'postgres' ? await PostgresServer.start() : undefined;
  const folder = emptyFolder();
  const company = path.join(folder, 'company.json');
  writeFileSync(company, JSON.stringify(describedPhones(Array.from({ length: phones }, (_, at) => `Phone ${at}`))));
  const simulator = await spawnSimulator({ SIMULATOR_SEED_FILE: company });
  try {
    const url = server ? server.urlOf((await server.database()).database) : `sqlite:${path.join(folder, 'history.db')}`;
    const settings = { ...settingsOfUsers(folder), CHANGES_PER_HOUR: '0' };
    const instances = await Promise.all(
      (server ? [0, 1] : [0]).map((one) => Instance.make(one, simulator.url, url, folder, settings)),
    );
    for (const instance of instances) await instance.start();
    const records = await play(options, dice, simulator, instances, server, print);
    const faults = [...check(records), ...instances.flatMap(({ alarms }) => alarms)];
    for (const instance of instances) {
      const code = await instance.stop();
      if (code !== 0) faults.push(`an instance ended with ${String(code)} after SIGTERM`);
    }
    tell(options, records, faults, print);
    return faults;
  } finally {
    await tidy();
    await simulator.stop();
    await server?.remove();
  }
}

async function play(
  { changes, actors }: OracleOptions,
  dice: Dice,
  simulator: SimulatorProcess,
  instances: readonly Instance[],
  server: PostgresServer | undefined,
  print: (line: string) => void,
): Promise<Records> {
  const first = (await simulator.control('GET', 'state')) as readonly SimulatedPhone[];
  const others = new Others(simulator, new Map(first.map(({ uuid, name }) => [uuid, name])), dice.split());
  const troubles: { what: string; from: number; until: number }[] = [];
  let given = 0;
  const stage: Stage = {
    ...{ instances, others, asked: [], deeds: [], calls: 0 },
    next: () => (given < changes ? `o${(given += 1)}` : undefined),
  };
  let isOver = false;
  const names = Object.keys(users);
  const acting = Array.from({ length: actors }, (_, at) =>
    new Actor(stage, names[at % names.length] ?? '', dice.split()).goOn(() => isOver),
  );
  const counts = new Map<string, number>();
  const trouble = makeTrouble(
    {
      ...{ simulator, instances, server, dice: dice.split(), answered: () => stage.calls },
      happened: (one) => troubles.push(one),
      count: (what) => counts.set(what, (counts.get(what) ?? 0) + 1),
    },
    () => isOver,
  );
  const meddling = others.goOn(() => isOver);
  const ending = (async () => {
    while (given < changes) await sleep(100);
    await sleep(actingMs);
    isOver = true;
  })();
  await Promise.all([ending, ...acting, trouble, meddling]);
  print(`trouble: ${[...counts].map(([what, count]) => `${count} × ${what}`).join(', ')}`);
  await simulator.control('DELETE', 'misbehaviour');
  const at = instances[0]?.url ?? '';
  await settled(at);
  const applied = (await simulator.control('GET', 'updates?after=0')) as readonly Update[];
  return {
    start: first.flatMap(({ uuid, speedDials, busyLampFields }) => [
      { uuid, kind: 'speeddial', list: simulatedList(speedDials) },
      { uuid, kind: 'busylampfield', list: simulatedList(busyLampFields) },
    ]),
    applied: byKey(applied, first, others.renames),
    ...{ foreign: others.lists, renames: others.renames, asked: stage.asked, deeds: stage.deeds, troubles },
    kept: await allChanges(at),
  };
}

/** Waits until nothing is under way any more. */
async function settled(url: string): Promise<void> {
  const until = Date.now() + settlingMs;
  for (;;) {
    const pages = await Promise.all(
      ['reading', 'running'].map((state) => changesOf(url, 'boss', `?state=${state}&limit=500`)),
    );
    if (pages.every((page) => page?.changes.length === 0)) return;
    if (Date.now() > until) {
      const left = pages.flatMap((page) => page?.changes ?? []);
      throw new Error(`these changes do not end: ${JSON.stringify(left)}`);
    }
    await sleep(500);
  }
}

async function allChanges(url: string): Promise<KeptChange[]> {
  const found: KeptChange[] = [];
  for (let query: string | undefined = '?limit=500'; query !== undefined;) {
    const page = await changesOf(url, 'boss', query);
    if (!page) throw new Error('the changes were not shown');
    for (const { id } of page.changes) {
      const whole = await wholeChange(url, 'boss', id);
      if (!whole) throw new Error(`change ${id} was not shown`);
      const { title, user, time, state, undone, undoes, counts, approval, application } = whole.change;
      found.push({
        ...{
          id,
          title,
          user: user ?? '',
          time: Date.parse(time),
          state,
          undone,
          undoes,
          counts,
          approval,
          application,
        },
        lists: whole.lists,
      });
    }
    query = page.next;
  }
  return found.sort((a, b) => Number(a.id) - Number(b.id));
}

/** The updates by the keys of their phones: the log has names, and it has the renamings in their order. */
function byKey(updates: readonly Update[], first: readonly SimulatedPhone[], renames: readonly Rename[]): Applied[] {
  const keys = new Map(first.map(({ name, uuid }) => [name, uuid]));
  let at = 0;
  return updates.flatMap(({ number, time, device, speedDials, busyLampFields, disturbedBy }) => {
    if (!speedDials && !busyLampFields) {
      while (renames[at] && renames[at]?.to !== device) at += 1;
      const rename = renames[at];
      if (!rename) throw new Error(`update ${number} renames to ${device}, which no one has asked for`);
      keys.delete(rename.from);
      keys.set(device, rename.uuid);
      return [];
    }
    const uuid = keys.get(device);
    if (uuid === undefined) throw new Error(`update ${number} is of ${device}, which is not there`);
    const own = { number, time, uuid, disturbed: disturbedBy !== undefined };
    return [
      ...(speedDials ? [{ ...own, kind: 'speeddial', list: simulatedList(speedDials) }] : []),
      ...(busyLampFields ? [{ ...own, kind: 'busylampfield', list: simulatedList(busyLampFields) }] : []),
    ];
  });
}

function tell(
  { store, seed }: OracleOptions,
  records: Records,
  faults: readonly string[],
  print: (line: string) => void,
): void {
  const { kept, applied, deeds, foreign, renames, troubles } = records;
  const lists = kept.flatMap((change) => change.lists);
  const counted = (words: readonly string[]): string => {
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    return [...counts].map(([word, count]) => `${count} ${word}`).join(', ');
  };
  print(`changes: ${counted(kept.map(({ state }) => state))}`);
  print(
    `lists: ${counted(lists.map(({ state, code }) => (code === undefined || code === state ? state : `${state} (${code})`)))}`,
  );
  print(`deeds: ${counted(deeds.map(({ action, status, code }) => `${action} ${code ?? status}`))}`);
  print(
    `${kept.length} changes, ${lists.length} lists, ${applied.length} updates (${foreign.size} of others), ` +
      `${renames.length} renamings, ${troubles.length} kills, pauses and stops: ` +
      (faults.length === 0 ? 'no fault' : `${faults.length} faults`),
  );
  const file = path.join(tmpdir(), 'axl-phone-proxy-oracle', `${store}-${seed}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ ...records, foreign: [...foreign] }));
  if (faults.length > 0) print(`The records are in ${file}: npm run oracle -- --records ${file}`);
}
