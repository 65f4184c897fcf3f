import { hash, randomBytes } from 'node:crypto';

/** How many counters there are, whatever the number of names or networks that fail. */
const counters = 32_768;
/** More than this is not told apart. */
const highestCount = 65_535;

/**
 * Counts failed logins by name or by network. Memory is bounded without anything being dropped: each key has one of
 * a fixed number of counters, and keys that fall on the same one share it. So no one can have a count dropped by
 * failing under many other names; whoever tries closes counters, and never opens one.
 */
export class FailedLogins {
  readonly #limit: number;
  readonly #windowMs: number;
  /** Without it no one can tell which keys share a counter. */
  readonly #secret = randomBytes(32).toString('base64');
  readonly #counts = new Uint16Array(counters);
  /** When each count is over, on the clock of performance.now. */
  readonly #ends = new Float64Array(counters);

  /**
   * @param limit so many failures close a counter
   * @param windowSeconds until a counter begins again, from its first failure on
   */
  constructor(limit: number, windowSeconds: number) {
    this.#limit = limit;
    this.#windowMs = windowSeconds * 1000;
  }

  /** @returns how many failures count for this key now */
  counted(key: string): number {
    return this.#countAt(this.#counterOf(key));
  }

  /** @returns for how many milliseconds this key is still closed; 0 when it is open */
  closedMs(key: string): number {
    const counter = this.#counterOf(key);
    return this.#countAt(counter) < this.#limit ? 0 : (this.#ends[counter] ?? 0) - performance.now();
  }

  count(key: string): void {
    const counter = this.#counterOf(key);
    const before = this.#countAt(counter);
    if (before === 0) this.#ends[counter] = performance.now() + this.#windowMs;
    this.#counts[counter] = Math.min(before + 1, highestCount);
  }

  #countAt(counter: number): number {
    return performance.now() < (this.#ends[counter] ?? 0) ? (this.#counts[counter] ?? 0) : 0;
  }

  #counterOf(key: string): number {
    return parseInt(hash('sha256', this.#secret + key, 'hex').slice(0, 8), 16) % counters;
  }
}
