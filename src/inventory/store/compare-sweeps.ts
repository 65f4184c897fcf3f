import { tableNamed } from './schema.js';
import type { ButtonKind, Entry } from '../../domain/button-kinds.js';
import type { DeviceKind } from '../../domain/device.js';
import type { DeviceName, Uuid } from '../../domain/identifiers.js';
import type { Place } from '../../domain/place.js';
import type { ChangedList, Comparison } from './inventory-store.js';
import { isSame, keptLists } from './kept-lists.js';
import { isLeftOut } from './left-out.js';
import type { Sql } from '../../store/sql.js';

/** A complete generation, and the sweep that follows it. */
export interface Generations {
  readonly whole: number;
  /** When the first page of the complete generation was requested. */
  readonly began: number;
  readonly wholePlace: Place;
  readonly swept: number;
  /** The place at which the first page of the sweep was requested. */
  readonly sweptPlace: Place;
  /** The condition that a row, named by an alias, exists in a generation. */
  readonly seen: (alias: string, generation: number) => string;
  /** A device's list in a generation; undefined if it is not known. */
  readonly entriesOf: (kind: ButtonKind, generation: number, owner: string) => Promise<readonly Entry[] | undefined>;
}

/** How many lists are compared at once. */
const listsAtOnce = 200;
/** How many characters these lists may have. The last list does not count. */
const charactersAtOnce = 1_000_000;

export const nothingChanged: Comparison = { devices: 0, gone: 0, changed: 0 };

/**
 * @param others the keys of devices that do not count as changed
 * @returns three counts: the devices that there were, those of them that are gone, and those that are gone or have a
 * list with changed rows
 */
export async function compareSweeps(
  sql: Sql,
  others: readonly string[],
  generations: Generations,
): Promise<Comparison> {
  const { whole, seen } = generations;
  const counts = `d.owner NOT IN (SELECT value FROM ${sql.dialect.textsIn('$1')})`;
  const changed = [
    gone(generations),
    ...Object.values(keptLists).map((list) => changedIn(tableNamed(list.table), generations)),
  ];
  const known = `cluster_device d WHERE d.template = 0 AND ${seen('d', whole)}`;
  const [row] = await sql.all<Comparison>(
    `SELECT (SELECT count(*) FROM ${known}) AS devices,
       (SELECT count(*) FROM ${known} AND d.owner IN (${gone(generations)})) AS gone,
       (SELECT count(*) FROM ${known} AND ${counts} AND d.owner IN (${changed.join(' UNION ')})) AS changed`,
    [JSON.stringify(others)],
  );
  return row ?? nothingChanged;
}

/**
 * Compares lists of the devices in the complete generation. A new device had no list before.
 * @returns the lists that differ, and the owner after which to continue
 */
export async function changedLists(
  sql: Sql,
  kind: ButtonKind,
  behind: OwnersBehind,
  generations: Generations,
): Promise<{ readonly lists: readonly ChangedList[]; readonly next: string | undefined }> {
  const { whole, began, wholePlace, swept, sweptPlace, entriesOf } = generations;
  const { devices, next } = await changedDevices(sql, kind, behind, generations);
  const lists: ChangedList[] = [];
  let characters = 0;
  for (const device of devices) {
    const before = await entriesOf(kind, whole, device.owner);
    const now = device.present === null ? null : await entriesOf(kind, swept, device.owner);
    if (!before || now === undefined || isSame(kind, before, now ?? [])) continue;
    characters += JSON.stringify([before, now]).length;
    lists.push({
      ...{ device: { kind: device.kind, name: device.name }, uuid: device.owner, kind, before, after: now },
      known: wholePlace,
      // The place of the sweep's first page, which is earlier than that of the list's page, stands for it.
      ...{ place: sweptPlace, knownAt: began },
    });
    if (characters > charactersAtOnce) return { lists, next: device.owner };
  }
  return { lists, next };
}

/** Owners after a key, up to `upTo`, or to the end if that is undefined. */
export interface OwnersBehind {
  readonly after: string;
  readonly upTo: string | undefined;
}

/**
 * @returns the next devices of the complete generation that the sweep has not found, or has found with another list of
 * a kind
 */
export async function changedDevices(
  sql: Sql,
  kind: ButtonKind,
  { after, upTo }: OwnersBehind,
  generations: Generations,
): Promise<{ readonly devices: readonly ChangedDevice[]; readonly next: string | undefined }> {
  const { whole, swept, seen } = generations;
  const name = keptLists[kind].table;
  const devices = await sql.all<ChangedDevice>(
    `SELECT d.owner AS owner, d.kind AS kind, coalesce(n.name, d.name) AS name, n.owner AS present
     FROM cluster_device d
     LEFT JOIN cluster_device n ON n.owner = d.owner AND n.template = 0 AND ${seen('n', swept)}
     WHERE d.template = 0 AND ${seen('d', whole)} AND d.owner > $1${upTo === undefined ? '' : ' AND d.owner <= $2'}
       AND d.owner IN (${gone(generations)} UNION ${changedIn(tableNamed(name), generations)})
       AND (n.owner IS NOT NULL OR NOT ${isLeftOut('d.owner', swept)})
     ORDER BY d.owner LIMIT ${listsAtOnce}`,
    upTo === undefined ? [after] : [after, upTo],
  );
  return { devices, next: devices.length < listsAtOnce ? undefined : devices.at(-1)?.owner };
}

interface ChangedDevice {
  readonly owner: Uuid;
  readonly kind: DeviceKind;
  readonly name: DeviceName;
  /** Null if the device is gone. */
  readonly present: string | null;
}

/** The owners of rows that a sweep has added or ended. */
function changedIn(table: string, { swept }: Generations): string {
  return `SELECT owner FROM ${table} WHERE since = ${swept} UNION SELECT owner FROM ${table} WHERE until = ${swept}`;
}

/** The devices that a sweep has not found any more. */
function gone({ swept, seen }: Generations): string {
  return `SELECT g.owner FROM cluster_device g WHERE g.until = ${swept}
    AND NOT EXISTS (SELECT 1 FROM cluster_device p WHERE p.owner = g.owner AND ${seen('p', swept)})
    AND NOT ${isLeftOut('g.owner', swept)}`;
}
