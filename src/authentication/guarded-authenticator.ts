import { hash, randomBytes } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ServiceError } from '../domain/errors.js';
import type { Authenticator } from '../http/authenticate.js';
import type { Observe } from '../observability/observations.js';
import type { PasswordSource } from './password-source.js';

export interface LoginLimits {
  /** Failed logins from one address, whatever the names. */
  readonly perAddress: number;
  /** Failed logins for one name, from whatever addresses. */
  readonly perName: number;
  /** For how long a failure counts, in seconds. */
  readonly windowSeconds: number;
}

interface Login {
  readonly digest: string;
  readonly name: string;
  readonly password: string;
  readonly address: string;
  readonly requestId: string;
}

export const defaultLoginLimits: LoginLimits = { perAddress: 20, perName: 10, windowSeconds: 300 };

/** For how long a verified password is not checked again, in milliseconds. */
const verifiedMs = 60_000;
const mostVerified = 10_000;

/**
 * Checks passwords and bounds guessing. A name that is guessed at is closed only to addresses that have failed for
 * it: a right password from elsewhere still passes. Verified credentials are kept for a short while as a keyed
 * digest, so that bcrypt is not paid for on each call and nothing in memory is a password.
 */
export class GuardedAuthenticator implements Authenticator {
  readonly #key = randomBytes(32).toString('base64');
  /** Until when each digest counts. */
  #verified = new Map<string, number>();
  /** The last check of each address that has one under way or waiting. */
  readonly #underWay = new Map<string, Promise<unknown>>();
  readonly #byAddress: RateLimiterMemory;
  readonly #byName: RateLimiterMemory;
  readonly #byBoth: RateLimiterMemory;

  constructor(
    private readonly source: PasswordSource,
    private readonly observe: Observe,
    limits: LoginLimits = defaultLoginLimits,
  ) {
    const duration = limits.windowSeconds;
    this.#byAddress = new RateLimiterMemory({ keyPrefix: 'address', points: limits.perAddress, duration });
    this.#byName = new RateLimiterMemory({ keyPrefix: 'name', points: limits.perName, duration });
    this.#byBoth = new RateLimiterMemory({ keyPrefix: 'both', points: limits.perName, duration });
  }

  verify(name: string, password: string, address: string, requestId: string): boolean | Promise<boolean> {
    const digest = this.#digest(name, password);
    if (this.#isVerified(digest)) return true;
    // One at a time for each address, so that guesses sent all at once are counted like others.
    const previous = this.#underWay.get(address) ?? Promise.resolve();
    const verdict = previous.then(() => this.#check({ digest, name, password, address, requestId }));
    const over = verdict.catch(() => undefined);
    this.#underWay.set(address, over);
    void over.then(() => {
      if (this.#underWay.get(address) === over) this.#underWay.delete(address);
    });
    return verdict;
  }

  async #check({ digest, name, password, address, requestId }: Login): Promise<boolean> {
    if (this.#isVerified(digest)) return true;
    await this.#refuseGuessers(name, address, requestId);
    // What is forgotten during the check is not remembered after it: it goes into the map that was dropped.
    const verified = this.#verified;
    if (await this.source.matches(name, password)) {
      if (verified.size >= mostVerified) verified.clear();
      verified.set(digest, performance.now() + verifiedMs);
      return true;
    }
    this.observe({ kind: 'login-refused', requestId, remoteAddress: address, reason: 'wrong' });
    await Promise.all([
      count(this.#byAddress, address),
      count(this.#byName, name),
      count(this.#byBoth, both(name, address)),
    ]);
    return false;
  }

  /** What was verified may be true no longer. */
  forget(): void {
    this.#verified = new Map();
  }

  async #refuseGuessers(name: string, address: string, requestId: string): Promise<void> {
    const [byAddress, byName, byBoth] = await Promise.all([
      this.#byAddress.get(address),
      this.#byName.get(name),
      this.#byBoth.get(both(name, address)),
    ]);
    const closed = spent(byAddress) ?? (byBoth === null ? undefined : spent(byName));
    if (!closed) return;
    this.observe({ kind: 'login-refused', requestId, remoteAddress: address, reason: 'limited' });
    throw new ServiceError('too-many-failed-logins', {
      detail: 'Too many logins have failed from this address or for this name.',
      retryAfterSeconds: Math.max(1, Math.ceil(closed.msBeforeNext / 1000)),
    });
  }

  #isVerified(digest: string): boolean {
    return (this.#verified.get(digest) ?? 0) > performance.now();
  }

  #digest(name: string, password: string): string {
    return hash('sha256', `${this.#key}${name.length}:${name}:${password}`, 'base64');
  }
}

function both(name: string, address: string): string {
  return `${address} ${name}`;
}

function spent(state: RateLimiterRes | null): RateLimiterRes | undefined {
  return state !== null && state.remainingPoints <= 0 ? state : undefined;
}

/** Counts a failure; that the limit is reached shows at the next login. */
async function count(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (thrown) {
    if (!(thrown instanceof RateLimiterRes)) throw thrown;
  }
}
