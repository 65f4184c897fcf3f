import { setTimeout as sleep } from 'node:timers/promises';
import type { Place } from '../../domain/place.js';
import { changeBounds } from '../change.js';
import type { ListStore } from './change-store.js';
import { ClockTrust } from './clock-trust.js';

const dayMs = 86_400_000;

/** How often the service looks for changes that are too old, in milliseconds. */
const usualPauseMs = 10 * 60_000;

/** How many changes are deleted at a time. There are so few that a write waits only for some milliseconds. */
const stepSize = 200;

/** The pause between two steps, in milliseconds, in which writes can run. */
const betweenStepsMs = 50;

export interface RetentionOptions {
  readonly retentionDays: number;
  /** Whether a clock counts that is far ahead of the latest known time. */
  readonly trustsClock?: boolean | undefined;
}

/**
 * Deletes changes that are older than the retention time, in small steps, by the store's clock. A wrong clock must not
 * delete a history. So nothing is deleted in the ten minutes after a start. If the clock is more than two days ahead of
 * the latest known time, nothing is deleted until it has run steadily for an hour.
 */
export class Retention {
  readonly #store: ListStore;
  readonly #keepMs: number;
  readonly #trustsClock: boolean;
  readonly #warn: (text: string) => void;
  readonly #ticks: () => number;
  readonly #trust: ClockTrust;
  /** @returns the place after which others still need every change; undefined if they need none */
  needed: () => Promise<Place | undefined> = () => Promise.resolve(undefined);
  #isHeld = false;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #running: Promise<unknown> | undefined;

  /**
   * @param warn logs that nothing is deleted, and why
   * @param ticks the time on a clock that is never set, in milliseconds
   */
  constructor(
    store: ListStore,
    { retentionDays, trustsClock = false }: RetentionOptions,
    warn: (text: string) => void,
    ticks: () => number = () => performance.now(),
  ) {
    this.#store = store;
    this.#keepMs = retentionDays * dayMs;
    this.#trustsClock = trustsClock;
    this.#warn = warn;
    this.#ticks = ticks;
    this.#trust = new ClockTrust(ticks());
  }

  start(everyMs = usualPauseMs): void {
    const look = (): void => {
      // If the store cannot be reached, other parts report it. The next round is soon enough.
      this.#running ??= this.look()
        .catch(() => undefined)
        .finally(() => {
          this.#running = undefined;
        });
    };
    this.#timer = setInterval(look, everyMs).unref();
    look();
  }

  /**
   * Deletes changes that are too old, if the store's clock can be trusted, and notes the time.
   * @returns how many changes were deleted
   * @throws StoreUnavailable
   */
  async look(): Promise<number> {
    const clock = await this.#store.readClock();
    const ticks = this.#ticks();
    if (!this.#trust.isRight(clock, ticks) && !this.#trustsClock) {
      await this.#tellHeld(clock.now, clock.seen);
      return 0;
    }
    this.#isHeld = false;
    if (this.#trustsClock || this.#trust.mayNote(clock, ticks)) await this.#store.noteClock(clock.now);
    return this.#trust.isStarting(ticks) ? 0 : this.#deleteOld(clock.now);
  }

  /** Ends it after the running step. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  /**
   * Deletes changes that are too old, and lists that were never sent of changes that were closed some days ago. What is
   * open stays.
   */
  async #deleteOld(now: Date): Promise<number> {
    const oldest = this.#oldestKept(now);
    const upTo = await this.needed();
    let deleted = 0;
    for (let step = stepSize; step === stepSize && !this.#isClosed; deleted += step) {
      if (deleted > 0) await sleep(betweenStepsMs);
      step = await this.#store.deleteOlderThan(oldest, stepSize, upTo);
    }
    for (let step = stepSize; step === stepSize && !this.#isClosed;) {
      step = await this.#store.deleteUnsent(new Date(now.getTime() - changeBounds.unsentMs), stepSize);
    }
    return deleted;
  }

  /** Warns that nothing is deleted. It warns only once until the clock counts again. */
  async #tellHeld(now: Date, seen: Date | undefined): Promise<void> {
    if (this.#isHeld) return;
    const count = await this.#store.countOlderThan(this.#oldestKept(now));
    this.#isHeld = true;
    this.#warn(
      `the clock says ${now.toISOString()}, and the history has last seen ${seen?.toISOString() ?? 'no time'}: ` +
        `${count} changes would be deleted as too old. Nothing is deleted until the clock has gone on steadily for an ` +
        'hour. If the clock is right, RETENTION_TRUST_CLOCK=on deletes them now; if it is wrong, set it right.',
    );
  }

  #oldestKept(now: Date): Date {
    return new Date(now.getTime() - this.#keepMs);
  }
}
