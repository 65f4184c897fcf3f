import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BlockList, Server, Socket } from 'node:net';
import { networkOf } from '../authentication/network-of.js';
import type { Observe } from '../observability/observations.js';
import { forwardedAddress } from './middleware/client-address.js';
import { OpenConnections } from './open-connections.js';

/**
 * How many of the files that the process may open are reserved for the call manager, the history, files, health and
 * metrics.
 */
const keptBack = 128;
/** How many new connections there is room for while old ones are being closed. */
const mostFree = 64;
/** How often the service looks for clients that do not read their answers, in milliseconds. */
const unreadEveryMs = 2_000;
/** Refused connections are logged at most this often, in milliseconds. */
const toldEveryMs = 10_000;

/** @returns how many files this process may open; undefined if the system does not say */
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
  /** The proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies?: BlockList | undefined;
  /** Sends 408 to a request whose body has not arrived. The connection is closed after that. */
  readonly answerLate: (socket: Socket) => void;
  /** How many files the process may open; if left out, the system's limit. */
  readonly filesLimit?: number | undefined;
}

/**
 * Limits the connections of callers, so that some file descriptors are always left for everything else, and logs when
 * connections had to be refused. The system itself would refuse them silently.
 * Near the limit, one idle connection is closed for each new one. A connection is idle in three cases:
 * - it has no request
 * - its only request waits for a body that has not arrived; it is answered with 408
 * - its client has read nothing of its answer for a few seconds
 * A connection with running work is never closed. The queues limit how much work there is: AXL_MAX_QUEUE, and the
 * queues of the inventory, the history and logins. A queue that is shared has a limit for each user or network.
 * A connection of the network with the most idle ones is closed, so that no one can keep others out by holding
 * connections. Within the network, the connection without data for the longest time is closed first, so a slow sender
 * keeps its connection, and one that has stopped loses it. A connection with a body belongs to the network of the
 * client that sends the body, also behind a trusted proxy. The X-Forwarded-For of any other host is ignored. A
 * connection without a request belongs to the network of the host that has opened it, for example the proxy.
 * HeldBodies limits how many bodies one user may send at the same time. So a single user does not block the other users
 * of a network.
 */
export function boundConnections(server: Server, limit: ConnectionLimit): void {
  const { observe, trustedProxies, answerLate, filesLimit = openFilesLimit() } = limit;
  if (filesLimit === undefined) return;
  const most = Math.max(filesLimit - keptBack, Math.floor(filesLimit / 2));
  server.maxConnections = most;
  const open = new OpenConnections(most / 2);
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
  const looking = setInterval(() => {
    open.restUnread();
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
    response.once('close', open.begin(response, trustedProxies && clientNetwork(request, trustedProxies)));
  });
}

function clientNetwork({ socket, headers }: IncomingMessage, trustedProxies: BlockList): string {
  const forwardedFor = String(headers['x-forwarded-for'] ?? '');
  return networkOf(forwardedAddress(socket.remoteAddress ?? '', forwardedFor, trustedProxies));
}

/**
 * If the response has begun, nothing more is sent. If the client has not read earlier data, this does not wait for it.
 */
function endLate({ req: { socket }, headersSent }: ServerResponse, answerLate: (socket: Socket) => void): void {
  if (headersSent || socket.writableLength > 0) {
    socket.destroy();
    return;
  }
  answerLate(socket);
  socket.destroySoon();
}
