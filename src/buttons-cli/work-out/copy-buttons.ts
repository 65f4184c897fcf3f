import { groupsOf } from '../../domain/grouped.js';
import type { ButtonKind } from '../../domain/button-kinds.js';
import { deviceKeyOf, type DeviceRef, type Entry, type ListRef } from '../lists.js';
import { shown } from '../output/shown.js';
import { Stop } from '../stop.js';
import { chooseDevices, type DeviceChoice, findDevice, listsOfDevices } from './devices.js';
import type { LeftOut } from './left-out.js';
import type { ListToSet } from './worked-out.js';
import type { Reader } from './reader.js';

/** The new lists for devices, by kind. A kind that is missing stays as it is. */
export type Model = ReadonlyMap<ButtonKind, readonly Entry[]>;

export interface CopiedButtons {
  readonly lists: readonly ListToSet[];
  readonly leftOut: readonly LeftOut[];
  /** Notes on the plan, in whole lines. */
  readonly notes?: readonly string[];
}

/**
 * Plans to replace the buttons of devices by those of another one. If a search also finds the source, the source is
 * skipped.
 * @throws Stop if a device does not exist, or would get its own buttons
 */
export async function copyButtons(reader: Reader, source: string, choice: DeviceChoice): Promise<CopiedButtons> {
  const from = await findDevice(reader, source);
  const isOther = (device: DeviceRef): boolean => deviceKeyOf(device) !== deviceKeyOf(from);
  const named = await chooseDevices(reader, { ...choice, searched: [] });
  const found = await chooseDevices(reader, { names: [], searched: choice.searched });
  const devices = groupsOf([...named.devices, ...found.devices.filter(isOther)], deviceKeyOf).map(([one]) => one);
  if (devices.length === 0 || !named.devices.every(isOther)) {
    throw new Stop(`${shown(from.device)} is the device to copy from; name other devices after it`);
  }
  const read = await reader.lists(listsOfDevices([from]));
  const model = new Map(read.map(({ key, list }) => [key.kind, list.entries]));
  return { lists: await giveButtons(reader, model, devices), leftOut: named.leftOut };
}

/** Plans to replace the lists of devices by these lists. */
export async function giveButtons(
  reader: Reader,
  model: Model,
  devices: readonly DeviceRef[],
): Promise<readonly ListToSet[]> {
  const keys = listsOfDevices(devices).filter(({ kind }) => model.has(kind));
  const read = await reader.lists<ListRef>(keys);
  return read.map(({ key, list }) => ({
    ...key,
    etag: list.etag,
    before: list.entries,
    after: model.get(key.kind) ?? list.entries,
  }));
}
