import { buttonKinds } from '../../domain/button-kinds.js';
import { type DeviceKind, deviceKinds, deviceNoun } from '../../domain/device.js';
import { longestDeviceName, unfitText } from '../../domain/identifiers.js';
import { deviceKeyOf, type DeviceRef, groupedBy, type ListRef } from '../lists.js';
import { shown } from '../output/shown.js';
import { exitCodes, Stop } from '../stop.js';
import type { Reader } from './reader.js';

/**
 * Finds the device of an argument: `SEP00A1B2C30011`, or `phone:NAME` and `profile:NAME` where both kinds have the name.
 * @throws Stop where there is none, or one of either kind
 */
export async function findDevice(reader: Reader, argument: string): Promise<DeviceRef> {
  const { name, kinds } = readArgument(argument);
  const found: DeviceRef[] = [];
  for (const deviceKind of kinds) {
    const device = await reader.findDevice(deviceKind, name);
    if (device !== undefined) found.push({ device: device.name, deviceKind });
  }
  const [one, other] = found;
  if (one === undefined) {
    const nouns = kinds.map((missing) => deviceNoun[missing]).join(' or ');
    throw new Stop(`there is no ${nouns} ${shown(name)}`, exitCodes.error, true);
  }
  if (other === undefined) return one;
  throw bothKinds(name);
}

/** @throws Stop where it is no name of a device */
function readArgument(argument: string): { readonly name: string; readonly kinds: readonly DeviceKind[] } {
  const [, kind, name = ''] = /^(?:(phone|profile):)?(.*)$/s.exec(argument) ?? [];
  const unfit = name === '' ? 'is empty' : unfitText(name, longestDeviceName);
  if (unfit !== undefined) throw new Stop(`the device's name ${unfit}`);
  return { name, kinds: kind === undefined ? deviceKinds : [kind as DeviceKind] };
}

/**
 * Chooses what is of devices by their names alone: they need not be there any more.
 * @param names as findDevice takes them; none chooses everything
 * @param done who has done what on the device that is not found: `run 12 has changed`
 * @throws Stop where nothing is of a device, or things of a phone and of a device profile are
 */
export function devicesNamed<Item extends DeviceRef>(
  items: readonly Item[],
  names: readonly string[],
  done: string,
): readonly Item[] {
  if (names.length === 0) return items;
  const chosen = new Set(
    names.map((argument) => {
      const { name, kinds } = readArgument(argument);
      const found = items.filter(({ device, deviceKind }) => device === name && kinds.includes(deviceKind));
      const [one, other] = groupedBy(found, deviceKeyOf);
      if (!one) throw new Stop(`${done} nothing on ${shown(argument)}; nothing was changed`);
      if (other) throw bothKinds(name);
      return deviceKeyOf(one[0]);
    }),
  );
  return items.filter((item) => chosen.has(deviceKeyOf(item)));
}

function bothKinds(name: string): Stop {
  return new Stop(
    `${shown(name)} is a phone and a device profile; write phone:${shown(name)} or profile:${shown(name)}`,
  );
}

/** @returns the devices of several arguments; one that is named twice is there once */
export async function findDevices(reader: Reader, names: readonly string[]): Promise<DeviceRef[]> {
  const found: DeviceRef[] = [];
  for (const name of new Set(names)) found.push(await findDevice(reader, name));
  return groupedBy(found, deviceKeyOf).map(([device]) => device);
}

/** @returns all lists of each device */
export function listsOfDevices(devices: readonly DeviceRef[]): ListRef[] {
  return devices.flatMap(({ device, deviceKind }) => buttonKinds.map((kind) => ({ device, deviceKind, kind })));
}
