import type { ButtonsOf, DeviceToFind } from '../../client/index.js';
import type { ButtonKind } from '../../domain/button-kinds.js';
import { groupsOf } from '../../domain/grouped.js';
import { phoneNameIn } from '../../domain/sought.js';
import { withoutUnseen } from '../../domain/unseen.js';
import type { Reader } from '../connection/reader.js';
import { deviceKeyOf, type DeviceRef, type Entry } from '../lists.js';
import { counted } from '../../domain/counted.js';
import { shown } from '../output/shown.js';
import { type ExitCode, exitCodes, Stop } from '../stop.js';
import type { Context } from './context.js';
import { devicesIn } from './inputs.js';

/** The options that name several devices. */
export interface DeviceOptions {
  /** A file with one device in each line, as CSV. */
  readonly devicesFrom?: string;
  /** A text in names and descriptions. */
  readonly search?: string;
}

/** The devices that a command names. */
export interface NamedDevices {
  readonly devices: readonly DeviceToFind[];
  readonly search: string | undefined;
}

/** @returns the devices that are named on the command line and in a file */
export function namedDevices(given: readonly string[], { devicesFrom, search }: DeviceOptions): NamedDevices {
  const names = [...given, ...(devicesFrom === undefined ? [] : devicesIn(devicesFrom))];
  if (search === '') throw new Stop('the text of --search is empty');
  return { devices: [...new Set(names)].map(deviceNamed), search };
}

/** @returns the devices as an intent names them, which has no empty list */
export function meant({ devices, search }: NamedDevices): Partial<NamedDevices> {
  return { ...(devices.length > 0 && { devices }), ...(search !== undefined && { search }) };
}

/** @returns whether no device is named */
export function isEmpty({ devices, search }: NamedDevices): boolean {
  return devices.length === 0 && search === undefined;
}

/** @throws Stop if it is the spelling of an earlier release */
export function deviceNamed(text: string): DeviceToFind {
  const [, kind, name = ''] = /^(?:(phone|profile):)?(.*)$/s.exec(withoutUnseen(text).trim()) ?? [];
  if (name === '') throw new Stop("the device's name is empty");
  if (kind === 'phone') throw new Stop(`phone:NAME is gone: write ${shown(name)}, which is the phone if there is one`);
  return kind === undefined ? name : { profile: name };
}

/** `SEP00A1B2C30011`, `profile:UDP_NIGHT`: a device as it is named on the command line */
export function nameText(device: DeviceToFind): string {
  return typeof device === 'string' ? shown(device) : `profile:${shown(device.profile)}`;
}

/** @returns the devices that a name can stand for, the likeliest first */
export function ownersNamed(device: DeviceToFind): readonly ButtonsOf[] {
  if (typeof device !== 'string') return [device];
  return [phoneNameIn(device) ?? device, { profile: device }];
}

/** @returns the device with a name; undefined if there is none */
export async function findDevice(reader: Reader, device: DeviceToFind): Promise<DeviceRef | undefined> {
  for (const of of ownersNamed(device)) {
    const isPhone = typeof of === 'string';
    const found = await reader.ask((client, options) =>
      isPhone ? client.findPhone(of, options) : client.findProfile(of.profile, options),
    );
    if (found) return { device: found.name, deviceKind: isPhone ? 'phone' : 'profile' };
  }
  return undefined;
}

/** Devices, and the names that no device has. */
export interface FoundDevices {
  readonly devices: readonly DeviceRef[];
  readonly missing: readonly DeviceToFind[];
}

/**
 * @returns the named devices, each once
 * @throws Stop if there is none of them
 */
export async function findDevices(reader: Reader, { devices: names, search }: NamedDevices): Promise<FoundDevices> {
  const named = await reader.each(names, (name) => findDevice(reader, name));
  const searched = search === undefined ? [] : await searchedDevices(reader, search);
  const missing = names.filter((_, position) => named[position] === undefined);
  const found = [...named.filter((device) => device !== undefined), ...searched];
  if (found.length === 0 && missing.length > 0) throw new Stop(missingText(missing), exitCodes.error, true);
  return { devices: groupsOf(found, deviceKeyOf).map(([device]) => device), missing };
}

/** @throws Stop if no device has the text in its name or description */
async function searchedDevices(reader: Reader, text: string): Promise<DeviceRef[]> {
  const found = await reader.pages(async (client, options, after) => {
    const { devices, next } = await client.searchDevices(text, { ...options, after });
    return { items: devices, next };
  });
  if (found.length === 0) {
    throw new Stop(`no phone or device profile has ${shown(text)} in its name or description`, exitCodes.error, true);
  }
  return found.map(({ name, deviceKind }) => ({ device: name, deviceKind }));
}

/** A device with its lists. */
export interface DeviceLists extends DeviceRef {
  readonly lists: Readonly<Record<ButtonKind, readonly Entry[]>>;
}

/** Reads all lists of devices. */
export function readDevices(reader: Reader, devices: readonly DeviceRef[]): Promise<DeviceLists[]> {
  return reader.each(devices, async ({ device, deviceKind }) => {
    const of = ownerOf({ device, deviceKind });
    const { speeddials, busylampfields } = await reader.ask((client, options) => client.readLists(of, options));
    return { device, deviceKind, lists: { speeddial: speeddials, busylampfield: busylampfields } };
  });
}

/** @returns a device as the calls of the service name it */
export function ownerOf({ device, deviceKind }: DeviceRef): ButtonsOf {
  return deviceKind === 'phone' ? device : { profile: device };
}

function missingText(missing: readonly DeviceToFind[]): string {
  return `there is no phone or device profile ${missing.map(nameText).join(', ')}`;
}

/** Prints the names that no device has. @returns the exit code: a mistyped name must not look like success */
export function tellMissing({ terminal }: Pick<Context, 'terminal'>, missing: readonly DeviceToFind[]): ExitCode {
  if (missing.length === 0) return exitCodes.done;
  terminal.err(`Left out ${counted(missing.length, 'name')}: ${missingText(missing)}`);
  return exitCodes.someNotChanged;
}
