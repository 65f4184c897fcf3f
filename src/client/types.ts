import type { ProblemCode } from './problems.js';
import type { Device, Finding, PointingButton } from './shapes.js';

export type * from './filters.js';
export type * from './shapes.js';

/** What goes over the wire; what comes from the service follows from the tables that check it. */

/** A speed dial to set; a label that is left out is empty. */
export interface SpeedDialToSet {
  readonly index: string;
  readonly dirn: string;
  readonly label?: string | undefined;
}

/** A busy lamp field to set: with `dirn` or with `destination`. What is left out is empty, and `pickup` false. */
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
  /** Names the list: as `ifMatch`, it lets a change through only where the list is still this one. */
  readonly etag: string;
}

/** What became of one entry that was set. */
export interface EntrySet<Entry> {
  /** The entry as it stands now. */
  readonly entry: Entry;
  /** Whether nothing stood at its index before. */
  readonly isNew: boolean;
  /** Of the whole list, as it stands now. */
  readonly etag: string | undefined;
  /** As of a list that was set. */
  readonly afterUpdate: Replaced['afterUpdate'];
}

/** What became of one entry that was removed. */
export type EntryRemoved = Omit<EntrySet<never>, 'entry' | 'isNew'>;

/** Some of the buttons that point at a number. */
export interface ButtonPage {
  /** In order of kind and of keys. */
  readonly buttons: readonly PointingButton[];
  /** Where the next page begins, as `after` of the next call; undefined on the last page. */
  readonly next: string | undefined;
}

/** Some of the devices that a search finds. */
export interface DevicePage {
  /** At most 100, in order of name. */
  readonly devices: readonly Device[];
  /** Where the next page begins, as `after` of the next call; undefined on the last page. */
  readonly next: string | undefined;
}

/** Some of the findings that are asked for. */
export interface FindingPage {
  /** In order of kind, device and id. */
  readonly findings: readonly Finding[];
  /** Where the next page begins, as `after` of the next call; undefined on the last page. */
  readonly next: string | undefined;
}

/** What became of a list that was set. */
export interface Replaced {
  /** The phone's or device profile's. */
  readonly uuid: string;
  /**
   * Where the service makes phones load their change: `ok`, or the code of what went wrong. The list is set in
   * either case.
   */
  readonly afterUpdate: 'ok' | ProblemCode | undefined;
  /** Names the list that is set; undefined if an older service answered. */
  readonly etag: string | undefined;
}
