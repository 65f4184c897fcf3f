import { groupsOf } from '../../domain/grouped.js';
import type { Device } from '../../client/index.js';
import type { DeviceKind } from '../../domain/device.js';
import { deviceKeyOf, type DeviceRef } from '../lists.js';
import { Stop } from '../stop.js';
import type { Reader } from './reader.js';

/** If at least this many names have the same beginning, one search is faster than a call for each name. */
const fewestSearched = 20;

/** How many devices a search may find for each name before it is given up. */
const mostForEach = 10;

/** How many letters are the beginning of a name: `SEP`, `CSF`. */
const letters = 3;

/** Devices by their exact names. A name that is missing here may still exist. */
export type KnownDevices = ReadonlyMap<string, readonly Device[]>;

/**
 * Finds many devices with few calls: a search for the beginning of their names returns a hundred devices in a page,
 * without their details. Names that the searches do not find must be asked for one by one.
 */
export async function devicesByName(reader: Reader, names: readonly string[]): Promise<KnownDevices> {
  const known = new Map<string, readonly Device[]>();
  for (const alike of groupsOf([...new Set(names)], (name) => name.slice(0, letters).toLowerCase())) {
    if (alike.length < fewestSearched) continue;
    const found = await searched(reader, commonStart(alike), alike.length * mostForEach);
    const wanted = new Set(alike);
    for (const ofName of groupsOf(found, ({ name }) => name)) {
      if (wanted.has(ofName[0].name)) known.set(ofName[0].name, ofName);
    }
  }
  return known;
}

/** @returns the devices whose names are complete: a phone and a device profile of one name follow each other */
async function searched(reader: Reader, text: string, most: number): Promise<readonly Device[]> {
  if (text.length < letters) return [];
  try {
    const found = await reader.searchDevices(text, most);
    const last = found.at(-1)?.name;
    return found.length < most ? found : found.filter(({ name }) => name !== last);
  } catch (thrown) {
    // If the search fails, ask for each device. Such a call is easier for the call manager, and its error says what is
    // wrong.
    if (thrown instanceof Stop) return [];
    throw thrown;
  }
}

function commonStart([first, ...others]: readonly [string, ...string[]]): string {
  return others.reduce((start, name) => {
    let length = 0;
    while (length < start.length && start[length]?.toLowerCase() === name[length]?.toLowerCase()) length += 1;
    return start.slice(0, length);
  }, first);
}

/** @returns the device of a kind and name; undefined if there is none */
export async function deviceOf(
  reader: Reader,
  known: KnownDevices,
  deviceKind: DeviceKind,
  name: string,
): Promise<{ readonly name: string; readonly uuid: string } | undefined> {
  const ofName = known.get(name);
  return ofName ? ofName.find((one) => one.deviceKind === deviceKind) : reader.findDevice(deviceKind, name);
}

/** @returns the keys of devices, by the device's id; a device that does not exist has none */
export async function keysOf(reader: Reader, devices: readonly DeviceRef[]): Promise<ReadonlyMap<string, string>> {
  const each = groupsOf(devices, deviceKeyOf).map(([device]) => device);
  const known = await devicesByName(
    reader,
    each.map(({ device }) => device),
  );
  const found = await reader.each(each, ({ device, deviceKind }) => deviceOf(reader, known, deviceKind, device));
  return new Map(
    each.flatMap((device, position) => {
      const uuid = found[position]?.uuid;
      return uuid === undefined ? [] : [[deviceKeyOf(device), uuid] as const];
    }),
  );
}
