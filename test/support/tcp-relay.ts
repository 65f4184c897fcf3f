import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Stands between the service and one node, so that the node can be cut off as a network cuts off, can move to
 * another port when it is started anew, and so that its connections can be counted from outside.
 */
export class Relay {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #port = 0;
  #target = 0;
  /** Connections that the service opened in all. */
  opened = 0;

  constructor() {
    this.#server = createServer((socket) => {
      this.#join(socket);
    });
  }

  /** Connections that the service has open now. */
  get open(): number {
    return this.#sockets.size;
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/axl/`;
  }

  /** @param target the port of the node */
  leadTo(target: number): void {
    this.#target = target;
  }

  /** Accepts connections; on the same port as before when it did already. */
  async listen(): Promise<void> {
    if (this.#server.listening) return;
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Cuts every connection, but goes on to accept new ones. */
  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /** Leaves every connection open, and passes nothing on any more in either direction. */
  stall(): void {
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  /** Cuts every connection and refuses new ones. */
  async refuse(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.cut();
    await closed;
  }

  #join(socket: Socket): void {
    this.opened += 1;
    this.#sockets.add(socket);
    const node = connect(this.#target, '127.0.0.1');
    const end = (): void => {
      this.#sockets.delete(socket);
      node.destroy();
      // The service sees what the node did: a reset as a reset.
      if (!socket.destroyed) socket.resetAndDestroy();
    };
    node.on('error', end);
    socket.on('error', end);
    socket.once('close', end);
    node.once('close', () => {
      socket.end();
    });
    socket.pipe(node);
    node.pipe(socket);
  }
}
