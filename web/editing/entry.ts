import { type ButtonKind, type Entry, rulesOf } from '../../src/domain/button-kinds.js';
import { canonicalIndex, type PropertyOf, sameButtons } from '../../src/domain/buttons.js';
import { type Difference, differenceOf } from '../../src/domain/difference.js';

export type { Entry };

/** The editable properties of an entry. */
export type Field = PropertyOf<Entry>;

/** The shapes of a new entry: it dials a number, watches a number, or is free-form. Each has only its index. */
const blanks = {
  dial: (index: string): Entry => ({ index, dirn: '', label: '' }),
  number: (index: string): Entry => ({ index, dirn: '', partition: '', label: '', pickup: false }),
  destination: (index: string): Entry => ({ index, destination: '', label: '', pickup: false }),
};

export type Shape = keyof typeof blanks;

/** The shapes that can be added to a list of each kind. */
export const shapesOf: Readonly<Record<ButtonKind, readonly [Shape, ...Shape[]]>> = {
  speeddial: ['dial'],
  busylampfield: ['number', 'destination'],
};

/** @returns an entry with only its index */
export function blank(shape: Shape, index: string): Entry {
  return blanks[shape](index);
}

/** The field with the target of an entry. */
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

export function sameEntry(kind: ButtonKind, one: Entry, other: Entry): boolean {
  return sameEntries(kind, [one], [other]);
}

/** Whether two entries are equal in everything except their index. */
export function sameButIndex(kind: ButtonKind, one: Entry, other: Entry): boolean {
  return sameEntry(kind, { ...one, index: '0' }, { ...other, index: '0' });
}

export function sameEntries(kind: ButtonKind, some: readonly Entry[], others: readonly Entry[]): boolean {
  return sameButtons(rulesOf(kind), some, others);
}

/** @returns the changes that turn one list into another */
export function difference(kind: ButtonKind, before: readonly Entry[], after: readonly Entry[]): Difference<Entry> {
  return differenceOf(rulesOf(kind), before, after);
}

export function isDigits(index: string): boolean {
  return /^[0-9]+$/.test(index.trim());
}

/** An index may have any number of digits, so indexes are added as big integers. */
export function indexPlus(index: string, more: number): string {
  return String(BigInt(canonicalIndex(index)) + BigInt(more));
}
