import { type BusyLampField, busyLampFieldRules } from '../../src/domain/busy-lamp-field.js';
import { canonicalIndex, inIndexOrder } from '../../src/domain/buttons.js';
import { type Difference, differenceOf } from '../../src/domain/difference.js';
import { type SpeedDial, speedDialRules } from '../../src/domain/phone.js';

/** An entry of a list of buttons. */
export type Entry = SpeedDial | BusyLampField;

/** What can be typed or chosen of an entry. */
export type Field = 'index' | 'dirn' | 'destination' | 'partition' | 'label' | 'pickup';

/** What a new entry is: it dials a number, watches a number, or is free-form. */
export type Shape = 'dial' | 'number' | 'destination';

/** @returns an entry with nothing but its index */
export function blank(shape: Shape, index: string): Entry {
  if (shape === 'dial') return { index, dirn: '', label: '' };
  if (shape === 'number') return { index, dirn: '', partition: '', label: '', pickup: false };
  return { index, destination: '', label: '', pickup: false };
}

export function isLamp(entry: Entry): entry is BusyLampField {
  return 'pickup' in entry;
}

export function isDial(entry: Entry): entry is SpeedDial {
  return !isLamp(entry);
}

/** The field that says where an entry leads to. */
export function targetField(entry: Entry): 'dirn' | 'destination' {
  return 'destination' in entry ? 'destination' : 'dirn';
}

export function targetOf(entry: Entry): string {
  return 'destination' in entry ? entry.destination : entry.dirn;
}

/** @returns the entry with another value in one field */
export function withField(entry: Entry, field: Field, value: string | boolean): Entry {
  return { ...entry, [field]: value };
}

/** The one spelling of an entry, so that two are alike exactly when theirs are. */
export function spelling(entry: Entry): string {
  return JSON.stringify(isLamp(entry) ? busyLampFieldRules.canonical(entry) : speedDialRules.canonical(entry));
}

export function sameEntry(one: Entry, other: Entry): boolean {
  return spelling(one) === spelling(other);
}

/** Whether two entries are alike but for their index. */
export function sameButIndex(one: Entry, other: Entry): boolean {
  return sameEntry({ ...one, index: '0' }, { ...other, index: '0' });
}

export function sameEntries(some: readonly Entry[], others: readonly Entry[]): boolean {
  const [one, other] = [inIndexOrder(some), inIndexOrder(others)].map((list) => list.map(spelling).join());
  return one === other;
}

/** @returns what has to be done to a list to make it another one */
export function difference(before: readonly Entry[], after: readonly Entry[]): Difference<Entry> {
  return differenceOf(before, after, sameEntry);
}

export function isDigits(index: string): boolean {
  return /^[0-9]+$/.test(index.trim());
}

/** Indexes are digits of any length, so they are counted as whole numbers of any size. */
export function indexPlus(index: string, more: number): string {
  return String(BigInt(canonicalIndex(index)) + BigInt(more));
}
