import http from 'node:http';
import net from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Phone } from '../../src/domain/phone.js';
import { deferred, fakePort } from '../support/fake-port.js';
import { send, sendBytes } from '../support/http.js';
import { authorization, listen } from '../support/app.js';

/** A service whose lookups wait until they are released. */
async function withSlowLookup() {
  const asked = deferred<undefined>();
  const found = deferred<Phone[]>();
  const callManager = fakePort({
    findPhones: () => {
      asked.resolve(undefined);
      return found.promise;
    },
  });
  return { ...(await listen({ callManager })), asked: asked.promise, found };
}

function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', () => {
      resolve(true);
    });
  });
}

describe('stopping', () => {
  it('lets running requests finish, and accepts nothing new', async () => {
    const { server, port, asked, found } = await withSlowLookup();
    const running = send(port, '/phone?dirn=1');
    await asked;
    const stopped = server.stop(10_000);
    expect(await isRefused(port)).toBe(true);
    found.resolve([]);
    const answer = await running;
    expect(answer).toMatchObject({ status: 200, text: '[]' });
    expect(answer.headers.connection).toBe('close');
    expect(await stopped).toBe(0);
  });

  it('closes idle keep-alive connections soon', async () => {
    const { server, port } = await listen();
    const agent = new http.Agent({ keepAlive: true });
    await send(port, '/phone?dirn=1', { agent });
    const started = performance.now();
    expect(await server.stop(10_000)).toBe(0);
    expect(performance.now() - started).toBeLessThan(2_000);
    agent.destroy();
  });

  it('answers a request that comes on an idle connection just after the stop, and closes the connection', async () => {
    const { server, port } = await listen();
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    await send(port, '/phone?dirn=1', { agent });
    // The time after which idle connections are closed never ends here, also on a busy machine.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const stopped = server.stop(10_000);
    expect(await isRefused(port)).toBe(true);
    const answer = await send(port, '/phone?dirn=2', { agent });
    expect(answer).toMatchObject({ status: 200, headers: { connection: 'close' } });
    expect(await stopped).toBe(0);
    agent.destroy();
  });

  it('does not wait for a keep-alive connection that becomes idle in the meantime', async () => {
    const { server, port, asked, found } = await withSlowLookup();
    const agent = new http.Agent({ keepAlive: true });
    const running = send(port, '/phone?dirn=1', { agent });
    await asked;
    const started = performance.now();
    const stopped = server.stop(10_000);
    found.resolve([]);
    await running;
    expect(await stopped).toBe(0);
    expect(performance.now() - started).toBeLessThan(2_000);
    agent.destroy();
  });

  it('cuts off running requests at the end of the grace period, and says how many there were', async () => {
    const { server, port, asked } = await withSlowLookup();
    const running = send(port, '/phone?dirn=1').catch((thrown: unknown) => thrown);
    await asked;
    const started = performance.now();
    expect(await server.stop(100)).toBe(1);
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(await running).toMatchObject({ code: 'ECONNRESET' });
  });

  it('answers a running request on a keep-alive connection, and closes it', async () => {
    const { server, port, asked, found } = await withSlowLookup();
    const running = send(port, '/phone?dirn=1');
    await asked;
    const head = `Host: x\r\nAuthorization: ${authorization}\r\n`;
    const late = sendBytes(port, [`GET /phone?dirn=2 HTTP/1.1\r\n${head}`, '\r\n'], 100);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const stopped = server.stop(10_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    found.resolve([]);
    await running;
    expect((await late).text).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*Connection: close/);
    expect(await stopped).toBe(0);
  });
});

describe('listening', () => {
  it('throws the system’s error if the port is taken', async () => {
    const { server, port } = await listen();
    const { HttpServer } = await import('../../src/http/server.js');
    const { default: Koa } = await import('koa');
    const second = HttpServer.listen(new Koa(), { host: '127.0.0.1', port, tls: undefined });
    await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await server.stop(0);
  });
});
