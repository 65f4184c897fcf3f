import type { DeviceKey } from '../../domain/device.js';
import type { ButtonKind } from '../../domain/button-kinds.js';
import type { Uuid } from '../../domain/identifiers.js';
import type { KeptDismissal } from '../../domain/finding.js';
import type { Change, FoundLater, Intention, Outcome, SeenChange } from '../change.js';
import type { PlanStore } from '../../plans/store/plan-store.js';
import type { Run, RunPage, RunResult } from '../run.js';
import type { ChangeFilter, RunFilter } from './change-filter.js';

/** Some of the changes that are asked for. */
export interface ChangePage {
  /** The newest first, by their order, not by their time. There may be few or none of them though more follow. */
  readonly changes: readonly Change[];
  /** Where the next page begins, as `before` of its filter; undefined on the last page. */
  readonly next: string | undefined;
}

/** How long something may wait: as long as a CallContext. */
export interface Wait {
  /** On the clock of performance.now(), in milliseconds. */
  readonly deadline: () => number;
  readonly signal: AbortSignal;
}

/** What time it is by the store's clock. */
export interface StoreClock {
  readonly now: Date;
  /** The latest time by which something is known to have been: noted, or that of the newest change; undefined of neither. */
  readonly seen: Date | undefined;
}

/** What is numbered in the order in which it comes. */
export type Numbered = 'change' | 'run' | 'plan';

/** Keeps every other instance from writing to a device. */
export interface DeviceLock {
  /** Is aborted when the lock is known to be lost: somebody else may have it now. */
  readonly lost: AbortSignal;
  /**
   * Asks the store whether the lock is held, in one trip. Never rejects. What it proves is true for some seconds, for
   * what is sent right after it.
   * @returns false where it is lost, or where nothing can be proved; nothing may be sent then
   */
  verify(): Promise<boolean>;
  /** Gives it back; never rejects. */
  release(): Promise<void>;
}

/**
 * Where changes are kept. What a method has resolved is on the disk. Every method but close rejects with
 * HistoryUnavailable where the store cannot do it, or not in time.
 */
export interface ChangeStore {
  /**
   * Keeps an intention, with the outcome `in-progress`. When it rejects, nothing may be sent.
   * @returns the change's id
   * @throws BeginUnanswered where the intention may be kept all the same; RunGone where there is no run of its name
   */
  begin(intention: Intention): Promise<string>;

  /** Keeps a change that somebody has made elsewhere; the same once more, from whichever instance, is kept once. */
  keepSeen(seen: SeenChange): Promise<void>;

  /**
   * Sets the outcome of a change; the same once more does no harm. Nothing happens to a change that is gone.
   * @param uuid the key of the device that took the list, where it is known; where it is another than that of the
   *   change, the change is that device's, and its list before is not known
   */
  settle(id: string, outcome: Outcome, uuid?: Uuid): Promise<void>;

  /** @returns the newest changes of a list, the newest first: `most` by the device's key, and as many without a key by its name */
  listOf(uuid: Uuid, device: DeviceKey, kind: ButtonKind, most: number): Promise<readonly Change[]>;

  /** @returns the newest changes of a list whose outcome is unknown, and of which nothing has been found later */
  listUnproven(device: DeviceKey, kind: ButtonKind, most: number): Promise<readonly Change[]>;

  /** Keeps what was found later of a change of unknown outcome; what was found first stays. */
  keepFound(id: string, found: FoundLater): Promise<void>;

  /** @returns a change, or undefined where there is none of that id */
  get(id: string): Promise<Change | undefined>;

  /**
   * @param limit how many at most
   * @returns a page that takes bounded work, however many changes there are
   */
  list(filter: ChangeFilter, limit: number): Promise<ChangePage>;

  /** @returns the oldest changes behind an id, `0` being the beginning; the oldest first */
  listAfter(id: string, limit: number): Promise<readonly Change[]>;

  /** @returns whether a text is the id of a change, a run or a plan that is kept or was kept once */
  hasGiven(of: Numbered, id: string): Promise<boolean>;

  /** Keeps that a finding is dismissed, in place of what was kept of it. */
  dismiss(dismissal: KeptDismissal): Promise<void>;

  /** @returns whether it was dismissed */
  takeDismissalBack(id: string): Promise<boolean>;

  /** @returns the ids of findings that are dismissed, in their order, `most` at most */
  dismissedIds(most: number): Promise<readonly string[]>;

  /** @param ids of findings, at most a thousand */
  dismissalsOf(ids: readonly string[]): Promise<readonly KeptDismissal[]>;

  /** Keeps the beginning of a run. @returns its id */
  beginRun(run: Omit<Run, 'id'>): Promise<string>;

  /** @returns a run, or undefined where there is none of that id */
  getRun(id: string): Promise<Run | undefined>;

  /** @returns a run with what became of it, or undefined where there is none of that id */
  getRunResult(id: string): Promise<RunResult | undefined>;

  /** @param limit how many at most */
  listRuns(filter: RunFilter, limit: number): Promise<RunPage>;

  /**
   * Deletes runs that have no changes, or none any more.
   * @param time those that began before it
   * @param most how many at most
   * @returns how many were deleted
   */
  deleteEmptyRuns(time: Date, most: number): Promise<number>;

  /**
   * Waits until nobody else, in any instance, has the lock of a device. Whoever gets it finds no change of the device
   * in progress: what another left so has become `outcome-unknown`.
   * @throws ServiceError `overloaded` when the time is over before that
   */
  lockDevice(device: DeviceKey, wait: Wait): Promise<DeviceLock>;

  /**
   * Makes `outcome-unknown` of what is in progress on devices that nobody has the lock of.
   * @returns how many changes that were
   */
  settleAbandoned(): Promise<number>;

  /** @returns what time it is by the store's clock, and which time was seen last */
  readClock(): Promise<StoreClock>;

  /** Notes a time of the store's clock as seen. */
  noteClock(now: Date): Promise<void>;

  /** @returns how many changes are older */
  countOlderThan(time: Date): Promise<number>;

  /**
   * Deletes the oldest changes, by their time.
   * @param most how many at most
   * @returns how many were deleted
   */
  deleteOlderThan(time: Date, most: number): Promise<number>;

  /** The plans, in the same place. */
  readonly plans: PlanStore;

  /** Ends what runs, as far as that does not take long, and gives back the file or the connections. */
  close(): Promise<void>;
}
