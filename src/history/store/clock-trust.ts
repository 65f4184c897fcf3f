import type { StoreClock } from './change-store.js';

const minuteMs = 60_000;
/** After a start nothing is deleted for so long, in milliseconds: whoever sees that something is wrong has time to act. */
const startingMs = 10 * minuteMs;
/** By so much a clock may be ahead of the time that was seen last, in milliseconds. */
const mostAheadMs = 2 * 24 * 60 * minuteMs;
/** A clock that is further ahead counts as right when it has gone on steadily for so long, in milliseconds. */
const steadyMs = 60 * minuteMs;
/** A clock is steady while it differs by less than this from one that no one sets, in milliseconds. */
const mostDriftMs = minuteMs;

/** Says whether a clock may decide what is deleted. It is compared with one that is never set, such as performance.now(). */
export class ClockTrust {
  readonly #started: number;
  /** By how much the clock was ahead of the steady one, and since when it has been so. */
  #steady: { readonly ahead: number; readonly since: number } | undefined;

  /** @param ticks the time on the clock that is never set, in milliseconds */
  constructor(ticks: number) {
    this.#started = ticks;
  }

  /** @returns whether the clock is not far ahead of the time that was seen last, or has gone on steadily since it is */
  isRight({ now, seen }: StoreClock, ticks: number): boolean {
    const ahead = now.getTime() - ticks;
    if (!this.#steady || Math.abs(ahead - this.#steady.ahead) > mostDriftMs) this.#steady = { ahead, since: ticks };
    return !seen || now.getTime() - seen.getTime() <= mostAheadMs || this.#isSteady(ticks);
  }

  /** @returns whether the process was started only now, so that nothing is to be deleted yet */
  isStarting(ticks: number): boolean {
    return ticks - this.#started < startingMs;
  }

  /** Whether a time may be noted as seen: it is not before the last one, or the clock has gone on steadily. */
  mayNote({ now, seen }: StoreClock, ticks: number): boolean {
    return !seen || now >= seen || this.#isSteady(ticks);
  }

  #isSteady(ticks: number): boolean {
    return this.#steady !== undefined && ticks - this.#steady.since >= steadyMs;
  }
}
