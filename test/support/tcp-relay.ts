import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Stands between the service and one node, so that the node can be cut off as a network cuts off, can move to
 * another port when it is started anew, and so that its connections can be counted from outside.
 */
export class Relay {
  /** Each socket of the service, with the one to the node. */
  readonly #sockets = new Map<Socket, Socket>();
  #isSilent = false;
  /** Whose answer is lost next, and what happens to the request itself. */
  #losing: { readonly text: string; readonly isPassedOn: boolean; readonly seen: () => void } | undefined;
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
    for (const socket of this.#sockets.keys()) socket.resetAndDestroy();
  }

  /** Leaves every connection open, and passes nothing on any more in either direction. */
  stall(): void {
    for (const pair of this.#sockets) for (const socket of pair) socket.unpipe().pause();
  }

  /** From now on passes nothing on, of new connections neither, as a network does that swallows all packets. */
  partition(): void {
    this.#isSilent = true;
    this.stall();
  }

  /** Passes new connections on again; what was swallowed is gone, and those from before stay silent. */
  heal(): void {
    this.#isSilent = false;
  }

  /**
   * Loses the answer to the next request with some text in it: from then on its connection passes nothing on to the
   * service, nor to the node.
   * @param isPassedOn whether the node still gets the request itself
   * @returns what resolves when the request was there
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
      // The service sees what the node did: a reset as a reset.
      if (!socket.destroyed) socket.resetAndDestroy();
    };
    node.on('error', end);
    socket.on('error', end);
    socket.once('close', end);
    node.once('close', () => {
      socket.end();
    });
    if (this.#isSilent) return;
    // Comes before the pipe, which passes on what it has been given even if it is taken away now.
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
