import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import { networkOf } from '../authentication/network-of.js';
import type { Observe } from '../observability/observations.js';

/** Kept back of the files that the process may have open: for the call manager, the history, files, health and metrics. */
const keptBack = 128;
/** So many are left for connections that come while others are being closed for them. */
const mostFree = 64;
/** Refused connections are told of at most this often, in milliseconds. */
const toldEveryMs = 10_000;

/** @returns how many files this process may have open; undefined where the system does not say so */
function openFilesLimit(): number | undefined {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}

/**
 * Bounds the connections of callers, so that at the end of file descriptors there are some left for everything else, and
 * says in the log when that has happened. The system itself would refuse them without a word. For each that comes near
 * the end, one is closed that has no request: of the network that has most of them, so that nobody can keep others out
 * by holding connections. Behind a proxy all are of one network; there it is the one that has been there longest.
 */
export function boundConnections(server: Server, observe: Observe, filesLimit = openFilesLimit()): void {
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
      `${most} connections may be open, and no more are taken: the process may have ${filesLimit} file descriptors ` +
      `(LimitNOFILE, ulimit -n); refused, or closed while idle, since this was last said: ${refused}`;
    observe({ kind: 'warning', text });
    toldAt = performance.now();
    refused = 0;
  };
  server.on('drop', refusal);
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    if (open.size > most - Math.min(mostFree, most >> 3) && open.closeOne()) refusal();
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    open.begin(socket);
    response.once('close', () => {
      open.end(socket);
    });
  });
}

interface Connection {
  readonly socket: Socket;
  readonly network: string;
  /** How many of its requests have no response yet. */
  requests: number;
}

/** The connections of each network that have no request, the longest first; and how many there are in all. */
class OpenConnections {
  /** By the address and port of the other end: a TLS socket and that below it have the same. */
  readonly #all = new Map<string, Connection>();
  readonly #idle = new Map<string, Set<Connection>>();
  /** The networks that have so many idle connections, by that number. */
  readonly #bySize: Set<string>[] = [];

  get size(): number {
    return this.#all.size;
  }

  add(socket: Socket): void {
    const key = keyOf(socket);
    const connection = { socket, network: networkOf(socket.remoteAddress ?? ''), requests: 0 };
    this.#all.set(key, connection);
    this.#rest(connection);
    socket.once('close', () => {
      // Another one may have the same port by now.
      if (this.#all.get(key) === connection) this.#all.delete(key);
      this.#stir(connection);
    });
  }

  begin(socket: Socket): void {
    const connection = this.#all.get(keyOf(socket));
    if (!connection) return;
    connection.requests += 1;
    this.#stir(connection);
  }

  end(socket: Socket): void {
    const connection = this.#all.get(keyOf(socket));
    if (!connection) return;
    connection.requests -= 1;
    if (connection.requests === 0) this.#rest(connection);
  }

  /** @returns whether one was closed */
  closeOne(): boolean {
    const [network = ''] = this.#bySize.at(-1) ?? [];
    const [longest] = this.#idle.get(network) ?? [];
    longest?.socket.destroy();
    return longest !== undefined;
  }

  #rest(connection: Connection): void {
    const { network } = connection;
    const idle = this.#idle.get(network) ?? new Set();
    this.#resize(network, idle.size, idle.add(connection).size);
    this.#idle.set(network, idle);
  }

  #stir(connection: Connection): void {
    const { network } = connection;
    const idle = this.#idle.get(network);
    if (!idle?.delete(connection)) return;
    this.#resize(network, idle.size + 1, idle.size);
    if (idle.size === 0) this.#idle.delete(network);
  }

  #resize(network: string, from: number, to: number): void {
    this.#bySize[from]?.delete(network);
    if (to > 0) (this.#bySize[to] ??= new Set()).add(network);
    while (this.#bySize.length > 0 && (this.#bySize.at(-1)?.size ?? 0) === 0) this.#bySize.pop();
  }
}

function keyOf({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
