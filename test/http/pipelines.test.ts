import { once } from 'node:events';
import net from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { deferred, fakePort } from '../support/fake-port.js';
import { authorization, startService } from '../support/app.js';

const phones = (number: number): string =>
  `GET /phone?dirn=${number} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`;

function connect(port: number): net.Socket {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => {
    socket.destroy();
  });
  return socket;
}

/** A service whose lookups wait until they are released, with the numbers of the lookups. */
async function startWaiting() {
  const released = deferred<unknown>();
  const asked: string[] = [];
  const callManager = fakePort({
    findPhones: async (number) => {
      asked.push(number);
      await released.promise;
      return [];
    },
  });
  return { ...(await startService({ callManager })), asked, release: released.resolve };
}

describe('requests that are sent without waiting for responses', () => {
  it('are abandoned with their connection if the responses are not read', async () => {
    const { port, seen } = await startService({ timeouts: { unreadTimeout: 500 } });
    const socket = connect(port).pause();
    const count = 400;
    const document = `GET /openapi.json HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`;
    socket.write(document.repeat(count));
    // A client that does not read notices the end when it writes; the service does not read that.
    const isCutOff = (): boolean => {
      if (!socket.destroyed) socket.write('\r\n');
      return socket.destroyed;
    };
    await expect.poll(isCutOff, { timeout: 20_000 }).toBe(true);
    expect(seen.filter(({ kind }) => kind === 'request').length).toBeLessThan(count);
  });

  it('are handled 16 at a time for one connection, and all are answered in order', async () => {
    const { port, asked, release } = await startWaiting();
    const socket = connect(port);
    const count = 3_000;
    socket.write(Array.from({ length: count }, (_, number) => phones(number)).join(''));
    await expect.poll(() => asked.length).toBe(16);
    const other = connect(port);
    other.write(phones(99_999));
    await expect.poll(() => asked.at(-1)).toBe('99999');
    expect(asked).toHaveLength(17);
    release(undefined);
    let answered = 0;
    socket.setEncoding('latin1').on('data', (text: string) => {
      answered += text.split('HTTP/1.1 200 ').length - 1;
    });
    await expect.poll(() => answered, { timeout: 30_000 }).toBe(count);
    expect(asked.filter((number) => number !== '99999')).toEqual(Array.from({ length: count }, (_, n) => String(n)));
  });

  it('are refused with the connection if too many of them wait over all connections, and others are not', async () => {
    const { port, asked, release } = await startWaiting();
    const sockets = Array.from({ length: 30 }, () => connect(port));
    let text = '';
    for (const [place, socket] of sockets.entries()) {
      socket.setEncoding('latin1').on('data', (piece: string) => {
        text += piece;
      });
      // Equal lookups share an answer, so each asks for a different number.
      const many = Array.from({ length: 600 }, (_, number) => phones(place * 1_000 + number));
      socket.write(many.join(''));
    }
    await expect.poll(() => asked.length, { timeout: 30_000 }).toBe(30 * 16);
    const ended = Promise.race(sockets.map((socket) => once(socket, 'end')));
    const other = connect(port);
    other.write(phones(99_999));
    await expect.poll(() => asked.at(-1), { timeout: 30_000 }).toBe('99999');
    release(undefined);
    await ended;
    expect(text).toMatch(/HTTP\/1\.1 503 [^]*Connection: close[^]*"code":"overloaded"/);
  });

  it('are ended, and logged, when their connection is gone', async () => {
    const { port, asked, seen, release } = await startWaiting();
    const socket = connect(port);
    socket.write(Array.from({ length: 10 }, (_, number) => phones(number)).join(''));
    await expect.poll(() => asked.length).toBe(10);
    socket.destroy();
    release(undefined);
    await expect.poll(() => seen.filter(({ kind }) => kind === 'request')).toHaveLength(10);
  });
});
