import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { RequestState } from '../../src/http/middleware/request-context.js';
import { HttpServer } from '../../src/http/server.js';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { authorization } from '../support/caller.js';
import { deferred } from '../support/fake-port.js';
import { parseAnswer, problemIn, send, sendBytes, type Sent } from '../support/http.js';
import { emptyFolder } from '../support/processes.js';
import { serviceSettings, startTestService, type TestService } from '../support/test-service.js';

/** CORS_ORIGINS: pages of other origins that may call from a browser. */

const listed = 'https://phones.example.com';
const other = 'https://phones.example.com:8443';
const unlisted = 'https://elsewhere.example';
const phone = 'SEP00A1B2C30003';
const exposed = 'ETag, Link, Retry-After, Age, Cache-Status, X-Request-Id, X-After-Update';

let simulator: RunningSimulator;
let on: TestService;
let off: TestService;

beforeAll(async () => {
  simulator = await startSimulator();
  const settings = { ...serviceSettings(simulator.url), DATABASE_URL: `sqlite:${emptyFolder()}/history.db` };
  on = await startTestService({ ...settings, CORS_ORIGINS: `${listed}, ${other.toUpperCase()}/` });
  off = await startTestService(serviceSettings(simulator.url));
});
afterAll(async () => {
  await on.stop('test');
  await off.stop('test');
  await simulator.close();
});

const portOf = ({ url }: TestService): number => Number(new URL(url).port);

function ask(service: TestService, path: string, { headers, ...sent }: Sent = {}) {
  return send(portOf(service), path, { ...sent, headers: { Authorization: authorization(), ...headers } });
}

/** A browser's preflight before it sends a request for a page, without a login. */
function preflight(service: TestService, origin: string, method = 'PUT', path = `/speeddials/1?phone=${phone}`) {
  const headers = {
    Authorization: undefined,
    Origin: origin,
    'Access-Control-Request-Method': method,
    'Access-Control-Request-Headers': 'authorization,content-type,if-match',
  };
  return send(portOf(service), path, { method: 'OPTIONS', headers });
}

const json = { 'Content-Type': 'application/json' };
const changes: readonly (readonly [method: string, path: string, sent: Sent])[] = [
  ['PUT', `/speeddials/1?phone=${phone}`, { headers: json, body: '{"dirn":"0100"}' }],
  ['DELETE', `/speeddials/1?phone=${phone}`, {}],
  ['POST', '/changes/1/undo', {}],
  ['POST', '/inventory/sweep', {}],
  ['PUT', '/findings/1/dismissal', { headers: json, body: '{"reason":"known"}' }],
  ['DELETE', '/findings/1/dismissal', {}],
];

describe('a page of a listed origin', () => {
  it.each([listed, other])('%s may read an answer, and no login of the browser is sent', async (origin) => {
    const { status, headers } = await ask(on, `/speeddials?phone=${phone}`, { headers: { Origin: origin } });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      vary: 'Origin',
      'access-control-allow-origin': origin,
      'access-control-expose-headers': exposed,
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toHaveLength(2);
  });

  it('may read every error', async () => {
    const headers = { Origin: listed };
    const answers = {
      400: await ask(on, '/phone/', { headers }),
      401: await ask(on, '/phone/?dirn=1', { headers: { ...headers, Authorization: undefined } }),
      404: await ask(on, '/nothing/', { headers }),
      405: await ask(on, '/phone/?dirn=1', { method: 'PATCH', headers }),
      413: await ask(on, `/speeddials?phone=${phone}`, {
        ...{ method: 'POST', headers: { ...headers, ...json } },
        body: `["${'x'.repeat(1_100_000)}"]`,
      }),
    };
    for (const [status, answer] of Object.entries(answers)) {
      expect(problemIn(answer).status).toBe(Number(status));
      expect(answer.headers).toMatchObject({ vary: 'Origin', 'access-control-allow-origin': listed });
    }
  });

  it('may read that it is refused because of pipelining', async () => {
    const released = deferred<string>();
    const app = new Koa<RequestState>();
    let atWork = 0;
    app.use(async (ctx) => {
      atWork += 1;
      ctx.body = await released.promise;
    });
    const allowedOrigins = new Set([listed]);
    const server = await HttpServer.listen(app, { host: '127.0.0.1', port: 0, tls: undefined, allowedOrigins });
    onTestFinished(() => server.stop(0).then(() => undefined));
    const request = `GET / HTTP/1.1\r\nHost: x\r\nOrigin: ${listed}\r\n\r\n`;
    const port = Number(new URL(server.url).port);
    const refused = Promise.race(Array.from({ length: 12 }, () => sendBytes(port, [request.repeat(600)])));
    await expect.poll(() => atWork, { timeout: 30_000 }).toBe(12 * 16);
    released.resolve('ok');
    const { text } = await refused;
    const last = parseAnswer(text.slice(text.lastIndexOf('HTTP/1.1 ')));
    expect(last.status).toBe(503);
    expect(last.headers).toMatchObject({ vary: 'Origin', 'access-control-allow-origin': listed });
  });

  it.each(changes)('counts as the same site for %s %s', async (method, path, sent) => {
    const headers = { ...sent.headers, Origin: listed, 'Sec-Fetch-Site': 'cross-site' };
    const answer = await ask(on, path, { ...sent, method, headers });
    expect(answer.text).not.toContain('cross-site');
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': listed });
  });

  it('gets its preflights answered without a login, with what it may send', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const { status, headers, text } = await preflight(on, listed, method);
      expect([status, text]).toEqual([204, '']);
      expect(headers).toMatchObject({
        vary: 'Origin',
        'access-control-allow-origin': listed,
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
        'access-control-allow-headers':
          'Authorization, Content-Type, If-Match, If-None-Match, Cache-Control, Idempotency-Key, X-Request-Id',
        'access-control-max-age': '7200',
      });
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
    const logged = on.observations.filter((seen) => seen.kind === 'request' && seen.route === 'preflight');
    expect(logged[0]).toMatchObject({ method: 'OPTIONS', status: 204, user: undefined, axlCalls: 0 });
  });

  it('gets a preflight answered even while its logins are refused', async () => {
    const wrong = { Authorization: 'Basic b3BzOndyb25n', Origin: listed };
    let answer = await ask(on, '/status', { headers: wrong });
    for (let guess = 0; guess < 40 && answer.status !== 429; guess += 1) {
      const headers = { ...wrong, Authorization: `Basic ${Buffer.from(`ops:${guess}`).toString('base64')}` };
      answer = await ask(on, '/status', { headers });
    }
    expect(answer.status).toBe(429);
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': listed });
    expect(answer.headers['retry-after']).toBeDefined();
    expect((await preflight(on, listed)).status).toBe(204);
  });

  it('gets a refusal for an OPTIONS that is not a preflight, or not HTTP/1.1', async () => {
    const plain = await ask(on, '/status', { method: 'OPTIONS', headers: { Origin: listed } });
    expect(problemIn(plain)).toMatchObject({ status: 405 });
    const bytes = `OPTIONS /status HTTP/1.1\r\nOrigin: ${listed}\r\nAccess-Control-Request-Method: PUT\r\nConnection: close\r\n\r\n`;
    const { text } = await sendBytes(portOf(on), [bytes]);
    expect(problemIn(parseAnswer(text))).toMatchObject({ status: 400 });
  });
});

describe('a page of any other origin', () => {
  const others = [unlisted, 'http://phones.example.com', `${listed}/`, `${listed}.elsewhere.example`, 'null', '*'];

  it.each(others)('%s may read nothing and change nothing', async (origin) => {
    const read = await ask(on, `/speeddials?phone=${phone}`, { headers: { Origin: origin } });
    expect(read.headers).toMatchObject({ vary: 'Origin' });
    expect(Object.keys(read.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    for (const [method, path, sent] of changes) {
      const answer = await ask(on, path, { ...sent, method, headers: { ...sent.headers, Origin: origin } });
      expect(problemIn(answer)).toMatchObject({ status: 403, code: 'cross-site' });
    }
  });

  it('gets the same answers as before, except for Vary', async () => {
    const requests = [
      (service: TestService) => preflight(service, unlisted),
      (service: TestService) => ask(service, '/status', { method: 'OPTIONS', headers: { Origin: unlisted } }),
      (service: TestService) => ask(service, '/phone/?dirn=2003', { headers: { Origin: unlisted } }),
      (service: TestService) => ask(service, '/phone/?dirn=2003'),
    ];
    for (const request of requests) {
      const [now, before] = [await request(on), await request(off)];
      const { vary, ...headers } = now.headers;
      expect(vary).toBe('Origin');
      const same = { date: undefined, 'x-request-id': undefined, 'content-length': undefined };
      expect({ ...headers, ...same }).toEqual({ ...before.headers, ...same });
      const { 'x-request-id': idNow = '' } = now.headers;
      const { 'x-request-id': idBefore = '' } = before.headers;
      expect([now.status, now.text.replaceAll(String(idNow), 'ID')]).toEqual([
        before.status,
        before.text.replaceAll(String(idBefore), 'ID'),
      ]);
    }
  });
});

describe('Vary', () => {
  const authorized = `Host: x\r\nAuthorization: ${authorization()}\r\nConnection: close\r\n`;

  it.each([
    ['what is no HTTP', 400, 'HELLO\r\n\r\n'],
    ['too long a head', 431, `GET / HTTP/1.1\r\n${authorized}X: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['a CONNECT', 400, `CONNECT x:1 HTTP/1.1\r\n${authorized}\r\n`],
    ['no origin', 200, `GET /status HTTP/1.1\r\n${authorized}\r\n`],
  ])('is in the answer to %s, and nowhere where CORS_ORIGINS is not set', async (_what, status, bytes) => {
    const answers = await Promise.all([on, off].map((service) => sendBytes(portOf(service), [bytes])));
    const [whenOn, whenOff] = answers.map(({ text }) => parseAnswer(text));
    expect([whenOn?.status, whenOn?.headers.vary]).toEqual([status, 'Origin']);
    expect([whenOff?.status, whenOff?.headers.vary]).toEqual([status, undefined]);
  });
});
