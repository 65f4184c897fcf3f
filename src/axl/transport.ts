import { readFileSync } from 'node:fs';
import { type Dispatcher, Pool } from 'undici';
import { networkFailure, timedOut } from './network-failures.js';

export interface TransportOptions {
  /** The node's AXL address: `https://host:8443/axl/`. */
  readonly url: URL;
  /** How many connections are kept at most. */
  readonly connections: number;
  /** The longest that one attempt may take, in milliseconds. */
  readonly timeoutMs: number;
  readonly caFile: string | undefined;
  /** Takes any certificate, on this connection only. */
  readonly insecure: boolean;
}

export interface HttpAnswer {
  readonly status: number;
  /** A header's first value; names in lower case. */
  header(name: string): string | undefined;
  /** All Set-Cookie values. */
  readonly cookies: readonly string[];
  /** The body, read once; failures are ServiceErrors. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Gives the connection back without having read the body. */
  discard(): void;
}

/** Sends one POST and returns the answer's head; what is thrown is a ServiceError. */
export type Send = (headers: Readonly<Record<string, string>>) => Promise<HttpAnswer>;

export interface Attempt {
  readonly send: Send;
  readonly ended: AbortSignal;
  readonly finish: () => void;
}

/**
 * Keep-alive connections to one node. It follows no redirect and knows no proxy: undici's Pool does neither
 * unless told to.
 */
export class Transport {
  readonly #pool: Pool;
  readonly #path: string;
  readonly #timeoutMs: number;

  constructor(options: TransportOptions) {
    this.#path = options.url.pathname + options.url.search;
    this.#timeoutMs = options.timeoutMs;
    this.#pool = new Pool(options.url.origin, {
      connections: options.connections,
      pipelining: 1,
      // An idle connection is given up before a call manager's usual 20 seconds, lest it closes while we send.
      keepAliveTimeout: 15_000,
      keepAliveMaxTimeout: 15_000,
      // The attempt's own clock below bounds head and body together.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: {
        timeout: Math.max(500, Math.floor(options.timeoutMs * 0.8)),
        rejectUnauthorized: !options.insecure,
        ...(options.caFile !== undefined && { ca: readFileSync(options.caFile) }),
      },
    });
  }

  /**
   * Starts an attempt: its clock runs until `finish` is called; `ended` is aborted when its time is over.
   * @param signal ends the attempt early: the caller's deadline, or nobody waits any more
   */
  attempt(body: string, soapAction: string, signal: AbortSignal): Attempt {
    const clock = new AbortController();
    const stop = (): void => {
      clock.abort();
    };
    const timer = setTimeout(stop, this.#timeoutMs);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const send: Send = async (headers) => {
      // The time ran out before anything was sent, waiting for another request's login.
      if (clock.signal.aborted) throw timedOut(false, 'time-out before sending');
      try {
        const answer = await this.#pool.request({
          method: 'POST',
          path: this.#path,
          headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: soapAction, ...headers },
          body,
          signal: clock.signal,
        });
        return answerOf(answer, clock.signal);
      } catch (thrown) {
        throw translated(thrown, clock.signal);
      }
    };
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    };
    return { send, ended: clock.signal, finish };
  }

  /** Ends every connection at once. */
  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

function translated(thrown: unknown, clock: AbortSignal): Error {
  return clock.aborted ? timedOut(true, 'time-out') : networkFailure(thrown);
}

function answerOf({ statusCode, headers, body }: Dispatcher.ResponseData, clock: AbortSignal): HttpAnswer {
  // A body that nobody reads any more may still fail; that is no one's error.
  body.on('error', () => undefined);
  const all = (name: string): string[] => [headers[name] ?? []].flat();
  return {
    status: statusCode,
    header: (name) => all(name)[0],
    cookies: all('set-cookie'),
    body: chunksOf(body, clock),
    discard: () => void body.dump({ limit: 65_536 }).catch(() => undefined),
  };
}

async function* chunksOf(body: AsyncIterable<Uint8Array>, clock: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (thrown) {
    throw translated(thrown, clock);
  }
}
