import type { DeviceKey } from '../../domain/device.js';
import type { ButtonKind, Entry } from '../../domain/button-kinds.js';
import type { Uuid } from '../../domain/identifiers.js';
import type { Place } from '../../domain/place.js';
import type { KeptDismissal } from '../../domain/finding.js';
import type { Change, FoundLater, Intention, Outcome, SeenChange } from '../change.js';
import { StoreUnavailable } from '../../store/problems.js';
import type { Lock, Wait } from '../../store/sql.js';
import type { Run, RunPage, RunResult } from '../run.js';
import type { ChangeFilter, RunFilter } from './change-filter.js';

/** A page of changes. */
export interface ChangePage {
  /**
   * Newest first, by their order and not by their time. A page may have few changes or none, and still have a next
   * page.
   */
  readonly changes: readonly Change[];
  /** The start of the next page, as `before` of its filter; undefined on the last page. */
  readonly next: string | undefined;
}

/** The time of the store's clock. */
export interface StoreClock {
  readonly now: Date;
  /**
   * The latest known time in the past: the noted time, or else the time of the newest change; undefined if there is
   * neither.
   */
  readonly seen: Date | undefined;
}

/** A list, and the change after which others count: those outside this run. */
export interface ListSince {
  readonly uuid: Uuid;
  readonly kind: ButtonKind;
  readonly since: string;
  readonly run: string | undefined;
}

/** The lock of a device, with its newest changes of unknown outcome for which nothing was found later. */
export interface DeviceLock extends Lock {
  readonly unproven: readonly Change[];
}

/** A `begin` without an answer: the change may be stored, now or a moment later. */
export class BeginUnanswered extends StoreUnavailable {
  /**
   * @param keepAsUnsent stores the change as `history-unavailable`, whether or not `begin` has stored it. After that,
   * `begin` cannot store it as in progress any more. It resolves with the change's id, and rejects like the methods of
   * the store. It may be called again
   */
  constructor(
    cause: string,
    readonly keepAsUnsent: () => Promise<string>,
  ) {
    super(cause, true);
  }
}

/** A change names a run that does not exist any more; nothing of the change is stored. */
export class RunGone extends Error {
  override readonly name = 'RunGone';
}

/**
 * Where changes are stored. When a method has resolved, its data is on the disk. Every method except close rejects with
 * StoreUnavailable if the store cannot do it, or not in time.
 */
export interface ChangeStore {
  /**
   * Stores an intention, with the outcome `in-progress`. If it rejects, send nothing.
   * @returns the change's id
   * @throws BeginUnanswered if the intention may be stored in spite of the error; RunGone if its run does not exist
   */
  begin(intention: Intention): Promise<string>;

  /**
   * Stores a change that was made elsewhere. The same change is stored only once, even if several instances report it.
   */
  keepSeen(seen: SeenChange): Promise<void>;

  /**
   * Sets the outcome of a change. Setting it again does no harm. Nothing happens if the change is gone.
   * @param uuid the key of the device that got the list, if it is known. If it differs from the change's key, the
   * change belongs to this device, and its list before is not known
   * @param after the list that was set, if it is another one than the one that was sent
   */
  settle(id: string, outcome: Outcome, uuid?: Uuid, after?: readonly Entry[]): Promise<void>;

  /**
   * @returns the newest changes of a list, newest first: `most` by the device's key, and as many without a key by its
   * name
   */
  listOf(uuid: Uuid, device: DeviceKey, kind: ButtonKind, most: number): Promise<readonly Change[]>;

  /** Stores what was found later about a change of unknown outcome. If something was found before, that stays. */
  keepFound(id: string, found: FoundLater): Promise<void>;

  /** @returns a change, or undefined if no change has the id */
  get(id: string): Promise<Change | undefined>;

  /**
   * @param limit how many at most
   * @returns a page; the work is limited, regardless of the number of changes
   */
  list(filter: ChangeFilter, limit: number): Promise<ChangePage>;

  /**
   * @param landsMs for so many milliseconds by the database's clock, a change of unknown outcome may still be carried out
   * @returns the last place that was taken; or a lower one, after which it became known of each such change that its
   * outcome is unknown
   */
  place(landsMs?: number): Promise<Place>;

  /** @returns the changes about which something became known after a place, in that order */
  knownAfter(place: Place, limit: number): Promise<readonly Change[]>;

  /** @returns changes in progress */
  inProgress(limit: number): Promise<readonly Change[]>;

  /** @returns the oldest changes after an id, oldest first; `0` is the beginning */
  listAfter(id: string, limit: number): Promise<readonly Change[]>;

  /** @returns the id of the newest change; `0` if there is none */
  newest(): Promise<string>;

  /** @returns for each list the newest change that has, or may have, set it since; undefined if there is none */
  setSince(lists: readonly ListSince[]): Promise<readonly (string | undefined)[]>;

  /** @returns whether a text is or was the id of a change or a run */
  hasGiven(of: 'change' | 'run', id: string): Promise<boolean>;

  /** Stores that a finding is dismissed. It replaces an earlier dismissal of the finding. */
  dismiss(dismissal: KeptDismissal): Promise<void>;

  /** @returns whether the finding was dismissed */
  restoreDismissed(id: string): Promise<boolean>;

  /** @returns the ids of dismissed findings, in their order, at most `most` */
  dismissedIds(most: number): Promise<readonly string[]>;

  /** @param ids of findings, at most a thousand */
  dismissalsOf(ids: readonly string[]): Promise<readonly KeptDismissal[]>;

  /** Stores a new run. @returns its id */
  beginRun(run: Omit<Run, 'id'>): Promise<string>;

  /** @returns a run, or undefined if no run has the id */
  getRun(id: string): Promise<Run | undefined>;

  /** @returns a run with its results, or undefined if no run has the id */
  getRunResult(id: string): Promise<RunResult | undefined>;

  /** @param limit how many at most */
  listRuns(filter: RunFilter, limit: number): Promise<RunPage>;

  /**
   * Deletes runs without changes.
   * @param time only runs that began before it
   * @param most how many at most
   * @returns how many were deleted
   */
  deleteEmptyRuns(time: Date, most: number): Promise<number>;

  /**
   * Waits until no one else, in any instance, has the lock of a device. For the new holder, no change of the device is
   * in progress, because unfinished changes of others become `outcome-unknown`.
   * @throws ServiceError `overloaded` if the time is over before the lock is free
   */
  lockDevice(device: DeviceKey, wait: Wait): Promise<DeviceLock>;

  /**
   * Sets changes in progress to `outcome-unknown`, on devices whose lock no one has.
   * @returns how many changes that were
   */
  settleAbandoned(): Promise<number>;

  /** @returns the time of the store's clock, and the latest known time */
  readClock(): Promise<StoreClock>;

  /** Stores a time of the store's clock as the latest known time. */
  noteClock(now: Date): Promise<void>;

  /** @returns how many changes are older */
  countOlderThan(time: Date): Promise<number>;

  /**
   * Deletes the oldest changes, by their time.
   * @param most how many at most
   * @param upTo changes about which something became known after this place stay
   * @returns how many were deleted
   */
  deleteOlderThan(time: Date, most: number, upTo?: Place): Promise<number>;

  /** Waits a short time for running work to end, and closes the file or the connections. */
  close(): Promise<void>;
}
