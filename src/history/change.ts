import type { ButtonKind, EntryOf } from '../domain/button-kinds.js';
import type { DeviceKey } from '../domain/device.js';
import type { Uuid } from '../domain/identifiers.js';
import type { ListFound, Place, WriteOutcome } from '../use-cases/write-journal.js';

export type { SeenChange } from '../use-cases/write-journal.js';

/**
 * How a change ended: as the caller was told, `in-progress` while it runs, or `outcome-unknown` where the service
 * ended before the outcome was stored; `seen` of a change that was made elsewhere.
 */
export type Outcome = 'in-progress' | 'seen' | WriteOutcome;

/** Who makes changes: this service, or someone else at the call manager. */
export const changeSources = ['service', 'elsewhere'] as const;
export type ChangeSource = (typeof changeSources)[number];

/** What showed later of a change of unknown outcome, and when. */
export interface FoundLater {
  readonly list: ListFound;
  readonly time: Date;
}

/** A list that is about to be set. */
export interface Intention<Kind extends ButtonKind = ButtonKind> {
  readonly time: Date;
  readonly user: string;
  readonly requestId: string;
  /** By the name that it had then. */
  readonly device: DeviceKey;
  /** The key of the device; null if no one has kept it, as of releases up to 1.0.0. */
  readonly uuid: Uuid | null;
  /** In the order of the inventory's store; undefined if there was none, or no one has kept it. */
  readonly place: Place | undefined;
  readonly kind: Kind;
  /** What was read before, from the device of that key; null if that is not known. */
  readonly before: readonly EntryOf[Kind][] | null;
  readonly after: readonly EntryOf[Kind][];
  /** The run that it belongs to. */
  readonly run: string | undefined;
  /** The change that it undoes. */
  readonly undoes: string | undefined;
}

/** A change that is kept. */
export interface Change<Kind extends ButtonKind = ButtonKind> extends Omit<
  Intention<Kind>,
  'after' | 'user' | 'requestId'
> {
  /** Its position in the order of all changes, as text. */
  readonly id: string;
  /** Null of a change made elsewhere: no one here knows. */
  readonly user: string | null;
  readonly requestId: string | null;
  /**
   * Null where the stored lists are damaged and cannot be read; `before` is null then, too. Null beside a list before
   * where a change made elsewhere has taken the device away.
   */
  readonly after: readonly EntryOf[Kind][] | null;
  /** Of a change made elsewhere: it was made between this and `time`. */
  readonly seenAfter?: Date | undefined;
  readonly outcome: Outcome;
  /** Of a change of unknown outcome, as soon as something shows. */
  readonly foundLater?: FoundLater;
  /** The newest change that has undone it; derived, so it is never stored. */
  readonly undoneBy?: string | undefined;
}
