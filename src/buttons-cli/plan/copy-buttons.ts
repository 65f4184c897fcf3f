import { deviceId, type ListKey, type ReadList } from '../lists.js';
import { shown } from '../output/shown.js';
import { Stop } from '../stop.js';
import { findDevice, findDevices, listsOfDevices } from './devices.js';
import type { PlannedList } from './plan.js';
import type { Reader } from './reader.js';

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
  if (devices.some((device) => deviceId(device) === deviceId(from))) {
    throw new Stop(`${shown(from.device)} has its own buttons already; name other devices after it`);
  }
  const model = new Map<string, ReadList>();
  for (const { key, list } of await reader.lists(listsOfDevices([from]))) model.set(key.kind, list);
  const read = await reader.lists<ListKey>(listsOfDevices(devices));
  return read.map(({ key, list }) => ({
    ...key,
    etag: list.etag,
    before: list.entries,
    after: model.get(key.kind)?.entries ?? list.entries,
  }));
}
