import type { DeviceKind } from '../../domain/device.js';
import { type DeviceName, dialledForm } from '../../domain/identifiers.js';
import type { Phone } from '../../domain/phone.js';
import { busyLampFields } from '../../axl/adapter/busy-lamp-fields.js';
import { isTemplate, speedDialsOf } from '../../axl/adapter/mapping.js';
import { findByName } from '../../axl/adapter/operations.js';
import { child, children, childText } from '../../axl/soap/xml.js';
import { canonicalIndex } from '../../domain/buttons.js';
import { type Cell, positionIn, type SweptRow } from '../../inventory/swept-tables.js';
import { type Assumption, type Judged, judged, noOccasion } from '../assumption.js';
import type { Specimen } from '../specimens.js';
import { plain, type Told, told } from '../told.js';
import type { Visit } from '../visit.js';

/** The facts about a device from one source. Each key says where the fact is: `speed dial 3 label`. */
type Facts = ReadonlyMap<string, string>;

/** The most shared number is compared only if it has at most this many devices, each of which takes some requests. */
const mostShared = 50;
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

const buttonFacts = (what: string) => (index: string, target: string, label: string) => {
  const place = `${what} ${canonicalIndex(index)}`;
  return [
    [place, target],
    [`${place} label`, label],
  ] as const;
};
const dialFacts = buttonFacts('speed dial');
const lampFacts = buttonFacts('busy lamp field');

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

const listRequest = { phone: 'getLists', profile: 'getListsOfProfile' } as const;

/** @returns undefined for a template, or if the device was deleted in the meantime */
async function listsOfObject(visit: Visit, kind: DeviceKind, { name }: Specimen): Promise<Facts | undefined> {
  const device = { kind, name: name as DeviceName };
  const found = await visit.call((context) => findByName(visit.connection.client, device, listRequest[kind], context));
  if (!found || isTemplate(found)) return undefined;
  return new Map([
    ...speedDialsOf(found).flatMap(({ index, dirn, label }) => dialFacts(index, dialledForm(dirn), label)),
    ...children(child(found, 'busyLampFields'), 'busyLampField').flatMap((element) => {
      const lamp = busyLampFields.shown(element);
      const target = 'destination' in lamp ? lamp.destination : targetOf(lamp.dirn, lamp.partition);
      return [
        ...lampFacts(lamp.index, target, lamp.label),
        ...bothTargets(lamp.index, childText(element, 'blfDest'), childText(element, 'blfDirn')),
      ];
    }),
  ]);
}

/** A busy lamp field has a destination or a number. If it has both, this fact is in no table. */
function bothTargets(index: string, destination: string, dirn: string): (readonly [string, string])[] {
  if (destination.trim() === '' || dirn.trim() === '') return [];
  return [[`busy lamp field ${canonicalIndex(index)} with two targets`, `${destination} and ${dirn}`]];
}

/** Compares the lists that getPhone or getDeviceProfile returns for devices with the lists in the tables. */
async function compareDevices(visit: Visit, kind: DeviceKind, devices: readonly Specimen[]): Promise<Judged> {
  const found: Told[] = [];
  let compared = 0;
  for (const device of devices) {
    const object = await listsOfObject(visit, kind, device);
    if (!object) continue;
    const tables = await listsOfPages(visit, device.uuid);
    for (const difference of differencesOf(device.name, ['by AXL', object], ['in the tables', tables]))
      found.push(difference);
    compared += 1;
  }
  return judgedDifferences(compared, found);
}

async function compareNumbers(visit: Visit): Promise<Judged> {
  const { lineNamesDevices } = await visit.call((context) => visit.connection.client.traits(context));
  const found: Told[] = [];
  let compared = 0;
  const keep = (differences: readonly Told[]) => {
    for (const difference of differences) found.push(difference);
  };
  const shared = await visit.specimens.mostShared();
  const inInventory = new Set<string>();
  const mostRead = visit.sample * 2;
  const isSmall = shared !== undefined && shared.devices <= mostShared;
  const numbers = [...(isSmall ? [shared] : []), ...(await visit.specimens.numbers(visit.sample))];
  for (const pattern of new Set(numbers.map((number) => number.pattern))) {
    const number = dialledForm(pattern);
    const tables = await visit.findPhones(visit.bySql, number);
    const lines = lineNamesDevices ? await visit.findPhones(visit.byLines, number) : tables;
    compared += 1;
    for (const uuid of new Set([...lines, ...tables].map((phone) => phone.uuid))) {
      const [line, table] = [lines, tables].map((phones) => phones.find((phone) => phone.uuid === uuid));
      const name = line?.name ?? table?.name ?? '';
      const bySql = table ? factsOfPhone(table) : new Map<string, string>();
      keep(differencesOf(name, ['by lines', line ? factsOfPhone(line) : new Map()], ['by SQL', bySql]));
      if (inInventory.has(uuid) || inInventory.size >= mostRead) continue;
      inInventory.add(uuid);
      const pages = await phoneOfPages(visit, uuid);
      keep(differencesOf(name, ['by SQL', bySql], ['in the inventory', pages]));
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
  {
    name: 'letters',
    assumed: 'All texts come in UTF-8, or in the character set that the answer declares.',
    backs: {
      page: 'docs/interface.md',
      sentence: 'Bytes that are not text, and characters that XML 1.0 cannot hold, are shown as U+FFFD',
    },
    requests: ['all others'],
    occasion: 'reading',
    judge: (visit) => Promise.resolve(judgeLetters(visit)),
    judgeAtEnd: judgeLetters,
    follows:
      'Callers see U+FFFD instead of such letters, and a busy lamp field with them cannot be kept in a change. Correct the texts in the call manager.',
  },
];

function judgeLetters({ evidence: { unreadable } }: Visit): Judged {
  return judged(unreadable === 0, told`${unreadable} characters could not be read`);
}
