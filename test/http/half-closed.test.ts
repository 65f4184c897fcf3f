import { once } from 'node:events';
import net from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Phone } from '../../src/domain/phone.js';
import { deferred, fakePort, uuid } from '../support/fake-port.js';
import { authorization, listen } from '../support/app.js';

/** A service whose calls end when the test says so. */
async function withSlowCalls() {
  const asked = deferred<undefined>();
  const written = deferred<typeof uuid>();
  const found = deferred<Phone[]>();
  const callManager = fakePort({
    speedDials: {
      replace: () => {
        asked.resolve(undefined);
        return written.promise;
      },
    },
    findPhones: () => {
      asked.resolve(undefined);
      return found.promise;
    },
  });
  const timeouts = { headersTimeout: 300, requestTimeout: 300, keepAliveTimeout: 300, connectionsCheckingInterval: 50 };
  return { ...(await listen({ callManager, timeouts })), asked: asked.promise, written, found };
}

/** Sends bytes and then nothing more. @returns what comes until the other side ends too */
function sendAndEnd(port: number, bytes: string) {
  const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  socket.on('error', () => undefined);
  socket.end(bytes);
  return once(socket, 'end').then(() => text);
}

const head = `Host: x\r\nAuthorization: ${authorization}\r\n`;
const get = `GET /phone?dirn=1 HTTP/1.1\r\n${head}\r\n`;
const post = `POST /speeddials?phone=SEP1 HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n[]`;

describe('a client that has ended its side', () => {
  it('gets the answer to its write, and then the connection ends', async () => {
    const { port, server, asked, written } = await withSlowCalls();
    const answered = sendAndEnd(port, post);
    await asked;
    await new Promise((resolve) => setTimeout(resolve, 100));
    written.resolve(uuid);
    expect(await answered).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(await answered).toContain(`\r\n\r\n${uuid}`);
    expect(await server.stop(10_000)).toBe(0);
  });

  it('gets the answer to a write that is refused', async () => {
    const { port } = await withSlowCalls();
    expect(await sendAndEnd(port, post.replace('[]', '{}'))).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('counts as hung up while it waits for the answer to a lookup', async () => {
    const { port, seen, asked, found } = await withSlowCalls();
    const answered = sendAndEnd(port, get);
    await asked;
    expect(await answered).toBe('');
    found.resolve([]);
    await expect.poll(() => seen.filter(({ kind }) => kind === 'request')).toMatchObject([{ status: 499 }]);
  });

  it.each([
    ['nothing', ''],
    ['half a request', get.slice(0, 30)],
    ['half a body', post.slice(0, -1)],
  ])('after %s is let go at once, also when the service stops', async (_what, bytes) => {
    const { port, server } = await withSlowCalls();
    expect(await sendAndEnd(port, bytes)).toMatch(/^$|^HTTP\/1\.1 400 /);
    const began = performance.now();
    expect(await server.stop(10_000)).toBe(0);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it('does not delay a stop beyond its grace period', async () => {
    const { port, server, asked } = await withSlowCalls();
    const answered = sendAndEnd(port, post);
    answered.catch(() => undefined);
    await asked;
    const began = performance.now();
    expect(await server.stop(100)).toBe(1);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
