import { createHash } from 'node:crypto';
import type { Ended, Intention } from '../../src/changes/store/change-store.js';
import type { ClusterPages } from '../../src/inventory/cluster-pages.js';
import type { SweptTable } from '../../src/domain/swept-tables.js';
import type { CellsOf, SweptRow } from '../../src/inventory/swept-tables.js';
import { changed, phoneNamed, refused } from '../support/changes.js';
import type { PlainCluster, PlainDevice, PlainNumber } from './findings-oracle.js';
import { uuid } from '../support/fake-port.js';
import { aRowOf } from '../support/made.js';

/**
 * Small random clusters, the same for the same seed. Each has its own few digits and words, so that much in it is
 * similar, and many can be combined into one.
 */

type Random = (below: number) => number;

/** @returns numbers from 0, the same for the same seed */
export function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** The words and numbers of a small cluster. */
interface Alphabet {
  readonly random: Random;
  /** The first digits of all its numbers. */
  readonly prefix: string;
  readonly dirns: readonly string[];
  readonly words: readonly string[];
}

/** A small cluster in three sweeps, and the changes of this service in between. */
export interface SmallCluster {
  readonly states: readonly [PlainCluster, PlainCluster, PlainCluster];
  readonly changes: readonly { readonly intention: Intention; readonly ended: Ended }[];
}

export function smallCluster(random: Random, n: number): SmallCluster {
  const prefix = String(1000 + n);
  // No word of a cluster is part of a word in another one; É and Ñ also have letter case.
  const word = (end: string): string => `${String.fromCharCode(97 + (n % 26), 97 + (Math.floor(n / 26) % 26))}'${end}`;
  const alphabet: Alphabet = {
    random,
    prefix,
    dirns: ['1', '2', '3', '4'].map((digit) => prefix + digit),
    words: ['an', 'bé', 'cÑo', `d${'-'.repeat(25)}`].map(word),
  };
  const first = firstState(alphabet, n);
  const second = random(2) === 0 ? later(alphabet, first) : first;
  const third = random(3) === 0 ? later(alphabet, second) : random(4) === 0 ? withNumbers(second, first) : second;
  const changes = Array.from({ length: random(4) }, () => anyChange(alphabet));
  return { states: [first, second, third], changes };
}

const pick = <Item>(random: Random, items: readonly Item[]): Item => items[random(items.length)] as Item;
const times = <Item>(count: number, make: (n: number) => Item): Item[] =>
  Array.from({ length: count }, (_, n) => make(n));

/** A name or a label: empty, one word, or two; in any letter case, with spaces around it. */
function anyName({ random, words }: Alphabet): string {
  const name = random(4) === 0 ? '' : times(random(4) === 0 ? 2 : 1, () => pick(random, words)).join(' ');
  const inCase = pick(random, [name, name, name.toUpperCase(), name.toLowerCase()]);
  return pick(random, [inCase, inCase, inCase, ` ${inCase}`, `${inCase}  `]);
}

function anyNumber(alphabet: Alphabet, dirn: string, partition: string, at: string): PlainNumber {
  const { random } = alphabet;
  const [description, alerting] = [anyName(alphabet), anyName(alphabet)];
  const usage = pick(random, [2, 2, 2, 2, 2, 2, 2, 2, 3, 5, 7, 11, 15]);
  const isForwarded = random(4) === 0;
  return {
    key: keyOf(`number ${dirn} ${partition} ${at}`),
    dirn,
    partition,
    description,
    alerting,
    usage,
    isForwarded,
  };
}

function firstState(alphabet: Alphabet, n: number): PlainCluster {
  const { random, prefix, dirns } = alphabet;
  const places = dirns.flatMap((dirn) => ['', 'P', 'Q'].map((partition) => ({ dirn, partition })));
  const chosen = places.filter(({ partition }) => random(partition === 'P' ? 4 : 7) < 2);
  const patterns =
    random(5) === 0 ? [`${prefix}${pick(random, ['X', '[1-3]', '[^1]', '!', '.X', ' Template X'])}`] : [];
  const numbers = [
    ...chosen.map(({ dirn, partition }) => anyNumber(alphabet, dirn, partition, '')),
    ...patterns.map((dirn) => anyNumber(alphabet, dirn, 'P', '')),
  ];
  const isMuchAlike = random(3) === 0;
  const label = anyName(alphabet);
  const target = pick(random, dirns);
  const devices = times(2 + random(isMuchAlike ? 7 : 4), (at): PlainDevice => {
    const kind = pick(random, ['phone', 'phone', 'phone', 'profile', 'template', 'other'] as const);
    const name = `SEP${String(n).padStart(6, '0')}${String(at).padStart(6, '0')}`;
    const lines = numbers
      .filter(({ usage }) => usage === 2 && random(4) === 0)
      .map(({ key }) => ({ number: key, display: anyName(alphabet) }));
    const bare = { key: keyOf(`device ${name}`), name, kind, lines, dials: [], lamps: [] };
    const { dials, lamps } = withButtons(alphabet, numbers, bare);
    if (!isMuchAlike || random(5) === 0) return { ...bare, dials, lamps };
    const alike = { position: 9, dirn: target, label };
    const watched = numbers.find(({ dirn }) => dirn === target)?.key ?? null;
    const destination = watched === null ? target : '';
    const lamp = { position: 9, number: watched, destination, label: label.toUpperCase() };
    return { ...bare, dials: [...dials.slice(0, 1), alike], lamps: [...lamps.slice(0, 1), lamp] };
  });
  return { numbers, devices };
}

function withButtons(alphabet: Alphabet, numbers: readonly PlainNumber[], device: PlainDevice): PlainDevice {
  const { random, prefix, dirns } = alphabet;
  const digits = [...dirns, ...dirns, ...dirns, `${prefix}8`];
  const codes = ['', '', '', ',1', ',,2#'];
  const dials = times(random(4), (at) => {
    return { position: at + 1, dirn: pick(random, digits) + pick(random, codes), label: anyName(alphabet) };
  });
  const lamps = times(random(4), (at) => {
    const number = random(5) === 0 || numbers.length === 0 ? null : pick(random, numbers).key;
    const destination = number === null ? pick(random, digits) : '';
    return { position: at + 1, number, destination, label: anyName(alphabet) };
  });
  return { ...device, dials, lamps };
}

/** The same cluster after a while: numbers were deleted, changed or added; a few devices have other buttons. */
function later(alphabet: Alphabet, { numbers, devices }: PlainCluster): PlainCluster {
  const { random, dirns } = alphabet;
  const kept = numbers.flatMap((number) => {
    if (random(5) === 0) return [];
    return random(6) === 0 ? [{ ...anyNumber(alphabet, '', '', ''), ...plainKey(number) }] : [number];
  });
  const dirn = pick(random, dirns);
  const isNew = random(4) === 0 && !kept.some((number) => number.dirn === dirn && number.partition === '');
  const there = isNew ? [...kept, anyNumber(alphabet, dirn, '', `later ${random(1e9)}`)] : kept;
  const changed = random(3) === 0 ? random(devices.length) : -1;
  return withNumbers(
    {
      numbers: there,
      devices: devices.map((device, at) => (at === changed ? withButtons(alphabet, there, device) : device)),
    },
    { numbers: there, devices },
  );
}

const plainKey = ({ key, dirn, partition }: PlainNumber) => ({ key, dirn, partition });

/** Everything that refers to a deleted number by its key is removed too, as in the call manager. */
function withNumbers({ devices }: PlainCluster, { numbers }: PlainCluster): PlainCluster {
  const isThere = (key: string | null): boolean => key === null || numbers.some((number) => number.key === key);
  const isDirectory = (key: string): boolean => numbers.some((number) => number.key === key && number.usage === 2);
  return {
    numbers,
    devices: devices.map((device) => ({
      ...device,
      lines: device.lines.filter(({ number }) => isDirectory(number)),
      lamps: device.lamps.filter(({ number }) => isThere(number)),
    })),
  };
}

/** A change of this service an hour ago, of a phone that may not exist. */
function anyChange(alphabet: Alphabet): SmallCluster['changes'][number] {
  const { random, dirns, prefix } = alphabet;
  const isLamp = random(3) === 0;
  const target = pick(random, dirns);
  const list = () =>
    times(random(3), (at) => {
      const dirn = random(4) === 0 ? pick(random, dirns) : target;
      const partition = pick(random, ['', 'P', 'P', 'Q', undefined]);
      const watched = partition === undefined ? { destination: dirn } : { dirn, partition };
      const pointing = isLamp ? { ...watched, pickup: false } : { dirn };
      return { index: String(at + 1), label: anyName(alphabet), ...pointing };
    });
  const ends = [changed, changed, changed, refused] as const;
  const intention: Intention = {
    ...{ time: new Date(Date.now() - 3_600_000), user: 'alice', requestId: 'request-1', kind: 'speeddial' },
    ...{ device: phoneNamed(`SEPF${prefix}0000000`), before: list(), after: list() },
    ...{ undoes: undefined, of: undefined, uuid },
  };
  const kind = isLamp ? 'busylampfield' : 'speeddial';
  return { intention: { ...intention, kind }, ended: pick(random, ends) };
}

/** @returns one cluster made of several */
export function together(clusters: readonly PlainCluster[]): PlainCluster {
  return {
    numbers: clusters.flatMap(({ numbers }) => numbers),
    devices: clusters.flatMap(({ devices }) => devices),
  };
}

/** @param present the present cluster @returns its tables, each in one page */
export function pagesOf(present: () => PlainCluster): ClusterPages {
  return {
    page: (table, after) => {
      const rows = rowsOf(present(), table).filter(({ owner }) => owner > after);
      return Promise.resolve({ table, after, upTo: undefined, rows, bytes: rows.length, ...counts(rows) });
    },
    part: () => Promise.reject(new Error('no owner has more rows than a page')),
    rowsOf: (table, owners) => Promise.resolve(rowsOf(present(), table).filter(({ owner }) => owners.includes(owner))),
    count: (table) => Promise.resolve(rowsOf(present(), table).length),
  };
}

const counts = ({ length }: readonly SweptRow[]) => ({ fetched: length, counted: length });

/** @returns the rows of a table as a sweep reads them, in the order of their owners */
function rowsOf({ numbers, devices }: PlainCluster, table: SweptTable): SweptRow[] {
  const cells: { readonly [Table in SweptTable]: (device: PlainDevice) => readonly CellsOf<Table>[] } = {
    number: () => [],
    device: ({ name, kind }) => [
      aRowOf.device({ name, kind: kind === 'profile' ? kind : 'phone', template: kind === 'template' ? 1 : 0 }),
    ],
    line: ({ lines }) => lines.map(({ number, display }, at) => ({ position: at + 1, number, display })),
    dial: ({ dials }) => dials.map(({ position, dirn, label }) => ({ position, dirn, label })),
    lamp: ({ lamps }) =>
      lamps.map(({ position, destination, number, label }) => ({ position, destination, number, label })),
    forward: () => [],
  };
  const listed = table === 'device' ? devices.filter(({ kind }) => kind !== 'other') : devices;
  const ofDevices = listed.flatMap((device) => cells[table](device).map((row) => ({ owner: device.key, cells: row })));
  const ofNumbers = numbers.map(({ key: owner, dirn, partition, description, alerting, usage }) => ({
    ...{ owner, cells: { dirn, partition, description, alerting, usage } },
  }));
  const forwards = numbers.filter(({ isForwarded }) => isForwarded).map(({ key: owner }) => ({ owner, cells: {} }));
  const withoutDevices: Readonly<Partial<Record<SweptTable, SweptRow[]>>> = { number: ofNumbers, forward: forwards };
  return (withoutDevices[table] ?? ofDevices).sort((a, b) => (a.owner < b.owner ? -1 : a.owner > b.owner ? 1 : 0));
}

function keyOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
