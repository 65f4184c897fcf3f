import type { CallKind } from '../../domain/resend-policy.js';

const highestLevel = 5;
/** How many good answers in a row lower the level by one: recovery is gradual. */
const goodAnswersPerLevel = 5;
const longestHoldMs = 60_000;

/**
 * How gently to treat a call manager that said it was busy (503 or the memory fault): fewer requests are sent at once,
 * and no reads or no writes before their hold is over. A call manager limits reads by its memory, and writes by a
 * separate throttle. So writes are held for longer than reads. This class only decides: it sends nothing and sets no
 * timer.
 */
export class Throttle {
  readonly #random: () => number;
  readonly #now: () => number;
  #level = 0;
  #goodAnswers = 0;
  readonly #holdUntil: Record<CallKind, number> = { read: 0, write: 0 };

  /** @param random for the jitter, 0 to 1; @param now a clock in milliseconds */
  constructor(random: () => number = Math.random, now: () => number = () => performance.now()) {
    this.#random = random;
    this.#now = now;
  }

  get level(): number {
    return this.#level;
  }

  /** @returns how many milliseconds a call of this kind has to wait */
  holdMs(kind: CallKind): number {
    const until = this.#holdUntil[kind];
    return until === 0 ? 0 : Math.max(0, until - this.#now());
  }

  /** @returns how many requests may be in flight, of the configured number */
  allowed(configured: number): number {
    return Math.max(1, configured >> this.#level);
  }

  /**
   * The call manager said that it is busy.
   * @param retryAfterSeconds the pause that it asked for, if any; it applies to reads and to writes
   * @returns how long writes are held, in milliseconds
   */
  busy(retryAfterSeconds: number | undefined): number {
    // If several requests that were in flight together are refused, only the first refusal raises the level.
    const news = this.#holdUntil.write <= this.#now();
    if (news) this.#level = Math.min(highestLevel, this.#level + 1);
    this.#goodAnswers = 0;
    const asked = (retryAfterSeconds ?? 0) * 1000;
    const own = 500 * 2 ** this.#level;
    const jitter = 1 + this.#random() / 2;
    const write = Math.min(longestHoldMs, Math.max(asked, own) * jitter);
    const read = Math.min(longestHoldMs, asked > 0 ? asked * jitter : (own / 4) * jitter);
    this.#hold('write', write);
    this.#hold('read', read);
    return write;
  }

  /** A request was answered. */
  answered(): void {
    if (this.#level === 0) return;
    this.#goodAnswers += 1;
    if (this.#goodAnswers >= goodAnswersPerLevel) {
      this.#goodAnswers = 0;
      this.#level -= 1;
    }
  }

  #hold(kind: CallKind, ms: number): void {
    this.#holdUntil[kind] = Math.max(this.#holdUntil[kind], this.#now() + ms);
  }
}
