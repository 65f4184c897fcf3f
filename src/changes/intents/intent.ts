import type { BusyLampField } from '../../domain/busy-lamp-field.js';
import type { ButtonKind } from '../../domain/button-kinds.js';
import type { FindingKind } from '../../domain/finding.js';
import type { SpeedDial } from '../../domain/phone.js';

/**
 * What callers mean, in place of the lists to set. The service works out the lists. An intent is stored as JSON until
 * its lists are found. A property that is left out restricts nothing, unless its comment says otherwise.
 */
export type IntentToFind =
  | { readonly relabel: readonly Relabel[] }
  | { readonly replace: readonly Replace[] }
  | { readonly remove: readonly Remove[] }
  | { readonly add: readonly Add[] }
  | { readonly copy: readonly Copy[] }
  | { readonly fix: Fix };

/** The most items of an intent. They work in order, and each button is edited only once. */
export const mostItems = 5_000;

/**
 * A device as people name it: the name of a phone, its MAC address in any spelling, or the name of a device profile if
 * no phone has the name.
 */
export type DeviceToFind = string | { readonly profile: string };

/** Which buttons to a number are meant. */
export interface ButtonFilter {
  readonly kinds?: readonly ButtonKind[] | undefined;
  /** With `search`: these devices, and those that it finds. */
  readonly devices?: readonly DeviceToFind[] | undefined;
  /** Words in the name or description of a device. */
  readonly search?: string | undefined;
  readonly oldLabel?: string | undefined;
  /** Only busy lamp fields that watch the number in this partition; empty: in none. */
  readonly partition?: string | undefined;
}

/** All buttons to a number get a label. */
export interface Relabel extends ButtonFilter {
  readonly dirn: string;
  readonly label: string;
}

/** All buttons to a number lead to another one. */
export interface Replace extends ButtonFilter {
  readonly dirn: string;
  readonly to: string;
  /** Left out: busy lamp fields keep their partition. */
  readonly toPartition?: string | undefined;
  /** Left out: the buttons keep their labels. */
  readonly label?: string | undefined;
}

/** All buttons to some numbers are removed. */
export interface Remove extends ButtonFilter {
  readonly dirns: readonly string[];
}

/** Devices get one more button. A device that has it already stays as it is. */
export interface Add {
  readonly devices?: readonly DeviceToFind[] | undefined;
  readonly search?: string | undefined;
  readonly kind: ButtonKind;
  readonly entry: EntryToAdd;
  /** Left out: the first index of each device that no button has. */
  readonly index?: string | undefined;
}

type WithoutIndex<Entry> = Entry extends unknown ? Omit<Entry, 'index'> : never;
/** A button without its index; a busy lamp field may lack its partition if its number is in one alone. */
export type EntryToAdd =
  | WithoutIndex<SpeedDial>
  | WithoutIndex<BusyLampField>
  | {
      readonly dirn: string;
      readonly partition?: string | undefined;
      readonly label: string;
      readonly pickup: boolean;
    };

/** Devices get all buttons of another one. */
export interface Copy {
  readonly from: DeviceToFind;
  readonly to?: readonly DeviceToFind[] | undefined;
  readonly search?: string | undefined;
  readonly kinds?: readonly ButtonKind[] | undefined;
}

/** Buttons get what findings of the inventory propose. */
export type Fix = { readonly findings: readonly string[] } | { readonly kind: FindingKind };

/** What the caller should know about the lists of a change. */
export interface Note {
  readonly code: NoteCode;
  /** Sentences. */
  readonly text: string;
}

/**
 * - `left-out`: a number or a device of the intent without a match, or a list that an undo cannot restore
 * - `not-edited`: buttons that were meant, and stay as they are
 * - `one-more`: devices that have such a button already, and get another one
 * - `unknown-target`: busy lamp fields would watch a number that the call manager does not have
 * - `lost-zeros`: numbers seem to lack the zeros that spreadsheets remove
 * - `unusual`: values that may be mistakes
 * - `not-checked`: the numbers could not be looked up
 */
export const noteCodes = [
  'left-out',
  'not-edited',
  'one-more',
  'unknown-target',
  'lost-zeros',
  'unusual',
  'not-checked',
] as const;
export type NoteCode = (typeof noteCodes)[number];

/** With such a note a change does not begin by itself. */
export const notesThatStop: ReadonlySet<NoteCode> = new Set<NoteCode>(['unknown-target', 'lost-zeros']);

/** How many places or names one note has at most. */
const mostNamed = 10;

/** @returns up to ten names, and how many more there are */
export function someOf(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}

/** The lists of an intent cannot be worked out, or there are none. Its message says why, in sentences. */
export class NothingFound extends Error {
  override readonly name = 'NothingFound';
}
