import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Account } from '../cluster/accounts.js';
import type { SimulatedCluster } from '../cluster/simulated-cluster.js';
import { pages, type SimulatedResponse } from '../soap/responses.js';

const cookieName = 'JSESSIONIDSSO';
/**
 * The most sessions of a node. A client that never sends its cookie back opens a session with each request. The least
 * recently used sessions are removed first.
 */
const maxSessions = 10_000;

/** The single sign-on sessions of one node. */
export class Sessions {
  readonly #idleMs: number;
  readonly #now: () => number;
  /** In the order of their last use. */
  readonly #sessions = new Map<string, { readonly username: string; readonly usedAt: number }>();

  /**
   * @param idleMs how long an unused session lives, in milliseconds
   * @param now the clock, in milliseconds
   * @param setsCookies whether there are sessions; without them each request needs credentials
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

  /** Uses the live session in the Cookie header. @returns its user; undefined if there is none */
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

/**
 * The authenticated account, and the cookie to set if a session was opened. If the request is refused, the page that
 * says so.
 */
type CheckedCredentials =
  | { readonly account: Account; readonly setCookie: string | undefined }
  | { readonly refusal: SimulatedResponse };

/**
 * Checks the Authorization header or, without it, the session cookie. If both are sent, a live session stays in use,
 * and the password is checked and counts as a login.
 */
export function checkCredentials(
  headers: IncomingHttpHeaders,
  cluster: SimulatedCluster,
  sessions: Sessions,
): CheckedCredentials {
  const { accounts, settings, statistics } = cluster;
  const sessionUser = headers.cookie === undefined ? undefined : sessions.use(headers.cookie);
  if (headers.authorization !== undefined) {
    const account = accounts.login(headers.authorization);
    statistics.login(account !== undefined);
    if (account === undefined) return { refusal: pages.unauthorized() };
    if (account.role === 'none') return { refusal: pages.forbidden() };
    const isKnown = sessionUser === account.username;
    const setCookie = isKnown ? undefined : sessions.open(account.username, settings.certificateNames !== undefined);
    return { account, setCookie };
  }
  const account = sessionUser === undefined ? undefined : accounts.named(sessionUser);
  if (account !== undefined) {
    statistics.sessionUsed();
    return { account, setCookie: undefined };
  }
  const isExpired = headers.cookie?.includes('JSESSIONIDSSO=') === true;
  return { refusal: isExpired && settings.expiredSessionStatus === 404 ? pages.notFound() : pages.unauthorized() };
}
