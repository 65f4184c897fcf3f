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
  /** Failed logins from one IPv4 address, or from one IPv6 network of 64 bits, over all names. */
  readonly perNetwork: number;
  /** Failed logins from one IPv6 network of 48 bits. One host in it cannot cause so many failures. */
  readonly perSite: number;
  /** Failed logins for one name from one network. */
  readonly perNameAndNetwork: number;
  /** For how long these failures count, in seconds. */
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
  /** The delay of the answer, in milliseconds. */
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
/**
 * Beginning with failure number `from`, each failure for a name adds `stepMs` to the delay of its answers, up to
 * `longestMs`.
 */
const slow = { from: 10, stepMs: 200, longestMs: 2_000 };
/** How many wrong logins are remembered, so that each is checked and counted once. */
const mostWrong = 10_000;

/**
 * Checks that run at the same time. Logins of strangers use half of Node's threads, and known logins use the others. So
 * known logins do not wait for strangers.
 */
const checksAtOnce = 2;

/**
 * Checks passwords, and limits guessing and the work that it causes. A login that was right from a network within the
 * last day is accepted from there, regardless of what others guess. It is checked again only after the users change.
 * Only a limited number of other logins may wait for a check.
 * A login is stored as a keyed digest of network, name and password, so no password is in memory.
 */
export class GuardedAuthenticator {
  readonly #source: PasswordSource;
  readonly #observe: Observe;
  readonly #key = randomBytes(32).toString('base64');
  readonly #verified = new VerifiedLogins();
  /**
   * Wrong logins, each with the state of the users at the time of its check. The login that was tried last is at the
   * end.
   */
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
   * Checks a login when its turn comes.
   * @param wait how long the request may wait; `wait.end` is called if the request must give way to others
   * @returns whether the name and the password belong together
   * @throws ServiceError `too-many-failed-logins` while this address or name has failed too often; `overloaded` if the
   * login was not checked in time
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

  /** The users have changed, so every login must be checked again. */
  usersChanged(): void {
    this.#verified.usersChanged();
  }

  async #check(login: Login, digest: string): Promise<Verdict> {
    const { name, password, address } = login;
    const standing = this.#verified.standing(name, digest);
    if (standing === 'verified') return { isRight: true, delayMs: 0 };
    // Others in this network may have failed too often while this login waited.
    if (standing === 'unknown') this.#refuseWhileClosed(login);
    // If the users change during the check, the login is checked again after it.
    const { generation } = this.#verified;
    const wasWrong = this.#wrong.get(digest) === generation;
    const isRight = !wasWrong && (await this.#source.matches(name, password));
    if (isRight) this.#verified.keep(name, digest, generation);
    else {
      this.#observe({ kind: 'login-refused', ...ofRequest(login), remoteAddress: address, reason: 'wrong' });
      // A client that still sends its old password does not guess. So a login that was right from here earlier locks no
      // one out.
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

  /**
   * Right logins of strangers are delayed too. Otherwise an attacker would know that an answer is a refusal as soon as
   * it is slow.
   */
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
