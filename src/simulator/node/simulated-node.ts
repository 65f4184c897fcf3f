import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import { pages } from '../soap/responses.js';
import type { Certificate } from './certificate.js';
import type { SimulatedCluster } from '../cluster/simulated-cluster.js';
import { listen, stop } from './listening.js';
import { sendResponse, serveAxl } from './serve-axl.js';
import { Sessions } from './sessions.js';

/** The header that tells a proxy in production that it talks to no call manager. */
export const simulatorHeader = 'x-axl-simulator';

/** Longer than most clients keep an idle connection, so that the client decides. */
const keepAliveMs = 60_000;

/** One node of the cluster: a listener with sessions of its own. */
export class SimulatedNode {
  readonly sessions: Sessions;
  private readonly server: Server;
  /** The TCP connections by the client's port: a TLS socket cannot be reset, the one beneath can. */
  private readonly connections = new Map<number, Socket>();
  private port = 0;

  /**
   * @param number 0 is the publisher
   * @param certificate https when given
   */
  constructor(
    private readonly cluster: SimulatedCluster,
    private readonly number: number,
    certificate: Certificate | undefined,
  ) {
    const { sessionIdleMs, now, sessionCookies } = cluster.settings;
    this.sessions = new Sessions(sessionIdleMs, now, sessionCookies);
    this.server =
      certificate === undefined
        ? createServer(this.listener)
        : createSecureServer({ key: certificate.privateKey, cert: certificate.certificate }, this.listener);
    this.server.keepAliveTimeout = keepAliveMs;
    this.server.on('connection', (socket: Socket) => {
      this.connected(socket);
    });
  }

  /** Starts to listen; on the same port as before when it was stopped. @returns the port */
  async start(port: number): Promise<number> {
    if (!this.server.listening) this.port = await listen(this.server, this.port || port, this.cluster.settings.host);
    return this.port;
  }

  /** Stops listening and cuts every connection. */
  stop(): Promise<void> {
    return stop(this.server);
  }

  private readonly listener: RequestListener = (request, response) => {
    response.setHeader(simulatorHeader, 'axl-phone-proxy');
    response.setHeader('server', 'axl-phone-proxy-simulator');
    if (request.url?.split('?')[0] !== '/axl/') {
      sendResponse(response, pages.notFound());
    } else if (!['GET', 'HEAD', 'POST'].includes(request.method ?? '')) {
      sendResponse(response, pages.methodNotAllowed());
    } else {
      const { cluster, sessions, number: node } = this;
      const connection = this.connections.get(request.socket.remotePort ?? 0);
      const resetConnection = () => connection?.resetAndDestroy();
      const { copies } = cluster;
      void serveAxl({ request, response, cluster, sessions, node, copies, resetConnection });
    }
  };

  private connected(socket: Socket): void {
    this.cluster.statistics.connected();
    const { remotePort } = socket;
    if (remotePort === undefined) return;
    this.connections.set(remotePort, socket);
    socket.once('close', () => this.connections.delete(remotePort));
  }
}
