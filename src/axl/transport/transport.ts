import { readFileSync } from 'node:fs';
import type { SecureContextOptions } from 'node:tls';
import type { Dispatcher } from 'undici';
import buildConnector from 'undici/lib/core/connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import { sendUntraced } from '../../observability/tracing.js';
import { whenAborted } from '../../use-cases/time-limit.js';
import { takeContinueAsInterim } from './unasked-continue.js';
import { networkError, notSent, timedOut } from './network-errors.js';

export interface TransportOptions {
  /** The node's AXL address: `https://host:8443/axl/`. */
  readonly url: URL;
  /** How many connections are kept open at most. */
  readonly connections: number;
  /** How long one attempt may take, in milliseconds. */
  readonly timeoutMs: number;
  readonly caFile: string | undefined;
  /** Accepts any certificate, on this connection only. */
  readonly insecure: boolean;
  /** Called with every exchange. */
  readonly heard?: Heard | undefined;
}

/** A request without credentials and cookies, and the response as it came. */
export interface Exchange {
  /** The node: host and port. */
  readonly node: string;
  readonly soapAction: string;
  readonly body: string;
  /** Whether the credentials were sent, and not a cookie. */
  readonly isLogin: boolean;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly response: HttpResponse;
}

export type Heard = (exchange: Exchange) => void;

export interface HttpResponse {
  readonly status: number;
  /** The first value of a header; names are in lower case. */
  header(name: string): string | undefined;
  /** All Set-Cookie values. */
  cookies(): readonly string[];
  body(): Uint8Array;
  /** The body exceeded the size limit; only its beginning is here. */
  readonly cut: boolean;
}

/** Sends one POST and returns the response. Its errors are ServiceErrors. */
export type Send = (headers: Readonly<Record<string, string>>) => Promise<HttpResponse>;

/** AXL itself sends at most 8 MB. */
const longestResponse = 8 * 1024 * 1024;
/** An HTML page is needed only for the releases that it may name. */
const longestPage = 16_384;

/** An attempt. Its time starts when it is created, and covers everything that it sends. */
export interface Attempt {
  readonly send: Send;
  /**
   * Aborts when the attempt's time is over, or when its caller stops waiting; nothing more is sent then. It is created
   * at the first call, because only a request that waits for a login needs it.
   */
  readonly signal: () => AbortSignal;
  /** How often something was sent so far. */
  readonly sends: () => number;
  readonly finish: () => void;
}

/**
 * @param ca what AXL_CA_FILE has: the node's own certificate, even if an authority signed it, or that of an authority;
 * undefined: the authorities of Node
 * @returns options of TLS that trust exactly these certificates, as they are
 */
export function verifiedBy(ca: string | Buffer | undefined): SecureContextOptions {
  return ca === undefined ? {} : { ca, allowPartialTrustChain: true };
}

/**
 * Keep-alive connections to one node. No redirect is followed and no proxy is used: undici's Pool does neither by
 * default.
 */
export class Transport {
  readonly #options: TransportOptions;
  #pool: Pool;
  /** Connections from before the authorities were renewed. They close when their requests are over. */
  readonly #retired = new Set<Pool>();
  readonly #path: string;
  readonly #timeoutMs: number;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#path = options.url.pathname + options.url.search;
    this.#timeoutMs = options.timeoutMs;
    this.#pool = this.#connections(options.caFile === undefined ? undefined : readFileSync(options.caFile));
  }

  /** From now on verifies the node's certificate by these authorities (PEM). Running requests are not affected. */
  renewAuthorities(ca: string): void {
    const before = this.#pool;
    this.#pool = this.#connections(ca);
    this.#retired.add(before);
    const closed = (): void => {
      this.#retired.delete(before);
    };
    before.close().then(closed, closed);
  }

  #connections(ca: string | Buffer | undefined): Pool {
    const { url, connections, insecure } = this.#options;
    const open = buildConnector({ timeout: 0, rejectUnauthorized: !insecure, ...verifiedBy(ca) });
    return new Pool(url.origin, {
      connections,
      pipelining: 1,
      // An idle connection is closed before a call manager's usual 20 seconds, so that it does not close while we send.
      keepAliveTimeout: 15_000,
      keepAliveMaxTimeout: 15_000,
      // The attempt's own clock limits connecting, head and body together.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (to, opened) => {
        open(to, (...result) => {
          if (result[1]) takeContinueAsInterim(result[1]);
          opened(...result);
        });
      },
    });
  }

  /**
   * Starts an attempt. Its clock runs until `finish` is called. A request that was sent runs to its end, because the
   * call manager works on it even if the connection is gone. The connection is closed only when the attempt's time is
   * over.
   * @param whole aborts when the caller's request ends: then nothing more is sent for it
   */
  attempt(body: string, soapAction: string, whole: AbortSignal): Attempt {
    const clock: AttemptClock = { whole, timeIsUp: false };
    let ended: AbortController | undefined;
    let stopListening: (() => void) | undefined;
    let current: ResponseReader | undefined;
    let sends = 0;
    const timer = setTimeout(() => {
      clock.timeIsUp = true;
      ended?.abort();
      current?.giveUp();
    }, this.#timeoutMs);
    const send: Send = (headers) =>
      new Promise((answered, reject) => {
        const resolve = this.#heardFirst(
          { soapAction, body, isLogin: headers['authorization'] !== undefined },
          answered,
        );
        const sent = { 'content-type': 'text/xml; charset=utf-8', soapaction: soapAction, ...headers };
        const reader = new ResponseReader(clock, resolve, reject);
        current = reader;
        if (!isOver(clock)) {
          sends += 1;
          sendUntraced(() => {
            this.#pool.dispatch({ method: 'POST', path: this.#path, headers: sent, body }, reader);
          });
        }
        reader.leaveWithCaller();
      });
    const signal = (): AbortSignal => {
      if (ended) return ended.signal;
      const controller = new AbortController();
      ended = controller;
      if (clock.timeIsUp) controller.abort();
      stopListening = whenAborted(whole, () => {
        controller.abort();
      });
      return controller.signal;
    };
    const finish = (): void => {
      clearTimeout(timer);
      stopListening?.();
    };
    return { send, signal, sends: () => sends, finish };
  }

  /** @returns a listener for the response, which first calls the observers of exchanges */
  #heardFirst(
    sent: Pick<Exchange, 'soapAction' | 'body' | 'isLogin'>,
    answered: (response: HttpResponse) => void,
  ): (response: HttpResponse) => void {
    const { heard, url } = this.#options;
    if (!heard) return answered;
    const sentAt = Date.now();
    return (response) => {
      heard({ ...sent, node: url.host, sentAt, answeredAt: Date.now(), response });
      answered(response);
    };
  }

  /** Ends every connection at once. */
  async close(): Promise<void> {
    await Promise.all([this.#pool, ...this.#retired].map((pool) => pool.destroy()));
  }
}

interface AttemptClock {
  /** Aborts when the caller's request ends. */
  readonly whole: AbortSignal;
  /** True if the attempt's time limit is over, even if the caller would wait longer. */
  timeIsUp: boolean;
}

/** Whether nothing more may be sent. */
function isOver({ whole, timeIsUp }: AttemptClock): boolean {
  return timeIsUp || whole.aborted;
}

/** One request and its response, as undici reports them. Only its dispatch interface says whether anything was sent. */
class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #clock: AttemptClock;
  readonly #resolve: (response: HttpResponse) => void;
  readonly #reject: (error: Error) => void;
  readonly #chunks: Uint8Array[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: Readonly<Record<string, string | string[] | undefined>> = {};
  #room = longestResponse;
  /** Stops listening for the end of the caller's request. Defined only while the request waits for a connection. */
  #stopListening: (() => void) | undefined;

  constructor(clock: AttemptClock, resolve: (response: HttpResponse) => void, reject: (error: Error) => void) {
    this.#clock = clock;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The request waited too long for a connection, so no one waits for its response any more.
    if (isOver(this.#clock)) controller.abort(new Error('time-out'));
    else this.#controller = controller;
    this.#stopListening?.();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // Interim responses (1xx) may come before the response itself.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    if (status !== 200 && status !== 500) this.#room = longestPage;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#room -= chunk.byteLength;
    this.#chunks.push(chunk);
    if (this.#room >= 0) return;
    this.#respond(true);
    controller.abort(new Error('longer than is read'));
  }

  onResponseEnd(): void {
    this.#respond(false);
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    this.#reject(networkError(error, this.#controller !== undefined));
    this.#stopListening?.();
  }

  /** Most requests are sent at once. A request that waits for a connection waits only as long as its caller. */
  leaveWithCaller(): void {
    if (this.#controller !== undefined) return;
    if (this.#clock.timeIsUp) this.giveUp();
    else {
      this.#stopListening = whenAborted(this.#clock.whole, () => {
        this.#reject(timedOut('none', notSent));
      });
    }
  }

  /** The attempt's time is over. If anything was sent, a write may have been carried out. */
  giveUp(): void {
    this.#reject(timedOut(this.#controller === undefined ? 'none' : 'unknown', 'time-out'));
    this.#controller?.abort(new Error('time-out'));
  }

  #respond(cut: boolean): void {
    const headers = this.#headers;
    const chunks = this.#chunks;
    const valuesOf = (name: string): readonly string[] => {
      const value = headers[name] ?? [];
      return typeof value === 'string' ? [value] : value;
    };
    this.#resolve({
      status: this.#status,
      header: (name) => valuesOf(name)[0],
      cookies: () => valuesOf('set-cookie'),
      body: () => (chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)),
      cut,
    });
  }
}
