import type { BusyLampField } from '../../domain/busy-lamp-field.js';
import type { ButtonKind, ButtonLists, Entry, PointingButton } from '../../domain/button-kinds.js';
import {
  deviceId,
  type DeviceKey,
  type DeviceKind,
  type DevicePosition,
  type DevicesFound,
  type DeviceSummary,
  type NumberSummary,
  type DeviceSearch,
} from '../../domain/device.js';
import type { Phone, SpeedDial } from '../../domain/phone.js';
import type { Finding, FindingKind } from '../../domain/finding.js';
import { type Sought, soughtIn } from '../../domain/sought.js';
import { beginningIn, fewestMacDigits, mostSuggestions, type Suggestible } from '../../domain/suggestion.js';
import { GenerationAges, type GenerationTimes } from './generation-ages.js';
import type { FindingFilter, KeptAnswer, KeptList } from './inventory-store.js';
import { keptLists } from './kept-lists.js';
import { isSame } from './read-lists.js';
import type { Sql, SqlValue } from './sql.js';

/** One state of the database, whatever is written meanwhile, and its last whole generation. */
interface Reading {
  readonly sql: Sql;
  readonly whole: number;
}

/** The last whole generation. */
interface Whole {
  readonly id: number;
  readonly began: number;
  readonly went_on: number;
  /** JSON. */
  readonly counts: string;
  readonly ageMs: number | undefined;
}

/** What is read of the inventory: the last whole generation, with this service's own lists on top. */
export class KeptReads {
  protected readonly sql: Sql;
  protected readonly ages = new GenerationAges();
  readonly #prefix: string;

  /** @param prefix before the name of each table */
  constructor(sql: Sql, prefix: string) {
    this.sql = sql;
    this.#prefix = prefix;
  }

  async phonesWith(dirn: string): Promise<KeptAnswer<readonly Phone[]> | undefined> {
    return this.#answer(async (at) => {
      const rows = await at.sql.all<DeviceRow>(
        `SELECT DISTINCT ${deviceColumns} FROM ${this.table('number')} n
         CROSS JOIN ${this.table('line')} l CROSS JOIN ${this.table('device')} d
         WHERE n.dirn = $1 AND ${this.seen('n', at.whole)} AND l.number = n.owner AND ${this.seen('l', at.whole)}
           AND d.owner = l.owner AND ${this.seen('d', at.whole)} AND d.kind = 'phone' AND d.template = 0`,
        [dirn],
      );
      return rows.length === 0 ? [] : this.#phones(at, rows);
    });
  }

  device(key: DeviceKey): Promise<KeptAnswer<Phone | null> | undefined> {
    return this.#ofDevice(key, async (at, row) => (await this.#phones(at, [row]))?.[0]);
  }

  list(key: DeviceKey, kind: ButtonKind): Promise<KeptAnswer<KeptList | null> | undefined> {
    return this.#ofDevice(key, async (at, device) => ({
      uuid: device.owner,
      entries: await this.#entries[kind](at, device),
    }));
  }

  lists(key: DeviceKey): Promise<KeptAnswer<ButtonLists | null> | undefined> {
    return this.#ofDevice(key, async (at, device) => {
      const speeddial = await this.#entries.speeddial(at, device);
      const busylampfield = await this.#entries.busylampfield(at, device);
      return speeddial && busylampfield && { speeddial, busylampfield };
    });
  }

  async otherThan(key: DeviceKey, kind: ButtonKind, entries: readonly Entry[]): Promise<string | undefined> {
    const other = await this.#ofDevice(key, async (at, device) => {
      if (!(await this.#areKnown(at, [device], keptLists[kind].table))) return undefined;
      return isSame(kind, await this.shownEntries[kind](at, device.owner), entries) ? null : device.owner;
    });
    return other?.value ?? undefined;
  }

  /** @returns nothing while any list is not known: it might point there */
  buttonsTo(dirn: string): Promise<KeptAnswer<readonly PointingButton[]> | undefined> {
    return this.#answer(async (at) => {
      const [dials, lamps] = [this.table('dial'), this.table('lamp')];
      const button = `d.owner AS uuid, d.name AS device, d.kind AS device_kind, d.description AS description, b.position AS position, b.label AS label`;
      const onDevice = `CROSS JOIN ${this.table('device')} d WHERE d.owner = b.owner AND ${this.seen('d', at.whole)} AND d.template = 0 AND ${this.seen('b', at.whole)}`;
      const rows = await at.sql.all<ButtonRow>(
        `SELECT ${button}, 'speeddial' AS kind, '' AS partition FROM ${dials} b ${onDevice} AND b.dirn = $1
         UNION ALL SELECT ${button}, 'busylampfield', '' FROM ${lamps} b ${onDevice}
           AND b.destination = $1 AND b.destination <> ''
         UNION ALL SELECT ${button}, 'busylampfield', n.partition FROM ${this.table('number')} n CROSS JOIN ${lamps} b ${onDevice}
           AND b.number = n.owner AND n.dirn = $1 AND ${this.seen('n', at.whole)}`,
        [dirn],
      );
      const unknown = await at.sql.all(`SELECT owner FROM ${this.table('own')} WHERE ${notKnown} LIMIT 1`);
      if (unknown.length > 0 || rows.some(({ position }) => position === null)) return undefined;
      return rows.map(({ device, device_kind: deviceKind, uuid, description, kind, position, partition, label }) => ({
        ...{ device, deviceKind, uuid, description, kind },
        ...{ index: String(position), dirn, partition, label },
      }));
    });
  }

  numbers(dirn: string): Promise<KeptAnswer<readonly NumberSummary[]> | undefined> {
    return this.#answer((at) =>
      at.sql.all<NumberSummary>(
        `SELECT dirn, partition, description FROM ${this.table('number')} n
         WHERE dirn = $1 AND usage = 2 AND ${this.seen('n', at.whole)}`,
        [dirn],
      ),
    );
  }

  devices({ text, after, most }: DeviceSearch): Promise<KeptAnswer<DevicesFound> | undefined> {
    return this.#answer(async (at) => {
      // One more than is wanted tells whether there are others.
      const found = await this.#devices(at, soughtIn(text), after, most + 1);
      const devices = found.slice(0, most);
      const last = found.length > most ? devices.at(-1) : undefined;
      return { devices, next: last && { name: last.name, deviceKind: last.deviceKind } };
    });
  }

  suggest(text: string): Promise<KeptAnswer<Suggestible> | undefined> {
    return this.#answer(async (at) => {
      const beginning = beginningIn(text);
      const numbers = beginning === undefined ? [] : await this.#numbersBeginning(at, beginning);
      const devices = await this.#devices(at, soughtIn(text, fewestMacDigits), undefined, mostSuggestions);
      return { numbers, devices };
    });
  }

  /** In order of kind, device and id. */
  findings(filter: FindingFilter, limit: number): Promise<KeptAnswer<readonly Finding[]> | undefined> {
    const { id, ids = [], kind, dirn, device, after } = filter;
    const conditions: [string, readonly SqlValue[]][] = [
      ['f.id = ?', id === undefined ? [] : [id]],
      [`f.id IN (${ids.map(() => '?').join(', ')})`, ids],
      ['f.kind = ?', kind === undefined ? [] : [kind]],
      ['f.dirn = ?', dirn === undefined ? [] : [dirn]],
      [
        `f.owner IN (SELECT d.owner FROM ${this.table('device')} d WHERE d.kind = ? AND lower(d.name) = lower(?))`,
        device ? [device.kind, device.name] : [],
      ],
      ['(f.kind, f.device, f.id) > (?, ?, ?)', after ? [after.kind, after.device, after.id] : []],
    ];
    const used = conditions.filter(([, values]) => values.length > 0);
    let position = 0;
    const where = used.map(([text]) => text.replaceAll('?', () => `$${(position += 1)}`)).join(' AND ');
    return this.#answer(async ({ sql }) => {
      const rows = await sql.all<{ finding: string }>(
        `SELECT f.finding AS finding FROM ${this.table('finding')} f ${where === '' ? '' : `WHERE ${where}`}
         ORDER BY f.kind, f.device, f.id LIMIT ${limit}`,
        used.flatMap(([, values]) => values),
      );
      return rows.map(({ finding }) => JSON.parse(finding) as Finding);
    });
  }

  async findingCounts(): Promise<Readonly<Partial<Record<FindingKind, number>>>> {
    const rows = await this.sql.all<{ kind: FindingKind; n: number }>(
      `SELECT kind, count(*) AS n FROM ${this.table('finding')} GROUP BY kind`,
    );
    return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]));
  }

  /** The last whole generation, when its first page was asked for, and how long ago that is, where it can be known. */
  protected async whole(sql = this.sql): Promise<Whole | undefined> {
    const generations = this.table('generation');
    const [row] = await sql.all<Omit<Whole, 'ageMs'> & Pick<GenerationTimes, 'latest' | 'now'>>(
      `SELECT id, began, went_on, counts, ${sql.clock} AS now, (SELECT max(went_on) FROM ${generations}) AS latest
       FROM ${generations} WHERE whole = 1`,
    );
    return row && { ...row, ageMs: this.ages.of(row) };
  }

  /** A table as the database has it. */
  protected readonly table = (name: string): string => this.#prefix + name;

  /** The condition for a row to be there in a generation. */
  protected seen(alias: string, generation: number): string {
    return `${alias}.since <= ${generation} AND (${alias}.until IS NULL OR ${alias}.until > ${generation})`;
  }

  #answer<Value>(read: (at: Reading) => Promise<Value | undefined>): Promise<KeptAnswer<Value> | undefined> {
    return this.sql.snapshot(async (sql) => {
      const whole = await this.whole(sql);
      if (whole?.ageMs === undefined) return undefined;
      const value = await read({ sql, whole: whole.id });
      return value === undefined ? undefined : { value, ageMs: whole.ageMs };
    });
  }

  /** Reads something of a device: null where there is none of that name, undefined where that cannot be known. */
  #ofDevice<Value>(
    { kind, name }: DeviceKey,
    read: (at: Reading, row: DeviceRow) => Promise<Value | undefined>,
  ): Promise<KeptAnswer<Value | null> | undefined> {
    return this.#answer(async (at) => {
      const rows = await at.sql.all<DeviceRow>(
        `SELECT ${deviceColumns} FROM ${this.table('device')} d
         WHERE lower(d.name) = lower($1) AND d.kind = $2 AND d.template = 0 AND ${this.seen('d', at.whole)}`,
        [name, kind],
      );
      const row = rows.find((one) => one.name === name);
      if (row) return read(at, row);
      // Whether a name in other letters is found, and what it is in letters outside ASCII, is the call manager's word.
      // eslint-disable-next-line no-control-regex -- all that is not ASCII
      if (rows.length > 0 || /[^\x00-\x7F]/.test(name)) return undefined;
      // Where this service has set a list of it, it has come since.
      const own = `SELECT owner FROM ${this.table('own')} WHERE owner = $1 LIMIT 1`;
      return (await at.sql.all(own, [newDeviceKey({ kind, name })])).length > 0 ? undefined : null;
    });
  }

  async #devices(
    at: Reading,
    { text, mac }: Sought,
    after: DevicePosition | undefined,
    most: number,
  ): Promise<DeviceSummary[]> {
    const name = this.sql.bytesOf('d.name');
    const values: string[] = [];
    const value = (text: string): string => `$${values.push(text)}`;
    const holdsText = `replace(d.folded, ${value(text)}, '') <> d.folded`;
    const found =
      mac === undefined ? holdsText : `(${holdsText} OR replace(lower(d.name), ${value(mac)}, '') <> lower(d.name))`;
    const behind = after ? `AND (${name}, d.kind) > (${value(after.name)}, ${value(after.deviceKind)})` : '';
    const rows = await at.sql.all<DeviceRow>(
      `SELECT ${deviceColumns} FROM ${this.table('device')} d
       WHERE ${found} AND d.template = 0 AND ${this.seen('d', at.whole)} ${behind} ORDER BY ${name}, d.kind LIMIT ${most}`,
      values,
    );
    return rows.map(({ owner, kind, ...others }) => ({ deviceKind: kind, ...others, uuid: owner }));
  }

  #numbersBeginning(at: Reading, beginning: string): Promise<NumberSummary[]> {
    return at.sql.all<NumberSummary>(
      `SELECT dirn, partition, description FROM ${this.table('number')} n
       WHERE substr(dirn, 1, ${beginning.length}) = $1 AND usage = 2 AND ${this.seen('n', at.whole)}
       ORDER BY ${this.sql.bytesOf('dirn')}, owner LIMIT ${mostSuggestions}`,
      [beginning],
    );
  }

  /** @returns undefined where the speed dials of one are not known */
  async #phones(at: Reading, devices: readonly DeviceRow[]): Promise<Phone[] | undefined> {
    if (!(await this.#areKnown(at, devices, 'dial'))) return undefined;
    const owners = devices.map(({ owner }) => owner);
    const dials = await this.#dialRows(at, owners);
    const lines = await at.sql.all<{ owner: string; dirn: string; position: number | null }>(
      `SELECT l.owner AS owner, n.dirn AS dirn, l.position AS position
       FROM ${this.table('line')} l CROSS JOIN ${this.table('number')} n
       WHERE l.owner IN (${marksOf(owners)}) AND ${this.seen('l', at.whole)}
         AND n.owner = l.number AND ${this.seen('n', at.whole)} ORDER BY l.position`,
      owners,
    );
    if (![...dials, ...lines].every(hasPosition)) return undefined;
    return devices.map(({ owner, name, description, product, model }) => {
      const ofPhone = <Row extends { readonly owner: string }>(rows: readonly Row[]): Row[] =>
        rows.filter((row) => row.owner === owner);
      const dirns = [...new Set(ofPhone(lines).map(({ dirn }) => dirn))].filter((dirn) => dirn !== '');
      return { product, description, model, name, uuid: owner, dirns, speeddials: ofPhone(dials).map(dialOf) };
    });
  }

  /** A device's list of each kind; undefined where it is not known. */
  readonly #entries = {
    speeddial: async (at: Reading, device: DeviceRow): Promise<SpeedDial[] | undefined> => {
      if (!(await this.#areKnown(at, [device], 'dial'))) return undefined;
      const rows = await this.#dialRows(at, [device.owner]);
      return rows.every(hasPosition) ? rows.map(dialOf) : undefined;
    },
    // Where it is not known of one whether it picks up, the list is not.
    busylampfield: async (at: Reading, device: DeviceRow): Promise<BusyLampField[] | undefined> => {
      if (!(await this.#areKnown(at, [device], 'lamp'))) return undefined;
      const rows = await this.#lampRows(at, device.owner);
      return rows.every((row) => hasPosition(row) && row.pickup !== null) ? rows.map(lampOf) : undefined;
    },
  } as const satisfies Record<ButtonKind, unknown>;

  /** A device's list of each kind as far as sweeps show it, known or not. */
  protected readonly shownEntries = {
    speeddial: async (at: Reading, owner: string): Promise<SpeedDial[]> =>
      (await this.#dialRows(at, [owner])).map(dialOf),
    busylampfield: async (at: Reading, owner: string): Promise<BusyLampField[]> =>
      (await this.#lampRows(at, owner)).map(lampOf),
  } as const satisfies Record<ButtonKind, unknown>;

  #dialRows(at: Reading, owners: readonly string[]): Promise<DialRow[]> {
    return at.sql.all<DialRow>(
      `SELECT b.owner AS owner, b.position AS position, b.dirn AS dirn, b.label AS label FROM ${this.table('dial')} b
       WHERE b.owner IN (${marksOf(owners)}) AND ${this.seen('b', at.whole)} ORDER BY b.position`,
      owners,
    );
  }

  #lampRows(at: Reading, owner: string): Promise<LampRow[]> {
    return at.sql.all<LampRow>(
      `SELECT b.position AS position, b.destination AS destination, n.dirn AS dirn, n.partition AS partition,
         b.label AS label, b.pickup AS pickup
       FROM ${this.table('lamp')} b
       LEFT JOIN ${this.table('number')} n ON n.owner = b.number AND ${this.seen('n', at.whole)}
       WHERE b.owner = $1 AND ${this.seen('b', at.whole)} ORDER BY b.position`,
      [owner],
    );
  }

  /** Whether no list of a name is unknown; those of a device that was written to before it was read are. */
  async #areKnown(at: Reading, devices: readonly DeviceRow[], name: 'dial' | 'lamp'): Promise<boolean> {
    const owners = devices.map(({ owner }) => owner);
    const isNew = devices.map((_, position) => `$${owners.length + position + 1}`).join(', ');
    const unknown = await at.sql.all(
      `SELECT owner FROM ${this.table('own')}
       WHERE (owner IN (${marksOf(owners)}) AND name = '${name}' AND (${notKnown})) OR owner IN (${isNew}) LIMIT 1`,
      [...owners, ...devices.map(newDeviceKey)],
    );
    return unknown.length === 0;
  }
}

/** The condition for a list of this service's own not to be known: neither set, nor read since by a whole sweep. */
const notKnown = 'known = 0 OR settled = 0';

/** @returns what stands in place of a device's key where that is not known yet */
export function newDeviceKey(device: { readonly kind: DeviceKind; readonly name: string }): string {
  return `new ${deviceId(device)}`;
}

/** @returns a mark for each value of a list that stands first in a statement; no list is empty */
function marksOf(values: readonly string[]): string {
  return values.map((_, position) => `$${position + 1}`).join(', ');
}

const deviceColumns =
  'd.owner AS owner, d.name AS name, d.kind AS kind, d.description AS description, d.product AS product, d.model AS model';

interface DeviceRow {
  readonly owner: string;
  readonly name: string;
  readonly kind: DeviceKind;
  readonly description: string;
  readonly product: string;
  readonly model: string;
}

interface ButtonRow extends Pick<PointingButton, 'device' | 'uuid' | 'description' | 'kind'> {
  readonly device_kind: DeviceKind;
  readonly position: number | null;
  readonly partition: string;
  readonly label: string;
}

interface DialRow {
  readonly owner: string;
  readonly position: number | null;
  readonly dirn: string;
  readonly label: string;
}

/** Whether an index is known; one that is no number of a phone is kept as null. */
function hasPosition({ position }: { readonly position: number | null }): boolean {
  return position !== null;
}

function dialOf({ position, dirn, label }: DialRow): SpeedDial {
  return { index: String(position), dirn, label };
}

/** Whether a lamp picks up is taken as no where it is not known. */
function lampOf({ position, destination, dirn, partition, label, pickup }: LampRow): BusyLampField {
  const [index, others] = [String(position), { label, pickup: pickup === 1 }];
  if (destination !== '' || dirn === null) return { index, destination, ...others };
  return { index, dirn, partition: partition ?? '', ...others };
}

interface LampRow {
  readonly position: number | null;
  readonly destination: string;
  readonly dirn: string | null;
  readonly partition: string | null;
  readonly label: string;
  readonly pickup: number | null;
}
