import type { ButtonKind, Entry, EntryOf, PointingButton, ButtonLists } from '../../domain/button-kinds.js';
import type {
  DeviceKey,
  DevicesFound,
  NumberSummary,
  DeviceSearch,
  DeviceSummary,
  KeyedDevice,
} from '../../domain/device.js';
import type { Uuid } from '../../domain/identifiers.js';
import type { NamedDevice, Phone } from '../../domain/phone.js';
import type { Finding, FindingCounts } from '../../domain/finding.js';
import type { Suggestible } from '../../domain/suggestion.js';
import type { SweptTable } from '../../domain/swept-tables.js';
import type { Place } from '../../domain/place.js';
import type { SweptRow } from '../swept-tables.js';
import type { FindingFilter } from './finding-filter.js';

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
  /** The place at which its first page was requested. */
  readonly place: Place;
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
  /** The place at which its first page was requested; undefined if there is no generation. */
  readonly place?: Place | undefined;
  /** The place at which its findings were found: later changes of others are not in them. */
  readonly ended?: Place | undefined;
  /** When its last page was stored. */
  readonly wholeSince: number | undefined;
  readonly phones: number;
  readonly profiles: number;
  readonly numbers: number;
  readonly buttons: number;
}

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

/** A number as a sweep has read it. */
export interface StoredNumber {
  /** Its key. */
  readonly owner: string;
  readonly dirn: string;
  readonly partition: string;
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
  readonly uuid: Uuid;
  readonly entries: readonly Entry[] | undefined;
  /** The list, also if its properties that the inventory does not show are not known. */
  readonly shown: readonly Entry[] | undefined;
}

/** The stored lists of a device; a list is undefined if it is not known. */
export type KeptLists = { readonly uuid: Uuid } & {
  readonly [Kind in ButtonKind]: readonly EntryOf[Kind][] | undefined;
};

/** Buttons that point at a number. */
export interface KeptButtons {
  /** The buttons of all devices, except those in `unknown`. */
  readonly buttons: readonly PointingButton[];
  /** Devices that may have such buttons. The name of each is the one that the last write to it used. */
  readonly unknown: readonly KeyedDevice[];
}

/** Buttons that point at a number, as a sweep has read them. */
export interface StoredButtons extends KeptButtons {
  /** The devices that the sweep has not read, among those that have changed. */
  readonly added: readonly string[];
  /** The devices that are needed for a later answer. */
  readonly changed: readonly DeviceSummary[];
}

/** An answer, and the greatest age that it may have. */
export interface KeptAnswer<Value> {
  readonly value: Value;
  /** The place at which the sweep began. */
  readonly began: Place;
  /** How long ago the oldest page that the answer may depend on was requested, in milliseconds by the store's clock. */
  readonly ageMs: number;
}

/** Findings in order of kind, device and id. */
export interface FoundFindings extends KeptAnswer<readonly Finding[]> {
  /** True if further findings within the limit were too long for the answer. */
  readonly isCut: boolean;
}

/** What is stored, and what has changed since. */
export interface KeptNow extends Kept {
  /** How many lists have changed since their findings were found: they have none before the next sweep. */
  readonly listsToCheck: number;
}

/** The reads for callers. Each method rejects with StoreUnavailable if the store cannot answer now, and resolves with
 * undefined if the answer is not known, for example before the first complete sweep. */
export interface StoreReads {
  kept(): Promise<KeptNow>;
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

/** The reads of a store, of what its last complete sweep has read. */
export interface StoredReads extends Omit<StoreReads, 'kept' | 'lists' | 'buttonsTo' | 'findings' | 'findingCounts'> {
  kept(): Promise<Kept>;
  lists(key: DeviceKey): Promise<KeptAnswer<KeptLists | null> | undefined>;
  /**
   * @param changed the keys of devices whose lists have changed since
   * @param needed the keys of those of which more is needed
   */
  buttonsTo(
    dirn: string,
    changed?: readonly string[],
    needed?: readonly string[],
  ): Promise<KeptAnswer<StoredButtons> | undefined>;
  /** @param changed lists whose findings do not count, in the form of `findingList` */
  findings(
    filter: FindingFilter,
    limit: number,
    longest?: number,
    changed?: readonly string[],
  ): Promise<FoundFindings | undefined>;
  findingCounts(changed?: readonly string[]): Promise<FindingCounts>;
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
] as const satisfies readonly (keyof StoredReads)[];
