import { ServiceError } from '../../domain/errors.js';
import { whenAborted } from '../../use-cases/time-limit.js';
import { notSent, timedOut } from '../transport/network-errors.js';

/** The credentials are known to be refused: nothing was sent. */
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

/** How many cookies are known at most; older ones are good for nothing any more. */
const mostCookies = 10;
/** How many logins are in flight at most, over all nodes: three that are refused lock the account. */
const mostLogins = 2;

/** The right to send the credentials once; it is kept until the call manager has answered. */
export interface Login {
  /** The Authorization header's value. */
  readonly authorization: string;
  /** The call manager knows the user. */
  accepted(): void;
  /** @returns whether the credentials in use were refused; `false` where they have been renewed since */
  refused(): boolean;
  /** Answered or not, the login is over. */
  end(): void;
}

/**
 * The user name and password towards the call manager, and whether they may be used. A call manager locks an
 * account after three refused logins by default, and all nodes share the account: so few logins are in flight at a
 * time, and one refusal stops every login on every node, until the pause is over or an operator has changed something.
 */
export class Credentials {
  #authorization = '';
  /** What must never be shown, passwords and what stands for them; each with what is shown instead. */
  readonly #secrets = new Map<string, string>();
  #cookies: readonly string[] = [];
  #refusedUntil = 0;
  /** Counts the changes by an operator: what is heard of earlier credentials says nothing about those in use. */
  #generation = 0;
  /** Whether the credentials in use were the right ones when they were last tried. */
  #proven = false;
  /** The generations of the logins in flight. */
  readonly #inFlight: number[] = [];
  /** Those who wait for their turn. */
  readonly #waiting = new Set<() => void>();

  /** @param pauseMs how long after a refusal no login is tried, in milliseconds */
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
   * @param signal until when
   * @throws LoginsPaused while the credentials are known to be refused; ServiceError when the turn did not come in time
   */
  async login(signal: AbortSignal): Promise<Login> {
    this.#refuseWhilePaused();
    while (!this.#hasTurn()) {
      // In these words, because it says nothing of the node.
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

  /** An operator changed something: the credentials may be tried again. */
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

  /** A cookie came for these credentials and stands for them. */
  rememberSecret(cookie: string): void {
    this.#cookies = [...this.#cookies.slice(1 - mostCookies), cookie];
  }

  /**
   * Removes the credentials from a call manager's words, which may quote what it was sent. Texts that are in the caller's
   * own request stay, in any letter case: otherwise a caller could guess a password, and see a right guess disappear.
   * @param sent the texts of the request that the words answer, for words that its caller is shown; none for the log
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
/** A shorter secret may be a part of usual words; it is hidden where it stands as a word of its own. */
const shortestUnusual = 8;

function formOf(secret: string): RegExp {
  const escaped = secret.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const form = secret.length < shortestUnusual ? String.raw`(?<![\p{L}\p{N}_])${escaped}(?![\p{L}\p{N}_])` : escaped;
  return new RegExp(form, 'giu');
}

/** A text as a call manager may spell it when it quotes it. */
function folded(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, '');
}
