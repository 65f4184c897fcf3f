import { hash, randomBytes } from 'node:crypto';

/** The number of counters, regardless of how many names or networks fail. */
const counters = 32_768;
/** The highest count: a counter has 16 bits. */
const highestCount = 65_535;

/**
 * Counts failed logins by name or by network. The memory is fixed: each key belongs to one of a fixed number of
 * counters, and several keys may share a counter. A count is never dropped, so an attacker cannot remove one by failing
 * under many other names: failures only close counters.
 */
export class FailedLogins {
  readonly #limit: number;
  readonly #windowMs: number;
  /** Without this secret no one can find out which keys share a counter. */
  readonly #secret = randomBytes(32).toString('base64');
  readonly #counts = new Uint16Array(counters);
  /** When each count ends, on the clock of performance.now. */
  readonly #ends = new Float64Array(counters);

  /**
   * @param limit how many failures close a counter
   * @param windowSeconds how long after its first failure a counter starts again
   */
  constructor(limit: number, windowSeconds: number) {
    this.#limit = limit;
    this.#windowMs = windowSeconds * 1000;
  }

  /** @returns how many failures count for this key now */
  counted(key: string): number {
    return this.#countAt(this.#counterOf(key));
  }

  /** @returns for how many milliseconds this key is still closed; 0 if it is open */
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
