import type { ButtonKind } from '../../domain/button-kinds.js';
import { deviceKeyOf, type DeviceRef, type Entry, type ListRef } from '../lists.js';
import { shown } from '../output/shown.js';
import { Stop } from '../stop.js';
import { findDevice, findDevices, listsOfDevices } from './devices.js';
import type { PlannedList } from './plan.js';
import type { Reader } from './reader.js';

/** The lists that devices are to get, by kind; a kind that is not there stays as it is. */
export type Model = ReadonlyMap<ButtonKind, readonly Entry[]>;

/**
 * Plans that devices get the buttons of another one, in place of theirs.
 * @throws Stop where a device is not there, or is to get its own buttons
 */
export async function copyButtons(
  reader: Reader,
  source: string,
  targets: readonly string[],
): Promise<readonly PlannedList[]> {
  const from = await findDevice(reader, source);
  const devices = await findDevices(reader, targets);
  if (devices.some((device) => deviceKeyOf(device) === deviceKeyOf(from))) {
    throw new Stop(`${shown(from.device)} has its own buttons already; name other devices after it`);
  }
  const read = await reader.lists(listsOfDevices([from]));
  return giveButtons(reader, new Map(read.map(({ key, list }) => [key.kind, list.entries])), devices);
}

/** Plans that devices get these lists, in place of theirs. */
export async function giveButtons(
  reader: Reader,
  model: Model,
  devices: readonly DeviceRef[],
): Promise<readonly PlannedList[]> {
  const keys = listsOfDevices(devices).filter(({ kind }) => model.has(kind));
  const read = await reader.lists<ListRef>(keys);
  return read.map(({ key, list }) => ({
    ...key,
    etag: list.etag,
    before: list.entries,
    after: model.get(key.kind) ?? list.entries,
  }));
}
