import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../authentication/network-of.js';

/** So many that have moved since they were last looked at are passed over for one that is closed. */
const mostSpared = 64;

interface Connection {
  /** As it was accepted: of TLS the socket below. */
  readonly socket: Socket;
  /** That of the other end. */
  readonly network: string;
  /** How many of its requests have no response yet. */
  requests: number;
  /** Of the one that came last its response, and the network of the client that sends it. */
  last: { readonly response: ServerResponse; readonly network: string } | undefined;
  /** Whose share it counts to while it rests: its own network's, or that of the client whose request it waits for. */
  restsFor: string | undefined;
  /** How much of its answer waited to be read when that was last looked at. */
  unread: number;
  /** How many bytes had come when it was last looked at. */
  seen: number;
}

/** What is closed so that others have room. */
export interface ToClose {
  readonly socket: Socket;
  /** Of the request that waits for its body; undefined if the connection is idle, or its answer is not read. */
  readonly response: ServerResponse | undefined;
}

/**
 * The connections that are open, and of each network those that rest: without a request, or with one alone whose body
 * has not arrived, or whose answer is not read; who has moved last is the last.
 */
export class OpenConnections {
  /** By the address and port of the other end: a TLS socket and that below it have the same. */
  readonly #all = new Map<string, Connection>();
  readonly #resting = new Map<string, Set<Connection>>();
  /** The networks that have so many resting connections, by that number. */
  readonly #bySize: Set<string>[] = [];

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
    };
    this.#all.set(key, connection);
    this.#settle(connection);
    socket.once('close', () => {
      // Another one may have the same port by now.
      if (this.#all.get(key) === connection) this.#all.delete(key);
      this.#stir(connection);
    });
  }

  /**
   * A request has come, and is at work.
   * @param network of the client that sends it
   * @returns what is to be called when it has its response
   */
  begin(response: ServerResponse, network: string): () => void {
    const { req: request } = response;
    const connection = this.#all.get(keyOf(request.socket));
    if (!connection) return () => undefined;
    connection.requests += 1;
    connection.last = { response, network };
    this.#stir(connection);
    // Of most, the body comes with the head: it is read next.
    if (hasBody(request)) setImmediate(this.#settle, connection);
    return () => {
      connection.requests -= 1;
      this.#settle(connection);
    };
  }

  /** Lets those rest of whose answers nothing was read since the last look. */
  restUnread(): void {
    for (const connection of this.#all.values()) {
      const unread = unreadOf(connection);
      const isStill = unread > 0 && unread === connection.unread;
      connection.unread = unread;
      if (isStill && connection.last && connection.restsFor === undefined)
        this.#rest(connection, connection.last.network);
    }
  }

  /** @returns one of the network that has most resting ones, the one that has not moved for longest; it rests no more */
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
      this.#rest(first, network);
    }
  }

  readonly #settle = (connection: Connection): void => {
    this.#stir(connection);
    if (connection.socket.destroyed) return;
    if (connection.requests === 0) this.#rest(connection, connection.network);
    else if (connection.last && lateIn(connection)) this.#rest(connection, connection.last.network);
  };

  #rest(connection: Connection, network: string): void {
    const resting = this.#resting.get(network) ?? new Set();
    this.#resize(network, resting.size, resting.add(connection).size);
    this.#resting.set(network, resting);
    connection.restsFor = network;
    connection.seen = connection.socket.bytesRead;
  }

  #stir(connection: Connection): void {
    const { restsFor: network = '' } = connection;
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

/** @returns how many bytes of the only answer of a connection wait to be read */
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

/** @returns the response of the only request at work of a connection, where its body has not arrived */
function lateIn({ requests, last }: Connection): ServerResponse | undefined {
  return requests === 1 && last?.response.req.complete === false ? last.response : undefined;
}
