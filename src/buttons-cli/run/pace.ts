import type { Clock } from '../connection/retries.js';
import type { Here } from '../here.js';

/** Ctrl-C and similar signals. */
export interface Interruption {
  /** Aborts at the first signal: running work is finished, nothing new is begun. */
  readonly asked: AbortSignal;
  /** Aborts at the second signal: running work is canceled. */
  readonly urgent: AbortSignal;
}

/**
 * Listens to the signals that ask to stop, so that they do not end the process themselves.
 * @param isWatched whether someone sees the run on a terminal. Otherwise, closing a terminal is no reason to stop: the
 * process may have been started by nohup.
 */
export function listenForInterruption(here: Pick<Here, 'on'>, isWatched: boolean): Interruption {
  const asked = new AbortController();
  const urgent = new AbortController();
  const stop = (): void => {
    (asked.signal.aborted ? urgent : asked).abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) here.on(signal, stop);
  here.on('SIGHUP', isWatched ? stop : () => undefined);
  return { asked: asked.signal, urgent: urgent.signal };
}

/**
 * After an interruption, the run finishes a device that it has begun, if that takes no longer than this, in
 * milliseconds.
 */
const longestLastWait = 5_000;

/**
 * Decides when the next write may be sent. A fixed number is sent in an hour, at even intervals. While the service asks
 * for a pause, none is sent.
 */
export class Pace {
  readonly #distance: number;
  readonly #clock: Clock;
  readonly #interruption: Interruption;
  #nextWrite = 0;
  #pausedUntil = 0;
  #reason = '';

  /** @param perHour how many writes; 0 for no limit */
  constructor(perHour: number, clock: Clock, interruption: Interruption) {
    this.#distance = perHour === 0 ? 0 : 3_600_000 / perHour;
    this.#clock = clock;
    this.#interruption = interruption;
  }

  /** Sends nothing for a while. */
  pause(seconds: number, reason: string): void {
    const until = this.#clock.now() + seconds * 1000;
    if (until < this.#pausedUntil) return;
    this.#pausedUntil = until;
    this.#reason = reason;
  }

  /** @returns how long the present pause still lasts, in seconds, and why; undefined if there is none */
  pauseLeft(): { readonly seconds: number; readonly reason: string } | undefined {
    const left = this.#pausedUntil - this.#clock.now();
    return left <= 0 ? undefined : { seconds: Math.ceil(left / 1000), reason: this.#reason };
  }

  /**
   * Waits for the end of a pause.
   * @param isUnderWay whether something was sent for this device
   * @returns whether to continue; false after an interruption
   */
  rest(isUnderWay: boolean): Promise<boolean> {
    return this.#until(() => this.#pausedUntil, isUnderWay);
  }

  /** Waits until the next write may be sent. */
  async turn(isUnderWay: boolean): Promise<boolean> {
    const at = Math.max(this.#nextWrite, this.#clock.now());
    this.#nextWrite = at + this.#distance;
    return this.#until(() => Math.max(at, this.#pausedUntil), isUnderWay);
  }

  async #until(due: () => number, isUnderWay: boolean): Promise<boolean> {
    const { asked, urgent } = this.#interruption;
    for (;;) {
      const left = due() - this.#clock.now();
      const isLast = asked.aborted && isUnderWay && left <= longestLastWait && !urgent.aborted;
      if (asked.aborted && !isLast) return false;
      if (left <= 0) return true;
      await this.#clock.wait(left, asked.aborted ? urgent : asked);
    }
  }
}
