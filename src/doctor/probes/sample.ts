import type { BusyLampField } from '../../domain/busy-lamp-field.js';
import type { DeviceKind } from '../../domain/device.js';
import { isServiceError } from '../../domain/errors.js';
import { type DeviceName, dialledForm } from '../../domain/identifiers.js';
import type { Phone } from '../../domain/phone.js';
import { type Cell, positionIn, type SweptRow } from '../../inventory/swept-tables.js';
import { type Assumption, type Judged, judged, noOccasion } from '../assumption.js';
import type { Specimen } from '../specimens.js';
import { plain, type Told, told } from '../told.js';
import type { Visit } from '../visit.js';

/** The facts about a device from one source. Each key says where the fact is: `speed dial 3 label`. */
type Facts = ReadonlyMap<string, string>;

/** How many differences are shown; all are counted. */
const mostShown = 10;

/** @returns each difference between two answers, with the facts of both */
function differencesOf(
  name: string,
  [oneWay, one]: readonly [string, Facts],
  [otherWay, other]: readonly [string, Facts],
) {
  const places = [...new Set([...one.keys(), ...other.keys()])];
  const shown = (facts: Facts, place: string) => {
    const value = facts.get(place);
    return value === undefined ? told`none` : told`${value}`;
  };
  return places
    .filter((place) => one.get(place) !== other.get(place))
    .map((place) => {
      const both = told`${plain(oneWay)} ${shown(one, place)}, ${plain(otherWay)} ${shown(other, place)}`;
      return told`${name}, ${plain(place)}: ${both}`;
    });
}

/** @param compared how many answers were compared */
function judgedDifferences(compared: number, found: readonly Told[]): Judged {
  if (compared === 0) return noOccasion(told`there is none to compare`);
  if (found.length === 0) return judged(true, told`${compared} compared, no difference`);
  const shown = found.slice(0, mostShown);
  return judged(false, told`${compared} compared, ${found.length} differences: ${shown}`);
}

function factsOfPhone({ name, description, product, model, uuid, dirns, speeddials }: Phone): Facts {
  return new Map([
    ...Object.entries({ name, description, product, model, uuid }),
    ...dirns.map((dirn, place) => [`line ${place + 1}`, dirn] as const),
    ...speeddials.flatMap(({ index, dirn, label }) => dialFacts(index, dirn, label)),
  ]);
}

const dialFacts = (index: string, dirn: string, label: string) =>
  [
    [`speed dial ${index}`, dirn],
    [`speed dial ${index} label`, label],
  ] as const;

const lampFacts = (index: string, target: string, label: string) =>
  [
    [`busy lamp field ${index}`, target],
    [`busy lamp field ${index} label`, label],
  ] as const;

const text = (cell: Cell | undefined): string => String(cell ?? '');

/** Reads the device itself, its lines and its speed dials, as the inventory reads them. */
async function phoneOfPages(visit: Visit, uuid: string): Promise<Facts> {
  const rows = (table: 'device' | 'line' | 'dial' | 'number', owner: string) =>
    visit.call((context) => visit.pages.rowsOf(table, [owner], context));
  const [device] = await rows('device', uuid);
  const { name, description, product, model } = device?.cells ?? {};
  const dirns = new Set<string>();
  for (const { cells } of byPosition(await rows('line', uuid))) {
    const [number] = await rows('number', text(cells['number']));
    if (number) dirns.add(text(number.cells['dirn']));
  }
  const dials = (await rows('dial', uuid)).flatMap(({ cells: { position, dirn, label } }) =>
    dialFacts(text(position), text(dirn), text(label)),
  );
  return new Map([
    ...Object.entries({
      name: text(name),
      description: text(description),
      product: text(product),
      model: text(model),
      uuid,
    }),
    ...[...dirns].map((dirn, place) => [`line ${place + 1}`, dirn] as const),
    ...dials,
  ]);
}

function byPosition(rows: readonly SweptRow[]): SweptRow[] {
  return rows.toSorted((a, b) => Number(positionIn(a.cells) ?? 0) - Number(positionIn(b.cells) ?? 0));
}

/** Reads both lists of a device from the tables. */
async function listsOfPages(visit: Visit, uuid: string): Promise<Facts> {
  const facts = new Map<string, string>();
  const rows = (table: 'dial' | 'lamp' | 'number', owner: string) =>
    visit.call((context) => visit.pages.rowsOf(table, [owner], context));
  for (const { cells } of await rows('dial', uuid)) {
    const { position, dirn, label } = cells;
    for (const [place, value] of dialFacts(text(position), text(dirn), text(label))) facts.set(place, value);
  }
  for (const { cells } of await rows('lamp', uuid)) {
    const { position, destination, number: key = null, label } = cells;
    const [number] = key === null ? [] : await rows('number', text(key));
    const target = number ? targetOf(text(number.cells['dirn']), text(number.cells['partition'])) : text(destination);
    for (const [place, value] of lampFacts(text(position), target, text(label))) facts.set(place, value);
  }
  return facts;
}

function targetOf(dirn: string, partition: string): string {
  return partition === '' ? dirn : `${dirn} in ${partition}`;
}

async function listsOfObject(visit: Visit, kind: DeviceKind, { name }: Specimen): Promise<Facts> {
  const device = { kind, name: name as DeviceName };
  const lists = await visit.call((context) => visit.byLines.readLists(device, context));
  const lampTarget = (lamp: BusyLampField) =>
    'destination' in lamp ? dialledForm(lamp.destination) : targetOf(lamp.dirn, lamp.partition);
  return new Map([
    ...lists.speeddial.flatMap(({ index, dirn, label }) => dialFacts(index, dirn, label)),
    ...lists.busylampfield.flatMap((lamp) => lampFacts(lamp.index, lampTarget(lamp), lamp.label)),
  ]);
}

/** Compares the lists that getPhone or getDeviceProfile returns for devices with the lists in the tables. */
async function compareDevices(visit: Visit, kind: DeviceKind, devices: readonly Specimen[]): Promise<Judged> {
  const found: Told[] = [];
  let compared = 0;
  for (const device of devices) {
    try {
      const object = await listsOfObject(visit, kind, device);
      const tables = await listsOfPages(visit, device.uuid);
      found.push(...differencesOf(device.name, ['by AXL', object], ['in the tables', tables]));
      compared += 1;
    } catch (thrown) {
      // Templates are not phones. A device that was deleted in the meantime is skipped too.
      if (!isServiceError(thrown, 'phone-not-found', 'profile-not-found')) throw thrown;
    }
  }
  return judgedDifferences(compared, found);
}

async function compareNumbers(visit: Visit): Promise<Judged> {
  const { lineNamesDevices } = await visit.call((context) => visit.connection.client.traits(context));
  const found: Told[] = [];
  let compared = 0;
  for (const { pattern } of await visit.specimens.numbers(visit.sample)) {
    const number = dialledForm(pattern);
    const tables = await visit.findPhones(visit.bySql, number);
    const lines = lineNamesDevices ? await visit.findPhones(visit.byLines, number) : tables;
    compared += 1;
    for (const uuid of new Set([...lines, ...tables].map((phone) => phone.uuid))) {
      const [line, table] = [lines, tables].map((phones) => phones.find((phone) => phone.uuid === uuid));
      const name = line?.name ?? table?.name ?? '';
      const bySql = table ? factsOfPhone(table) : new Map<string, string>();
      found.push(...differencesOf(name, ['by lines', line ? factsOfPhone(line) : new Map()], ['by SQL', bySql]));
      const pages = await phoneOfPages(visit, uuid);
      found.push(...differencesOf(name, ['by SQL', bySql], ['in the inventory', pages]));
    }
  }
  return judgedDifferences(compared, found);
}

const follows =
  'One of the two ways is wrong at this call manager. Look at the devices that differ (--real-names shows them), set AXL_LOOKUP to the way that is right, and send a report.';

/** Compares the different ways in which the service reads the same data, entry by entry. */
export const sampleProbes: readonly Assumption[] = [
  {
    name: 'numbers-agree',
    assumed:
      'The lookup by lines, the lookup by SQL and the pages of the inventory find the same phones with the same lines and speed dials.',
    backs: {
      page: 'docs/interface.md',
      sentence: '`lines` uses documented objects alone: listLine finds the lines by number',
    },
    requests: ['listLine', 'getLine', 'listPhone', 'getPhone', 'executeSQLQuery'],
    occasion: 'reading',
    judge: compareNumbers,
    follows,
  },
  {
    name: 'phones-agree',
    assumed: 'getPhone and the tables have the same speed dials and busy lamp fields of a phone.',
    backs: { page: 'docs/interface.md', sentence: 'getPhone brings lines and speed dials' },
    requests: ['getPhone', 'executeSQLQuery'],
    occasion: 'reading',
    judge: async (visit) => {
      // If phones are chosen at random, none of them may have a busy lamp field.
      const withLamps = await visit.specimens.phonesWithLamps(Math.ceil(visit.sample / 4));
      const phones = [...(await visit.specimens.phones(visit.sample)), ...withLamps];
      return compareDevices(visit, 'phone', [...new Map(phones.map((phone) => [phone.uuid, phone])).values()]);
    },
    follows,
  },
  {
    name: 'profiles-agree',
    assumed: 'getDeviceProfile and the tables have the same speed dials and busy lamp fields of a device profile.',
    backs: {
      page: 'docs/interface.md',
      sentence: 'An update is updatePhone or updateDeviceProfile.',
    },
    requests: ['getDeviceProfile', 'executeSQLQuery'],
    occasion: 'reading',
    judge: async (visit) => compareDevices(visit, 'profile', await visit.specimens.profiles(visit.sample)),
    follows,
  },
];
