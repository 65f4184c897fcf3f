import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { HttpServer, type Timeouts } from '../../src/http/server.js';
import type { RequestState } from '../../src/http/middleware/request-context.js';
import { type Certificate, certificateFor } from '../support/certificates.js';
import { startSimulator } from '../../src/simulator/simulator.js';
import { authorization } from '../support/caller.js';
import { parseAnswer } from '../support/http.js';
import { serviceSettings, startTestService } from '../support/test-service.js';

const folder = mkdtempSync(join(tmpdir(), 'tls-'));
const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
let pair: Certificate;
/** When a server with the default times closes a connection that sends nothing: it waits while the other tests run. */
let closedByDefault: Promise<number>;
let withDefaults: HttpServer;

beforeAll(async () => {
  pair = await certificateFor(['localhost']);
  writeFileSync(files.certFile, pair.cert);
  writeFileSync(files.keyFile, pair.key);
  withDefaults = await serve();
  closedByDefault = (await connect(Number(new URL(withDefaults.url).port))).closedAfterMs;
});
afterAll(async () => {
  await withDefaults.stop(0);
  rmSync(folder, { recursive: true });
});

/** A TLS server that answers "ok" after a while. */
function serve(timeouts: Partial<Timeouts> = {}, answerAfterMs = 0): Promise<HttpServer> {
  const app = new Koa<RequestState>();
  app.use(async (ctx) => {
    await new Promise((resolve) => setTimeout(resolve, answerAfterMs));
    ctx.body = 'ok';
  });
  return HttpServer.listen(app, { host: '127.0.0.1', port: 0, tls: files }, timeouts);
}

/** The same, until the test is over. */
async function listen(timeouts: Partial<Timeouts> = {}, answerAfterMs = 0) {
  const server = await serve(timeouts, answerAfterMs);
  onTestFinished(async () => {
    await server.stop(0);
  });
  return { server, port: Number(new URL(server.url).port) };
}

/** A connection, and when the server closed it. */
async function connect(port: number, first?: Uint8Array) {
  const began = performance.now();
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  await new Promise((resolve) => socket.once('connect', resolve));
  if (first) socket.write(first);
  const closedAfterMs = new Promise<number>((resolve) =>
    socket.once('close', () => {
      resolve(performance.now() - began);
    }),
  );
  return { socket, closedAfterMs };
}

/** The same, until the test is over. */
async function open(port: number, first?: Uint8Array) {
  const { socket, closedAfterMs } = await connect(port, first);
  onTestFinished(() => {
    socket.destroy();
  });
  return { closedAfterMs };
}

/** What a client sends first: a ClientHello. */
function clientHello(): Promise<Buffer> {
  return new Promise((resolve) => {
    const server = net.createServer((socket) => {
      socket.once('data', (bytes: Buffer) => {
        resolve(bytes);
        socket.destroy();
        server.close();
      });
    });
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      tls.connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
    });
  });
}

function get(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = https.get({ host: '127.0.0.1', port, ca: pair.cert, servername: 'localhost', agent: false });
    request.on('error', reject);
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        resolve(text);
      });
    });
  });
}

const silences = [
  ['sends nothing', () => Promise.resolve(undefined)],
  ['stops within its first message', async () => (await clientHello()).subarray(0, 40)],
  ['stops after its first message', clientHello],
] as const;

describe.each(silences)('a peer that connects by TLS and %s', (_what, firstBytes) => {
  it('is cut off when the time limit of the handshake is over', async () => {
    const { port } = await listen({ handshakeTimeout: 300 });
    const { closedAfterMs } = await open(port, await firstBytes());
    const took = await closedAfterMs;
    expect(took).toBeGreaterThan(250);
    expect(took).toBeLessThan(3_000);
    expect(await get(port)).toBe('ok');
  });

  it('does not delay the stop', async () => {
    const { server, port } = await listen();
    await open(port, await firstBytes());
    const began = performance.now();
    expect(await server.stop(60_000)).toBe(0);
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  it('does not shorten running requests when the server stops', async () => {
    const { server, port } = await listen({}, 1_500);
    await open(port, await firstBytes());
    const running = get(port);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const began = performance.now();
    const stopped = server.stop(60_000);
    expect(await running).toBe('ok');
    expect(await stopped).toBe(0);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe('HSTS_MAX_AGE_S', () => {
  const authorized = `Host: x\r\nAuthorization: ${authorization()}\r\nConnection: close\r\n`;

  it.each([
    ['an answer', 200, `GET /status HTTP/1.1\r\n${authorized}\r\n`],
    ['a refusal', 401, 'GET /status HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['what answers no HTTP', 400, 'HELLO\r\n\r\n'],
    ['what answers too long a head', 431, `GET / HTTP/1.1\r\n${authorized}X: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['what answers a CONNECT', 400, `CONNECT x:1 HTTP/1.1\r\n${authorized}\r\n`],
  ])('is told on the own TLS socket with %s', async (_what, status, bytes) => {
    const simulator = await startSimulator();
    onTestFinished(() => simulator.close());
    const service = await startTestService({
      ...serviceSettings(simulator.url),
      TLS_CERT_FILE: files.certFile,
      TLS_KEY_FILE: files.keyFile,
      HSTS_MAX_AGE_S: '600',
    });
    onTestFinished(() => service.stop('test').then(() => undefined));
    const { port } = new URL(service.url);
    const socket = tls.connect({ port: Number(port), host: '127.0.0.1', ca: pair.cert, servername: 'localhost' });
    socket.on('error', () => undefined).write(bytes);
    let text = '';
    socket.setEncoding('latin1').on('data', (piece: string) => (text += piece));
    await new Promise((resolve) => socket.once('close', resolve));
    const answer = parseAnswer(text);
    expect([answer.status, answer.headers['strict-transport-security']]).toEqual([status, 'max-age=600']);
  });
});

function peerCertificate(socket: net.Socket): tls.PeerCertificate {
  if (!(socket instanceof tls.TLSSocket)) throw new Error('no TLS');
  return socket.getPeerCertificate();
}

describe('a client that ends its side after a POST', () => {
  it('also gets the answer by TLS', async () => {
    const { port } = await listen({}, 200);
    // Node accepts allowHalfOpen here; its types lack it.
    const halfOpen = { allowHalfOpen: true };
    const socket = tls.connect({ port, host: '127.0.0.1', ca: pair.cert, servername: 'localhost', ...halfOpen });
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.end('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
    await new Promise((resolve) => socket.once('end', resolve));
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nok$/);
  });
});

describe('another certificate', () => {
  it('is used for new connections, while existing ones continue', async () => {
    const { server, port } = await listen();
    const agent = new https.Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false });
    onTestFinished(() => {
      agent.destroy();
    });
    const shown = (by: https.Agent | false) =>
      new Promise<[string, boolean]>((resolve, reject) => {
        const request = https.get({ host: '127.0.0.1', port, agent: by, rejectUnauthorized: false }, (response) => {
          const { subject } = peerCertificate(response.socket);
          response.resume().on('end', () => {
            resolve([String(subject.CN), request.reusedSocket]);
          });
        });
        request.on('error', reject);
      });
    expect(await shown(agent)).toEqual(['localhost', false]);
    server.renewCertificate(await certificateFor(['localhost'], { name: 'renewed' }));
    expect(await shown(false)).toEqual(['renewed', false]);
    expect(await shown(agent)).toEqual(['localhost', true]);
  });
});

describe('by default', () => {
  it('a peer that sends nothing is cut off after ten seconds', async () => {
    const took = await closedByDefault;
    expect(took).toBeGreaterThan(9_500);
    expect(took).toBeLessThan(20_000);
  });
});
