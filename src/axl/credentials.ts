import { ServiceError } from '../domain/errors.js';

/** The credentials are known to be refused: nothing was sent. */
export class LoginsPaused extends ServiceError {
  constructor(pauseLeftMs: number) {
    super('call-manager-refused-credentials', {
      detail:
        'The call manager refused the credentials that this service is configured with; ' +
        'they are not tried again for now, lest the account is locked.',
      retryAfterSeconds: Math.ceil(pauseLeftMs / 1000),
      mayBeApplied: false,
      cause: 'paused',
    });
  }
}

/** How many cookies are known at most; older ones are good for nothing any more. */
const mostCookies = 10;

/**
 * The user name and password towards the call manager, and whether they may be used. A call manager locks an
 * account after three refused logins by default, and all nodes share the account: so one refusal stops every
 * login on every node, until the pause is over or an operator has changed something.
 */
export class Credentials {
  #authorization = '';
  /** What must never be shown: passwords, and what stands for them. */
  readonly #secrets = new Set<string>();
  #cookies: readonly string[] = [];
  #refusedUntil = 0;

  /** @param pauseMs how long after a refusal no login is tried, in milliseconds */
  constructor(
    username: string,
    password: string,
    readonly pauseMs: number,
  ) {
    this.renew(username, password);
  }

  /**
   * @returns the Authorization header's value
   * @throws LoginsPaused while the credentials are known to be refused
   */
  authorization(): string {
    const pauseLeft = this.#refusedUntil - performance.now();
    if (pauseLeft > 0) throw new LoginsPaused(pauseLeft);
    return this.#authorization;
  }

  refused(): void {
    this.#refusedUntil = performance.now() + this.pauseMs;
  }

  /** An operator changed something: the credentials may be tried again. */
  renew(username: string, password: string): void {
    const token = Buffer.from(`${username}:${password}`, 'utf8').toString('base64');
    this.#authorization = `Basic ${token}`;
    this.#secrets.add(password).add(token);
    this.#refusedUntil = 0;
  }

  /** A cookie came for these credentials and stands for them. */
  earned(cookie: string): void {
    this.#cookies = [...this.#cookies.slice(1 - mostCookies), cookie];
  }

  /** Takes the credentials and what stands for them out of a call manager's words, which may quote what it was sent. */
  hiddenIn(words: string): string {
    return [...this.#secrets, ...this.#cookies]
      .filter((secret) => secret !== '')
      .reduce((shown, secret) => shown.replaceAll(secret, '[hidden]'), words);
  }
}
