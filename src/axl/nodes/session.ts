import type { OfRequest } from '../../observability/observations.js';
import { whenAborted } from '../../use-cases/time-limit.js';
import type { Credentials } from './credentials.js';
import type { HttpResponse, Send } from '../transport/transport.js';

/** A request to send. */
export interface Sending {
  readonly send: Send;
  /** Aborts when the request's time is over. The request then waits no longer for the login of another request. */
  readonly signal: () => AbortSignal;
  /** The caller's request, for the log. */
  readonly request: OfRequest;
  /** Whether the request may be sent again if its cookie was refused with this HTTP status. */
  readonly mayLogIn: (status: number) => boolean;
}

interface RunningLogin {
  /** The generation of its credentials. No request waits for a login whose password has changed since. */
  readonly generation: number;
  readonly ended: Promise<unknown>;
}

/** A cookie that replaces a login. */
interface SessionCookie {
  readonly name: SessionCookieName;
  readonly value: string;
  /** Whether a request with it was not refused. */
  worked: boolean;
}

/**
 * The session at one node. The first response to credentials brings a cookie. If the cookie is sent instead of the
 * Authorization header, the call manager does not need a full login for each call. A 404, a 401 or a redirect to a
 * login page shows that the cookie has expired; credentials are then sent once.
 */
export class Session {
  readonly #credentials: Credentials;
  readonly #observeLogin: (request: OfRequest) => void;
  readonly #observeRefusal: (request: OfRequest) => void;
  #cookie: SessionCookie | undefined;
  /** How many cookies in a row were refused at their first use. A JSESSIONID alone may be no session of AXL. */
  #useless = 0;
  #runningLogin: RunningLogin | undefined;
  /** Some nodes give no cookie. Then a second request has nothing to wait for. */
  #givesCookies = true;

  constructor(
    credentials: Credentials,
    observeLogin: (request: OfRequest) => void,
    observeRefusal: (request: OfRequest) => void,
  ) {
    this.#credentials = credentials;
    this.#observeLogin = observeLogin;
    this.#observeRefusal = observeRefusal;
  }

  /** Sends a request with the cookie, or with credentials if there is none or it has expired. */
  async send(sending: Sending): Promise<HttpResponse> {
    // If a new cookie came while the first one was refused, the new one is tried too. After that, credentials are sent.
    let refusedCookies = 0;
    while (refusedCookies < 2) {
      const cookie = this.#cookie;
      if (cookie !== undefined) {
        const response = await sending.send({ cookie: `${cookie.name}=${cookie.value}` });
        if (!this.#refusesCookie(cookie, response) || !sending.mayLogIn(response.status)) return response;
        refusedCookies += 1;
      } else if (this.#isWorthWaiting(this.#runningLogin) && !sending.signal().aborted) {
        // Two parallel requests do not both log in: the second one waits for the cookie of the first.
        await settled(this.#runningLogin.ended, sending.signal());
      } else break;
    }
    return this.#login(sending);
  }

  #isWorthWaiting(login: RunningLogin | undefined): login is RunningLogin {
    return login !== undefined && this.#givesCookies && login.generation === this.#credentials.generation;
  }

  /** Stores what a response says about the cookie that was sent. @returns whether the cookie was refused */
  #refusesCookie(cookie: SessionCookie, response: HttpResponse): boolean {
    const refused = expired.has(response.status);
    const said = sessionIn(response.cookies(), Date.now());
    cookie.worked ||= !refused;
    if (this.#cookie !== cookie) return refused;
    if (cookie.worked) this.#useless = 0;
    else this.#useless += 1;
    // A JSESSIONID does not replace the session of a JSESSIONIDSSO.
    const says = said !== undefined && (said.name === better || said.name === cookie.name);
    if (refused || says) this.#cookie = undefined;
    // A 404 may bring the cookie of a new session.
    if (says && (!refused || response.status === 404)) this.#keep(said, response.status);
    return refused;
  }

  /** @returns whether the next request can be sent with the cookie */
  #keep(said: SessionSaid | undefined, status: number): boolean {
    if (said?.value === undefined) return false;
    const { name, value } = said;
    if (name !== better && (!fromAxl.has(status) || this.#useless >= mostUseless)) return false;
    this.#credentials.rememberSecret(value);
    this.#cookie = { name, value, worked: false };
    return true;
  }

  async #login(sending: Sending): Promise<HttpResponse> {
    const { generation } = this.#credentials;
    const login = { generation, ended: this.#sendCredentials(sending) };
    this.#runningLogin = login;
    try {
      return await login.ended;
    } finally {
      if (this.#runningLogin === login) this.#runningLogin = undefined;
    }
  }

  async #sendCredentials(sending: Sending): Promise<HttpResponse> {
    let response: HttpResponse | undefined;
    while (!response) response = await this.#trySendingCredentials(sending);
    return response;
  }

  /**
   * @returns undefined if the credentials were refused and an administrator has renewed them since. The new credentials
   * must then be tried
   */
  async #trySendingCredentials({ send, signal, request, mayLogIn }: Sending): Promise<HttpResponse | undefined> {
    const login = await this.#credentials.login(signal());
    try {
      const response = await send({ authorization: login.authorization });
      this.#observeLogin(request);
      if (response.status === 401) {
        const refused = login.refused();
        if (refused) this.#observeRefusal(request);
        return refused || !mayLogIn(response.status) ? response : undefined;
      }
      const kept = this.#keep(sessionIn(response.cookies(), Date.now()), response.status);
      if (fromAxl.has(response.status)) {
        login.accepted();
        this.#givesCookies = kept;
      }
      return response;
    } finally {
      login.end();
    }
  }
}

/**
 * The statuses of an expired cookie. The redirects lead to a login page; as answers to credentials they mean something
 * else.
 */
const expired: ReadonlySet<number> = new Set([301, 302, 303, 307, 308, 401, 404]);

/**
 * The statuses of AXL's own answers to a known user. An answer with another status may come from something in front of
 * AXL. So if it has no cookie, the node may still give cookies.
 */
const fromAxl: ReadonlySet<number> = new Set([200, 500]);

/** Waits until a request is over, with any result, or until the signal aborts. */
function settled(request: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stopListening = whenAborted(signal, resolve);
    const done = (): void => {
      stopListening();
      resolve();
    };
    request.then(done, done);
  });
}

/** The cookie that replaces a login. It works across connections, and expires after 30 idle minutes. */
const better = 'JSESSIONIDSSO';
/** A web server's own session. It replaces a login only if it is the only cookie that a call manager sets. */
const other = 'JSESSIONID';

type SessionCookieName = typeof better | typeof other;

/** After so many useless cookies in a row, a JSESSIONID is not tried any more: each costs one more request. */
const mostUseless = 3;

/** The characters that a cookie's value may contain (RFC 6265); others could not be sent back. */
const sendable = /^[!#-+\--:<-[\]-~]+$/;

/** What an answer says about the session. */
interface SessionSaid {
  readonly name: SessionCookieName;
  /** Undefined if the session has ended. */
  readonly value: string | undefined;
}

/**
 * Finds what an answer says about the session. If it says several things, the last one counts.
 * @param setCookies the values of all its Set-Cookie headers
 * @param now milliseconds since 1970
 * @returns undefined if the answer says nothing
 */
export function sessionIn(setCookies: readonly string[], now: number): SessionSaid | undefined {
  const cookies = setCookies.map((setCookie) => {
    const [pair = '', ...attributes] = setCookie.split(';');
    const [name, value] = halves(pair);
    return { name, value: value.replace(/^"(.*)"$/, '$1'), attributes };
  });
  const isOnly = cookies.every((cookie) => cookie.name === other);
  const name = isOnly ? other : better;
  const last = cookies.findLast((cookie) => cookie.name === name);
  if (!last) return undefined;
  // A server ends a session with the value REMOVE, with no value, or with a date in the past.
  const ended = last.value === 'REMOVE' || !sendable.test(last.value) || isPast(last.attributes, now);
  return { name, value: ended ? undefined : last.value };
}

/** Max-Age takes precedence over Expires. */
function isPast(attributes: readonly string[], now: number): boolean {
  const values = new Map(
    attributes.map((attribute) => halves(attribute)).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const maxAge = values.get('max-age') ?? '';
  if (/^-?\d+$/.test(maxAge)) return Number(maxAge) <= 0;
  return Date.parse(values.get('expires') ?? '') <= now;
}

function halves(text: string): [before: string, after: string] {
  const at = text.indexOf('=');
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
