import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeStore } from './change-store.js';
import { ClockTrust } from './clock-trust.js';

const dayMs = 86_400_000;

/** How often it is looked for what is too old, in milliseconds. */
const usualPauseMs = 10 * 60_000;

/** How many changes go at a time: so few that a write which comes meanwhile waits for some milliseconds only. */
const stepSize = 200;

/** What a write may use between two steps, in milliseconds. */
const betweenStepsMs = 50;

export interface RetentionOptions {
  readonly retentionDays: number;
  /** Whether a clock counts that is far ahead of the time that was seen last. */
  readonly trustsClock?: boolean | undefined;
}

/**
 * Deletes changes that are older than they are kept for, in small steps, by the store's clock. A clock that is wrong must
 * not delete a history: after a start nothing goes for ten minutes, and while the clock is more than two days ahead of
 * the time that was seen last, nothing goes until it has gone on steadily for an hour.
 */
export class Retention {
  readonly #store: ChangeStore;
  readonly #keepMs: number;
  readonly #trustsClock: boolean;
  readonly #warn: (text: string) => void;
  readonly #ticks: () => number;
  readonly #trust: ClockTrust;
  #isHeld = false;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #running: Promise<unknown> | undefined;

  /**
   * @param warn tells the log that nothing is deleted, and why
   * @param ticks the time on a clock that is never set, in milliseconds
   */
  constructor(
    store: ChangeStore,
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
      // A store that cannot be reached has more urgent troubles, which others tell of; the next time is soon enough.
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
   * Deletes what is too old, where the store's clock can be trusted, and notes the time.
   * @returns how many changes were deleted
   * @throws HistoryUnavailable
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

  /** Ends it after the step that is under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Deletes changes that are too old, and runs of which no change is left or none came within a day. */
  async #deleteOld(now: Date): Promise<number> {
    const oldest = this.#oldestKept(now);
    let deleted = 0;
    for (let step = stepSize; step === stepSize && !this.#isClosed; deleted += step) {
      if (deleted > 0) await sleep(betweenStepsMs);
      step = await this.#store.deleteOlderThan(oldest, stepSize);
    }
    for (let step = stepSize; step === stepSize && !this.#isClosed;) {
      step = await this.#store.deleteEmptyRuns(new Date(now.getTime() - dayMs), stepSize);
    }
    return deleted;
  }

  /** Once, until the clock counts again. */
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
