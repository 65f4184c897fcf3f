import type { Waiting } from '../waiting.js';
import type { Interruption } from './interruption.js';

/** A device that is under way is finished after an interruption, unless that means to wait longer, in milliseconds. */
const longestLastWait = 5_000;

/** When the next write may go out: so many in an hour, at even distances, and none while the service asks for a pause. */
export class Pace {
  readonly #distance: number;
  readonly #waiting: Waiting;
  readonly #interruption: Interruption;
  #nextWrite = 0;
  #pausedUntil = 0;

  /** @param perHour how many writes; 0 for no bound */
  constructor(perHour: number, waiting: Waiting, interruption: Interruption) {
    this.#distance = perHour === 0 ? 0 : 3_600_000 / perHour;
    this.#waiting = waiting;
    this.#interruption = interruption;
  }

  /** Lets nothing go out for a while, for nobody. */
  pause(seconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#waiting.now() + seconds * 1000);
  }

  /**
   * Waits for the end of a pause.
   * @param isUnderWay whether something of this device has been sent
   * @returns whether to go on; false after an interruption
   */
  rest(isUnderWay: boolean): Promise<boolean> {
    return this.#until(() => this.#pausedUntil, isUnderWay);
  }

  /** The same, until the next write may go out. */
  async turn(isUnderWay: boolean): Promise<boolean> {
    const at = Math.max(this.#nextWrite, this.#waiting.now());
    this.#nextWrite = at + this.#distance;
    return this.#until(() => Math.max(at, this.#pausedUntil), isUnderWay);
  }

  async #until(due: () => number, isUnderWay: boolean): Promise<boolean> {
    const { asked, urgent } = this.#interruption;
    for (;;) {
      const left = due() - this.#waiting.now();
      const isLast = asked.aborted && isUnderWay && left <= longestLastWait && !urgent.aborted;
      if (asked.aborted && !isLast) return false;
      if (left <= 0) return true;
      await this.#waiting.wait(left, asked.aborted ? urgent : asked);
    }
  }
}
