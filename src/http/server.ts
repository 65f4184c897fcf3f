import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type Koa from 'koa';
import { problemOf } from './problems.js';
import type { RequestState } from './request-context.js';

export interface ServerOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
}

/** Bounds on what a client may send, and how slowly, in bytes and milliseconds. */
const limits: http.ServerOptions = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
};

/** For how long after a stop a connection may still bring the request that it was opened for, in milliseconds. */
const lastRequestMs = 500;

/** A listening HTTP server. */
export class HttpServer {
  readonly #inFlight = new Set<http.ServerResponse>();
  #stopping = false;
  #takesLastRequests = true;

  private constructor(
    private readonly server: http.Server,
    readonly url: string,
  ) {
    server.on('request', (_request, response: http.ServerResponse) => {
      this.#inFlight.add(response);
      response.once('close', () => {
        this.#inFlight.delete(response);
        this.#closeTheUnused();
      });
      if (this.#stopping) response.setHeader('Connection', 'close');
    });
  }

  /** @throws the system's error when the port is in use or may not be opened */
  static async listen(app: Koa<RequestState>, { host, port, tls }: ServerOptions): Promise<HttpServer> {
    const callback = app.callback();
    const listener: http.RequestListener = (request, response) => void callback(request, response);
    const server = tls
      ? https.createServer({ ...limits, cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) }, listener)
      : http.createServer(limits, listener);
    server.maxHeadersCount = 100;
    server.on('clientError', answerUnreadable);
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
      unfinished = this.#inFlight.size;
      this.server.closeAllConnections();
    }, graceMs);
    await closed;
    clearTimeout(timer);
    clearTimeout(last);
    return unfinished;
  }

  /** To Node a connection on which no request has come yet is not idle: it would hold a stop until the grace is over. */
  #closeTheUnused(): void {
    if (!this.#takesLastRequests && this.#inFlight.size === 0) this.server.closeAllConnections();
  }
}

/** What cannot be read as HTTP never reaches the app; it is answered here, as a problem like everything else. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const tooSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const detail = tooLarge
    ? 'The head of the request is larger than 16 KB.'
    : tooSlow
      ? 'The request did not arrive in time.'
      : 'This is not a well-formed HTTP request.';
  const requestId = 'none';
  const status = tooLarge ? 431 : tooSlow ? 408 : 400;
  const body = JSON.stringify({ ...problemOf('invalid-request', { detail }, requestId).problem, status });
  const head = [
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
