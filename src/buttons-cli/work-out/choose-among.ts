import { groupsOf } from '../../domain/grouped.js';
import { deviceKeyOf, type DeviceRef } from '../lists.js';
import { shown } from '../output/shown.js';
import { Stop } from '../stop.js';
import { type DeviceChoice, isNoChoice, namesOf, searchedDevices, severalKinds } from './devices.js';
import { type LeftOut, stopWhereAllIsLeftOut } from './left-out.js';
import type { Reader } from './reader.js';

/**
 * Chooses items by their devices. The names are looked up only in the items, because the devices may be gone.
 * @param done the beginning of messages: `run 12 has changed`
 * @returns the chosen items, or all items if no device is named; also the names in a file for which there is no item
 * @throws Stop if a named device has no item, if no device in a file has one, or if no device that a search finds has
 * one; also if a name belongs to a phone and a device profile
 */
export async function chooseAmong<Item extends DeviceRef>(
  reader: Reader,
  items: readonly Item[],
  choice: DeviceChoice,
  done: string,
): Promise<{ readonly items: readonly Item[]; readonly leftOut: readonly LeftOut[] }> {
  if (isNoChoice(choice)) return { items, leftOut: [] };
  const { names, listed = [], searched = [] } = choice;
  const devices = devicesByName(items);
  const meant = new Set<string>();
  for (const name of names) {
    const found = deviceIn(reader, devices, name);
    if (!found) throw new Stop(`${done} nothing on ${shown(name)}; nothing was changed`);
    meant.add(deviceKeyOf(found));
  }
  const lines = [...new Set(listed)];
  const leftOut: LeftOut[] = [];
  for (const name of lines) {
    const found = deviceIn(reader, devices, name);
    if (found) meant.add(deviceKeyOf(found));
    else leftOut.push({ name, why: `${done} nothing on` });
  }
  stopWhereAllIsLeftOut(leftOut, lines.length);
  const all = new Set(items.map(deviceKeyOf));
  for (const text of searched) {
    const found = (await searchedDevices(reader, text)).map(deviceKeyOf).filter((key) => all.has(key));
    if (found.length === 0) throw new Stop(`${done} nothing on a device with ${shown(text)}; nothing was changed`);
    for (const key of found) meant.add(key);
  }
  return { items: items.filter((item) => meant.has(deviceKeyOf(item))), leftOut };
}

/** Devices by their names, in any letter case. */
type ByName = ReadonlyMap<string, readonly DeviceRef[]>;

function devicesByName(items: readonly DeviceRef[]): ByName {
  const devices = groupsOf(items, deviceKeyOf).map(([device]) => device);
  return new Map(groupsOf(devices, nameOf).map((ofName) => [nameOf(ofName[0]), ofName]));
}

function nameOf({ device }: Pick<DeviceRef, 'device'>): string {
  return device.toLowerCase();
}

/** @throws Stop if a phone and a device profile have the name */
function deviceIn(reader: Reader, devices: ByName, argument: string): DeviceRef | undefined {
  const { kinds, name, ofMac } = namesOf(argument);
  const phones = devices.get(nameOf({ device: ofMac ?? '' })) ?? [];
  const phone = phones.find(({ deviceKind }) => deviceKind === 'phone');
  if (phone !== undefined) {
    reader.namesTaken.set(argument, phone.device);
    return phone;
  }
  const named = devices.get(nameOf({ device: name })) ?? [];
  const [one, other] = named.filter(({ deviceKind }) => kinds.includes(deviceKind));
  if (other) throw severalKinds(name);
  return one;
}
