import { type BusyLampField, busyLampFieldRules } from './busy-lamp-field.js';
import type { ButtonRules } from './buttons.js';
import type { DeviceKind } from './device.js';
import type { DirectoryNumber } from './identifiers.js';
import { type SpeedDial, speedDialRules } from './phone.js';

/**
 * The kinds of buttons, and what an entry of each is. All that differs by kind is a table over these names, so that the
 * compiler names each one that a new kind is missing from.
 */
export interface EntryOf {
  readonly speeddial: SpeedDial;
  readonly busylampfield: BusyLampField;
}

export type ButtonKind = keyof EntryOf;

/** An entry of a list of any kind. */
export type Entry = EntryOf[ButtonKind];

/** The lists of a device, by kind, each in numeric order of index. */
export type ButtonLists = { readonly [Kind in ButtonKind]: readonly EntryOf[Kind][] };

/** What tells the entries of each kind, by kind. */
export const buttonRules: { readonly [Kind in ButtonKind]: ButtonRules<EntryOf[Kind]> } = {
  speeddial: speedDialRules,
  busylampfield: busyLampFieldRules,
};

/** In the order in which they are shown. */
export const buttonKinds = Object.keys(buttonRules) as [ButtonKind, ...ButtonKind[]];

/** @returns the rules of a kind; where it is not known which kind it is, those of an entry of any kind */
export function rulesOf<Kind extends ButtonKind>(kind: Kind): ButtonRules<EntryOf[Kind]> {
  return buttonRules[kind];
}

/** Which buttons that point at a number a page is of. */
export interface ButtonPageAsked {
  readonly number: DirectoryNumber;
  /** Where the page before ended; undefined is the beginning. */
  readonly after: ButtonPlace | undefined;
  /** How many are wanted at most. */
  readonly most: number;
}

/** A place among the buttons that point at a number, in the order of how they do and of their own keys. */
export interface ButtonPlace {
  /** How those point at the number that the place is among, counted from 0. */
  readonly part: number;
  /** Of the last button before; empty is before the first. */
  readonly key: string;
}

/** Some of the buttons that point at a number. */
export interface ButtonsPage {
  readonly buttons: readonly PointingButton[];
  /** Where the next page begins; undefined where there is none. */
  readonly next: ButtonPlace | undefined;
}

/** In how many ways a button points at a number: as a speed dial, and as a lamp by its destination or by its number. */
export const waysToPoint = 3;

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
