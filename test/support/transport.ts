import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type HttpResponse, Transport, type TransportOptions } from '../../src/axl/transport/transport.js';

export const never: AbortSignal = new AbortController().signal;

/** A node that behaves as a test says, and the requests that it got. */
export async function nodeThat(answer: http.RequestListener, tls?: { key: string; cert: string }) {
  const asked: string[] = [];
  const listener: http.RequestListener = (request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''} ${String(request.headers['soapaction'])}`);
    answer(request, response);
  };
  const server = tls ? https.createServer(tls, listener) : http.createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { asked, server, url: new URL(`${tls ? 'https' : 'http'}://127.0.0.1:${port}/axl/?x=1`) };
}

/** A server that answers each connection with the same bytes, HTTP or not, and then ends it or keeps it open. */
export async function serverThatSays(words: string, last: 'end' | 'write'): Promise<URL> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.once('data', () => socket[last](words, 'latin1'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/axl/`);
}

export function transportTo(url: URL, options: Partial<TransportOptions> = {}): Transport {
  const usual = { connections: 4, timeoutMs: 10_000, caFile: undefined, insecure: false };
  const transport = new Transport({ url, ...usual, ...options });
  onTestFinished(() => transport.close());
  return transport;
}

/** Sends once, and releases the timer afterwards. */
export async function sendOnce(transport: Transport, whole: AbortSignal = never): Promise<HttpResponse> {
  const { send, finish } = transport.attempt('<x/>', '"do"', whole);
  try {
    return await send({ cookie: 'a=b' });
  } finally {
    finish();
  }
}

export const text = (response: HttpResponse): string => Buffer.from(response.body()).toString('utf8');

/** Waits for something that happens by itself, independent of the test's clocks. */
export async function until(isThere: () => boolean): Promise<void> {
  while (!isThere()) await new Promise((resolve) => setImmediate(resolve));
}
