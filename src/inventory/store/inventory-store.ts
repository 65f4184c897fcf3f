import type { ButtonKind, Entry, PointingButton, ButtonLists } from '../../domain/button-kinds.js';
import type { DeviceKey, DevicesFound, NumberSummary, DeviceSearch, KeyedDevice } from '../../domain/device.js';
import type { Uuid } from '../../domain/identifiers.js';
import type { NamedDevice, Phone } from '../../domain/phone.js';
import type { Finding, FindingCounts } from '../../domain/finding.js';
import type { Suggestible } from '../../domain/suggestion.js';
import type { SweptTable } from '../../domain/swept-tables.js';
import type { Place } from '../../domain/place.js';
import type { SweptPage, SweptRow } from '../swept-tables.js';
import type { FindingFilter } from './finding-filter.js';
import type { FoundFindings as FoundInSweep } from './find-findings.js';
import type { Relabelling } from './kept-former-labels.js';
import type { PackedFindings } from './packed-findings.js';
import type { Moment } from './places.js';

/** When a sweep is due. */
export interface SweepPace {
  /** From the end of a whole sweep to the start of the next, in milliseconds; 0 begins one now. */
  readonly betweenSweepsMs: number;
}

/** How far a sweep has come. */
export interface SweepPosition {
  /** A name for the instance that sweeps. */
  readonly sweeper: string;
  readonly generation: number;
  /** When its first page was requested: milliseconds since 1970 by the store's clock, like every time in this file. */
  readonly began: number;
  /** The position in each table that the sweep has begun. */
  readonly tables: Readonly<Partial<Record<SweptTable, TablePosition>>>;
}

/** How far a sweep has read a table, in all processes together. */
export interface TablePosition {
  /** The last owner that was read; null if the table was read to its end. */
  readonly after: string | null;
  /** How many rows of the call manager the sweep has read. */
  readonly rows: number;
  /** How many of these rows it left out. */
  readonly leftOut: number;
}

/** Rows of some owners. A sweep requested them by the owners' keys, after it had read the table. */
export interface AskedRows {
  readonly table: SweptTable;
  readonly owners: readonly string[];
  /** All rows of these owners. */
  readonly rows: readonly SweptRow[];
}

/**
 * Changed lists that may be half old and half new, because the sweep read the numbers that they watch at another
 * moment.
 */
export interface DoubtfulLists {
  /** The owners of the changed lists, in order of their keys. */
  readonly owners: readonly string[];
  /** The owners whose list is empty now, or that are gone. */
  readonly without: readonly string[];
  /** The numbers that these lists watch. */
  readonly watched: readonly WatchedNumber[];
  /** The owner after which to continue; undefined at the end. */
  readonly upTo: string | undefined;
}

/** A number that a list watches, as the sweep has read both. */
export interface WatchedNumber {
  /** The owner of the list. */
  readonly owner: string;
  /** The key of the number. */
  readonly key: string;
  /** Null if the sweep has no such number. */
  readonly dirn: string | null;
  readonly partition: string | null;
}

/** A summary of what the store has. */
export interface Kept {
  /** The last complete generation; 0 if there is none. */
  readonly generation: number;
  /** When its first page was requested; undefined if there is no generation. */
  readonly asOf: number | undefined;
  /** When its last page was stored. */
  readonly wholeSince: number | undefined;
  readonly phones: number;
  readonly profiles: number;
  readonly numbers: number;
  readonly buttons: number;
}

/** A list that this service sets. */
export interface OwnList {
  /** The device's name in the write. */
  readonly device: DeviceKey;
  /** The key of the device whose list the write has read. */
  readonly uuid: Uuid;
  readonly kind: ButtonKind;
  /** Identifies the write: several writes may have marked one list. */
  readonly mark: string;
  /** How long after the mark the write may still be carried out, in milliseconds. */
  readonly mayLandMs: number;
  /** The place of the mark; undefined if there is none yet. */
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
  /** A late answer showed that the write may have been carried out at any moment until now. */
  | { readonly is: 'landed' };

/** A list that someone else has changed. */
export interface ChangedList {
  /** The device, with its present name. */
  readonly device: DeviceKey;
  readonly uuid: Uuid;
  readonly kind: ButtonKind;
  readonly before: readonly Entry[];
  /** Null if the device is gone. */
  readonly after: readonly Entry[] | null;
  /**
   * The last place at which the list was known to be as before. Every write that was carried out after that has a later
   * place.
   */
  readonly known: Place;
  /** The place at which the present list was requested. */
  readonly place: Place;
  /** The time of `known`. */
  readonly knownAt: number;
}

/** A list that was read from the publisher between two sweeps, in the form of a sweep's rows. */
export interface ReadList {
  readonly device: DeviceKey;
  readonly kind: ButtonKind;
  readonly owner: Uuid;
  readonly rows: readonly SweptRow[];
  /** The numbers that the list watches, read after it; numbers that do not exist are left out. */
  readonly numbers: readonly SweptRow[];
  /** When the list was requested. Later writes of this service are not in it. */
  readonly asked: Moment;
}

/** How much a sweep differs from the last complete one. */
export interface Comparison {
  /** How many devices the last complete sweep had. */
  readonly devices: number;
  /** How many of them are gone. */
  readonly gone: number;
  /** How many of them are gone or have a changed list. */
  readonly changed: number;
}

/** A stored list; `entries` is undefined if the list is not known. */
export interface KeptList {
  /** The device's. */
  readonly uuid: string;
  readonly entries: readonly Entry[] | undefined;
}

/** Buttons that point at a number. */
export interface KeptButtons {
  /** The buttons of all devices, except those in `unknown`. */
  readonly buttons: readonly PointingButton[];
  /** Devices that may have such buttons. The name of each is the one that the last write to it used. */
  readonly unknown: readonly KeyedDevice[];
}

/** An answer, and the greatest age that it may have. */
export interface KeptAnswer<Value> {
  readonly value: Value;
  /** How long ago the oldest page that the answer may depend on was requested, in milliseconds by the store's clock. */
  readonly ageMs: number;
}

/** Findings in order of kind, device and id. */
export interface FoundFindings extends KeptAnswer<readonly Finding[]> {
  /** True if further findings within the limit were too long for the answer. */
  readonly isCut: boolean;
}

/** The reads for callers. Each method rejects with StoreUnavailable if the store cannot answer now, and resolves with
 * undefined if the answer is not known, for example before the first complete sweep. */
export interface StoreReads {
  kept(): Promise<Kept>;
  phonesWith(dirn: string): Promise<KeptAnswer<readonly Phone[]> | undefined>;
  /** @returns a value of null if there is no such device */
  device(key: DeviceKey): Promise<KeptAnswer<NamedDevice | null> | undefined>;
  /** @returns a value of null if there is no such device, and `entries` of undefined if its list is not known */
  list(key: DeviceKey, kind: ButtonKind): Promise<KeptAnswer<KeptList | null> | undefined>;
  /** @returns a value of null if there is no such device; undefined if one of its lists is not known */
  lists(key: DeviceKey): Promise<KeptAnswer<ButtonLists | null> | undefined>;
  buttonsTo(dirn: string): Promise<KeptAnswer<KeptButtons> | undefined>;
  numbers(dirn: string): Promise<KeptAnswer<readonly NumberSummary[]> | undefined>;
  /** In order of name and kind. */
  devices(search: DeviceSearch): Promise<KeptAnswer<DevicesFound> | undefined>;
  suggest(text: string): Promise<KeptAnswer<Suggestible> | undefined>;
  /** @param longest the most characters of the findings as JSON; the first finding is always there */
  findings(filter: FindingFilter, limit: number, longest?: number): Promise<FoundFindings | undefined>;
  /** How many findings there are of each kind. */
  findingCounts(): Promise<FindingCounts>;
}

/** The names of the reads. */
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
  'findingCounts',
] as const satisfies readonly (keyof StoreReads)[];

/**
 * Where the inventory is stored. Each row says to which generations it belongs. So readers see the last complete sweep
 * while the next one is written. Each method rejects with StoreUnavailable if the store cannot carry it out now.
 */
export interface InventoryStore extends StoreReads {
  /**
   * Takes over the sweep that is due: an interrupted one, which continues where it ended, or a new one.
   * @param sweeper a name for the instance that sweeps
   * @returns the sweep; or when to ask again, if another instance sweeps or no sweep is due
   */
  claim(sweeper: string, pace: SweepPace): Promise<SweepPosition | { readonly dueInMs: number }>;
  /** Gives up a sweep for now: any instance may take it over at once. */
  release(sweep: SweepPosition): Promise<void>;
  /** The time of the store's clock. Use it to show times, and for waiting, but never to order events. */
  now(): Promise<number>;
  /** Takes the next place in the order of all events. */
  next(): Promise<Moment>;
  /**
   * Stores what differs in a page, and the sweep's position, in one short transaction.
   * @throws StoreUnavailable, with the cause `taken` if another instance has taken over the sweep
   * @param asked when the page was requested: lists that this service has set since stay as they are
   * @param rows how many rows of the table have been read up to the end of this page
   */
  keep(sweep: SweepPosition, page: SweptPage, asked: Moment, rows?: number): Promise<void>;
  /** Stores rows of some owners, as `keep` stores a page. They replace what the sweep has read of these owners. */
  keepAsked(sweep: SweepPosition, rows: AskedRows, asked: Moment): Promise<void>;
  /** Drops what a sweep has read of a table, before it reads the table again. */
  dropTable(sweep: SweepPosition, table: SweptTable): Promise<void>;
  /** Finds out to which owners the left-out rows may belong. Call it at the end of a sweep, before it is compared. */
  settleLeftOut(sweep: SweepPosition): Promise<void>;
  /** Drops everything that a sweep has read, frees its space on the disk, and ends the sweep. */
  giveUp(sweep: SweepPosition): Promise<void>;
  /** @returns how many bytes it takes on the disk */
  bytes(): Promise<number>;
  /** @returns no differences if there is no complete generation yet */
  compare(sweep: SweepPosition): Promise<Comparison>;
  /**
   * @param after the owner after which to continue; empty at the beginning
   * @returns the next changed lists of a kind, with what they depend on
   */
  doubtfulLists(sweep: SweepPosition, kind: ButtonKind, after: string): Promise<DoubtfulLists>;
  /** @returns the numbers that the lists of these owners watch */
  watchedBy(sweep: SweepPosition, owners: readonly string[]): Promise<readonly WatchedNumber[]>;
  /** @returns at most `most` keys of numbers that a list watches and the sweep has not found */
  missingNumbers(sweep: SweepPosition, most: number): Promise<readonly string[]>;
  /**
   * @param after the owner after which to continue; empty at the beginning
   * @param upTo the last owner of interest; undefined for all
   * @returns changed lists of a kind, without lists that this service is known to have set; and where to continue
   */
  changedLists(
    sweep: SweepPosition,
    kind: ButtonKind,
    after: string,
    upTo?: string,
  ): Promise<{ readonly lists: readonly ChangedList[]; readonly next: string | undefined }>;
  /** Drops what a sweep has read, and begins it again. @returns its new position */
  again(sweep: SweepPosition): Promise<SweepPosition>;
  /** @returns the id of the last change of the history that was completely read; `0` if none was */
  historyReadTo(): Promise<string>;
  /**
   * Forgets labels that were replaced by changes which the history has deleted.
   * @param oldest the history's oldest change; undefined forgets all, and the history is read again
   */
  forgetFormerLabels(sweep: SweepPosition, oldest: string | undefined): Promise<void>;
  /** Stores what changes did to labels, in their order, and how far the history was completely read. */
  keepRelabellings(sweep: SweepPosition, relabellings: readonly Relabelling[], readTo: string): Promise<void>;
  /**
   * @returns what is probably wrong with the buttons that a sweep has read. It may take seconds, but no one else waits
   * for it
   */
  findFindings(sweep: SweepPosition): Promise<FoundInSweep>;
  /**
   * Stores the directory numbers that existed earlier and that a sweep has not found any more.
   * @param isAnother true if the sweep read another cluster than the last: then earlier numbers do not count
   */
  keepFormerNumbers(sweep: SweepPosition, isAnother: boolean): Promise<void>;
  /** Makes a sweep that has read every table the complete generation, with its findings. */
  publish(sweep: SweepPosition, found: readonly PackedFindings[]): Promise<void>;
  /** @returns the device's key, if its list is known and differs from the given list; otherwise undefined */
  otherThan(device: DeviceKey, kind: ButtonKind, entries: readonly Entry[]): Promise<Uuid | undefined>;
  /** @returns how others have changed a list that was read between two sweeps; undefined if that is not known */
  changeIn(list: ReadList): Promise<ChangedList | undefined>;
  /** Stores a list that was read between two sweeps, as the running sweep would store it. */
  bringUp(list: ReadList): Promise<void>;
  /**
   * Stores how far a write has come, before its caller gets the answer.
   * @returns the place of this step
   */
  own(list: OwnList, step: OwnStep): Promise<Place>;

  /**
   * The same reads for expensive questions of callers. They run separately, so that other reads never wait for them.
   */
  readonly dear: StoreReads;
  /** How many reads of callers run at the same time, and how many of these may be expensive. */
  readonly atOnce: { readonly inAll: number; readonly dear: number };
  close(): Promise<void>;
}
