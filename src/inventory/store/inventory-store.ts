import type { ButtonKind, Entry, PointingButton, ButtonLists } from '../../domain/button-kinds.js';
import type { DeviceKey, DevicesFound, NumberSummary, DeviceSearch } from '../../domain/device.js';
import type { Phone } from '../../domain/phone.js';
import type { Finding, FindingKind } from '../../domain/finding.js';
import type { Suggestible } from '../../domain/suggestion.js';
import type { SweptTable } from '../../domain/swept-tables.js';
import type { SweptPage, SweptRow } from '../swept-tables.js';
import type { FoundFindings } from './find-findings.js';
import type { Relabelling } from './kept-former-labels.js';
import type { PackedFindings } from './packed-findings.js';

/** The inventory's store cannot do what it was asked for now. */
export class InventoryUnavailable extends Error {
  override readonly name = 'InventoryUnavailable';

  /** @param cause a short word for the log, such as the driver's code */
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
  /** Of each table that was begun: the owner to go on behind; null where it has been read to its end. */
  readonly tables: Readonly<Partial<Record<SweptTable, string | null>>>;
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

/** A list of this service's own making. */
export interface OwnList {
  readonly device: DeviceKey;
  readonly kind: ButtonKind;
  /** Of the write: what is told late of it says nothing where the list bears another mark, of a write that came after. */
  readonly mark: string;
  /** As it was set; undefined where it is not known. */
  readonly entries: readonly Entry[] | undefined;
  /** For how long a list that is not known may still change: what is asked for before that says nothing of it. */
  readonly mayLandMs: number;
}

/** A list that a sweep has found otherwise than it was. */
export interface ChangedList {
  readonly device: DeviceKey;
  readonly kind: ButtonKind;
  readonly before: readonly Entry[];
  /** Null where the device is gone. */
  readonly after: readonly Entry[] | null;
  /** When it is known to have been as before. */
  readonly knownAt: number;
}

/** A list that was read between two sweeps, of the publisher, in the form in which sweeps read it. */
export interface ReadList {
  readonly device: DeviceKey;
  readonly kind: ButtonKind;
  readonly owner: string;
  readonly rows: readonly SweptRow[];
  /** When it was asked for: what this service has set since is not in it. */
  readonly asked: number;
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

/** Which findings are asked for. */
export interface FindingFilter {
  readonly id?: string | undefined;
  /** One of these; there is one at least. */
  readonly ids?: readonly string[] | undefined;
  readonly kind?: FindingKind | undefined;
  readonly dirn?: string | undefined;
  readonly device?: DeviceKey | undefined;
  /** The last finding of the page before. */
  readonly after?: { readonly kind: string; readonly device: string; readonly id: string } | undefined;
}

/** A list as it is kept: entries of undefined where it is not known. */
export interface KeptList {
  /** The device's. */
  readonly uuid: string;
  readonly entries: readonly Entry[] | undefined;
}

/** What is answered, and how old it is at most. */
export interface KeptAnswer<Value> {
  readonly value: Value;
  /** How long ago the oldest page that it may rest on was asked for, in milliseconds by the store's clock. */
  readonly ageMs: number;
}

/**
 * Where the inventory is kept. Rows carry the generations that have them, so that readers see the last whole sweep while
 * the next one is written. Each method rejects with InventoryUnavailable where the store cannot do it now.
 */
export interface InventoryStore {
  kept(): Promise<Kept>;
  /**
   * Takes the sweep that is due: one that was cut off a while ago, where it stands, or else a new one.
   * @param sweeper who sweeps, by a word of its own
   * @returns the sweep, or in how many milliseconds to ask again: another instance sweeps, or none is due
   */
  claim(sweeper: string, pace: SweepPace): Promise<SweepPosition | { readonly dueInMs: number }>;
  /** Gives a sweep back that does not go on here for now: anybody may take it at once. */
  release(sweep: SweepPosition): Promise<void>;
  /** By the store's clock. */
  now(): Promise<number>;
  /**
   * Keeps what differs in a page, and that the sweep has come so far, in one short transaction.
   * @throws InventoryUnavailable, with the cause `taken` where another instance has taken the sweep
   * @param asked when the page was asked for: lists that this service has set since stay as they are
   */
  keep(sweep: SweepPosition, page: SweptPage, asked: number): Promise<void>;
  /** @returns nothing changed where there is no whole generation yet */
  compare(sweep: SweepPosition): Promise<Comparison>;
  /**
   * @param after behind which owner of a list to go on; the empty text is the beginning
   * @returns lists of a kind that a sweep has found otherwise than they were, this service's own left out as far as it
   *   is known here; and behind which owner to go on
   */
  changedLists(
    sweep: SweepPosition,
    kind: ButtonKind,
    after: string,
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
  findFindings(sweep: SweepPosition): Promise<FoundFindings>;
  /**
   * Keeps which directory numbers there were that a sweep has not found any more.
   * @param isAnother whether it is of another cluster than the last, whose numbers say nothing of this one
   */
  keepFormerNumbers(sweep: SweepPosition, isAnother: boolean): Promise<void>;
  /** Makes a sweep that has read every table the whole generation, with what was found in it. */
  publish(sweep: SweepPosition, found: readonly PackedFindings[]): Promise<void>;
  /** @returns the key of a device whose list is known, and is another one than this; undefined for all others */
  otherThan(device: DeviceKey, kind: ButtonKind, entries: readonly Entry[]): Promise<string | undefined>;
  /** @returns what others have made of a list that was read between two sweeps; undefined where nothing can be said */
  changeIn(list: ReadList): Promise<ChangedList | undefined>;
  /** Keeps such a list as the sweep under way would. */
  bringUp(list: ReadList): Promise<void>;
  /** Puts lists of this service's own on top, before their caller is told. */
  own(list: OwnList): Promise<void>;

  /** @returns undefined where that is not known: while there is no whole generation, as of all that follow */
  phonesWith(dirn: string): Promise<KeptAnswer<readonly Phone[]> | undefined>;
  /** @returns a value of null where there is no such device */
  device(key: DeviceKey): Promise<KeptAnswer<Phone | null> | undefined>;
  /** @returns a value of null where there is no such device, and entries of undefined where the list is not known */
  list(key: DeviceKey, kind: ButtonKind): Promise<KeptAnswer<KeptList | null> | undefined>;
  /** @returns a value of null where there is no such device; undefined where one of its lists is not known */
  lists(key: DeviceKey): Promise<KeptAnswer<ButtonLists | null> | undefined>;
  buttonsTo(dirn: string): Promise<KeptAnswer<readonly PointingButton[]> | undefined>;
  numbers(dirn: string): Promise<KeptAnswer<readonly NumberSummary[]> | undefined>;
  /** In order of name and kind. */
  devices(search: DeviceSearch): Promise<KeptAnswer<DevicesFound> | undefined>;
  suggest(text: string): Promise<KeptAnswer<Suggestible> | undefined>;
  /** @returns the findings in order of kind, device and id, and how many there are of each kind */
  findings(filter: FindingFilter, limit: number): Promise<KeptAnswer<readonly Finding[]> | undefined>;
  findingCounts(): Promise<Readonly<Partial<Record<FindingKind, number>>>>;
  close(): Promise<void>;
}
