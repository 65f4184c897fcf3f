import { whenAborted } from '../../use-cases/time-limit.js';
import type { Credentials } from './credentials.js';
import { sessionCookieName, sessionIn } from './session-cookie.js';
import type { HttpResponse, Send } from '../transport/transport.js';

/** A request that is to be sent. */
export interface Sending {
  readonly send: Send;
  /** Is aborted when the request's time is over: then it waits for no other request's login any more. */
  readonly signal: () => AbortSignal;
  /** Of the caller's request, for the log. */
  readonly requestId: string;
  /** Whether it may be sent once more where what stood for the login was refused with this HTTP status. */
  readonly mayLogIn: (status: number) => boolean;
}

interface LoginUnderWay {
  /** Of the credentials; nobody waits for a login with a password that has been changed since. */
  readonly generation: number;
  readonly over: Promise<unknown>;
}

/**
 * One node's session. The first response to credentials brings a cookie; sent back without Authorization it saves
 * the call manager a full login for each call. Its expiry shows as a 404, a 401 or a redirect to a login page: then
 * credentials are sent once.
 */
export class Session {
  readonly #credentials: Credentials;
  readonly #observeLogin: (requestId: string) => void;
  readonly #observeRefusal: (requestId: string) => void;
  #cookie: string | undefined;
  #loginUnderWay: LoginUnderWay | undefined;
  /** Some nodes give no cookie; then there is nothing that a second request could wait for. */
  #givesCookies = true;

  constructor(
    credentials: Credentials,
    observeLogin: (requestId: string) => void,
    observeRefusal: (requestId: string) => void,
  ) {
    this.#credentials = credentials;
    this.#observeLogin = observeLogin;
    this.#observeRefusal = observeRefusal;
  }

  /** Sends a request with the cookie, or with credentials where there is none or it has expired. */
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
        await settled(this.#loginUnderWay.over, sending.signal());
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
    const login = { generation, over: this.#sendCredentials(sending) };
    this.#loginUnderWay = login;
    try {
      return await login.over;
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
  async #trySendingCredentials({ send, signal, requestId, mayLogIn }: Sending): Promise<HttpResponse | undefined> {
    const login = await this.#credentials.login(signal());
    try {
      const response = await send({ authorization: login.authorization });
      this.#observeLogin(requestId);
      if (response.status === 401) {
        const refused = login.refused();
        if (refused) this.#observeRefusal(requestId);
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
    const forget = whenAborted(signal, resolve);
    const done = (): void => {
      forget();
      resolve();
    };
    request.then(done, done);
  });
}
