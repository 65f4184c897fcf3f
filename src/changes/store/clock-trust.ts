import type { StoreClock } from './change-store.js';

const minuteMs = 60_000;
/**
 * For this time after a start, in milliseconds, nothing is deleted. So an administrator who notices a mistake has time
 * to act.
 */
const startingMs = 10 * minuteMs;
/** How far a clock may be ahead of the latest known time, in milliseconds. */
const mostAheadMs = 2 * 24 * 60 * minuteMs;
/** If a clock is further ahead, it counts as right after it has run steadily for this time, in milliseconds. */
const steadyMs = 60 * minuteMs;
/** A clock is steady while its difference from a clock that is never set changes by less than this, in milliseconds. */
const mostDriftMs = minuteMs;

/**
 * Decides whether a clock may be used to delete changes. It compares the clock with one that is never set, such as
 * performance.now().
 */
export class ClockTrust {
  readonly #started: number;
  /** By how much the clock was ahead of the steady clock, and since when. */
  #steady: { readonly ahead: number; readonly since: number } | undefined;

  /** @param ticks the time on the clock that is never set, in milliseconds */
  constructor(ticks: number) {
    this.#started = ticks;
  }

  /** @returns whether the clock is not far ahead of the latest known time, or has run steadily long enough */
  isRight({ now, seen }: StoreClock, ticks: number): boolean {
    const ahead = now.getTime() - ticks;
    if (!this.#steady || Math.abs(ahead - this.#steady.ahead) > mostDriftMs) this.#steady = { ahead, since: ticks };
    return !seen || now.getTime() - seen.getTime() <= mostAheadMs || this.#isSteady(ticks);
  }

  /** @returns whether the process started only recently, so that nothing may be deleted yet */
  isStarting(ticks: number): boolean {
    return ticks - this.#started < startingMs;
  }

  /**
   * Whether a time may be stored as the latest known time. It must not be earlier than the last one, unless the clock
   * has run steadily.
   */
  mayNote({ now, seen }: StoreClock, ticks: number): boolean {
    return !seen || now >= seen || this.#isSteady(ticks);
  }

  #isSteady(ticks: number): boolean {
    return this.#steady !== undefined && ticks - this.#steady.since >= steadyMs;
  }
}
