import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';
import type { RequestState } from './request-context.js';
import { answerConnect, answerUnreadable } from './unreadable-requests.js';

export interface ServerOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
}

/** Bounds on how slowly a client may send, in milliseconds. */
export interface Patience {
  /** The head of a request. */
  readonly headersTimeout: number;
  /** A whole request. */
  readonly requestTimeout: number;
  /** A connection without a request. */
  readonly keepAliveTimeout: number;
  /** How often it is looked who is too slow. */
  readonly connectionsCheckingInterval: number;
}

const usualPatience: Patience = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
};

/** Bounds on the head of a request; what lacks a Host is answered by the app, with a problem. */
const headLimits: http.ServerOptions = { maxHeaderSize: 16_384, requireHostHeader: false };

/** For how long after a stop a connection may still bring the request that it was opened for, in milliseconds. */
const lastRequestMs = 500;

/** A listening HTTP server. */
export class HttpServer {
  /**
   * No Set: one that is changed with each request leaves old tables behind, each holding the next, which only a full
   * garbage collection clears away.
   */
  readonly #inFlight: http.ServerResponse[] = [];
  #stopping = false;
  #takesLastRequests = true;

  private constructor(
    private readonly server: http.Server,
    readonly url: string,
  ) {
    server.on('request', (_request, response: http.ServerResponse) => {
      this.#inFlight.push(response);
      response.once('close', () => {
        this.#inFlight.splice(this.#inFlight.indexOf(response), 1);
        this.#closeTheUnused();
      });
      if (this.#stopping) response.setHeader('Connection', 'close');
    });
  }

  /** @throws the system's error when the port is in use or may not be opened */
  static async listen(
    app: Koa<RequestState>,
    { host, port, tls }: ServerOptions,
    patience: Patience = usualPatience,
  ): Promise<HttpServer> {
    const callback = app.callback();
    const listener: http.RequestListener = (request, response) => void callback(request, response);
    const limits = { ...headLimits, ...patience };
    const server = tls
      ? https.createServer({ ...limits, cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) }, listener)
      : http.createServer(limits, listener);
    server.maxHeadersCount = 100;
    server.on('clientError', answerUnreadable);
    server.on('connect', answerConnect);
    // Node would answer an unknown Expect itself, before anyone has asked for credentials.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => {
        server.off('error', reject);
        resolve();
      });
    });
    const { port: actual } = server.address() as AddressInfo;
    const name = host.includes(':') ? `[${host}]` : host;
    return new HttpServer(server, `${tls ? 'https' : 'http'}://${name}:${actual}`);
  }

  /**
   * Stops accepting, lets the requests that run finish, and closes.
   * @param graceMs after this time what still runs is cut off
   * @returns how many requests were cut off
   */
  async stop(graceMs: number): Promise<number> {
    this.#stopping = true;
    for (const response of this.#inFlight) {
      if (!response.headersSent) response.setHeader('Connection', 'close');
    }
    const closed = new Promise<void>((resolve) => {
      this.server.close(() => {
        resolve();
      });
    });
    this.server.closeIdleConnections();
    const last = setTimeout(() => {
      this.#takesLastRequests = false;
      this.#closeTheUnused();
    }, lastRequestMs);
    let unfinished = 0;
    const timer = setTimeout(() => {
      unfinished = this.#inFlight.length;
      this.server.closeAllConnections();
    }, graceMs);
    await closed;
    clearTimeout(timer);
    clearTimeout(last);
    return unfinished;
  }

  /** To Node a connection on which no request has come yet is not idle: it would hold a stop until the grace is over. */
  #closeTheUnused(): void {
    if (!this.#takesLastRequests && this.#inFlight.length === 0) this.server.closeAllConnections();
  }
}
