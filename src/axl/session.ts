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
   * @param requestId of the caller's request, for the log
   */
  async send(send: Send, requestId: string): Promise<HttpAnswer> {
    const onCookie = await this.#sendOnCookie(send);
    if (onCookie) return onCookie;
    // Two requests at once do not both log in: the second waits for the first one's cookie.
    while (this.#loginUnderWay && this.#givesCookies) {
      await this.#loginUnderWay.catch(() => undefined);
      const answer = await this.#sendOnCookie(send);
      if (answer) return answer;
    }
    return this.#login(send, requestId);
  }

  async #sendOnCookie(send: Send): Promise<HttpAnswer | undefined> {
    const cookie = this.#cookie;
    if (cookie === undefined) return undefined;
    const answer = await send({ cookie: `${cookieName}=${cookie}` });
    if (answer.status !== 401 && answer.status !== 404) return answer;
    answer.discard();
    if (this.#cookie === cookie) this.#cookie = undefined;
    return undefined;
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
    if (answer.status === 401) {
      this.credentials.refused();
      this.observeRefusal(requestId);
      return answer;
    }
    const cookie = sessionCookieIn(answer.cookies);
    if (cookie !== undefined) this.#cookie = cookie;
    this.#givesCookies = cookie !== undefined;
    return answer;
  }
}

function sessionCookieIn(cookies: readonly string[]): string | undefined {
  for (const cookie of cookies) {
    const value = /^\s*JSESSIONIDSSO="?([^;"\s]+)/.exec(cookie)?.[1];
    if (value !== undefined) return value;
  }
  return undefined;
}
