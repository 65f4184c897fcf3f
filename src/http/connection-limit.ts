import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { BlockList, type Server, type Socket } from 'node:net';
import { networkOf } from '../authentication/network-of.js';
import type { Observe } from '../observability/observations.js';
import { forwardedAddress } from './middleware/client-address.js';
import { OpenConnections } from './open-connections.js';

/** Kept back of the files that the process may have open: for the call manager, the history, files, health and metrics. */
const keptBack = 128;
/** So many are left for connections that come while others are being closed for them. */
const mostFree = 64;
/** How often it is looked for answers that are not read, in milliseconds. */
const unreadEveryMs = 2_000;
/** Refused connections are told of at most this often, in milliseconds. */
const toldEveryMs = 10_000;

/** @returns how many files this process may have open; undefined if the system does not say so */
function openFilesLimit(): number | undefined {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}

export interface ConnectionLimit {
  readonly observe: Observe;
  /** The proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies?: BlockList | undefined;
  /** Says 408 to a request whose body has not arrived. The connection is closed after it. */
  readonly answerLate: (socket: Socket) => void;
  /** How many files the process may have open; as the system says, where it is left out. */
  readonly filesLimit?: number | undefined;
}

/**
 * Bounds the connections of callers, so that at the end of file descriptors there are some left for everything else, and
 * says in the log when that has happened. The system itself would refuse them without a word. For each that comes near
 * the end, one is closed that rests: it has no request, or its only request waits for a body that has not arrived, and
 * is answered 408, or nothing of its answer was read for a few seconds. What is at work is never closed: the queues in
 * which it waits bound how much that is (AXL_MAX_QUEUE, those of the inventory and the history, logins), with shares for
 * each user or network where the queue is shared.
 *
 * It is taken from the network that has most of them, so that no one can keep others out by holding connections, and of
 * that network the one that has not moved for longest goes first: who sends slowly goes on beside who has stopped. A body
 * counts to the client that sends it, also behind a proxy that is trusted; an X-Forwarded-For of anyone else counts for
 * nothing. A connection without a request counts to whoever has opened it: to the proxy. How many bodies one user may
 * have under way is bounded where they are read (HeldBodies), so that of many users in one network none holds the rest out.
 */
export function boundConnections(server: Server, limit: ConnectionLimit): void {
  const { observe, trustedProxies = new BlockList(), answerLate, filesLimit = openFilesLimit() } = limit;
  if (filesLimit === undefined) return;
  const most = Math.max(filesLimit - keptBack, Math.floor(filesLimit / 2));
  server.maxConnections = most;
  const open = new OpenConnections();
  let refused = 0;
  let toldAt = -Infinity;
  const refusal = (): void => {
    refused += 1;
    if (performance.now() < toldAt + toldEveryMs) return;
    const text =
      `at most ${most} connections can be open, because the process can have ${filesLimit} file descriptors ` +
      '(LimitNOFILE, ulimit -n); connections that were refused, or closed while they were idle or waited for a body, ' +
      `since the last warning: ${refused}`;
    observe({ kind: 'warning', text });
    toldAt = performance.now();
    refused = 0;
  };
  const closeOne = (): void => {
    const closed = open.takeOne();
    if (!closed) return;
    if (closed.response) endLate(closed.response, answerLate);
    else closed.socket.destroy();
    refusal();
  };
  // Connections that do not read matter only when there are many connections.
  const looking = setInterval(() => {
    if (open.size > most / 2) open.restUnread();
  }, unreadEveryMs).unref();
  server.on('close', () => {
    clearInterval(looking);
  });
  server.on('drop', refusal);
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    if (open.size > most - Math.min(mostFree, most >> 3)) closeOne();
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { remoteAddress = '' } = request.socket;
    const forwardedFor = String(request.headers['x-forwarded-for'] ?? '');
    const network = networkOf(forwardedAddress(remoteAddress, forwardedFor, trustedProxies));
    response.once('close', open.begin(response, network));
  });
}

/** Nothing is said where the response has begun, nor waited for where the client has not read what was sent before. */
function endLate({ req: { socket }, headersSent }: ServerResponse, answerLate: (socket: Socket) => void): void {
  if (headersSent || socket.writableLength > 0) {
    socket.destroy();
    return;
  }
  answerLate(socket);
  socket.destroySoon();
}
