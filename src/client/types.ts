import type { ProblemCode } from './problems.js';
import type { Device, Finding, PointingButton } from './shapes.js';

export type * from './filters.js';
export type * from './shapes.js';

/** The data that is sent and received. The types of answers follow from the tables that check them. */

/** A speed dial to set; a label that is left out is empty. */
export interface SpeedDialToSet {
  readonly index: string;
  readonly dirn: string;
  readonly label?: string | undefined;
}

/**
 * A busy lamp field to set: with `dirn` or with `destination`. A property that is left out is empty, and `pickup` is
 * false.
 */
export type BusyLampFieldToSet =
  | {
      readonly index: string;
      readonly dirn: string;
      readonly partition?: string | undefined;
      readonly label?: string | undefined;
      readonly pickup?: boolean | undefined;
    }
  | {
      readonly index: string;
      readonly destination: string;
      readonly label?: string | undefined;
      readonly pickup?: boolean | undefined;
    };

/** An entry without its index. */
export type WithoutIndex<Entry> = Entry extends unknown ? Omit<Entry, 'index'> : never;

/** A list of buttons as it was read. */
export interface ButtonsRead<Entry> {
  /** In numeric order of index. */
  readonly entries: readonly Entry[];
  /** Identifies the list: as `ifMatch`, it allows a change only if the list is still this one. */
  readonly etag: string;
}

/** The result of setting one entry. */
export interface EntrySet<Entry> {
  /** The entry as it is now. */
  readonly entry: Entry;
  /** Whether there was no entry at its index before. */
  readonly isNew: boolean;
  /** The etag of the whole list, as it is now. */
  readonly etag: string | undefined;
  /** As for a replaced list. */
  readonly afterUpdate: Replaced['afterUpdate'];
}

/** The result of removing one entry. */
export type EntryRemoved = Omit<EntrySet<never>, 'entry' | 'isNew'>;

/** A page of the buttons that point at a number. */
export interface ButtonPage {
  /** In order of kind and of keys. */
  readonly buttons: readonly PointingButton[];
  /** The start of the next page, as `after` of the next call; undefined on the last page. */
  readonly next: string | undefined;
}

/** A page of the devices that a search finds. */
export interface DevicePage {
  /** At most 100, in order of name. */
  readonly devices: readonly Device[];
  /** The start of the next page, as `after` of the next call; undefined on the last page. */
  readonly next: string | undefined;
}

/** A page of findings. */
export interface FindingPage {
  /** In order of kind, device and id. */
  readonly findings: readonly Finding[];
  /** The start of the next page, as `after` of the next call; undefined on the last page. */
  readonly next: string | undefined;
}

/** The result of replacing a list. */
export interface Replaced {
  /** The key of the phone or device profile. */
  readonly uuid: string;
  /**
   * If the service makes phones load their changes: `ok`, or the code of what went wrong. The list is set in either
   * case.
   */
  readonly afterUpdate: 'ok' | ProblemCode | undefined;
  /** The etag of the new list; undefined if an older service answered. */
  readonly etag: string | undefined;
}
