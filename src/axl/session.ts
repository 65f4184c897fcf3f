import type { Ending } from '../use-cases/ending.js';
import type { Credentials } from './credentials.js';
import type { HttpAnswer, Send } from './transport.js';

/** The cookie that stands for a login; it works across connections and idles out after 30 minutes. */
const cookieName = 'JSESSIONIDSSO';

/**
 * One node's session. The first answer to credentials brings a cookie; sent back without Authorization it saves
 * the call manager a full login for each call. Its expiry shows as a 404 or a 401: then credentials are sent once.
 */
export class Session {
  #cookie: string | undefined;
  #loginUnderWay: Promise<unknown> | undefined;
  /** Some nodes give no cookie; then there is nothing that a second request could wait for. */
  #givesCookies = true;

  constructor(
    private readonly credentials: Credentials,
    private readonly observeLogin: (requestId: string) => void,
    private readonly observeRefusal: (requestId: string) => void,
  ) {}

  /**
   * Sends a request with the cookie, or with credentials where there is none or it has expired.
   * @param ending when the request's time is over it waits for no other request's login any more
   * @param requestId of the caller's request, for the log
   */
  async send(send: Send, ending: Ending, requestId: string): Promise<HttpAnswer> {
    // A cookie that came while the first one was refused is tried as well; then credentials have to tell.
    let refusedCookies = 0;
    while (refusedCookies < 2) {
      const cookie = this.#cookie;
      if (cookie !== undefined) {
        const answer = await send({ cookie: `${cookieName}=${cookie}` });
        if (!this.#refusesCookie(cookie, answer)) return answer;
        refusedCookies += 1;
      } else if (this.#loginUnderWay && this.#givesCookies && !ending.over) {
        // Two requests at once do not both log in: the second waits for the first one's cookie.
        await settled(this.#loginUnderWay, ending);
      } else break;
    }
    return this.#login(send, requestId);
  }

  /** Keeps what an answer says of the cookie that was sent. @returns whether the cookie was refused */
  #refusesCookie(cookie: string, answer: HttpAnswer): boolean {
    const refused = answer.status === 401 || answer.status === 404;
    const renewed = refused ? undefined : (sessionCookieIn(answer.cookies()) ?? cookie);
    if (this.#cookie === cookie) this.#cookie = renewed;
    return refused;
  }

  async #login(send: Send, requestId: string): Promise<HttpAnswer> {
    const login = this.#sendCredentials(send, requestId);
    this.#loginUnderWay = login;
    try {
      return await login;
    } finally {
      if (this.#loginUnderWay === login) this.#loginUnderWay = undefined;
    }
  }

  async #sendCredentials(send: Send, requestId: string): Promise<HttpAnswer> {
    const answer = await send({ authorization: this.credentials.authorization() });
    this.observeLogin(requestId);
    const cookie = sessionCookieIn(answer.cookies());
    if (cookie !== undefined) this.credentials.earned(cookie);
    if (answer.status === 401) {
      this.credentials.refused();
      this.observeRefusal(requestId);
      return answer;
    }
    // A 404 to credentials is no login: there is no AXL service.
    if (cookie !== undefined && answer.status !== 404) this.#cookie = cookie;
    if (fromAxl.has(answer.status)) this.#givesCookies = cookie !== undefined;
    return answer;
  }
}

/**
 * Answers of AXL itself to a user whom it knows. Others may come from what stands before it, so that a cookie that
 * they lack says nothing.
 */
const fromAxl: ReadonlySet<number> = new Set([200, 500]);

/** Waits until a request is over, however it went, or until the time of the one who waits is over. */
function settled(request: Promise<unknown>, ending: Ending): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      ending.forget(done);
      resolve();
    };
    ending.listen(done);
    request.then(done, done);
  });
}

function sessionCookieIn(cookies: readonly string[]): string | undefined {
  for (const cookie of cookies) {
    const value = /^\s*JSESSIONIDSSO="?([^;"\s]+)/.exec(cookie)?.[1];
    if (value !== undefined) return value;
  }
  return undefined;
}
