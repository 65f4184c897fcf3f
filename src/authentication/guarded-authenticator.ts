import { hash, randomBytes } from 'node:crypto';
import { RequestRefused } from '../domain/errors.js';
import { type Observe, ofRequest, type OfRequest } from '../observability/observations.js';
import { type TimeLimit, untilAborted } from '../use-cases/time-limit.js';
import { FailedLogins } from './failed-logins.js';
import { LoginChecks } from './login-checks.js';
import { networkOf, siteOf } from './network-of.js';
import type { PasswordSource } from './password-source.js';
import { VerifiedLogins } from './verified-logins.js';
import { tooManyLogins, type WaitingBounds, WaitingLogins } from './waiting-logins.js';

export interface LoginLimits {
  /** Failed logins from one IPv4 address or one IPv6 network of 64 bits, whatever the names. */
  readonly perNetwork: number;
  /** Failed logins from one IPv6 network of 48 bits: far more than one host of it can make. */
  readonly perSite: number;
  /** Failed logins for one name from one network. */
  readonly perNameAndNetwork: number;
  /** For how long these count, in seconds. */
  readonly windowSeconds: number;
  /** Failed logins for one name, over all networks, within an hour. */
  readonly perNameAndHour: number;
}

/** The login of a request. */
export interface Login extends OfRequest {
  readonly name: string;
  readonly password: string;
  /** Where the request came from. */
  readonly address: string;
}

interface Verdict {
  readonly isRight: boolean;
  /** How much later it is to be told, in milliseconds. */
  readonly delayMs: number;
}

export const defaultLoginLimits: LoginLimits = {
  perNetwork: 20,
  perSite: 1_000,
  perNameAndNetwork: 10,
  windowSeconds: 300,
  perNameAndHour: 100,
};

const waitingBounds: WaitingBounds = { ofNetwork: 512, inAll: 2_048 };
const hourSeconds = 3_600;
/** From so many failures for a name on, each one makes its answers later, by so many milliseconds, up to the longest. */
const slow = { from: 10, stepMs: 200, longestMs: 2_000 };
/** Wrong logins that are kept, so that each is checked and counted once. */
const mostWrong = 10_000;

/** Checks at once: half of Node's threads for strangers, the others for who is known, so that they wait for no one. */
const checksAtOnce = 2;

/**
 * Checks passwords and bounds guessing and the work that it makes. Who logged in from a network with that password
 * within the last day is let in from there, whatever others guess, and is not checked again until the users change.
 * Of everyone else a bounded number waits to be checked.
 *
 * Logins are kept as a keyed digest of network, name and password, so that nothing in memory is a password.
 */
export class GuardedAuthenticator {
  readonly #source: PasswordSource;
  readonly #observe: Observe;
  readonly #key = randomBytes(32).toString('base64');
  readonly #verified = new VerifiedLogins();
  /** Logins that were found wrong, and in which state of the users; the one that was tried last is the last. */
  readonly #wrong = new Map<string, number>();
  readonly #byNetwork: FailedLogins;
  readonly #bySite: FailedLogins;
  readonly #byNameAndNetwork: FailedLogins;
  readonly #byName: FailedLogins;
  readonly #queueOfKnown = this.#newQueue();
  readonly #queueOfStrangers = this.#newQueue();

  constructor(source: PasswordSource, observe: Observe, limits: LoginLimits = defaultLoginLimits) {
    this.#source = source;
    this.#observe = observe;
    this.#byNetwork = new FailedLogins(limits.perNetwork, limits.windowSeconds);
    this.#bySite = new FailedLogins(limits.perSite, limits.windowSeconds);
    this.#byNameAndNetwork = new FailedLogins(limits.perNameAndNetwork, limits.windowSeconds);
    this.#byName = new FailedLogins(limits.perNameAndHour, hourSeconds);
  }

  /** @returns whether this login is known to be right, without a check */
  isVerified(login: Login): boolean {
    return this.#verified.standing(login.name, this.#digest(login)) === 'verified';
  }

  /**
   * Checks a login, when its turn has come.
   * @param wait for how long the request may wait for it; it is ended where others go first
   * @returns whether the name and the password belong together
   * @throws ServiceError `too-many-failed-logins` while this address or name has guessed too often; `overloaded` when
   * it was not checked in time
   */
  async verify(login: Login, wait: TimeLimit): Promise<boolean> {
    const digest = this.#digest(login);
    const isKnown = this.#verified.standing(login.name, digest) !== 'unknown';
    if (!isKnown) this.#refuseWhileClosed(login);
    const network = networkOf(login.address);
    const { waiting, checks } = isKnown ? this.#queueOfKnown : this.#queueOfStrangers;
    const leave = waiting.enter(network, wait.end);
    try {
      const verdict = checks.take(digest, network, wait.signal, () => this.#check(login, digest));
      return await untilAborted(verdict.then(told), wait.signal, (reject) => {
        reject(tooManyLogins());
      });
    } finally {
      leave();
    }
  }

  /** What was found right or wrong may be so no longer: everything is checked again. */
  usersChanged(): void {
    this.#verified.usersChanged();
  }

  async #check(login: Login, digest: string): Promise<Verdict> {
    const { name, password, address } = login;
    const standing = this.#verified.standing(name, digest);
    if (standing === 'verified') return { isRight: true, delayMs: 0 };
    // Others of its network may have guessed too often since it came.
    if (standing === 'unknown') this.#refuseWhileClosed(login);
    // What changes during the check is checked again after it.
    const { generation } = this.#verified;
    const wasWrong = this.#wrong.get(digest) === generation;
    const isRight = !wasWrong && (await this.#source.matches(name, password));
    if (isRight) this.#verified.keep(name, digest, generation);
    else {
      this.#observe({ kind: 'login-refused', ...ofRequest(login), remoteAddress: address, reason: 'wrong' });
      // What was right here a while ago is no guess: a client that has not heard of its new password locks no one out.
      if (standing === 'unknown' && !wasWrong) this.#count(login);
      this.#verified.drop(name, digest);
      this.#keepWrong(digest, generation);
    }
    return { isRight, delayMs: standing === 'known' ? 0 : this.#delayOf(name) };
  }

  #count({ name, address }: Login): void {
    const network = networkOf(address);
    this.#byNetwork.count(network);
    if (network.includes(':')) this.#bySite.count(siteOf(network));
    this.#byNameAndNetwork.count(`${network} ${name}`);
    this.#byName.count(name);
  }

  #keepWrong(digest: string, generation: number): void {
    this.#wrong.delete(digest);
    this.#wrong.set(digest, generation);
    const [oldest] = this.#wrong.keys();
    if (this.#wrong.size > mostWrong && oldest !== undefined) this.#wrong.delete(oldest);
  }

  /** Right ones of strangers come later too: else who guesses need not wait for the others. */
  #delayOf(name: string): number {
    const failures = this.#byName.counted(name);
    return Math.min(slow.longestMs, slow.stepMs * Math.max(0, failures - slow.from + 1));
  }

  #refuseWhileClosed(login: Login): void {
    const { name, address } = login;
    const network = networkOf(address);
    const closedMs = Math.max(
      this.#byNetwork.closedMs(network),
      network.includes(':') ? this.#bySite.closedMs(siteOf(network)) : 0,
      this.#byNameAndNetwork.closedMs(`${network} ${name}`),
      this.#byName.closedMs(name),
    );
    if (closedMs === 0) return;
    this.#observe({ kind: 'login-refused', ...ofRequest(login), remoteAddress: address, reason: 'limited' });
    throw new RequestRefused('too-many-failed-logins', {
      detail: 'Too many logins have failed from this address or for this name.',
      retryAfterSeconds: Math.max(1, Math.ceil(closedMs / 1000)),
    });
  }

  #newQueue() {
    const checks = new LoginChecks<Verdict>(checksAtOnce, (network) => this.#byNetwork.counted(network));
    return { waiting: new WaitingLogins(waitingBounds), checks };
  }

  #digest({ name, password, address }: Login): string {
    return hash('sha256', `${this.#key}${networkOf(address)} ${name.length}:${name}:${password}`, 'base64');
  }
}

function told({ isRight, delayMs }: Verdict): boolean | Promise<boolean> {
  return delayMs === 0 ? isRight : new Promise((resolve) => setTimeout(resolve, delayMs, isRight));
}
