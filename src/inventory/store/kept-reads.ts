import type { ButtonKind, Entry } from '../../domain/button-kinds.js';
import {
  columnOf,
  deviceId,
  type DeviceKey,
  type DevicesFound,
  type DeviceSearch,
  type DeviceSummary,
  type DeviceTexts,
  deviceTextsBy,
  type NumberSummary,
} from '../../domain/device.js';
import { grouped } from '../../domain/grouped.js';
import { type Carried, type NamedDevice, namedDeviceOf, type Phone, phoneOf } from '../../domain/phone.js';
import { type Finding, type FindingCounts, type FindingKind, noFindings } from '../../domain/finding.js';
import type { Place } from '../../domain/place.js';
import type { Suggestible } from '../../domain/suggestion.js';
import { GenerationAges, type GenerationTimes } from './generation-ages.js';
import type { FoundFindings, KeptAnswer, KeptList, KeptLists, StoredButtons } from './inventory-store.js';
import type { FindingFilter } from './finding-filter.js';
import { hasPosition, keptLists } from './kept-lists.js';
import {
  type DeviceRow,
  type DevicesFound as FoundDevices,
  isDescribed,
  lookupStatements,
  mostNumbers,
  mostUnknown,
  type PhonesFound,
} from './lookup-statements.js';
import {
  devicesStatement,
  findingsStatement,
  isUnchanged,
  type SearchStatement,
  suggestStatement,
} from './search-statements.js';
import type { Sql, SqlValue } from '../../store/sql.js';
import { type Dialect, type Statement, wholeGeneration } from './statements.js';

export type { GenerationAges };

/** The last complete generation. */
interface Whole {
  readonly id: number;
  /** The places at which its first page was requested, and its findings were found. */
  readonly number: Place;
  readonly ended: Place;
  readonly began: number;
  readonly went_on: number;
  /** As JSON. */
  readonly counts: string;
  readonly ageMs: number | undefined;
}

/** The result of a statement: when the last complete generation began, and the rows of each part as JSON. */
type AnswerRow = GenerationTimes & { readonly number: Place } & Readonly<Record<string, unknown>>;

/** The rows of each part of a statement. */
type Rows<Found> = { readonly [Part in keyof Found]: readonly Found[Part][] };

/** The reads of the inventory: the last complete generation. */
export class KeptReads {
  protected readonly sql: Sql;
  protected readonly ages: GenerationAges;
  readonly #dialect: Dialect;
  readonly #statements: ReturnType<typeof lookupStatements>;

  /** @param ages the ages of generations, if others know them already */
  constructor(sql: Sql, ages = new GenerationAges()) {
    this.sql = sql;
    this.ages = ages;
    this.#dialect = { sql };
    this.#statements = lookupStatements(this.#dialect);
  }

  phonesWith(dirn: string): Promise<KeptAnswer<readonly Phone[]> | undefined> {
    return this.#answer(this.#statements.phonesWith, [dirn], (found) => {
      // Only the call manager knows which letters outside ASCII it treats as equal.
      const areKnown =
        found.missing.length === 0 && found.devices.every((device) => isAscii(device.name) && isDescribed(device));
      return areKnown ? carriedBy(found, found.devices, phoneOf) : undefined;
    });
  }

  device(key: DeviceKey): Promise<KeptAnswer<NamedDevice | null> | undefined> {
    return this.#ofDevice(this.#statements.device, key, (found, device) =>
      isDescribed(device) ? carriedBy(found, [device], namedDeviceOf)?.[0] : undefined,
    );
  }

  list(key: DeviceKey, kind: ButtonKind): Promise<KeptAnswer<KeptList | null> | undefined> {
    return this.#ofDevice(this.#statements.list[kind], key, (found, device) => {
      return { uuid: device.owner, ...listOf<never, Entry>(keptLists[kind], device, found.rows) };
    });
  }

  lists(key: DeviceKey): Promise<KeptAnswer<KeptLists | null> | undefined> {
    return this.#ofDevice(this.#statements.lists, key, ({ dials, lamps }, device) => {
      const speeddial = listOf(keptLists.speeddial, device, dials).entries;
      const busylampfield = listOf(keptLists.busylampfield, device, lamps).entries;
      return { uuid: device.owner, speeddial, busylampfield };
    });
  }

  buttonsTo(
    dirn: string,
    changed: readonly string[] = [],
    needed: readonly string[] = [],
  ): Promise<KeptAnswer<StoredButtons> | undefined> {
    const values = [dirn, JSON.stringify(changed), JSON.stringify(needed)];
    return this.#answer(this.#statements.buttonsTo, values, ({ buttons, unknown, missing, ...others }) => {
      if (missing.length > 0 || unknown.length > mostUnknown) return undefined;
      const known = buttons.filter(({ uuid }) => !unknown.some(({ owner }) => owner === uuid));
      if (!known.every(hasPosition)) return undefined;
      return {
        added: others.added.map(({ owner }) => owner),
        changed: others.changed.map(summaryOf),
        buttons: known.map(
          ({ device, device_kind: deviceKind, uuid, description, kind, position, dirn, partition, label }) => ({
            ...{ device, deviceKind, uuid, description, kind },
            ...{ index: String(position), dirn, partition, label },
          }),
        ),
        unknown: unknown.map(({ owner, device_kind: kind, called: name }) => ({ device: { kind, name }, uuid: owner })),
      };
    });
  }

  numbers(dirn: string): Promise<KeptAnswer<readonly NumberSummary[]> | undefined> {
    return this.#answer(this.#statements.numbers, [dirn], ({ numbers, missing }) =>
      missing.length === 0 && numbers.length <= mostNumbers && numbers.every(isDescribed) ? numbers : undefined,
    );
  }

  devices(search: DeviceSearch): Promise<KeptAnswer<DevicesFound> | undefined> {
    const { most } = search;
    // One device more than requested shows whether there are others.
    const statement = devicesStatement(this.#dialect, { ...search, most: most + 1 });
    return this.#search(statement, (found) => {
      if (found.missing.length > 0) return undefined;
      const devices = found.devices.slice(0, most).map(summaryOf);
      const last = found.devices.length > most ? devices.at(-1) : undefined;
      return { devices, next: last && { name: last.name, deviceKind: last.deviceKind } };
    });
  }

  suggest(text: string): Promise<KeptAnswer<Suggestible> | undefined> {
    const statement = suggestStatement(this.#dialect, text);
    return this.#search(statement, ({ numbers, devices, missing }) =>
      missing.length === 0 && numbers.every(isDescribed) ? { numbers, devices: devices.map(summaryOf) } : undefined,
    );
  }

  /** In order of kind, device and id. */
  async findings(
    filter: FindingFilter,
    limit: number,
    longest = Number.MAX_SAFE_INTEGER,
    changed: readonly string[] = [],
  ): Promise<FoundFindings | undefined> {
    const statement = findingsStatement(this.#dialect, filter, changed, limit, longest);
    const found = await this.#search(statement, ({ findings }) => findings);
    if (!found) return undefined;
    const value = found.value.map(({ finding }) => JSON.parse(finding) as Finding);
    return { ...found, value, isCut: value.length < (found.value[0]?.of ?? 0) };
  }

  async findingCounts(changed: readonly string[] = []): Promise<FindingCounts> {
    const rows = await this.sql.all<{ kind: FindingKind; n: number }>(
      `SELECT f.kind AS kind, count(*) AS n FROM cluster_finding f WHERE ${isUnchanged(this.sql, '$1')}
       GROUP BY f.kind`,
      [JSON.stringify(changed)],
    );
    return { ...noFindings, ...Object.fromEntries(rows.map(({ kind, n }) => [kind, n])) };
  }

  /** The last complete generation, when its first page was requested, and its age, if that is known. */
  protected async whole(sql = this.sql): Promise<Whole | undefined> {
    const [row] = await sql.all<Omit<Whole, 'ageMs'> & Pick<GenerationTimes, 'latest' | 'now'>>(
      wholeGeneration(this.#dialect, 'id, number, ended, began, went_on, counts'),
    );
    return row && { ...row, ageMs: this.ages.of(row) };
  }

  /** @param read returns undefined if the answer is not known */
  async #answer<Found, Value>(
    { text, parts }: Statement<Found>,
    values: readonly SqlValue[],
    read: (found: Rows<Found>) => Value | undefined,
  ): Promise<KeptAnswer<Value> | undefined> {
    return this.#read(await this.sql.often<AnswerRow>(text, values), parts, read);
  }

  /** Like `#answer`, with a statement that was built for the search. */
  async #search<Found, Value>(
    { text, parts, values }: SearchStatement<Found>,
    read: (found: Rows<Found>) => Value | undefined,
  ): Promise<KeptAnswer<Value> | undefined> {
    return this.#read(await this.sql.all<AnswerRow>(text, values), parts, read);
  }

  #read<Found, Value>(
    [row]: readonly AnswerRow[],
    parts: Statement<Found>['parts'],
    read: (found: Rows<Found>) => Value | undefined,
  ): KeptAnswer<Value> | undefined {
    const ageMs = row && this.ages.of(row);
    if (row === undefined || ageMs === undefined) return undefined;
    const found = parts.map((part) => [part, JSON.parse(String(row[part] ?? '[]')) as unknown]);
    const value = read(Object.fromEntries(found) as Rows<Found>);
    return value === undefined ? undefined : { value, ageMs, began: row.number };
  }

  /** Reads something about a device: null if no device has the name, undefined if that is not known. */
  #ofDevice<Found extends FoundDevices, Value>(
    statement: Statement<Found>,
    key: DeviceKey,
    read: (found: Rows<Found>, device: DeviceRow) => Value | undefined,
  ): Promise<KeptAnswer<Value | null> | undefined> {
    const { kind, name } = key;
    return this.#answer<Found, Value | null>(statement, [name, kind, deviceId(key)], (found) => {
      if (found.missing.length > 0) return undefined;
      const device = found.devices.find((one) => one.name === name);
      if (device) return read(found, device);
      // Only the call manager knows whether a name in other letters is found, and which letters outside ASCII are the
      // same.
      return found.devices.length > 0 || !isAscii(name) ? undefined : null;
    });
  }
}

/** @returns the devices as callers see them; undefined if the speed dials of one are not known */
function carriedBy<Shown>(
  { dials, lines }: Rows<PhonesFound>,
  devices: readonly DeviceRow[],
  show: (texts: DeviceTexts, carried: Carried) => Shown,
): Shown[] | undefined {
  if (!lines.every(hasPosition)) return undefined;
  // There may be thousands of phones.
  const linesOf = grouped(lines, ({ owner }) => owner);
  const dialsOf = grouped(dials, ({ owner }) => owner);
  const phones = devices.map((device) => {
    const { owner } = device;
    const ofPhone = linesOf.get(owner) ?? [];
    const dirns = [...new Set(ofPhone.map(({ dirn }) => dirn))].filter((dirn) => dirn !== '');
    const speeddials = listOf(keptLists.speeddial, device, dialsOf.get(owner) ?? []).entries;
    return speeddials && show(textsOf(device), { uuid: owner, dirns, speeddials });
  });
  return phones.every((phone) => phone !== undefined) ? phones : undefined;
}

/** How a list is stored, as far as it is read. */
interface ReadAs<Row, Shown> {
  readonly isWhole: (row: Row) => boolean;
  readonly isShown: (row: Row) => boolean;
  readonly entryOf: (row: Row) => Shown;
}

/** @returns a device's list out of the rows of several devices, as far as it is known */
function listOf<Row extends { readonly owner: string }, Shown>(
  { isWhole, isShown, entryOf }: ReadAs<Row, Shown>,
  { owner }: DeviceRow,
  rows: readonly Row[],
): { readonly entries: Shown[] | undefined; readonly shown: Shown[] | undefined } {
  const list = rows.filter((row) => row.owner === owner);
  const shown = list.every(isShown) ? list.map(entryOf) : undefined;
  return { entries: list.every(isWhole) ? shown : undefined, shown };
}

function summaryOf(device: DeviceRow): DeviceSummary {
  return { deviceKind: device.kind, ...textsOf(device), uuid: device.owner };
}

function textsOf(device: DeviceRow): DeviceTexts {
  return deviceTextsBy((text) => device[columnOf(text)]);
}

function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- all that is ASCII
  return /^[\x00-\x7F]*$/.test(text);
}
