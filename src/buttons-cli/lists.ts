import { type ButtonKind, type Entry, rulesOf } from '../domain/button-kinds.js';
import { inIndexOrder, sameButtons } from '../domain/buttons.js';
import { type DeviceKind, deviceId } from '../domain/device.js';
import { type Difference, differenceOf as between } from '../domain/difference.js';

export type { Entry } from '../domain/button-kinds.js';

/** A device's name and kind. */
export interface DeviceRef {
  readonly device: string;
  readonly deviceKind: DeviceKind;
}

/** One list of buttons: those of one kind on one device. */
export interface ListRef extends DeviceRef {
  readonly kind: ButtonKind;
}

/** A list as it was read. */
export interface ReadList {
  readonly entries: readonly Entry[];
  readonly etag: string;
}

/** @returns a text that identifies the device */
export function deviceKeyOf({ device, deviceKind }: DeviceRef): string {
  return deviceId({ kind: deviceKind, name: device });
}

/** @returns only the properties that name the list */
export function refOf({ device, deviceKind, kind }: ListRef): ListRef {
  return { device, deviceKind, kind };
}

/** @returns a text that identifies the list */
export function listKeyOf(list: ListRef): string {
  return `${deviceKeyOf(list)}/${list.kind}`;
}

/** @returns true if two lists of a kind set the same buttons */
export function sameLists(kind: ButtonKind, a: readonly Entry[], b: readonly Entry[]): boolean {
  return sameButtons(rulesOf(kind), a, b);
}

/** @returns the number or address that a button points at, as callers dial it; empty if it points at none */
export function targetOf(kind: ButtonKind, entry: Entry): string {
  return rulesOf(kind).targetOf(entry)?.number ?? '';
}

/**
 * @returns the partition of the number that a button watches, empty if the number has none; undefined if the button
 * names no partition
 */
export function partitionOf(kind: ButtonKind, entry: Entry): string | undefined {
  return rulesOf(kind).targetOf(entry)?.partition;
}

/** @returns entries from an answer; undefined if one of them is not a valid entry of this kind */
export function entriesIn(kind: ButtonKind, entries: readonly unknown[]): readonly Entry[] | undefined {
  const { isEntry } = rulesOf(kind);
  return entries.every((entry): entry is Entry => isEntry(entry)) ? entries : undefined;
}

/** @returns the difference between two lists, in order of index */
export function differenceOf(kind: ButtonKind, before: readonly Entry[], after: readonly Entry[]): Difference<Entry> {
  return between(rulesOf(kind), inIndexOrder(before), inIndexOrder(after));
}
