import type { ButtonKind, EntryOf } from '../domain/button-kinds.js';
import type { DeviceKey } from '../domain/device.js';
import type { Uuid } from '../domain/identifiers.js';
import type { ListFound, Place, WriteOutcome } from '../use-cases/write-journal.js';

export type { SeenChange } from '../use-cases/write-journal.js';

/**
 * How a change ended. Usually it is the outcome that the caller got. It is `in-progress` while the change runs,
 * `outcome-unknown` also if the service ended before the outcome was stored, and `seen` for a change made elsewhere.
 */
export type Outcome = 'in-progress' | 'seen' | WriteOutcome;

/** The outcomes of changes whose list is known to have been set, or to have been there. */
export const carriedOut: ReadonlySet<Outcome> = new Set([
  'replaced',
  'confirmed-by-reading',
  'stored-otherwise',
  'seen',
]);

/** Who makes a change: this service, or someone else at the call manager. */
export const changeSources = ['service', 'elsewhere'] as const;
export type ChangeSource = (typeof changeSources)[number];

/** What was found later about a change of unknown outcome, and when. */
export interface FoundLater {
  readonly list: ListFound;
  readonly time: Date;
}

/** A list that is about to be set. */
export interface Intention<Kind extends ButtonKind = ButtonKind> {
  readonly time: Date;
  readonly user: string;
  readonly requestId: string;
  /** The device, with its name at that time. */
  readonly device: DeviceKey;
  /** The key of the device; null if it was not stored, as in releases up to 1.0.0. */
  readonly uuid: Uuid | null;
  readonly kind: Kind;
  /** The list before, from the device with that key; null if it is not known. */
  readonly before: readonly EntryOf[Kind][] | null;
  readonly after: readonly EntryOf[Kind][];
  /** The run that it belongs to. */
  readonly run: string | undefined;
  /** The change that it undoes. */
  readonly undoes: string | undefined;
}

/** A stored change. */
export interface Change<Kind extends ButtonKind = ButtonKind> extends Omit<
  Intention<Kind>,
  'after' | 'user' | 'requestId'
> {
  /** Its position in the order of all changes, as text. */
  readonly id: string;
  /**
   * The place at which it began; for a change made elsewhere, at which the list was requested. Undefined if it was not
   * stored, as in releases up to 1.0.0.
   */
  readonly place?: Place | undefined;
  /** The place at which something became known about it last. */
  readonly knownAt?: Place | undefined;
  /** Null for a change made elsewhere, because the user is not known. */
  readonly user: string | null;
  readonly requestId: string | null;
  /**
   * The list that was set; with the outcome `stored-otherwise`, the list that the call manager has set instead. Null if
   * the stored lists are damaged; then `before` is null too. If only `after` is null, the device was deleted elsewhere.
   */
  readonly after: readonly EntryOf[Kind][] | null;
  /** For a change made elsewhere: the change was made between this time and `time`. */
  readonly seenAfter?: Date | undefined;
  readonly outcome: Outcome;
  /** For a change of unknown outcome, as soon as it is known. */
  readonly foundLater?: FoundLater;
  /** The newest change that has undone it. It is derived, and never stored. */
  readonly undoneBy?: string | undefined;
}
