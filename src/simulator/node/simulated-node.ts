import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import { once } from 'node:events';
import type { SimulatedCluster } from '../cluster/simulated-cluster.js';
import { pages } from '../soap/responses.js';
import type { ArrivedAt } from './axl-service.js';
import type { Certificate } from './certificate.js';
import { sendResponse, serveAxl } from './serve-axl.js';
import { Sessions } from './sessions.js';

/** The header that tells a proxy in production that this is not a call manager. */
const simulatorHeader = 'x-axl-simulator';

/** This is longer than most clients keep an idle connection, so that the client closes the connection. */
const keepAliveMs = 60_000;

/** One node of the cluster: a listener with its own sessions. */
export class SimulatedNode {
  readonly #cluster: SimulatedCluster;
  readonly #number: number;
  readonly sessions: Sessions;
  readonly #server: Server;
  /** The TCP connections by the client's port. A TLS socket cannot be reset, but the TCP socket below it can. */
  readonly #connections = new Map<number, Socket>();
  #port = 0;

  /**
   * @param number 0 is the publisher
   * @param certificate if given, the node uses https
   */
  constructor(cluster: SimulatedCluster, number: number, certificate: Certificate | undefined) {
    this.#cluster = cluster;
    this.#number = number;
    const { sessionIdleMs, now, sessionCookies } = cluster.settings;
    this.sessions = new Sessions(sessionIdleMs, now, sessionCookies);
    this.#server =
      certificate === undefined
        ? createServer(this.#listener)
        : createSecureServer({ key: certificate.privateKey, cert: certificate.certificate }, this.#listener);
    this.#server.keepAliveTimeout = keepAliveMs;
    this.#server.on('connection', (socket: Socket) => {
      this.#connected(socket);
    });
  }

  /** Starts to listen; after a stop, on the same port as before. @returns the port */
  async start(port: number): Promise<number> {
    if (!this.#server.listening)
      this.#port = await listen(this.#server, this.#port || port, this.#cluster.settings.host);
    return this.#port;
  }

  /** Stops listening and cuts every connection. */
  stop(): Promise<void> {
    return stop(this.#server);
  }

  readonly #listener: RequestListener = (request, outgoing) => {
    outgoing.setHeader(simulatorHeader, 'axl-phone-proxy');
    outgoing.setHeader('server', 'axl-phone-proxy-simulator');
    if (request.url?.split('?')[0] !== '/axl/') {
      sendResponse(outgoing, pages.notFound());
    } else if (!['GET', 'HEAD', 'POST'].includes(request.method ?? '')) {
      sendResponse(outgoing, pages.methodNotAllowed());
    } else {
      const connection = this.#connections.get(request.socket.remotePort ?? 0);
      const resetConnection = () => connection?.resetAndDestroy();
      void serveAxl({ request, outgoing, resetConnection, ...this.#arrivedHere() });
    }
  };

  #arrivedHere(): ArrivedAt {
    return { cluster: this.#cluster, sessions: this.sessions, node: this.#number, copies: this.#cluster.copies };
  }

  #connected(socket: Socket): void {
    this.#cluster.statistics.connected();
    const { remotePort } = socket;
    if (remotePort === undefined) return;
    this.#connections.set(remotePort, socket);
    socket.once('close', () => this.#connections.delete(remotePort));
  }
}

/** Starts listening. @returns the port. @throws if the port is taken or the address is not on this machine */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}

/** Stops listening and cuts every connection. */
export async function stop(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
