import type { Ending } from '../../use-cases/ending.js';
import type { Credentials } from './credentials.js';
import { sessionCookieName, sessionIn } from './session-cookie.js';
import type { HttpAnswer, Send } from '../transport/transport.js';

interface LoginUnderWay {
  /** Of the credentials; nobody waits for a login with a password that has been changed since. */
  readonly generation: number;
  readonly over: Promise<unknown>;
}

/**
 * One node's session. The first answer to credentials brings a cookie; sent back without Authorization it saves
 * the call manager a full login for each call. Its expiry shows as a 404, a 401 or a redirect to a login page: then
 * credentials are sent once.
 */
export class Session {
  #cookie: string | undefined;
  #loginUnderWay: LoginUnderWay | undefined;
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
        const answer = await send({ cookie: `${sessionCookieName}=${cookie}` });
        if (!this.#refusesCookie(cookie, answer)) return answer;
        refusedCookies += 1;
      } else if (this.#isWorthWaiting(this.#loginUnderWay) && !ending.over) {
        // Two requests at once do not both log in: the second waits for the first one's cookie.
        await settled(this.#loginUnderWay.over, ending);
      } else break;
    }
    return this.#login(send, ending, requestId);
  }

  #isWorthWaiting(login: LoginUnderWay | undefined): login is LoginUnderWay {
    return login !== undefined && this.#givesCookies && login.generation === this.credentials.generation;
  }

  /** Keeps what an answer says of the cookie that was sent. @returns whether the cookie was refused */
  #refusesCookie(cookie: string, answer: HttpAnswer): boolean {
    const refused = expired.has(answer.status);
    const said = sessionIn(answer.cookies(), Date.now());
    if (this.#cookie === cookie && (refused || said !== undefined)) {
      this.#cookie = undefined;
      // A 404 may bring the session that is to be used from now on.
      if (!refused || answer.status === 404) this.#keep(said);
    }
    return refused;
  }

  #keep(said: ReturnType<typeof sessionIn>): void {
    if (said === undefined || said === 'none') return;
    this.credentials.earned(said.cookie);
    this.#cookie = said.cookie;
  }

  async #login(send: Send, ending: Ending, requestId: string): Promise<HttpAnswer> {
    const { generation } = this.credentials;
    const login = { generation, over: this.#sendCredentials(send, ending, requestId) };
    this.#loginUnderWay = login;
    try {
      return await login.over;
    } finally {
      if (this.#loginUnderWay === login) this.#loginUnderWay = undefined;
    }
  }

  async #sendCredentials(send: Send, ending: Ending, requestId: string): Promise<HttpAnswer> {
    let answer: HttpAnswer | undefined;
    while (!answer) answer = await this.#trySendingCredentials(send, ending, requestId);
    return answer;
  }

  /** @returns undefined when the credentials were refused, but an operator has renewed them since: those have to tell */
  async #trySendingCredentials(send: Send, ending: Ending, requestId: string): Promise<HttpAnswer | undefined> {
    const login = await this.credentials.login(ending);
    try {
      const answer = await send({ authorization: login.authorization });
      this.observeLogin(requestId);
      if (answer.status === 401) {
        if (!login.refused()) return undefined;
        this.observeRefusal(requestId);
        return answer;
      }
      const said = sessionIn(answer.cookies(), Date.now());
      this.#keep(said);
      if (fromAxl.has(answer.status)) {
        login.accepted();
        this.#givesCookies = said !== undefined && said !== 'none';
      }
      return answer;
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
