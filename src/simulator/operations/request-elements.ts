import type { XmlElement } from '../soap/xml-parser.js';
import { duplicateKey, invalidValue, itemNotFound } from '../soap/axl-fault.js';
import { type BusyLampField, type Device, type SpeedDial, type SpeedDialRules, watched } from '../state/devices.js';
import type { CallManagerState, DeviceGroup } from '../state/call-manager-state.js';

/** The first child with this name. */
export function childOf(parent: XmlElement, name: string): XmlElement | undefined {
  return parent.children.find((candidate) => candidate.name === name);
}

/** The text of the first child with this name. */
export function textOf(parent: XmlElement, name: string): string | undefined {
  return childOf(parent, name)?.text;
}

/**
 * The phone or profile that a request names by `uuid` or by `name`.
 * @param group the devices that the operation knows
 * @throws AxlFault 5007 if there is none
 */
export function findDevice(request: XmlElement, group: DeviceGroup): Device {
  const uuid = textOf(request, 'uuid');
  const name = textOf(request, 'name') ?? '';
  const device = uuid === undefined ? group.named(name) : group.withUuid(uuid);
  if (device === undefined) throw itemNotFound(uuid ?? name);
  return device;
}

/**
 * The entries of `<speeddials>`.
 * @param deviceName for the words of a fault
 * @throws AxlFault 5003 for a value that the rules refuse, -239 for a repeated index
 */
export function readSpeedDials(list: XmlElement, deviceName: string, rules: SpeedDialRules): SpeedDial[] {
  return refuseDuplicates(list.children.map((entry) => readSpeedDial(entry, deviceName, rules)));
}

function readSpeedDial(entry: XmlElement, deviceName: string, rules: SpeedDialRules): SpeedDial {
  const dirn = textOf(entry, 'dirn') ?? '';
  const label = textOf(entry, 'label') ?? '';
  const what = `${deviceName}: speed dial ${writtenIndex(entry)}`;
  const index = readIndex(entry, what, rules.highestIndex);
  const refuse = (why: string) => {
    throw invalidValue(`${what}: ${why}`);
  };
  if (!rules.dirn.test(dirn)) refuse('the number may have up to 50 characters: digits, *, #, + and comma');
  if (Array.from(label).length > rules.labelLength) refuse(`the label may have up to ${rules.labelLength} characters`);
  if (rules.labelForbidden.test(label)) refuse('the label has a character that is not allowed');
  return { index, dirn, label };
}

/**
 * The entries of `<busyLampFields>`.
 * @param deviceName for the words of a fault
 * @param state has the lines that an entry may watch
 * @throws AxlFault 5003 for an index out of bounds, no target, an unknown line or feature; -239 for a repeated index
 */
export function readBusyLampFields(
  list: XmlElement,
  deviceName: string,
  state: CallManagerState,
  highestIndex: number,
): BusyLampField[] {
  return refuseDuplicates(
    list.children.map((entry) => {
      const what = `${deviceName}: busy lamp field ${writtenIndex(entry)}`;
      return {
        index: readIndex(entry, what, highestIndex),
        ...readTarget(entry, what, state),
        label: textOf(entry, 'label') ?? '',
        asciiLabel: textOf(entry, 'asciiLabel'),
        pickup: readPickup(entry, what),
      };
    }),
  );
}

/** If both targets are given, AXL reads only blfDest, even if blfDest is empty. The entry then has no target. */
function readTarget(
  entry: XmlElement,
  what: string,
  state: CallManagerState,
): Pick<BusyLampField, 'destination' | 'line'> {
  const destination = textOf(entry, 'blfDest');
  const dirn = textOf(entry, 'blfDirn') ?? '';
  if (destination === '' || (destination === undefined && dirn === '')) {
    throw invalidValue(`${what}: a destination or a directory number is required`);
  }
  if (destination !== undefined) return { destination, line: undefined };
  const partition = textOf(entry, 'routePartition') ?? '';
  const line = state.lineWithPattern(dirn, partition);
  if (line?.usage !== 'Device') {
    throw invalidValue(`${what}: The specified Line ${dirn} in partition '${partition}' was not found`);
  }
  return { destination: '', line: watched(line) };
}

function readPickup(entry: XmlElement, what: string): boolean {
  const features = childOf(entry, 'associatedBlfSdFeatures')?.children ?? [];
  const unknown = features.find(({ text }) => text !== 'Pickup');
  if (unknown !== undefined) throw invalidValue(`${what}: the feature must be Pickup, not '${unknown.text}'`);
  return features.length > 0;
}

/** The index of a button as written; empty if it is missing. */
function writtenIndex(entry: XmlElement): string {
  return (textOf(entry, 'index') ?? '').trim();
}

/**
 * The index of a button as a number.
 * @param what names the button in the words of a fault
 * @throws AxlFault 5003 if it is missing or out of bounds
 */
function readIndex(entry: XmlElement, what: string, highest: number): number {
  const written = writtenIndex(entry);
  const index = written === '' ? Number.NaN : Number(written);
  if (index >= 1 && index <= highest) return index;
  throw invalidValue(`${what}: the index must be from 1 to ${highest}`);
}

/** @returns the list itself @throws AxlFault -239 for a repeated index */
function refuseDuplicates<Button extends { readonly index: number }>(list: Button[]): Button[] {
  const indexes = new Set(list.map(({ index }) => index));
  if (indexes.size < list.length) throw duplicateKey();
  return list;
}
