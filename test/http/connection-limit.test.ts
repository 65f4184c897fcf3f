import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { once } from 'node:events';
import tls from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { boundConnections } from '../../src/http/connection-limit.js';
import { observing } from '../support/app.js';
import { certificateFor } from '../support/certificates.js';
import { deferred } from '../support/fake-port.js';

/** As if the process could open this many files: half of them are for connections. */
const files = 100;

/** The answer to a request whose body has not arrived. */
const late = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/** More than the buffers of client and server for a connection that no one reads. */
const large = Buffer.alloc(8_000_000, 'x');

/**
 * A server that answers `/` at once, `/large` with much data, `/later` on release, and `/body` when the body has
 * arrived.
 */
async function startBounded({ secure = false, trusted = [] as readonly string[] } = {}) {
  const released = deferred<undefined>();
  let begun = 0;
  const answer: http.RequestListener = (request, response) => {
    if (request.url === '/later') void released.promise.then(() => response.end('late'));
    else if (request.url === '/large') {
      begun += 1;
      response.end(large);
    } else if (request.url === '/body') request.resume().on('end', () => response.end('whole'));
    else response.end('ok');
  };
  const server = secure ? https.createServer(await certificateFor(['127.0.0.1']), answer) : http.createServer(answer);
  const { observe, seen } = observing();
  const trustedProxies = new net.BlockList();
  for (const address of trusted) trustedProxies.addAddress(address);
  const answerLate = (socket: net.Socket): unknown => socket.end(late);
  boundConnections(server, { observe, filesLimit: files, trustedProxies, answerLate });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const count = () =>
    new Promise<number>((resolve) =>
      server.getConnections((_error, open) => {
        resolve(open);
      }),
    );
  return {
    port,
    seen,
    count,
    /** How many large answers were begun. */
    begun: () => begun,
    release: () => {
      released.resolve(undefined);
    },
  };
}

function hold(port: number, localAddress: string): net.Socket {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
  onTestFinished(() => {
    socket.destroy();
  });
  return socket.resume();
}

/** A request whose body of ten bytes is sent step by step. */
async function sendSlowly(port: number, localAddress: string, { secure = false, forwardedFor = '' } = {}) {
  const to = { port, host: '127.0.0.1', localAddress };
  const socket = secure ? tls.connect({ ...to, rejectUnauthorized: false }) : net.connect(to);
  let text = '';
  socket.on('error', () => undefined).setEncoding('utf8');
  socket.on('data', (piece: string) => (text += piece));
  onTestFinished(() => {
    socket.destroy();
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await Promise.race([once(socket, secure ? 'secureConnect' : 'connect'), closed]);
  const forwarded = forwardedFor && `X-Forwarded-For: ${forwardedFor}\r\n`;
  socket.write(`POST /body HTTP/1.1\r\nHost: x\r\n${forwarded}Content-Length: 10\r\n\r\n`);
  const more = (text: string): void => void socket.write(text);
  more('1');
  const answer = (): Promise<string> =>
    expect
      .poll(() => text)
      .not.toBe('')
      .then(() => text);
  return { more, answer, closed: closed.then(() => text), isOpen: () => !socket.closed };
}

function get(port: number, path: string, localAddress: string, agent?: http.Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const module = agent instanceof https.Agent ? https : http;
    const request = module.get({ port, host: '127.0.0.1', path, localAddress, agent: agent ?? false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      response.on('end', () => {
        resolve(text);
      });
    });
    request.on('error', reject);
  });
}

describe.each([
  ['plain', false],
  ['TLS', true],
])('connections without a request, %s', (_what, secure) => {
  it('of one address do not keep other addresses out, and no established one is cut off', async () => {
    const { port, seen, count } = await startBounded({ secure });
    const options = { keepAlive: true, maxSockets: 1, rejectUnauthorized: false };
    const agent = secure ? new https.Agent(options) : new http.Agent(options);
    onTestFinished(() => {
      agent.destroy();
    });
    const held = Array.from({ length: 3 * files }, () => hold(port, '127.0.0.1'));
    await expect.poll(count).toBeGreaterThan(files / 3);
    const sockets = new Set<unknown>();
    agent.on('free', (socket) => sockets.add(socket));
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await get(port, '/', '127.0.0.2', agent)).toBe('ok');
      held.push(...Array.from({ length: files }, () => hold(port, '127.0.0.1')));
      await expect.poll(() => held.filter(({ destroyed }) => !destroyed).length).toBeLessThan(files / 2);
    }
    expect(sockets.size).toBe(1);
    expect(seen).toMatchObject([{ kind: 'warning' }]);
    expect(JSON.stringify(seen)).toContain('can have 100 file descriptors');
  });
});

describe.each([
  ['plain', false],
  ['TLS', true],
])('answers that are not read, %s', (_what, secure) => {
  it('of one address do not keep others out, and a client that reads is not cut off', { timeout: 60_000 }, async () => {
    const { port, begun } = await startBounded({ secure });
    const ask = (localAddress: string): net.Socket => {
      const to = { port, host: '127.0.0.1', localAddress };
      const socket = secure ? tls.connect({ ...to, rejectUnauthorized: false }) : net.connect(to);
      socket.on('error', () => undefined);
      onTestFinished(() => {
        socket.destroy();
      });
      socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
      return socket;
    };
    const unread = Array.from({ length: files }, () => ask('127.0.0.1').pause());
    // So many that none is idle any more.
    await expect.poll(begun, { timeout: 20_000 }).toBeGreaterThan(43);
    const agent = secure ? new https.Agent({ rejectUnauthorized: false }) : new http.Agent();
    const other = () => get(port, '/', '127.0.0.2', agent).catch(() => 'refused');
    await expect.poll(other, { timeout: 20_000 }).toBe('ok');
    unread.push(...Array.from({ length: files / 2 }, () => ask('127.0.0.1').pause()));
    // A slow reader gets everything.
    const read = ask('127.0.0.3');
    let bytes = 0;
    read.on('data', ({ length }: Buffer) => {
      bytes += length;
      read.pause();
      setTimeout(() => read.resume(), 1);
    });
    await expect.poll(() => bytes, { timeout: 30_000 }).toBeGreaterThan(large.length);
    for (let turn = 0; turn < 5; turn += 1) expect(await other()).toBe('ok');
  });
});

describe('connections at the end of file descriptors', () => {
  it('stay if they have a request, even of the address with the most connections', async () => {
    const { port, release } = await startBounded();
    const late = Array.from({ length: 10 }, () => get(port, '/later', '127.0.0.1'));
    const held = Array.from({ length: 3 * files }, () => hold(port, '127.0.0.1'));
    await expect.poll(() => held.filter(({ destroyed }) => !destroyed).length).toBeLessThan(files / 2);
    release();
    expect(await Promise.all(late)).toEqual(Array.from({ length: 10 }, () => 'late'));
  });

  it('are closed oldest first if all are from one address, as behind a proxy', async () => {
    const { port } = await startBounded();
    const ended: number[] = [];
    for (let number = 0; number < files / 2; number += 1) {
      const socket = hold(port, '127.0.0.1').once('close', () => ended.push(number));
      await new Promise((resolve) => socket.once('connect', resolve));
    }
    await expect.poll(() => ended.length).toBeGreaterThan(0);
    expect(ended).toEqual(ended.map((_, position) => position));
    expect(await get(port, '/', '127.0.0.1')).toBe('ok');
  });
});

describe.each([
  ['plain', false],
  ['TLS', true],
])('connections that wait for a body, %s', (_what, secure) => {
  it('of one address do not keep other addresses out; they are answered with 408, and slow ones from elsewhere continue', async () => {
    const { port, seen } = await startBounded({ secure });
    const agent = secure ? new https.Agent({ rejectUnauthorized: false }) : undefined;
    const honest = await sendSlowly(port, '127.0.0.2', { secure });
    const held: Awaited<ReturnType<typeof sendSlowly>>[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const more = Array.from({ length: files / 2 }, () => sendSlowly(port, '127.0.0.1', { secure }));
      held.push(...(await Promise.all(more)));
      const asked = performance.now();
      expect(await get(port, '/', '127.0.0.2', agent)).toBe('ok');
      expect(performance.now() - asked).toBeLessThan(5_000);
      honest.more('x');
    }
    await expect.poll(() => held.filter(({ isOpen }) => isOpen()).length).toBeLessThan(files / 2);
    const [first] = held;
    expect(await first?.closed).toBe(late);
    honest.more('xxx');
    expect(await honest.answer()).toContain('whole');
    expect(JSON.stringify(seen)).toContain('waited for a body');
  });
});

describe('connections that wait for a body', () => {
  const connected = (port: number) => once(hold(port, '127.0.0.9'), 'connect');

  /** Opens connections until one of the given ones is closed. */
  async function press(port: number, held: readonly { readonly isOpen: () => boolean }[]) {
    const open = () => held.filter(({ isOpen }) => isOpen()).length;
    while (open() === held.length) await connected(port);
  }

  it('count to the client behind a trusted proxy', async () => {
    const { port } = await startBounded({ trusted: ['127.0.0.1'] });
    const others = ['192.0.2.8', '192.0.2.9', '2001:db8::8'];
    const honest = await Promise.all(others.map((forwardedFor) => sendSlowly(port, '127.0.0.1', { forwardedFor })));
    const attack = (count: number) =>
      Promise.all(Array.from({ length: count }, () => sendSlowly(port, '127.0.0.1', { forwardedFor: '192.0.2.7' })));
    const held = [...(await attack(files)), ...(await attack(files))];
    // Idle connections of the proxy are not the attacker's, and no request arrives too late on them.
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => {
      agent.destroy();
    });
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await get(port, '/', '127.0.0.1', agent)).toBe('ok');
      held.push(...(await attack(10)));
    }
    await expect.poll(() => held.filter(({ isOpen }) => isOpen()).length).toBeLessThan(files / 2);
    for (const each of honest) each.more('123456789');
    for (const each of honest) expect(await each.answer()).toContain('whole');
  });

  it('count to their sender, regardless of his X-Forwarded-For', async () => {
    const { port } = await startBounded({ trusted: ['127.0.0.1'] });
    const honest = await sendSlowly(port, '127.0.0.1', { forwardedFor: '192.0.2.8' });
    const spoofed = (count: number) =>
      Promise.all(Array.from({ length: count }, () => sendSlowly(port, '127.0.0.2', { forwardedFor: '192.0.2.8' })));
    const held = [...(await spoofed(files)), ...(await spoofed(files))];
    await expect.poll(() => held.filter(({ isOpen }) => isOpen()).length).toBeLessThan(files / 2);
    honest.more('123456789');
    expect(await honest.answer()).toContain('whole');
  });

  it('are closed in the order in which they were silent, including idle ones', async () => {
    const { port } = await startBounded();
    const slow = await sendSlowly(port, '127.0.0.9');
    const silent = await sendSlowly(port, '127.0.0.9');
    slow.more('x');
    await press(port, [slow, silent]);
    expect([slow.isOpen(), silent.isOpen()]).toEqual([true, false]);
    slow.more('23456789');
    expect(await slow.answer()).toContain('whole');
  });

  it('are not closed during an earlier request, and are when it is answered', async () => {
    const { port, release } = await startBounded();
    const socket = hold(port, '127.0.0.9').setEncoding('utf8');
    let text = '';
    socket.on('data', (piece: string) => (text += piece));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await once(socket, 'connect');
    const body = 'POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n1';
    socket.write(`GET /later HTTP/1.1\r\nHost: x\r\n\r\n${body}`);
    for (let count = 0; count < 2 * files; count += 1) await connected(port);
    expect(socket.closed).toBe(false);
    release();
    await expect.poll(() => text).toContain('late');
    await press(port, [{ isOpen: () => !socket.closed }]);
    await closed;
    expect(text).toContain(late);
  });

  it('are not idle any more when their body has arrived, even if the answer takes long', async () => {
    const { port, release } = await startBounded();
    const request = http.request({
      port,
      host: '127.0.0.1',
      path: '/later',
      method: 'POST',
      localAddress: '127.0.0.9',
    });
    const answered = once(request, 'response');
    request.setHeader('Content-Length', 10);
    request.write('12345');
    const silent = await sendSlowly(port, '127.0.0.9');
    request.end('67890');
    await press(port, [silent]);
    for (let count = 0; count < 2 * files; count += 1) await connected(port);
    release();
    const [response] = (await answered) as [http.IncomingMessage];
    expect(response.resume().statusCode).toBe(200);
  });
});
