import { groupsOf } from '../../domain/grouped.js';
import { buttonKinds } from '../../domain/button-kinds.js';
import { type DeviceKind, deviceKinds, deviceNoun } from '../../domain/device.js';
import { longestDeviceName, longestText, unfitText } from '../../domain/identifiers.js';
import { phoneNameIn } from '../../domain/sought.js';
import { withoutUnseen } from '../../domain/unseen.js';
import { deviceKeyOf, type DeviceRef, type ListRef } from '../lists.js';
import { shown } from '../output/shown.js';
import { Stop } from '../stop.js';
import { deviceOf, devicesByName, type KnownDevices } from './devices-by-name.js';
import { type LeftOut, NothingMeant, stopWhereAllIsLeftOut } from './left-out.js';
import type { Reader } from './reader.js';

/** The chosen devices, in each way in which they can be named. */
export interface DeviceChoice {
  /** The names that are given one by one. Each device must exist. */
  readonly names: readonly string[];
  /** The lines of a file. Devices that do not exist are left out. */
  readonly listed?: readonly string[] | undefined;
  /** Texts. Every device with one of them in its name or description is chosen. */
  readonly searched?: readonly string[] | undefined;
}

export interface ChosenDevices {
  /** Each device once. */
  readonly devices: readonly DeviceRef[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Finds the device of an argument: `SEP00A1B2C30011`, its MAC address in any spelling, or `phone:NAME` and
 * `profile:NAME` if both kinds have the name.
 * @param known devices that are known already
 * @throws Stop if there is no such device, or one of each kind
 */
export async function findDevice(
  reader: Reader,
  argument: string,
  known: KnownDevices = new Map(),
): Promise<DeviceRef> {
  const { kinds, name, ofMac } = namesOf(argument);
  const unfit = name === '' ? 'is empty' : unfitText(name, longestDeviceName);
  if (unfit !== undefined) throw new Stop(`the device's name ${unfit}`);
  if (ofMac !== undefined) {
    const phone = await deviceOf(reader, known, 'phone', ofMac);
    if (phone !== undefined) {
      reader.namesTaken.set(argument, phone.name);
      return { device: phone.name, deviceKind: 'phone' };
    }
  }
  const found: DeviceRef[] = [];
  for (const deviceKind of kinds) {
    const device = await deviceOf(reader, known, deviceKind, name);
    if (device !== undefined) found.push({ device: device.name, deviceKind });
  }
  const [one, other] = found;
  if (one === undefined) {
    const nouns = kinds.map((missing) => deviceNoun[missing]).join(' or ');
    throw new NothingMeant(`there is no ${nouns} ${shown(name)}`, {
      ...{ name: argument, why: `there is no ${nouns}` },
    });
  }
  if (other === undefined) return one;
  throw severalKinds(name);
}

/** What an argument may name. */
interface NamesOf {
  readonly kinds: readonly DeviceKind[];
  readonly name: string;
  /** The name of the phone whose MAC address the argument is, if it is written otherwise. It is asked for first. */
  readonly ofMac: string | undefined;
}

/** @returns the name in an argument, and the kinds of devices that it may belong to */
export function namesOf(argument: string): NamesOf {
  const [, kind, typed = ''] = /^(?:(phone|profile):)?(.*)$/s.exec(argument) ?? [];
  const kinds = kind === undefined ? deviceKinds : [kind as DeviceKind];
  const name = unfitText(typed, Infinity) === undefined ? withoutUnseen(typed).trim() : typed;
  const phone = kinds.includes('phone') ? phoneNameIn(name) : undefined;
  return { kinds, name, ofMac: phone === name ? undefined : phone };
}

/** @returns the Stop for a name that belongs to devices of both kinds */
export function severalKinds(name: string): Stop {
  return new Stop(
    `${shown(name)} is both a phone and a device profile; write phone:${shown(name)} or profile:${shown(name)}`,
  );
}

/** @returns the devices of several arguments, each once */
export async function findDevices(reader: Reader, names: readonly string[]): Promise<DeviceRef[]> {
  const found: DeviceRef[] = [];
  for (const name of new Set(names)) found.push(await findDevice(reader, name));
  return groupsOf(found, deviceKeyOf).map(([device]) => device);
}

/** @returns whether nothing was named */
export function isNoChoice({ names, listed, searched = [] }: DeviceChoice): boolean {
  return names.length === 0 && listed === undefined && searched.length === 0;
}

/**
 * Finds the chosen devices.
 * @throws Stop if a named device does not exist, if no device in a file exists, or if a text is in no name and no
 * description
 */
export async function chooseDevices(
  reader: Reader,
  { names, listed = [], searched = [] }: DeviceChoice,
): Promise<ChosenDevices> {
  const found = await findDevices(reader, names);
  const leftOut: LeftOut[] = [];
  const lines = [...new Set(listed)];
  const known = await devicesByName(
    reader,
    lines.map((line) => namesOf(line)).map(({ name, ofMac = name }) => ofMac),
  );
  const ofLines = await reader.each(lines, (name) => findDevice(reader, name, known).catch(leftOutOf));
  for (const one of ofLines) {
    if ('why' in one) leftOut.push(one);
    else found.push(one);
  }
  stopWhereAllIsLeftOut(leftOut, lines.length);
  const ofTexts: DeviceRef[][] = [];
  for (const text of searched) ofTexts.push(await searchedDevices(reader, text));
  return { devices: groupsOf([...found, ...ofTexts.flat()], deviceKeyOf).map(([device]) => device), leftOut };
}

/** @throws the error again, unless it says that one name has no match */
function leftOutOf(thrown: unknown): LeftOut {
  if (thrown instanceof NothingMeant) return thrown.leftOut;
  throw thrown;
}

/**
 * @returns the devices with a text in their name or description
 * @throws Stop if there is none
 */
export async function searchedDevices(reader: Reader, text: string): Promise<DeviceRef[]> {
  const unfit = text === '' ? 'is empty' : unfitText(text, longestText);
  if (unfit !== undefined) throw new Stop(`the text of --search ${unfit}`);
  const found = await reader.searchDevices(text);
  if (found.length > 0) return found.map(({ name, deviceKind }) => ({ device: name, deviceKind }));
  throw new Stop(`no phone or device profile has ${shown(text)} in its name or description; nothing was changed`);
}

/** @returns all lists of each device */
export function listsOfDevices(devices: readonly DeviceRef[]): ListRef[] {
  return devices.flatMap(({ device, deviceKind }) => buttonKinds.map((kind) => ({ device, deviceKind, kind })));
}
