import { ServiceError } from '../../domain/errors.js';
import { whenAborted } from '../../use-cases/time-limit.js';
import { notSent, timedOut } from '../transport/network-errors.js';

/** The credentials are known to be refused, so nothing was sent. */
export class LoginsPaused extends ServiceError {
  constructor(pauseLeftMs: number) {
    super('call-manager-refused-credentials', {
      detail:
        'The call manager refused the credentials that this service is configured with. ' +
        'This service does not try them again for now, so that the account is not locked.',
      retryAfterSeconds: Math.ceil(pauseLeftMs / 1000),
      effect: 'none',
      cause: 'paused',
    });
  }
}

/** How many cookies are remembered; older ones have expired. */
const mostCookies = 10;
/** How many logins may be in flight over all nodes: three refused logins lock the account. */
const mostLogins = 2;

/** The right to send the credentials once. It is held until the call manager has answered. */
export interface Login {
  /** The Authorization header's value. */
  readonly authorization: string;
  /** The call manager has accepted the credentials. */
  accepted(): void;
  /** @returns whether the current credentials were refused; `false` if they were renewed in the meantime */
  refused(): boolean;
  /** The login is over, with or without an answer. */
  end(): void;
}

/**
 * The user name and password for the call manager, and whether they may be used. By default a call manager locks an
 * account after three refused logins, and all nodes share the account. So few logins are in flight at the same time.
 * One refusal stops every login on every node until the pause is over, or until an administrator changes the password.
 */
export class Credentials {
  #authorization = '';
  /**
   * Texts that must never be shown: passwords, and anything that replaces a password. Each is stored with the text to
   * show instead.
   */
  readonly #secrets = new Map<string, string>();
  #cookies: readonly string[] = [];
  #refusedUntil = 0;
  /**
   * Grows with each change by an administrator. An answer to older credentials says nothing about the current
   * credentials.
   */
  #generation = 0;
  /** Whether the current credentials were accepted when they were last tried. */
  #proven = false;
  /** The generations of the logins in flight. */
  readonly #inFlight: number[] = [];
  /** The logins that wait for their turn. */
  readonly #waiting = new Set<() => void>();

  /** @param pauseMs how long no login is tried after a refusal, in milliseconds */
  constructor(
    username: string,
    password: string,
    readonly pauseMs: number,
  ) {
    this.renew(username, password);
  }

  get generation(): number {
    return this.#generation;
  }

  /**
   * Waits for the turn to log in.
   * @param signal aborts the wait
   * @throws LoginsPaused while the credentials are known to be refused; ServiceError if the turn did not come in time
   */
  async login(signal: AbortSignal): Promise<Login> {
    this.#refuseWhilePaused();
    while (!this.#hasTurn()) {
      // This error counts as not sent, because it says nothing about the node.
      if (signal.aborted) throw timedOut('none', notSent);
      await this.#change(signal);
      this.#refuseWhilePaused();
    }
    const generation = this.#generation;
    this.#inFlight.push(generation);
    return {
      authorization: this.#authorization,
      accepted: () => {
        if (generation === this.#generation) this.#proven = true;
      },
      refused: () => this.#refused(generation),
      end: () => {
        this.#inFlight.splice(this.#inFlight.indexOf(generation), 1);
        this.#wake();
      },
    };
  }

  /** Credentials that are not known to be right are tried one at a time. */
  #hasTurn(): boolean {
    return this.#inFlight.length < mostLogins && (this.#proven || !this.#inFlight.includes(this.#generation));
  }

  #refuseWhilePaused(): void {
    const pauseLeft = this.#refusedUntil - performance.now();
    if (pauseLeft > 0) throw new LoginsPaused(pauseLeft);
  }

  #refused(generation: number): boolean {
    if (generation !== this.#generation) return false;
    this.#refusedUntil = performance.now() + this.pauseMs;
    this.#proven = false;
    this.#wake();
    return true;
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const changed = (): void => {
        stopListening();
        this.#waiting.delete(changed);
        resolve();
      };
      this.#waiting.add(changed);
      const stopListening = whenAborted(signal, changed);
    });
  }

  #wake(): void {
    for (const changed of [...this.#waiting]) changed();
  }

  /** An administrator has changed something: the credentials may be tried again. */
  renew(username: string, password: string): void {
    const token = Buffer.from(`${username}:${password}`, 'utf8').toString('base64');
    this.#authorization = `Basic ${token}`;
    this.#secrets.set(token, hidden);
    if (password !== '') this.#secrets.set(password, hidden).set(`${username}:${password}`, `${username}:${hidden}`);
    this.#refusedUntil = 0;
    this.#generation += 1;
    this.#proven = false;
    this.#wake();
  }

  /** Remembers a cookie that replaces the credentials, as a secret. */
  rememberSecret(cookie: string): void {
    this.#cookies = [...this.#cookies.slice(1 - mostCookies), cookie];
  }

  /**
   * Removes the secrets from a call manager's words, which may quote what it was sent. Texts from the caller's own
   * request stay, in any letter case. Otherwise a caller could send a guessed password, and see from its removal that
   * it is right.
   * @param sent the texts of the request that the words answer, if they are shown to its caller; empty for the log
   */
  redact(words: string, sent = ''): string {
    const own = folded(sent);
    const secrets = [...this.#secrets, ...this.#cookies.map((cookie) => [cookie, hidden] as const)];
    return secrets
      .filter(([secret]) => !own.includes(folded(secret)))
      .sort(([a], [b]) => b.length - a.length)
      .reduce((shown, [secret, instead]) => shown.replace(formOf(secret), () => instead), words);
  }
}

const hidden = '[hidden]';
/** A shorter secret may be part of an ordinary word, so it is hidden only if it is a word by itself. */
const shortestUnusual = 8;

function formOf(secret: string): RegExp {
  const escaped = secret.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const form = secret.length < shortestUnusual ? String.raw`(?<![\p{L}\p{N}_])${escaped}(?![\p{L}\p{N}_])` : escaped;
  return new RegExp(form, 'giu');
}

/** Removes the differences that may appear when a call manager quotes a text. */
function folded(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, '');
}
