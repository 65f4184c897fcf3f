import { setTimeout as delay } from 'node:timers/promises';

/** When the next list may be sent: a fixed number in an hour, at even intervals, and none during a pause. */
export class Pace {
  readonly #distanceMs: number;
  readonly #end: AbortSignal;
  #nextAt = 0;
  #pausedUntil = 0;

  /**
   * @param perHour how many lists; 0 for no limit
   * @param end after it aborts, nothing is sent
   */
  constructor(perHour: number, end: AbortSignal) {
    this.#distanceMs = perHour === 0 ? 0 : 3_600_000 / perHour;
    this.#end = end;
  }

  pause(seconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + seconds * 1000);
  }

  /** Waits for the end of a pause. @returns whether to continue */
  rest(): Promise<boolean> {
    return this.#until(() => this.#pausedUntil);
  }

  /** Waits until the next list may be sent. */
  turn(): Promise<boolean> {
    const at = Math.max(this.#nextAt, performance.now());
    this.#nextAt = at + this.#distanceMs;
    return this.#until(() => Math.max(at, this.#pausedUntil));
  }

  async #until(due: () => number): Promise<boolean> {
    while (!this.#end.aborted) {
      const leftMs = due() - performance.now();
      if (leftMs <= 0) return true;
      await delay(leftMs, undefined, { signal: this.#end, ref: false }).catch(() => undefined);
    }
    return false;
  }
}
