import { once } from 'node:events';
import type { Server } from 'node:http';

/** Starts listening. @returns the port. @throws when the port is taken or the address is not this machine's */
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
