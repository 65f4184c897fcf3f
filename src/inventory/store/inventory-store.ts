import type { ButtonKind, Entry, PointingButton, ButtonLists } from '../../domain/button-kinds.js';
import type { DeviceKey, DevicesFound, NumberSummary, DeviceSearch, KeyedDevice } from '../../domain/device.js';
import type { Uuid } from '../../domain/identifiers.js';
import type { NamedDevice, Phone } from '../../domain/phone.js';
import type { Finding, FindingKind } from '../../domain/finding.js';
import type { Suggestible } from '../../domain/suggestion.js';
import type { SweptTable } from '../../domain/swept-tables.js';
import type { Place } from '../../domain/place.js';
import type { SweptPage, SweptRow } from '../swept-tables.js';
import type { FindingFilter } from './finding-filter.js';
import type { FoundFindings as FoundInSweep } from './find-findings.js';
import type { Relabelling } from './kept-former-labels.js';
import type { PackedFindings } from './packed-findings.js';
import type { Moment } from './places.js';

/** The inventory's store cannot do what it was asked for now. */
export class InventoryUnavailable extends Error {
  override readonly name = 'InventoryUnavailable';

  /** @param cause a short word for the log, such as the driver's code; `slow` is that it took too long */
  constructor(override readonly cause: string) {
    super('the inventory cannot be used now');
  }
}

/** When a sweep is due. */
export interface SweepPace {
  /** From the end of a whole sweep to the start of the next, in milliseconds; 0 begins one now. */
  readonly betweenSweepsMs: number;
}

/** Where a sweep stands. */
export interface SweepPosition {
  /** Who sweeps. */
  readonly sweeper: string;
  readonly generation: number;
  /** When its first page was asked for; milliseconds since 1970 by the store's clock, like every time here. */
  readonly began: number;
  /** Of each table that was begun. */
  readonly tables: Readonly<Partial<Record<SweptTable, TablePosition>>>;
}

/** How far a sweep has read a table, by whichever process. */
export interface TablePosition {
  /** The owner to go on behind; null where it has been read to its end. */
  readonly after: string | null;
  /** How many rows of the call manager's were read. */
  readonly rows: number;
  /** How many of them are left out. */
  readonly leftOut: number;
}

/** Rows of some owners, asked for by their keys in a sweep that has read their table. */
export interface AskedRows {
  readonly table: SweptTable;
  readonly owners: readonly string[];
  /** All that they have. */
  readonly rows: readonly SweptRow[];
}

/** Changed lists that a sweep may have read halfway: what they depend on was read at other moments. */
export interface DoubtfulLists {
  /** In the order of their keys: the owners of lists that a sweep has found otherwise than they were. */
  readonly owners: readonly string[];
  /** Those of them whose list is empty now, or which are gone. */
  readonly without: readonly string[];
  /** The numbers that their lists watch by key. */
  readonly watched: readonly WatchedNumber[];
  /** Behind which owner to go on; undefined where that was the end. */
  readonly upTo: string | undefined;
}

/** A number that a list watches, as a sweep has read both. */
export interface WatchedNumber {
  /** Of the list. */
  readonly owner: string;
  /** Of the number. */
  readonly key: string;
  /** Null where the sweep has no such number. */
  readonly dirn: string | null;
  readonly partition: string | null;
}

/** What is kept of the call manager. */
export interface Kept {
  /** The last whole generation; 0 while there is none. */
  readonly generation: number;
  /** When its first page was asked for; undefined while there is none. */
  readonly asOf: number | undefined;
  /** When its last page was kept. */
  readonly wholeSince: number | undefined;
  readonly phones: number;
  readonly profiles: number;
  readonly numbers: number;
  readonly buttons: number;
}

/** A list that this service sets. */
export interface OwnList {
  /** The name by which it is written. */
  readonly device: DeviceKey;
  /** The key of the device from which the list was read in the turn of the write. */
  readonly uuid: Uuid;
  readonly kind: ButtonKind;
  /** Of the write, by a word of its own: several may have marked one list. */
  readonly mark: string;
  /** For how long the list may still change after it was marked, in milliseconds. */
  readonly mayLandMs: number;
  /** The place of the mark; undefined while there is none. */
  readonly marked?: number | undefined;
}

/** How far a write has come. */
export type OwnStep =
  /** It is about to be sent: the list is not known. */
  | { readonly is: 'marked' }
  /** The list is this one now, on the device of this key. */
  | { readonly is: 'set'; readonly entries: readonly Entry[]; readonly uuid: Uuid }
  /** Nothing was set, and nothing will be. */
  | { readonly is: 'not-set' }
  /** It may have been set only now. */
  | { readonly is: 'landed' };

/** A list that was found otherwise than it was. */
export interface ChangedList {
  /** By the name that it has now. */
  readonly device: DeviceKey;
  readonly uuid: Uuid;
  readonly kind: ButtonKind;
  readonly before: readonly Entry[];
  /** Null where the device is gone. */
  readonly after: readonly Entry[] | null;
  /** It was as before at this place, or later; a write that may have been carried out since has a later one. */
  readonly known: Place;
  /** The call manager was asked at this place for what is there now, or later. */
  readonly place: Place;
  /** When it is known to have been as before. */
  readonly knownAt: number;
}

/** A list that was read between two sweeps, of the publisher, in the form in which sweeps read it. */
export interface ReadList {
  readonly device: DeviceKey;
  readonly kind: ButtonKind;
  readonly owner: Uuid;
  readonly rows: readonly SweptRow[];
  /** The numbers that it watches by key, read after it; those that are not there are left out. */
  readonly numbers: readonly SweptRow[];
  /** When it was asked for: what this service has set since is not in it. */
  readonly asked: Moment;
}

/** How far a sweep and the last whole one differ. */
export interface Comparison {
  /** How many devices the last one had. */
  readonly devices: number;
  /** How many of them are gone. */
  readonly gone: number;
  /** How many of them are gone, or have a list that was not read as it was. */
  readonly changed: number;
}

/** A list as it is kept: entries of undefined where it is not known. */
export interface KeptList {
  /** The device's. */
  readonly uuid: string;
  readonly entries: readonly Entry[] | undefined;
}

/** Buttons that point at a number. */
export interface KeptButtons {
  /** Of all devices but those that are not known. */
  readonly buttons: readonly PointingButton[];
  /** Devices of which it is not known whether they have such buttons, by the names by which they were written to last. */
  readonly unknown: readonly KeyedDevice[];
}

/** What is answered, and how old it is at most. */
export interface KeptAnswer<Value> {
  readonly value: Value;
  /** How long ago the oldest page that it may rest on was asked for, in milliseconds by the store's clock. */
  readonly ageMs: number;
}

/** Findings in order of kind, device and id. */
export interface FoundFindings extends KeptAnswer<readonly Finding[]> {
  /** Whether there are others that the limit would have let in, and the length has not. */
  readonly isCut: boolean;
}

/** What callers read. Each method rejects with InventoryUnavailable where the store cannot do it now. */
export interface StoreReads {
  kept(): Promise<Kept>;
  /** @returns undefined where that is not known: while there is no whole generation, as of all that follow */
  phonesWith(dirn: string): Promise<KeptAnswer<readonly Phone[]> | undefined>;
  /** @returns a value of null where there is no such device */
  device(key: DeviceKey): Promise<KeptAnswer<NamedDevice | null> | undefined>;
  /** @returns a value of null where there is no such device, and entries of undefined where the list is not known */
  list(key: DeviceKey, kind: ButtonKind): Promise<KeptAnswer<KeptList | null> | undefined>;
  /** @returns a value of null where there is no such device; undefined where one of its lists is not known */
  lists(key: DeviceKey): Promise<KeptAnswer<ButtonLists | null> | undefined>;
  buttonsTo(dirn: string): Promise<KeptAnswer<KeptButtons> | undefined>;
  numbers(dirn: string): Promise<KeptAnswer<readonly NumberSummary[]> | undefined>;
  /** In order of name and kind. */
  devices(search: DeviceSearch): Promise<KeptAnswer<DevicesFound> | undefined>;
  suggest(text: string): Promise<KeptAnswer<Suggestible> | undefined>;
  /** @param longest how many characters they have at most, as JSON; one there is in any case */
  findings(filter: FindingFilter, limit: number, longest?: number): Promise<FoundFindings | undefined>;
}

/** Their names. */
export const storeReads = [
  'kept',
  'phonesWith',
  'device',
  'list',
  'lists',
  'buttonsTo',
  'numbers',
  'devices',
  'suggest',
  'findings',
] as const satisfies readonly (keyof StoreReads)[];

/**
 * Where the inventory is kept. Rows carry the generations that have them, so that readers see the last whole sweep while
 * the next one is written. Each method rejects with InventoryUnavailable where the store cannot do it now.
 */
export interface InventoryStore extends StoreReads {
  /**
   * Takes the sweep that is due: one that was cut off a while ago, where it stands, or else a new one.
   * @param sweeper who sweeps, by a word of its own
   * @returns the sweep, or in how many milliseconds to ask again: another instance sweeps, or none is due
   */
  claim(sweeper: string, pace: SweepPace): Promise<SweepPosition | { readonly dueInMs: number }>;
  /** Gives a sweep back that does not go on here for now: anybody may take it at once. */
  release(sweep: SweepPosition): Promise<void>;
  /** By the store's clock; for people and for pauses, never for order. */
  now(): Promise<number>;
  /** Takes the next place in the order of all that happens. */
  next(): Promise<Moment>;
  /**
   * Keeps what differs in a page, and that the sweep has come so far, in one short transaction.
   * @throws InventoryUnavailable, with the cause `taken` where another instance has taken the sweep
   * @param asked when the page was asked for: lists that this service has set since stay as they are
   * @param rows how many rows of the table have been read up to the end of this page
   */
  keep(sweep: SweepPosition, page: SweptPage, asked: Moment, rows?: number): Promise<void>;
  /** Keeps rows of some owners in the same way, in the place of what the sweep has read of them. */
  keepAsked(sweep: SweepPosition, rows: AskedRows, asked: Moment): Promise<void>;
  /** Drops what a sweep has read of a table, which is read once more. */
  dropTable(sweep: SweepPosition, table: SweptTable): Promise<void>;
  /** At the end of a sweep, before it is compared: finds out of whom the rows may be that it has left out. */
  settleLeftOut(sweep: SweepPosition): Promise<void>;
  /** Drops all that a sweep has read: it does not go on. What is on the disk for it is free again. */
  giveUp(sweep: SweepPosition): Promise<void>;
  /** @returns how much room it takes on the disk */
  bytes(): Promise<number>;
  /** @returns nothing changed where there is no whole generation yet */
  compare(sweep: SweepPosition): Promise<Comparison>;
  /**
   * @param after behind which owner of a list to go on; the empty text is the beginning
   * @returns the next changed lists of a kind, with what they depend on
   */
  doubtfulLists(sweep: SweepPosition, kind: ButtonKind, after: string): Promise<DoubtfulLists>;
  /** @returns the numbers that lists of these owners watch by key */
  watchedBy(sweep: SweepPosition, owners: readonly string[]): Promise<readonly WatchedNumber[]>;
  /** @returns keys of numbers that some list watches, and that the sweep has not found; `most` at most */
  missingNumbers(sweep: SweepPosition, most: number): Promise<readonly string[]>;
  /**
   * @param after behind which owner of a list to go on; the empty text is the beginning
   * @param upTo the last owner that is asked for; undefined goes to the end
   * @returns lists of a kind that a sweep has found otherwise than they were, this service's own left out as far as it
   *   is known here; and behind which owner to go on
   */
  changedLists(
    sweep: SweepPosition,
    kind: ButtonKind,
    after: string,
    upTo?: string,
  ): Promise<{ readonly lists: readonly ChangedList[]; readonly next: string | undefined }>;
  /** Drops what a sweep has read. @returns where it stands then: it begins anew */
  again(sweep: SweepPosition): Promise<SweepPosition>;
  /** @returns the id of the last change of the history that was read for good; `0` where none was */
  historyReadTo(): Promise<string>;
  /**
   * Forgets which labels changes have replaced that the history has no more.
   * @param oldest its oldest change; undefined: all is forgotten, and the history is read anew
   */
  forgetFormerLabels(sweep: SweepPosition, oldest: string | undefined): Promise<void>;
  /** Keeps what changes did to labels, in their order, and how far the history was read for good. */
  keepRelabellings(sweep: SweepPosition, relabellings: readonly Relabelling[], readTo: string): Promise<void>;
  /** @returns what is probably wrong with the buttons that a sweep has read; it may take seconds, and holds nobody up */
  findFindings(sweep: SweepPosition): Promise<FoundInSweep>;
  /**
   * Keeps which directory numbers there were that a sweep has not found any more.
   * @param isAnother whether it is of another cluster than the last, whose numbers say nothing of this one
   */
  keepFormerNumbers(sweep: SweepPosition, isAnother: boolean): Promise<void>;
  /** Makes a sweep that has read every table the whole generation, with what was found in it. */
  publish(sweep: SweepPosition, found: readonly PackedFindings[]): Promise<void>;
  /** @returns the key of a device whose list is known, and is another one than this; undefined for all others */
  otherThan(device: DeviceKey, kind: ButtonKind, entries: readonly Entry[]): Promise<Uuid | undefined>;
  /** @returns what others have made of a list that was read between two sweeps; undefined where nothing can be said */
  changeIn(list: ReadList): Promise<ChangedList | undefined>;
  /** Keeps such a list as the sweep under way would. */
  bringUp(list: ReadList): Promise<void>;
  /**
   * Keeps how far a write has come: what it has set is put on top before its caller is told.
   * @returns the place of this step
   */
  own(list: OwnList, step: OwnStep): Promise<Place>;

  /** The reads of callers that look through much: beside these, the others wait for nothing. */
  readonly dear: StoreReads;
  /** So many reads of callers are carried out at once, and so many of them that are dear. */
  readonly atOnce: { readonly inAll: number; readonly dear: number };
  findingCounts(): Promise<Readonly<Partial<Record<FindingKind, number>>>>;
  close(): Promise<void>;
}
