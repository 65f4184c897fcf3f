import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { boundConnections } from '../../src/http/connection-limit.js';
import { observing } from '../support/app.js';
import { certificateFor } from '../support/certificates.js';
import { deferred } from '../support/fake-port.js';

/** As if the process might have so many files open: half of them are for connections. */
const files = 100;

/** A server that answers `/` at once, and `/later` when it is let. */
async function startBounded(secure = false) {
  const released = deferred<undefined>();
  const answer: http.RequestListener = ({ url }, response) => {
    if (url === '/later') void released.promise.then(() => response.end('late'));
    else response.end('ok');
  };
  const server = secure ? https.createServer(await certificateFor(['127.0.0.1']), answer) : http.createServer(answer);
  const { observe, seen } = observing();
  boundConnections(server, observe, files);
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
  it('of one address keep no other address out, and none is cut off that is there', async () => {
    const { port, seen, count } = await startBounded(secure);
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
    expect(JSON.stringify(seen)).toContain('may have 100 file descriptors');
  });
});

describe('connections at the end of file descriptors', () => {
  it('keep what has a request, of the address that has most too', async () => {
    const { port, release } = await startBounded();
    const late = Array.from({ length: 10 }, () => get(port, '/later', '127.0.0.1'));
    const held = Array.from({ length: 3 * files }, () => hold(port, '127.0.0.1'));
    await expect.poll(() => held.filter(({ destroyed }) => !destroyed).length).toBeLessThan(files / 2);
    release();
    expect(await Promise.all(late)).toEqual(Array.from({ length: 10 }, () => 'late'));
  });

  it('are closed longest first where all are of one address, as behind a proxy', async () => {
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
