import { randomBytes } from 'node:crypto';

const cookieName = 'JSESSIONIDSSO';
/** A client that never sends its cookie back opens a session with each request; the least recently used go first. */
const maxSessions = 10_000;

/** The single sign-on sessions of one node. */
export class Sessions {
  readonly #idleMs: number;
  readonly #now: () => number;
  /** In the order of their last use. */
  readonly #sessions = new Map<string, { readonly username: string; readonly usedAt: number }>();

  /**
   * @param idleMs how long a session lives unused, in milliseconds
   * @param now the clock, in milliseconds
   * @param setsCookies whether there are sessions at all; without them each request needs its credentials
   */
  constructor(
    idleMs: number,
    now: () => number,
    public setsCookies: boolean,
  ) {
    this.#idleMs = idleMs;
    this.#now = now;
  }

  /** Opens a session. @returns the value of the Set-Cookie header; undefined without sessions */
  open(username: string, secure: boolean): string | undefined {
    if (!this.setsCookies) return undefined;
    const [oldest] = this.#sessions.keys();
    if (oldest !== undefined && this.#sessions.size >= maxSessions) this.#sessions.delete(oldest);
    const token = randomBytes(16).toString('hex').toUpperCase();
    this.#sessions.set(token, { username, usedAt: this.#now() });
    return `${cookieName}=${token}; Path=/;${secure ? ' Secure;' : ''} HttpOnly`;
  }

  /** Whose live session the Cookie header names, used now; undefined when there is none. */
  use(cookies: string): string | undefined {
    const token = new RegExp(`(?:^|;\\s*)${cookieName}="?([^;"]*)`).exec(cookies)?.[1] ?? '';
    const session = this.#sessions.get(token);
    if (!this.setsCookies || session === undefined || this.#now() - session.usedAt > this.#idleMs) return undefined;
    this.#sessions.delete(token);
    this.#sessions.set(token, { ...session, usedAt: this.#now() });
    return session.username;
  }

  /** Ends all sessions. */
  expire(): void {
    this.#sessions.clear();
  }
}
