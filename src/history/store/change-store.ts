import type { DeviceKey } from '../../domain/device.js';
import type { Change, Intention, Outcome } from '../change.js';

/** Which changes are asked for; all that is given must hold. */
export interface ChangeFilter {
  readonly device?: DeviceKey | undefined;
  readonly user?: string | undefined;
  /** Not older than this. */
  readonly since?: Date | undefined;
  /** A number, with a plain plus, that an added, removed or changed entry has. */
  readonly number?: string | undefined;
  /** Only changes that came before the one with this id: the last of the page before. */
  readonly before?: string | undefined;
}

/** How long something may wait: as long as a CallContext. */
export interface Wait {
  /** On the clock of performance.now(), in milliseconds. */
  readonly deadline: () => number;
  readonly signal: AbortSignal;
}

/** Keeps every other instance from writing to a device. */
export interface DeviceLock {
  /** False when the store has lost the lock, with its connection: somebody else may have it now. */
  readonly isHeld: boolean;
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
   */
  begin(intention: Intention): Promise<string>;

  /** Sets the outcome of a change; the same once more does no harm. Nothing happens to a change that is gone. */
  settle(id: string, outcome: Outcome): Promise<void>;

  /** @returns a change, or undefined where there is none of that id */
  get(id: string): Promise<Change | undefined>;

  /** @returns the newest changes first, by their order, not by their time */
  list(filter: ChangeFilter, limit: number): Promise<readonly Change[]>;

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

  /**
   * Deletes the oldest changes, by their time.
   * @param most how many at most
   * @returns how many were deleted
   */
  deleteOlderThan(time: Date, most: number): Promise<number>;

  /** Ends what runs, as far as that does not take long, and gives back the file or the connections. */
  close(): Promise<void>;
}
