import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A received request, and its answer. */
export interface Exchange {
  readonly operation: string;
  readonly release: string;
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  readonly body: string;
  status: number;
}

export interface FakeOptions {
  /** Key and certificate in PEM; without them it uses plain http. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** How long a request takes, in milliseconds. */
  readonly latencyMs?: number | ((body: string) => number);
  /** The answers of operations, inside the `return` element; by default a version, a uuid, or nothing. */
  readonly answers?: Readonly<Record<string, (body: string) => string>>;
  /** The words of axlcode 5007 for a request, or another fault; undefined for the usual answer. */
  readonly notFound?: (operation: string, body: string) => string | Fault | undefined;
}

export interface Fault {
  readonly axlcode: number;
  readonly words: string;
}

/**
 * A small call manager that shares no code with the service or the simulator. Its fields say which logins and releases
 * it accepts and what exists, and it records every request.
 */
export class FakeAxlServer {
  readonly exchanges: Exchange[] = [];
  /** The highest number of requests with credentials at the same time. */
  mostLogins = 0;
  #logins = 0;
  /** The releases that it accepts; undefined accepts every release. */
  accepts: readonly string[] | undefined;
  /** Makes the page for an answer with HTTP 599. */
  refusal = (accepts: readonly string[]): string =>
    `Incorrect axl version. Supported axl versions are ${accepts.join(', ')}`;
  password = 'right';
  /** The statuses of answers to credentials that set a cookie; without any, it is a call manager without sessions. */
  cookieStatuses: readonly number[] = [200, 403, 599];
  /** Whether each answer to a cookie sets another cookie. */
  rotatesCookies = false;
  /** The status for an unknown cookie. */
  expiredStatus: 301 | 302 | 303 | 307 | 308 | 401 | 404 = 404;
  /** Whether the answer to an unknown cookie sets a new cookie, which belongs to an open session. */
  renewsExpired = false;
  /** The Set-Cookie value of a session. */
  setCookie = (session: string): string => `JSESSIONIDSSO=${session}; Path=/; Secure; HttpOnly`;
  /** The other Set-Cookie values beside that of a session. */
  otherCookies: readonly string[] = ['JSESSIONID=x; Path=/'];
  /** An additional Set-Cookie value in answers to a cookie. */
  setCookieLater: string | undefined;
  /** Whether the user has the AXL role; without it every answer is a 403. */
  hasRole = true;
  /** Whether AXL is activated. If not, every answer is a 404, with or without credentials. */
  hasAxl = true;
  /** Requests in progress. A request of a client that has hung up runs to its end. */
  inFlight = 0;
  highestInFlight = 0;
  #sessions = new Set<string>();
  #server: Server | undefined;

  private constructor(private readonly options: FakeOptions) {}

  static async start(options: FakeOptions = {}): Promise<FakeAxlServer> {
    const fake = new FakeAxlServer(options);
    const listener: RequestListener = (request, response) => void fake.#serve(request, response);
    fake.#server = options.tls ? createSecureServer(options.tls, listener) : createServer(listener);
    fake.#server.listen(0, '127.0.0.1');
    await once(fake.#server, 'listening');
    return fake;
  }

  /** @param host the host name in the URL */
  url(host = '127.0.0.1'): string {
    const { port } = this.#server?.address() as AddressInfo;
    return `${this.options.tls ? 'https' : 'http'}://${host}:${port}/axl/`;
  }

  expireSessions(): void {
    this.#sessions.clear();
  }

  /** @returns the requested operations in order, each with its main facts: `getPhone 14.0 login 200` */
  get story(): string[] {
    return this.exchanges.map(({ operation, release, authorization, cookie, status }) => {
      const by = [authorization === undefined ? [] : ['login'], cookie === undefined ? [] : ['cookie']].flat();
      return [operation, release, by.join('+') || 'nobody', status].join(' ');
    });
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections();
    this.#server?.close();
    if (this.#server?.listening) await once(this.#server, 'close');
  }

  #loginUnderWay(response: ServerResponse): void {
    this.#logins += 1;
    this.mostLogins = Math.max(this.mostLogins, this.#logins);
    response.once('close', () => {
      this.#logins -= 1;
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
    const [, release = '', operation = ''] =
      /^"CUCM:DB ver=([\d.]+) (\w+)"$/.exec(String(request.headers['soapaction'])) ?? [];
    const { authorization, cookie } = request.headers;
    if (authorization !== undefined) this.#loginUnderWay(response);
    const exchange: Exchange = { operation, release, authorization, cookie, body, status: 0 };
    this.exchanges.push(exchange);
    this.inFlight += 1;
    this.highestInFlight = Math.max(this.highestInFlight, this.inFlight);
    const { latencyMs = 0 } = this.options;
    await pause(typeof latencyMs === 'number' ? latencyMs : latencyMs(body), undefined, { ref: false });
    this.inFlight -= 1;
    exchange.status = this.#statusOf(exchange);
    const rotates = this.rotatesCookies && cookie !== undefined && exchange.status === 200;
    if (rotates) this.#sessions.delete(sessionIn(cookie));
    const renews = this.renewsExpired && cookie !== undefined && exchange.status === this.expiredStatus;
    if (rotates || renews || (authorization !== undefined && this.cookieStatuses.includes(exchange.status))) {
      const session = randomUUID();
      this.#sessions.add(session);
      response.setHeader('Set-Cookie', [...this.otherCookies, this.setCookie(session)]);
    } else if (cookie !== undefined && this.setCookieLater !== undefined) {
      response.setHeader('Set-Cookie', this.setCookieLater);
    }
    if (exchange.status >= 300 && exchange.status < 400) response.setHeader('Location', '/ccmadmin/login');
    response.writeHead(exchange.status, {
      'Content-Type': exchange.status === 200 ? 'text/xml;charset=UTF-8' : 'text/html',
    });
    response.end(this.#bodyOf(exchange));
  }

  #statusOf({ operation, release, authorization, cookie, body }: Exchange): number {
    const knows = this.#sessions.has(sessionIn(cookie));
    const right = authorization === `Basic ${Buffer.from(`axl:${this.password}`).toString('base64')}`;
    if (!this.hasAxl) return 404;
    if (authorization === undefined && cookie !== undefined && !knows) return this.expiredStatus;
    if (!knows && !right) return 401;
    if (!this.hasRole) return 403;
    if (this.accepts?.includes(release) === false) return 599;
    const fault = this.options.notFound?.(operation, body);
    return body.includes(`"http://www.cisco.com/AXL/API/${release}"`) && fault === undefined ? 200 : 500;
  }

  #bodyOf({ operation, release, body, status }: Exchange): string {
    const fault = status === 500 ? this.options.notFound?.(operation, body) : undefined;
    if (fault !== undefined) return faultOf(fault);
    if (status === 599) return `<html><body>${this.refusal(this.accepts ?? [])}</body></html>`;
    if (status !== 200) return `<html><body>HTTP Status ${status}</body></html>`;
    const answer = this.options.answers?.[operation]?.(body) ?? usualAnswer(operation, release);
    return (
      '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>' +
      `<ns:${operation}Response xmlns:ns="http://www.cisco.com/AXL/API/${release}"><return>${answer}</return>` +
      `</ns:${operation}Response></soapenv:Body></soapenv:Envelope>`
    );
  }
}

function faultOf(fault: string | Fault): string {
  const { axlcode, words } = typeof fault === 'string' ? { axlcode: 5007, words: fault } : fault;
  return (
    '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body><soapenv:Fault>' +
    `<faultcode>soapenv:Server</faultcode><faultstring>${words}</faultstring><detail><axlError><axlcode>${axlcode}</axlcode>` +
    `<axlmessage>${words}</axlmessage></axlError></detail></soapenv:Fault></soapenv:Body></soapenv:Envelope>`
  );
}

function sessionIn(cookies = ''): string {
  return /JSESSIONID(?:SSO)?=([^;]+)/.exec(cookies)?.[1] ?? '';
}

function usualAnswer(operation: string, release: string): string {
  if (operation === 'getCCMVersion')
    return `<componentVersion><version>${release}.1.10000-1</version></componentVersion>`;
  return operation === 'updatePhone' || operation === 'updateDeviceProfile'
    ? '{0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9}'
    : '';
}
