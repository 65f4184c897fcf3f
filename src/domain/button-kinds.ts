import { type BusyLampField, busyLampFieldRules } from './busy-lamp-field.js';
import type { ButtonRules } from './buttons.js';
import type { DeviceKind } from './device.js';
import { type DirectoryNumber, dialledForm, pointsAt } from './identifiers.js';
import { type SpeedDial, speedDialRules } from './phone.js';

/**
 * The kinds of buttons, and the type of each kind's entries. Everything that differs between kinds is a table with
 * these keys. So when a kind is added, the compiler names each table that lacks it.
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

/** The rules for entries, by kind. */
export const buttonRules: { readonly [Kind in ButtonKind]: ButtonRules<EntryOf[Kind]> } = {
  speeddial: speedDialRules,
  busylampfield: busyLampFieldRules,
};

/** In the order in which they are shown. */
export const buttonKinds = Object.keys(buttonRules) as [ButtonKind, ...ButtonKind[]];

/** @returns the rules of a kind */
export function rulesOf<Kind extends ButtonKind>(kind: Kind): ButtonRules<EntryOf[Kind]> {
  return buttonRules[kind];
}

/** @returns whether buttons of a kind have, or may have, a property of that name */
export function hasProperty(kind: ButtonKind, name: string): boolean {
  return (rulesOf(kind).columns as readonly string[]).includes(name);
}

/** Which page of the buttons that point at a number. */
export interface ButtonPageAsked {
  readonly number: DirectoryNumber;
  /** Where the previous page ended; undefined for the first page. */
  readonly after: ButtonPlace | undefined;
  /** The most buttons on the page. */
  readonly most: number;
}

/** A position among the buttons that point at a number: in order of the way in which they point, then of their keys. */
export interface ButtonPlace {
  /** The way in which the buttons at this position point, counted from 0. */
  readonly part: number;
  /** The key of the last button before the position; empty if there is none. */
  readonly key: string;
}

/** Some of the buttons that point at a number. */
export interface ButtonsPage {
  readonly buttons: readonly PointingButton[];
  /** Where the next page begins; undefined for the last page. */
  readonly next: ButtonPlace | undefined;
}

/**
 * The ways to point at a number: as a speed dial, as a free-form busy lamp field, or as one that watches the number.
 */
export const waysToPoint = 3;

/** A button that points at a number, and the device that has it. */
export interface PointingButton {
  readonly device: string;
  readonly deviceKind: DeviceKind;
  /** The key of the device. */
  readonly uuid: string;
  /** The description of the device. */
  readonly description: string;
  readonly kind: ButtonKind;
  readonly index: string;
  /** What it dials or watches: the number, and for a speed dial or a free-form lamp the pauses and codes behind it. */
  readonly dirn: string;
  /** The partition of the number that a busy lamp field watches; otherwise empty. */
  readonly partition: string;
  readonly label: string;
}

/** @returns the buttons of a device's lists that point at a number */
export function pointingAt(
  device: Pick<PointingButton, 'device' | 'deviceKind' | 'uuid' | 'description'>,
  lists: Readonly<Partial<Record<ButtonKind, readonly Entry[]>>>,
  number: DirectoryNumber,
): PointingButton[] {
  return buttonKinds.flatMap((kind) =>
    (lists[kind] ?? []).flatMap((entry) => {
      const { number: dirn, partition = '' } = (buttonRules[kind] as ButtonRules<Entry>).targetOf(entry) ?? {};
      if (dirn === undefined || !pointsAt(dirn, number)) return [];
      return [{ ...device, kind, index: entry.index, dirn: dialledForm(dirn), partition, label: entry.label }];
    }),
  );
}
