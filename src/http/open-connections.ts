import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../authentication/network-of.js';
import { arrivalOf } from './time-for-requests.js';

/** How many connections are skipped because data has arrived on them in the meantime, until one is found to close. */
const mostSpared = 64;

interface Connection {
  /** The socket as it was accepted; for TLS, the TCP socket below the TLS socket. */
  readonly socket: Socket;
  /** The network of the other end. */
  readonly network: string;
  /** How many of its requests have no response yet. */
  requests: number;
  /** The response of the last request, and the network of the client that sends it. */
  last: { readonly response: ServerResponse; readonly network: string } | undefined;
  /**
   * The network for which the connection counts while it is idle: its own network, or the network of the client that
   * still has to send a body. Undefined while it is not idle.
   */
  restsFor: string | undefined;
  /** How many bytes of its answer were unread at the last check. */
  unread: number;
  /** How many bytes had come with its last request, or at the last check. */
  seen: number;
  /** When it was opened, or when its last request came, on the clock of performance.now(). */
  usedAt: number;
}

/** A connection to close, so that others have room. */
export interface ToClose {
  readonly socket: Socket;
  /** The response to the request whose body has not arrived; undefined if there is no such request. */
  readonly response: ServerResponse | undefined;
}

/**
 * The open connections, and the idle ones of each network. A connection is idle in three cases: it has no request; it
 * has a single request, and the body has not arrived; or it has a single request, and the client does not read the
 * answer. The connection that had data last is at the end. Which ones are idle is found out only while there are many:
 * it takes 1 % of the CPU time of a lookup.
 */
export class OpenConnections {
  /**
   * The connections by the address and port of the other end. A TLS socket has the same ones as the socket below it.
   */
  readonly #all = new Map<string, Connection>();
  readonly #many: number;
  #areMany = false;
  readonly #resting = new Map<string, Set<Connection>>();
  /** The networks by their number of idle connections. */
  readonly #bySize: Set<string>[] = [];

  /** @param many with more connections than this, the idle ones are known; with less than half of it, no more */
  constructor(many: number) {
    this.#many = many;
  }

  get size(): number {
    return this.#all.size;
  }

  add(socket: Socket): void {
    const key = keyOf(socket);
    const network = networkOf(socket.remoteAddress ?? '');
    const connection: Connection = {
      socket,
      network,
      requests: 0,
      last: undefined,
      restsFor: undefined,
      unread: 0,
      seen: 0,
      usedAt: performance.now(),
    };
    this.#all.set(key, connection);
    if (this.#all.size > this.#many && !this.#areMany) {
      this.#areMany = true;
      [...this.#all.values()].sort((one, other) => one.usedAt - other.usedAt).forEach(this.#settle);
    } else this.#settle(connection);
    socket.once('close', () => {
      // Another connection may have the same port by now.
      if (this.#all.get(key) === connection) this.#all.delete(key);
      if (this.#all.size < this.#many / 2) this.#areMany = false;
      this.#stir(connection);
    });
  }

  /**
   * A request has come, and is being handled.
   * @param forwardedFor the network of the client that sends it, if the connection is a trusted proxy's
   * @returns the function to call when it has its response
   */
  begin(response: ServerResponse, forwardedFor: string | undefined): () => void {
    const { req: request } = response;
    const connection = this.#all.get(keyOf(request.socket));
    if (!connection) return () => undefined;
    connection.requests += 1;
    connection.usedAt = arrivalOf(request);
    connection.seen = connection.socket.bytesRead;
    connection.last = { response, network: forwardedFor ?? connection.network };
    this.#stir(connection);
    // Usually the body comes with the head, and is read next.
    if (this.#areMany && hasBody(request)) setImmediate(this.#settle, connection);
    return () => {
      connection.requests -= 1;
      this.#settle(connection);
    };
  }

  /**
   * Finds connections whose clients have read nothing of their answers since the last check, and counts them as idle.
   */
  restUnread(): void {
    if (!this.#areMany) return;
    for (const connection of this.#all.values()) {
      const unread = unreadOf(connection);
      const isStill = unread > 0 && unread === connection.unread;
      connection.unread = unread;
      if (isStill && connection.last && connection.restsFor === undefined)
        this.#rest(connection, connection.last.network);
    }
  }

  /**
   * @returns the connection to close. It belongs to the network with the most idle ones, and has had no data for the
   * longest time. It does not count as idle any more
   */
  takeOne(): ToClose | undefined {
    for (let spared = 0; ;) {
      const [network = ''] = this.#bySize.at(-1) ?? [];
      const [first] = this.#resting.get(network) ?? [];
      if (!first) return undefined;
      const { socket } = first;
      const response = lateIn(first);
      this.#stir(first);
      const isUnread = first.unread > 0 && unreadOf(first) === first.unread;
      if (socket.destroyed || (first.requests > 0 && !response && !isUnread)) continue;
      if (!response || spared === mostSpared || socket.bytesRead === first.seen) return { socket, response };
      spared += 1;
      first.seen = socket.bytesRead;
      this.#rest(first, network);
    }
  }

  readonly #settle = (connection: Connection): void => {
    this.#stir(connection);
    if (!this.#areMany || connection.socket.destroyed) return;
    if (connection.requests === 0) this.#rest(connection, connection.network);
    else if (connection.last && lateIn(connection)) this.#rest(connection, connection.last.network);
  };

  #rest(connection: Connection, network: string): void {
    const resting = this.#resting.get(network) ?? new Set();
    this.#resize(network, resting.size, resting.add(connection).size);
    this.#resting.set(network, resting);
    connection.restsFor = network;
  }

  #stir(connection: Connection): void {
    const { restsFor: network } = connection;
    if (network === undefined) return;
    const resting = this.#resting.get(network);
    connection.restsFor = undefined;
    if (!resting?.delete(connection)) return;
    this.#resize(network, resting.size + 1, resting.size);
    if (resting.size === 0) this.#resting.delete(network);
  }

  #resize(network: string, from: number, to: number): void {
    this.#bySize[from]?.delete(network);
    if (to > 0) (this.#bySize[to] ??= new Set()).add(network);
    while (this.#bySize.length > 0 && (this.#bySize.at(-1)?.size ?? 0) === 0) this.#bySize.pop();
  }
}

/** @returns how many bytes of a connection's only answer are unread */
function unreadOf({ requests, last }: Connection): number {
  if (requests !== 1 || !last?.response.headersSent) return 0;
  return last.response.req.socket.writableLength;
}

function keyOf({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;
}

/** @returns the response of a connection's only request, if its body has not arrived */
function lateIn({ requests, last }: Connection): ServerResponse | undefined {
  return requests === 1 && last?.response.req.complete === false ? last.response : undefined;
}
