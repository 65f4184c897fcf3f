import type { DeviceKind } from './device.js';

export const buttonKinds = ['speeddial', 'busylampfield'] as const;
export type ButtonKind = (typeof buttonKinds)[number];

/** A speed dial or a busy lamp field, at its place on the device. */
export interface Button {
  /** Position, a string of digits. */
  readonly index: string;
}

/** A kind of button. */
export interface ButtonRules<Entry extends Button> {
  readonly kind: ButtonKind;
  /** What callers call several of them: `speed dials`. */
  readonly plural: string;
  /**
   * The one spelling of an entry: two entries are alike exactly when theirs are. The index without leading zeros, the
   * number in the form that callers dial, all properties in one order.
   */
  readonly canonical: (entry: Entry) => Entry;
}

/** A button that points at a number, and the device that has it. */
export interface PointingButton {
  readonly device: string;
  readonly deviceKind: DeviceKind;
  /** The device's. */
  readonly uuid: string;
  /** The device's. */
  readonly description: string;
  readonly kind: ButtonKind;
  readonly index: string;
  readonly dirn: string;
  /** That of the number that a busy lamp field watches; empty where there is none. */
  readonly partition: string;
  readonly label: string;
}

/**
 * Orders two indexes by number; they are strings of digits of any length, so no number type is involved.
 * @returns negative, zero or positive, as for Array.sort; `01` and `1` are equal
 */
export function compareIndexes(a: string, b: string): number {
  return compareCanonical(canonicalIndex(a), canonicalIndex(b));
}

function compareCanonical(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The one spelling of an index: `01` and `1` are the same place on a phone. */
export function canonicalIndex(index: string): string {
  return index.trim().replace(/^0+(?=\d)/, '');
}

/** @returns the entries in numeric order of index, as a new array */
export function inIndexOrder<Entry extends Button>(entries: readonly Entry[]): Entry[] {
  const placed = entries.map((entry) => ({ place: canonicalIndex(entry.index), entry }));
  return placed.sort((a, b) => compareCanonical(a.place, b.place)).map(({ entry }) => entry);
}

/**
 * The one spelling of a list, as JSON: two lists set the same buttons exactly when theirs are equal, whatever their
 * order, the leading zeros of an index, and the backslash with which a call manager may store a number's leading plus.
 */
export function canonicalList<Entry extends Button>(
  { canonical }: Pick<ButtonRules<Entry>, 'canonical'>,
  entries: readonly Entry[],
): string {
  return JSON.stringify(inIndexOrder(entries).map(canonical));
}

/** @returns whether two lists set the same buttons */
export function sameButtons<Entry extends Button>(
  rules: Pick<ButtonRules<Entry>, 'canonical'>,
  a: readonly Entry[],
  b: readonly Entry[],
): boolean {
  return a.length === b.length && canonicalList(rules, a) === canonicalList(rules, b);
}
