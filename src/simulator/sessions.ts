import { randomBytes } from 'node:crypto';

const COOKIE = 'JSESSIONIDSSO';
const CLEAN_ABOVE = 1000;

/** The single sign-on sessions of one node. */
export class Sessions {
  private readonly sessions = new Map<string, { readonly username: string; usedAt: number }>();

  /**
   * @param idleMs how long a session lives unused, in milliseconds
   * @param now the clock, in milliseconds
   */
  constructor(
    private readonly idleMs: number,
    private readonly now: () => number,
  ) {}

  /** Opens a session. @returns the value of the Set-Cookie header */
  open(username: string, secure: boolean): string {
    if (this.sessions.size > CLEAN_ABOVE) this.forgetIdle();
    const token = randomBytes(16).toString('hex').toUpperCase();
    this.sessions.set(token, { username, usedAt: this.now() });
    return `${COOKIE}=${token}; Path=/;${secure ? ' Secure;' : ''} HttpOnly`;
  }

  /** Whose live session the Cookie header names, used now; undefined when there is none. */
  use(cookies: string): string | undefined {
    const token = new RegExp(`(?:^|;\\s*)${COOKIE}="?([^;"]*)`).exec(cookies)?.[1] ?? '';
    const session = this.sessions.get(token);
    if (session === undefined || this.isIdle(session.usedAt)) return undefined;
    session.usedAt = this.now();
    return session.username;
  }

  /** Ends all sessions. */
  expire(): void {
    this.sessions.clear();
  }

  private forgetIdle(): void {
    for (const [token, { usedAt }] of this.sessions) if (this.isIdle(usedAt)) this.sessions.delete(token);
  }

  private isIdle(usedAt: number): boolean {
    return this.now() - usedAt > this.idleMs;
  }
}
