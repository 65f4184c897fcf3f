import { hash, randomBytes } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** In how many places failures are counted, whatever the number of names or networks that fail. */
const places = 32_768;

/**
 * Counts failed logins by name or by network. Memory is bounded without anything being dropped: each key has one of
 * a fixed number of places, and keys that fall on the same one share its count. So nobody can have a count
 * forgotten by failing under many other names; whoever tries closes places, and never opens one.
 */
export class FailedLogins {
  /** Without it nobody can tell which keys share a place. */
  readonly #secret = randomBytes(32).toString('base64');
  readonly #limiter: RateLimiterMemory;

  /**
   * @param limit so many failures close a place
   * @param windowSeconds until a place is open again, from its first failure on
   */
  constructor(limit: number, windowSeconds: number) {
    this.#limiter = new RateLimiterMemory({ points: limit, duration: windowSeconds });
  }

  /** @returns for how many milliseconds this key is still closed; 0 when it is open */
  async closedMs(key: string): Promise<number> {
    const state = await this.#limiter.get(this.#place(key));
    return state !== null && state.remainingPoints <= 0 ? Math.max(0, state.msBeforeNext) : 0;
  }

  /** Counts a failure; that the limit is reached shows at the next login. */
  async count(key: string): Promise<void> {
    await this.#limiter.penalty(this.#place(key));
  }

  #place(key: string): string {
    const digest = hash('sha256', this.#secret + key, 'hex');
    return String(parseInt(digest.slice(0, 8), 16) % places);
  }
}
