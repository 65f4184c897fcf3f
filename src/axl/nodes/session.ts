import type { OfRequest } from '../../observability/observations.js';
import { whenAborted } from '../../use-cases/time-limit.js';
import type { Credentials } from './credentials.js';
import type { HttpResponse, Send } from '../transport/transport.js';

/** A request that is to be sent. */
export interface Sending {
  readonly send: Send;
  /** Is aborted when the request's time is over: then it waits for no other request's login any more. */
  readonly signal: () => AbortSignal;
  /** The caller's request, for the log. */
  readonly request: OfRequest;
  /** Whether it may be sent once more where what stood for the login was refused with this HTTP status. */
  readonly mayLogIn: (status: number) => boolean;
}

interface LoginUnderWay {
  /** Of the credentials; no one waits for a login with a password that has been changed since. */
  readonly generation: number;
  readonly ended: Promise<unknown>;
}

/**
 * One node's session. The first response to credentials brings a cookie; sent back without Authorization it saves
 * the call manager a full login for each call. Its expiry shows as a 404, a 401 or a redirect to a login page: then
 * credentials are sent once.
 */
export class Session {
  readonly #credentials: Credentials;
  readonly #observeLogin: (request: OfRequest) => void;
  readonly #observeRefusal: (request: OfRequest) => void;
  #cookie: string | undefined;
  #loginUnderWay: LoginUnderWay | undefined;
  /** Some nodes give no cookie; then there is nothing that a second request could wait for. */
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
    // A cookie that came while the first one was refused is tried as well; then credentials have to tell.
    let refusedCookies = 0;
    while (refusedCookies < 2) {
      const cookie = this.#cookie;
      if (cookie !== undefined) {
        const response = await sending.send({ cookie: `${sessionCookieName}=${cookie}` });
        if (!this.#refusesCookie(cookie, response) || !sending.mayLogIn(response.status)) return response;
        refusedCookies += 1;
      } else if (this.#isWorthWaiting(this.#loginUnderWay) && !sending.signal().aborted) {
        // Two requests at once do not both log in: the second waits for the first one's cookie.
        await settled(this.#loginUnderWay.ended, sending.signal());
      } else break;
    }
    return this.#login(sending);
  }

  #isWorthWaiting(login: LoginUnderWay | undefined): login is LoginUnderWay {
    return login !== undefined && this.#givesCookies && login.generation === this.#credentials.generation;
  }

  /** Keeps what a response says of the cookie that was sent. @returns whether the cookie was refused */
  #refusesCookie(cookie: string, response: HttpResponse): boolean {
    const refused = expired.has(response.status);
    const said = sessionIn(response.cookies(), Date.now());
    if (this.#cookie === cookie && (refused || said !== undefined)) {
      this.#cookie = undefined;
      // A 404 may bring the session that is to be used from now on.
      if (!refused || response.status === 404) this.#keep(said);
    }
    return refused;
  }

  #keep(said: ReturnType<typeof sessionIn>): void {
    if (said === undefined || said === 'none') return;
    this.#credentials.rememberSecret(said.cookie);
    this.#cookie = said.cookie;
  }

  async #login(sending: Sending): Promise<HttpResponse> {
    const { generation } = this.#credentials;
    const login = { generation, ended: this.#sendCredentials(sending) };
    this.#loginUnderWay = login;
    try {
      return await login.ended;
    } finally {
      if (this.#loginUnderWay === login) this.#loginUnderWay = undefined;
    }
  }

  async #sendCredentials(sending: Sending): Promise<HttpResponse> {
    let response: HttpResponse | undefined;
    while (!response) response = await this.#trySendingCredentials(sending);
    return response;
  }

  /** @returns undefined when the credentials were refused, but an operator has renewed them since: those have to tell */
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
      const said = sessionIn(response.cookies(), Date.now());
      this.#keep(said);
      if (fromAxl.has(response.status)) {
        login.accepted();
        this.#givesCookies = said !== undefined && said !== 'none';
      }
      return response;
    } finally {
      login.end();
    }
  }
}

/** How an expired cookie shows. The redirects are to a login page; to credentials they mean something else. */
const expired: ReadonlySet<number> = new Set([301, 302, 303, 307, 308, 401, 404]);

/**
 * Answers of AXL itself to a user whom it knows. Others may come from what stands before it, so that a cookie that
 * they lack says nothing.
 */
const fromAxl: ReadonlySet<number> = new Set([200, 500]);

/** Waits until a request is over, however it went, or until the time of the one who waits is over. */
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

/** The cookie that stands for a login; it works across connections and idles out after 30 minutes. */
const sessionCookieName = 'JSESSIONIDSSO';

/** What the characters of a cookie's value can be (RFC 6265); others could not be sent back. */
const sendable = /^[!#-+\--:<-[\]-~]+$/;

/**
 * Finds what an answer says of the session. Where it says several things, the last one counts.
 * @param setCookies the values of all its Set-Cookie headers
 * @param now milliseconds since 1970
 * @returns the cookie of the session; `'none'` when the session is ended; undefined when nothing is said
 */
export function sessionIn(
  setCookies: readonly string[],
  now: number,
): { readonly cookie: string } | 'none' | undefined {
  let said: { readonly cookie: string } | 'none' | undefined;
  for (const setCookie of setCookies) {
    const [pair = '', ...attributes] = setCookie.split(';');
    const [name, value] = halves(pair);
    if (name !== sessionCookieName) continue;
    const cookie = value.replace(/^"(.*)"$/, '$1');
    // A server ends a session with a word for a value, with none, or with a date that is past.
    const ended = cookie === 'REMOVE' || !sendable.test(cookie) || isPast(attributes, now);
    said = ended ? 'none' : { cookie };
  }
  return said;
}

/** Max-Age counts before Expires. */
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
