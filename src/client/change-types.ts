import type { ProblemCode } from './problems.js';
import type { ButtonKind, ChangeEntry, DeviceKind, Replaced } from './types.js';

/** What goes over the wire of the history, as the service's OpenAPI document describes it. */

/** A list that was set, or was to be. */
export interface Change {
  /** Later changes have higher numbers. */
  readonly id: string;
  /** When it began; of a change made elsewhere, when it was seen. RFC 3339. */
  readonly time: string;
  /** Null of a change made elsewhere. */
  readonly user: string | null;
  /** By which the service's log and audit know it; null of a change made elsewhere. */
  readonly requestId: string | null;
  /** The device's name then. */
  readonly device: string;
  readonly deviceKind: DeviceKind;
  /** The device's key, which stays where it is given another name; null of changes that a release up to 1.0.0 kept. */
  readonly uuid: string | null;
  readonly kind: ButtonKind;
  /** The list that was there before it; null where that is not known, or cannot be read. */
  readonly before: readonly ChangeEntry[] | null;
  /**
   * The list that was to be set, or that was seen. Null where what the service has stored is damaged and cannot be read
   * (`before` is null then, too), or where a change made elsewhere has taken the device away.
   */
  readonly after: readonly ChangeEntry[] | null;
  /**
   * `replaced`: the call manager said that it set the list. `confirmed-by-reading`: it did not say so, but the device
   * held the list then. `seen`: it was made elsewhere. Otherwise the code of the problem that the caller got.
   */
  readonly outcome: 'in-progress' | 'replaced' | 'confirmed-by-reading' | 'seen' | ProblemCode;
  /**
   * Beside `outcome-unknown`, as soon as it is known: which list the device had at a later time, the one that was to be
   * set, the one from before, or another one.
   */
  readonly foundLater?: { readonly list: 'after' | 'before' | 'other'; readonly time: string } | undefined;
  /** The run that it belongs to. */
  readonly run: string | null;
  /** The change that it undoes. */
  readonly undoes: string | null;
  /** The newest change that has undone it, and is known to have been carried out. */
  readonly undoneBy: string | null;
  /** `elsewhere`: not by this service, which has seen it later. */
  readonly source: 'service' | 'elsewhere';
  /** Of a change made elsewhere: it was made between this and `time`. RFC 3339. */
  readonly seenAfter: string | null;
  /** False where it cannot be undone, whatever the device holds: one of the lists is not known, or it is gone. */
  readonly undoable: boolean;
}

/** Changes that belong together. */
export interface Run {
  /** Later runs have higher numbers. */
  readonly id: string;
  readonly title: string;
  readonly user: string;
  /** When it began, RFC 3339. */
  readonly time: string;
}

/** A run, and what became of it so far. */
export interface RunResult extends Run {
  /** How many of its changes ended in which way; what there was none of is left out. */
  readonly outcomes: Readonly<Partial<Record<Change['outcome'], number>>>;
  /** How many of its changes are undone. */
  readonly undone: number;
  /** The runs that hold those undos. */
  readonly undoneBy: readonly string[];
}

/** Which runs are asked for; all that is given must hold. */
export type RunFilter = Pick<ChangeFilter, 'user' | 'since' | 'limit' | 'before'>;

/** Some of the runs that are asked for. */
export interface RunPage {
  /** The newest first. */
  readonly runs: readonly RunResult[];
  /** Where the next page begins, as `before` of the next call; undefined on the last page. */
  readonly next: string | undefined;
}

/** A change, and what it does to the list: entries with the same index are the same entry. It is null where the lists cannot be read. */
export interface ChangeWithDifference extends Change {
  readonly difference: {
    readonly added: readonly ChangeEntry[];
    readonly removed: readonly ChangeEntry[];
    readonly changed: readonly { readonly before: ChangeEntry; readonly after: ChangeEntry }[];
  } | null;
}

/** Which changes are asked for; all that is given must hold. */
export interface ChangeFilter {
  /** Of a phone, by its name, or of a device profile. */
  readonly of?: string | { readonly profile: string } | undefined;
  readonly user?: string | undefined;
  /** From this time on; as text, RFC 3339. */
  readonly since?: Date | string | undefined;
  /** Before this time; as text, RFC 3339. */
  readonly until?: Date | string | undefined;
  /** Whose difference has an entry with this number. */
  readonly dirn?: string | undefined;
  /** Of this run; `none`: of no run. */
  readonly run?: string | undefined;
  /** Made by this service, or elsewhere. */
  readonly source?: Change['source'] | undefined;
  /** How many at most, 1 to 500; 50 where it is left out. */
  readonly limit?: number | undefined;
  /** Where the page begins: `next` of the page before. */
  readonly before?: string | undefined;
}

/** Some of the changes that are asked for. */
export interface ChangePage {
  /** The newest first. There may be few or none of them though there is a next page. */
  readonly changes: readonly Change[];
  /** Where the next page begins, as `before` of the next call; undefined on the last page. */
  readonly next: string | undefined;
}

/** What became of an undo. */
export interface Undone {
  /** The change that the undo made; null where the list from before was there already. */
  readonly id: string | null;
  readonly changed: boolean;
  /** As of a list that was set. */
  readonly afterUpdate: Replaced['afterUpdate'];
}
