import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type BlockList, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type Koa from 'koa';
import { timeLimit, whenAborted } from '../use-cases/time-limit.js';
import type { Observe } from '../observability/observations.js';
import { ArrivedRequest, arrivalOf } from './time-for-requests.js';
import { boundConnections } from './connection-limit.js';
import { readableBy } from './middleware/cross-origin.js';
import type { RequestState } from './middleware/request-context.js';
import { securityHeaderValues, type ToldToBrowsers } from './middleware/security-headers.js';
import { Pipelines } from './pipelines.js';
import { answerConnect, answerUnreadable, lateRequest, refuseOverload } from './unreadable-requests.js';

/** The app sets these headers too. The server itself needs them for responses that do not come from the app. */
export interface ServerOptions extends ToldToBrowsers {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  /** Called when connections are refused for lack of file descriptors; without it connections are not bounded. */
  readonly observe?: Observe;
  /** The proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies?: BlockList | undefined;
  /** How many files the process may have open, if not the limit of the system. */
  readonly filesLimit?: number | undefined;
}

/** Bounds on how slowly a client may send, in milliseconds. */
export interface Timeouts {
  /** From connecting to the end of the TLS handshake. */
  readonly handshakeTimeout: number;
  /** The head of a request. */
  readonly headersTimeout: number;
  /** A whole request. */
  readonly requestTimeout: number;
  /** A connection without a request. */
  readonly keepAliveTimeout: number;
  /** The time limit for a connection whose client does not read its responses. */
  readonly unreadTimeout: number;
  /** How often connections are checked for these limits. */
  readonly connectionsCheckingInterval: number;
}

const usualTimeouts: Timeouts = {
  handshakeTimeout: 10_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Load balancers usually keep a connection for 60 seconds. If the server closed a connection earlier, a request could
  // be on its way at that moment.
  keepAliveTimeout: 75_000,
  unreadTimeout: 75_000,
  connectionsCheckingInterval: 2_000,
};

/** @returns options that end a request if it does not arrive within its deadline */
export function timeoutsWithin(deadlineMs: number): Partial<Timeouts> {
  return {
    headersTimeout: Math.min(usualTimeouts.headersTimeout, deadlineMs),
    requestTimeout: Math.min(usualTimeouts.requestTimeout, deadlineMs),
    // While a request is being handled, nothing is sent, so this time is added.
    unreadTimeout: usualTimeouts.unreadTimeout + deadlineMs,
    connectionsCheckingInterval: Math.min(usualTimeouts.connectionsCheckingInterval, Math.ceil(deadlineMs / 20)),
  };
}

/** How long a request may take that is allowed more time than others. */
const longestRequestMs = 600_000;

/** Bounds on the head of a request. The app answers a request without Host with a problem. */
const headLimits = { maxHeaderSize: 16_384, requireHostHeader: false, IncomingMessage: ArrivedRequest };

/** A client that has ended its side may still read. An HTTPS server needs this option for that. */
const halfOpen = { allowHalfOpen: true };

/** How long after a stop an idle connection may still send a request, in milliseconds. */
const idleMs = 100;

/** How long after a stop a new connection may still send its first request, in milliseconds. */
const lastRequestMs = 500;

/** How long requests that are ended after the grace period may take to send their answers, in milliseconds. */
export const lastAnswersMs = 500;

/** A certificate with its chain, and its private key, in PEM form. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

function pairIn({ certFile, keyFile }: NonNullable<ServerOptions['tls']>): { cert: Buffer; key: Buffer } {
  return { cert: readFileSync(certFile), key: readFileSync(keyFile) };
}

/** A listening HTTP server. */
export class HttpServer {
  readonly #server: http.Server | https.Server;
  /**
   * Responses that are not over. This is a list, because a Set would hold memory: when a Set grows, V8 keeps its old
   * table, with everything in it, until the next full garbage collection.
   */
  readonly #inFlight: http.ServerResponse[] = [];
  /** Connections of a TLS server: node:http knows them only after their handshake. */
  readonly #connections = new Set<Socket>();
  /** Connections with an unreadable request whose response waits for the responses before it. */
  readonly #respondedLater = new WeakSet<Duplex>();
  #stopping = false;
  #takesLastRequests = true;

  private constructor(
    server: http.Server | https.Server,
    readonly url: string,
    always: Readonly<Record<string, string>>,
  ) {
    this.#server = server;
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
      this.#afterItsResponses(socket, () => {
        answerUnreadable(error, socket, always);
      });
    });
    server.on('connect', (_request: http.IncomingMessage, socket: Duplex) => {
      this.#afterItsResponses(socket, () => {
        answerConnect(socket, always);
      });
    });
    // Node's types do not have this property of an HTTP server.
    Object.assign(server, { httpAllowHalfOpen: true });
    server.on(server instanceof https.Server ? 'secureConnection' : 'connection', (socket: Socket) => {
      socket.once('end', () => {
        this.#clientEnded(socket);
      });
    });
    if (server instanceof https.Server) {
      server.on('connection', (socket: Socket) => {
        this.#connections.add(socket);
        socket.once('close', () => this.#connections.delete(socket));
      });
    }
    server.on('request', (_request, response: http.ServerResponse) => {
      this.#inFlight.push(response);
      response.once('close', () => {
        this.#inFlight.splice(this.#inFlight.indexOf(response), 1);
        this.#closeTheUnused();
      });
      if (this.#stopping) response.setHeader('Connection', 'close');
    });
  }

  /** @throws the system's error if the port is in use or not permitted */
  static async listen(
    app: Koa<RequestState>,
    { host, port, tls, observe, trustedProxies, filesLimit, ...told }: ServerOptions,
    timeouts: Partial<Timeouts> = {},
  ): Promise<HttpServer> {
    const always = securityHeaderValues(told);
    const callback = app.callback();
    const begin: http.RequestListener = (request, response) => void callback(request, response);
    const { take } = new Pipelines(begin, (response) => {
      refuseOverload(response, { ...always, ...readableBy(response.req.headers.origin, told.allowedOrigins) });
    });
    const limits = { ...headLimits, ...usualTimeouts, ...timeouts };
    const bounds = { ...limits, requestTimeout: Math.max(limits.requestTimeout, longestRequestMs) };
    const server = tls
      ? https.createServer({ ...bounds, ...halfOpen, ...pairIn(tls) }, take)
      : http.createServer(bounds, take);
    endLateRequests(server, limits);
    // Headers are limited by the size of the head. If their number were limited, Node would silently drop further
    // headers.
    server.maxHeadersCount = 0;
    server.timeout = limits.unreadTimeout;
    const answerLate = (socket: Socket): void => {
      answerUnreadable(lateRequest, socket, always);
    };
    if (observe) boundConnections(server, { observe, trustedProxies, filesLimit, answerLate });
    // Without this, Node itself would answer an unknown Expect before the credentials are checked.
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
    return new HttpServer(server, `${tls ? 'https' : 'http'}://${name}:${actual}`, always);
  }

  /**
   * Uses another certificate for new connections.
   * @throws an error if certificate and key do not match
   */
  renewCertificate(pair: KeyPair): void {
    if (this.#server instanceof https.Server) this.#server.setSecureContext(pair);
  }

  /**
   * Accepts no more connections, answers a request that is on its way on an open connection, lets the running requests
   * finish, and closes.
   * @param graceMs after this time and `lastAnswersMs` for the last answers, running requests are cut off
   * @param early ends the grace period before its time
   * @returns how many requests were running at the end of the grace period
   */
  async stop(graceMs: number, early: AbortSignal = new AbortController().signal): Promise<number> {
    this.#stopping = true;
    for (const response of this.#inFlight) {
      if (!response.headersSent) response.setHeader('Connection', 'close');
    }
    const closed = once(this.#server, 'close');
    // `http.Server.close` would close idle connections at once, and a request that is on its way would get no answer.
    // So only the listening socket is closed now.
    net.Server.prototype.close.call(this.#server);
    const idle = setTimeout(() => {
      this.#server.closeIdleConnections();
    }, idleMs);
    const last = setTimeout(() => {
      this.#takesLastRequests = false;
      this.#closeTheUnused();
    }, lastRequestMs);
    let unfinished = 0;
    let cutOff: NodeJS.Timeout | undefined;
    const grace = timeLimit(graceMs);
    const forget = whenAborted(early, grace.end);
    whenAborted(grace.signal, () => {
      unfinished = this.#inFlight.length;
      cutOff = setTimeout(this.#closeAll, lastAnswersMs);
    });
    await closed;
    forget();
    grace.release();
    for (const timer of [idle, last, cutOff]) clearTimeout(timer);
    return unfinished;
  }

  /**
   * A client has ended its side, but may still read. A write is completed anyway, so the client gets its answer. A
   * lookup ends, because the service must assume that the caller has hung up.
   */
  #clientEnded(socket: Socket): void {
    const isWrite = ({ method }: http.IncomingMessage): boolean => method !== 'GET' && method !== 'HEAD';
    const awaitsWrite = this.#inFlight.some(({ req }) => req.socket === socket && isWrite(req));
    if (!awaitsWrite) socket.end();
  }

  /**
   * Closes connections that never had a request. Node does not count these as idle, so a stop would wait for them for
   * the whole grace period.
   */
  #closeTheUnused(): void {
    if (!this.#takesLastRequests && this.#inFlight.length === 0) this.#closeAll();
  }

  readonly #closeAll = (): void => {
    this.#server.closeAllConnections();
    for (const socket of this.#connections) socket.destroy();
  };

  /**
   * Waits until the complete requests of a connection are answered. If the response to a later request were sent first,
   * the client would take it for the response to an earlier request.
   */
  #afterItsResponses(socket: Duplex, respond: () => void): void {
    const last = this.#inFlight.findLast(({ req }) => req.socket === socket && req.complete);
    if (!last || socket.destroyed) {
      respond();
      return;
    }
    if (this.#respondedLater.has(socket)) return;
    this.#respondedLater.add(socket);
    if (!last.headersSent) last.setHeader('Connection', 'close');
    last.once('finish', respond);
  }
}

/** Ends requests that do not arrive in their time. Node knows only one time for all of them. */
function endLateRequests(server: http.Server | https.Server, limits: Timeouts): void {
  const arriving = new Set<http.IncomingMessage>();
  server.on('request', (request: http.IncomingMessage) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
    if (length === '0' && coding === undefined) return;
    arriving.add(request);
    for (const over of ['end', 'close']) request.once(over, () => arriving.delete(request));
  });
  const checking = setInterval(() => {
    for (const request of arriving) {
      const within = request instanceof ArrivedRequest ? request.arrivesWithinMs : undefined;
      if (performance.now() < arrivalOf(request) + (within ?? limits.requestTimeout)) continue;
      arriving.delete(request);
      if (!request.complete) server.emit('clientError', lateRequest, request.socket);
    }
  }, limits.connectionsCheckingInterval).unref();
  server.once('close', () => {
    clearInterval(checking);
  });
}
