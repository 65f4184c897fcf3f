import type { ButtonLists, PointingButton } from '../../domain/button-kinds.js';
import { type DeviceKey, deviceId, type NumberSummary } from '../../domain/device.js';
import type { ListedFinding } from '../../domain/finding.js';
import { groupsOf } from '../../domain/grouped.js';
import type { DeviceName, DirectoryNumber } from '../../domain/identifiers.js';
import type { Phone } from '../../domain/phone.js';
import { devicesNamed } from '../../domain/sought.js';
import { type DeviceToFind, type Fix, NothingFound } from './intent.js';

/** What finding the lists of an intent asks for. Each call waits while the call manager is away, for some tries. */
export interface Finder {
  /** @returns all buttons to a number */
  buttons(number: DirectoryNumber): Promise<readonly PointingButton[]>;
  numbers(number: DirectoryNumber): Promise<readonly NumberSummary[]>;
  phones(number: DirectoryNumber): Promise<readonly Phone[]>;
  /** @returns the name as the call manager has it; undefined if there is no such device */
  device(device: DeviceKey): Promise<string | undefined>;
  lists(device: DeviceKey): Promise<ButtonLists>;
  /** @returns every device with the words of a text in its name and description */
  search(text: string): Promise<readonly DeviceKey[]>;
  /** @throws ServiceError `inventory-off`, `inventory-incomplete` */
  findings(fix: Fix): Promise<readonly ListedFinding[]>;
  /** Does work for each item, for some at the same time. @returns the results in the order of the items */
  each<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]>;
  /**
   * Like `each`, for work that may be longer than a turn of the change: the next turn goes on where this one ended.
   * @param name of this work; its items are the same in each turn
   * @param count is told of each result, also those of earlier turns
   */
  inTurns<Item, Result>(
    name: string,
    items: readonly Item[],
    work: (item: Item) => Promise<Result>,
    count?: (result: Result, item: Item) => void,
  ): Promise<Result[]>;
}

/** The name of a hardware phone: it needs no lookup. */
const nameOfHardware = /^[A-Z]{3}[0-9A-F]{12}$/;

/** @returns the device that is meant. A name that no device has is taken for the name of a phone */
async function found(device: DeviceToFind, finder: Finder): Promise<DeviceKey> {
  if (typeof device !== 'string') return { kind: 'profile', name: device.profile as DeviceName };
  if (nameOfHardware.test(device)) return { kind: 'phone', name: device as DeviceName };
  for (const key of devicesNamed(device)) {
    const name = await finder.device(key);
    if (name !== undefined) return { kind: key.kind, name: name as DeviceName };
  }
  return { kind: 'phone', name: device as DeviceName };
}

/** @returns the devices that are named, and those that a search finds, each once */
export async function devicesOf(
  {
    devices = [],
    search,
  }: { readonly devices?: readonly DeviceToFind[] | undefined; readonly search?: string | undefined },
  finder: Finder,
): Promise<{ readonly named: readonly DeviceKey[]; readonly searched: readonly DeviceKey[] }> {
  const named = await finder.each(devices, (device) => found(device, finder));
  const searched = search === undefined ? [] : await finder.search(search);
  if (search !== undefined && searched.length === 0) {
    throw new NothingFound(`No phone or device profile has ${JSON.stringify(search)} in its name or description.`);
  }
  const names = new Set(named.map(deviceId));
  return { named: once(named), searched: once(searched).filter((device) => !names.has(deviceId(device))) };
}

function once(devices: readonly DeviceKey[]): DeviceKey[] {
  return groupsOf(devices, deviceId).map(([device]) => device);
}
