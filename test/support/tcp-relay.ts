import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './free-port.js';

/**
 * A relay between the service and one node. It can cut off the node as a network does, lead to another port after the
 * node was started again, and count connections from outside.
 */
export class Relay {
  /** Each socket of the service, with the one to the node. */
  readonly #sockets = new Map<Socket, Socket>();
  #isSilent = false;
  /** The request whose answer is lost next, and whether the request itself is forwarded. */
  #losing: { readonly text: string; readonly isPassedOn: boolean; readonly seen: () => void } | undefined;
  readonly #server: Server;
  #port = 0;
  #target = 0;
  /** How many connections the service has opened in total. */
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

  /** Accepts connections; on the same port as before, if it did already. */
  async listen(): Promise<void> {
    if (this.#server.listening) return;
    // While it refuses connections, no other program may get its port.
    this.#port ||= await freePort();
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** Cuts every connection, but continues to accept new ones. */
  cut(): void {
    for (const socket of this.#sockets.keys()) socket.resetAndDestroy();
  }

  /** Keeps every connection open, and forwards nothing in either direction. */
  stall(): void {
    for (const pair of this.#sockets) for (const socket of pair) socket.unpipe().pause();
  }

  /** From now on, forwards nothing, not even for new connections. A network that drops all packets does the same. */
  partition(): void {
    this.#isSilent = true;
    this.stall();
  }

  /** Forwards for new connections again. Dropped data is lost, and older connections stay silent. */
  heal(): void {
    this.#isSilent = false;
  }

  /**
   * Loses the answer to the next request with a text in it. From then on its connection forwards nothing in either
   * direction.
   * @param isPassedOn whether the node still gets the request itself
   * @returns a promise that resolves when the request has arrived
   */
  loseAnswerTo(text: string, isPassedOn = true): Promise<void> {
    return new Promise((seen) => (this.#losing = { text, isPassedOn, seen }));
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
    const node = connect(this.#target, '127.0.0.1');
    this.#sockets.set(socket, node);
    const end = (): void => {
      this.#sockets.delete(socket);
      node.destroy();
      // The service sees the node's reset as a reset.
      if (!socket.destroyed) socket.resetAndDestroy();
    };
    node.on('error', end);
    socket.on('error', end);
    socket.once('close', end);
    node.once('close', () => {
      socket.end();
    });
    if (this.#isSilent) return;
    // This listener runs before the pipe, which would forward the data even if it is removed now.
    socket.on('data', (chunk: Buffer) => {
      const losing = this.#losing;
      if (!losing || !chunk.includes(losing.text)) return;
      this.#losing = undefined;
      socket.unpipe();
      node.unpipe().resume();
      if (!losing.isPassedOn) node.cork();
      losing.seen();
    });
    socket.pipe(node);
    node.pipe(socket);
  }
}
