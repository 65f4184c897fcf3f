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

/**
 * The user name and password towards the call manager, and whether they may be used. A call manager locks an
 * account after three refused logins by default, and all nodes share the account: so one refusal stops every
 * login on every node, until the pause is over or an operator has changed something.
 */
export class Credentials {
  #authorization: string;
  #refusedUntil = 0;

  /** @param pauseMs how long after a refusal no login is tried, in milliseconds */
  constructor(
    username: string,
    password: string,
    readonly pauseMs: number,
  ) {
    this.#authorization = basic(username, password);
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
    this.#authorization = basic(username, password);
    this.#refusedUntil = 0;
  }
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}
