import { hash, randomBytes } from 'node:crypto';
import { RequestRefused } from '../domain/errors.js';
import type { Observe } from '../observability/observations.js';
import { FailedLogins } from './failed-logins.js';
import { networkOf } from './network-of.js';
import type { PasswordSource } from './password-source.js';
import { Turns } from './turns.js';

export interface LoginLimits {
  /** Failed logins from one IPv4 address or one IPv6 network of 64 bits, whatever the names. */
  readonly perNetwork: number;
  /** Failed logins for one name, from whatever addresses. */
  readonly perName: number;
  /** For how long a failure counts, in seconds. */
  readonly windowSeconds: number;
}

interface Login {
  readonly digest: string;
  readonly name: string;
  readonly password: string;
  readonly network: string;
  readonly address: string;
  readonly requestId: string;
}

/** A login that was found right. */
interface Verified {
  /** On the clock of performance.now. */
  readonly at: number;
  /** Which state of the users it was checked against. */
  readonly generation: number;
}

export const defaultLoginLimits: LoginLimits = { perNetwork: 20, perName: 10, windowSeconds: 300 };

/** For how long a verified password is not checked again, in milliseconds. */
const uncheckedMs = 60_000;
/** For how long whoever logged in is not held up by what others guess, in milliseconds. */
const knownMs = 24 * 60 * 60 * 1000;
const mostVerified = 10_000;

/**
 * Checks passwords and bounds guessing, by name and by network. Who logged in from a network with that password
 * within the last day is let in from there also while the name or the network is closed; everybody else waits.
 * Verified logins are kept as a keyed digest of network, name and password, so that bcrypt is not paid for on each
 * call and nothing in memory is a password.
 */
export class GuardedAuthenticator {
  readonly #source: PasswordSource;
  readonly #observe: Observe;
  readonly #key = randomBytes(32).toString('base64');
  /** By digest; the one that was checked last is the last. */
  readonly #verified = new Map<string, Verified>();
  #generation = 0;
  readonly #turnsOfNetworks = new Turns();
  readonly #turnsOfNames = new Turns();
  readonly #byNetwork: FailedLogins;
  readonly #byName: FailedLogins;

  constructor(source: PasswordSource, observe: Observe, limits: LoginLimits = defaultLoginLimits) {
    this.#source = source;
    this.#observe = observe;
    this.#byNetwork = new FailedLogins(limits.perNetwork, limits.windowSeconds);
    this.#byName = new FailedLogins(limits.perName, limits.windowSeconds);
  }

  /**
   * @param address where the request came from
   * @param requestId for the log
   * @returns whether the name and the password belong together; at once for a login that was checked lately
   * @throws ServiceError too-many-failed-logins while this address or name has guessed too often
   */
  verify(name: string, password: string, address: string, requestId: string): boolean | Promise<boolean> {
    const network = networkOf(address);
    const digest = this.#digest(network, name, password);
    if (this.#isFresh(digest)) return true;
    const login = { digest, name, password, network, address, requestId };
    // One at a time for each network and, within it, for each name, so that guesses sent all at once are counted
    // like others, wherever they come from.
    return this.#turnsOfNetworks.take(network, () => this.#turnsOfNames.take(name, () => this.#check(login)));
  }

  /** What was verified may be true no longer: everything is checked anew. */
  forget(): void {
    this.#generation += 1;
  }

  async #check(login: Login): Promise<boolean> {
    const { digest, name, password, network, address, requestId } = login;
    if (this.#isFresh(digest)) return true;
    const isKnown = this.#isKnown(digest);
    if (!isKnown) await this.#refuseWhileClosed(login);
    // What is forgotten during the check is not fresh after it.
    const generation = this.#generation;
    if (await this.#source.matches(name, password)) {
      this.#keep(digest, { at: performance.now(), generation });
      return true;
    }
    this.#observe({ kind: 'login-refused', requestId, remoteAddress: address, reason: 'wrong' });
    // What was right here a while ago is no guess: a client that has not heard of its new password locks nobody out.
    if (!isKnown) await Promise.all([this.#byNetwork.count(network), this.#byName.count(name)]);
    return false;
  }

  async #refuseWhileClosed({ name, network, address, requestId }: Login): Promise<void> {
    const [byNetwork, byName] = await Promise.all([this.#byNetwork.closedMs(network), this.#byName.closedMs(name)]);
    const closedMs = Math.max(byNetwork, byName);
    if (closedMs === 0) return;
    this.#observe({ kind: 'login-refused', requestId, remoteAddress: address, reason: 'limited' });
    throw new RequestRefused('too-many-failed-logins', {
      detail: 'Too many logins have failed from this address or for this name.',
      retryAfterSeconds: Math.max(1, Math.ceil(closedMs / 1000)),
    });
  }

  #isFresh(digest: string): boolean {
    const { at, generation } = this.#verified.get(digest) ?? never;
    return generation === this.#generation && performance.now() < at + uncheckedMs;
  }

  #isKnown(digest: string): boolean {
    return performance.now() < (this.#verified.get(digest) ?? never).at + knownMs;
  }

  #keep(digest: string, verified: Verified): void {
    this.#verified.delete(digest);
    this.#verified.set(digest, verified);
    const [oldest] = this.#verified.keys();
    if (this.#verified.size > mostVerified && oldest !== undefined) this.#verified.delete(oldest);
  }

  #digest(network: string, name: string, password: string): string {
    return hash('sha256', `${this.#key}${network} ${name.length}:${name}:${password}`, 'base64');
  }
}

const never: Verified = { at: -Infinity, generation: -1 };
