import { type BusyLampField, busyLampFieldRules } from '../domain/busy-lamp-field.js';
import { type ButtonKind, inIndexOrder, sameButtons } from '../domain/buttons.js';
import type { DeviceKind } from '../domain/device.js';
import { type Difference, differenceOf as between } from '../domain/difference.js';
import { dialledForm } from '../domain/identifiers.js';
import { type SpeedDial, speedDialRules } from '../domain/phone.js';

/** A button as the service shows it. Only a busy lamp field has `pickup`. */
export type Entry = SpeedDial | BusyLampField;

/** What a device is known by. */
export interface DeviceRef {
  readonly device: string;
  readonly deviceKind: DeviceKind;
}

/** One list of buttons: those of one kind on one device. */
export interface ListKey extends DeviceRef {
  readonly kind: ButtonKind;
}

/** A list as it was read. */
export interface ReadList {
  readonly entries: readonly Entry[];
  readonly etag: string;
}

/** What people call the buttons of a kind. */
export const pluralOf: Readonly<Record<ButtonKind, string>> = {
  speeddial: speedDialRules.plural,
  busylampfield: busyLampFieldRules.plural,
};

/** A call manager takes the letters of a device's name in either case. */
export function deviceId({ device, deviceKind }: DeviceRef): string {
  return `${deviceKind}:${device.toLowerCase()}`;
}

/** @returns the key alone, of something that has one */
export function keyOf({ device, deviceKind, kind }: ListKey): ListKey {
  return { device, deviceKind, kind };
}

/** @returns a text that is the same for two keys exactly when they name the same list */
export function listId(key: ListKey): string {
  return `${deviceId(key)}:${key.kind}`;
}

/** @returns the one spelling of an entry */
export function canonical(entry: Entry): Entry {
  return 'pickup' in entry ? busyLampFieldRules.canonical(entry) : speedDialRules.canonical(entry);
}

/** @returns whether two entries are the same button */
export function sameEntry(a: Entry, b: Entry): boolean {
  return sameLists([a], [b]);
}

/** @returns whether two lists set the same buttons */
export function sameLists(a: readonly Entry[], b: readonly Entry[]): boolean {
  return sameButtons({ canonical }, a, b);
}

/** @returns the number or address that a button points at, as callers dial it */
export function targetOf(entry: Entry): string {
  return dialledForm('destination' in entry ? entry.destination : entry.dirn);
}

/** @returns what has to be done to a list to make it another one, in order of index */
export function differenceOf(before: readonly Entry[], after: readonly Entry[]): Difference<Entry> {
  return between(inIndexOrder(before), inIndexOrder(after), sameEntry);
}

/** @returns the items in groups, in the order in which the groups begin */
export function groupedBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = nameOf(item);
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  }
  return [...groups.values()];
}
