import { buttonKinds } from '../../domain/button-kinds.js';
import { type DeviceKind, deviceKinds, deviceNoun } from '../../domain/device.js';
import { longestDeviceName, unfitText } from '../../domain/identifiers.js';
import { deviceKeyOf, type DeviceRef, groupedBy, type ListRef } from '../lists.js';
import { shown } from '../output/shown.js';
import { Stop } from '../stop.js';
import type { Reader } from './reader.js';

/**
 * Finds the device of an argument: `SEP00A1B2C30011`, or `phone:NAME` and `profile:NAME` where both kinds have the name.
 * @throws Stop where there is none, or one of either kind
 */
export async function findDevice(reader: Reader, argument: string): Promise<DeviceRef> {
  const [, kind, name = ''] = /^(?:(phone|profile):)?(.*)$/s.exec(argument) ?? [];
  const unfit = name === '' ? 'is empty' : unfitText(name, longestDeviceName);
  if (unfit !== undefined) throw new Stop(`the device's name ${unfit}`);
  const kinds = kind === undefined ? deviceKinds : [kind as DeviceKind];
  const found: DeviceRef[] = [];
  for (const deviceKind of kinds) {
    const device = await reader.findDevice(deviceKind, name);
    if (device !== undefined) found.push({ device: device.name, deviceKind });
  }
  const [one, other] = found;
  if (one === undefined) {
    const nouns = kinds.map((missing) => deviceNoun[missing]).join(' or ');
    throw new Stop(`there is no ${nouns} ${shown(name)}; nothing was changed`);
  }
  if (other === undefined) return one;
  throw new Stop(
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
