import { describe, expect, it } from 'vitest';
import { parseAnswer, problemIn, send, sendBytes } from '../support/http.js';
import { authorization, startService } from '../support/app.js';

/** For slow clients; other tests use the usual times, because a busy machine is slow too. */
const impatient = { headersTimeout: 200, requestTimeout: 400, keepAliveTimeout: 200, connectionsCheckingInterval: 50 };
const authorized = `Host: x\r\nAuthorization: ${authorization}\r\n`;

/** Sends bytes and checks that the answer is a problem like all others. */
async function problemFor(pieces: readonly string[], { pauseMs = 0, timeouts = {} } = {}) {
  const { port } = await startService({ timeouts });
  const { text, tookMs } = await sendBytes(port, pieces, pauseMs);
  const answer = parseAnswer(text);
  const problem = problemIn(answer);
  expect(problem.status).toBe(answer.status);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/problem+json',
    'x-request-id': problem.requestId,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    connection: 'close',
  });
  expect(problem.requestId).toMatch(/^[0-9a-f-]{36}$/);
  return { problem, tookMs };
}

describe('requests that are not valid HTTP', () => {
  it.each([
    ['no HTTP at all', 'HELLO\r\n\r\n'],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['a method of its own', `FETCH /phone HTTP/1.1\r\n${authorized}\r\n`],
    ['a target with a space', `GET /phone ?dirn=1 HTTP/1.1\r\n${authorized}\r\n`],
    ['a header without a colon', `GET /phone HTTP/1.1\r\n${authorized}nonsense\r\n\r\n`],
    ['two lengths', `POST /speeddials HTTP/1.1\r\n${authorized}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`],
    [
      'a length beside chunks',
      `POST /speeddials HTTP/1.1\r\n${authorized}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
    ],
    ['another version', `GET /phone HTTP/9.9\r\n${authorized}\r\n`],
  ])('%s is a 400', async (_what, bytes) => {
    const { problem } = await problemFor([bytes]);
    expect(problem).toMatchObject({ status: 400, code: 'invalid-request' });
  });

  it('a damaged chunk is a 400, and writes nothing', async () => {
    const head = `POST /speeddials?phone=SEP1 HTTP/1.1\r\n${authorized}Content-Type: application/json\r\n`;
    const { problem } = await problemFor([`${head}Transfer-Encoding: chunked\r\n\r\nXYZ\r\n`]);
    expect(problem).toMatchObject({ status: 400, code: 'invalid-request' });
  });

  it('CONNECT opens no tunnel', async () => {
    const { problem } = await problemFor([`CONNECT cucm.example.com:8443 HTTP/1.1\r\n${authorized}\r\n`]);
    expect(problem).toMatchObject({ status: 400, code: 'invalid-request' });
  });
});

describe('requests that Node would accept or answer by itself', () => {
  const target = (name: string) => [`GET ${name} HTTP/1.1\r\n${authorized}Connection: close\r\n\r\n`];

  // Which other hosts are invalid depends on the release of Node: only the URL parsers of 20 and 22 refuse `xn--`.
  it.each(['http://%@host/phone?dirn=1', 'http://[::1/phone'])('a target %s is a 400', async (name) => {
    const { problem } = await problemFor(target(name));
    expect(problem).toMatchObject({ status: 400, code: 'invalid-request', errors: [{ field: 'target' }] });
  });

  it('a target that is a whole URL is served', async () => {
    const { port } = await startService();
    const { text } = await sendBytes(port, target('http://proxy.example.com/phone/?dirn=0100'));
    expect(parseAnswer(text)).toMatchObject({ status: 200, text: '[]' });
  });

  it('a request without a Host is a 400, but credentials are checked first', async () => {
    const head = 'GET /phone?dirn=1 HTTP/1.1\r\nConnection: close\r\n';
    expect((await problemFor([`${head}\r\n`])).problem).toMatchObject({ status: 401 });
    const { problem } = await problemFor([`${head}Authorization: ${authorization}\r\n\r\n`]);
    expect(problem).toMatchObject({ status: 400, errors: [{ field: 'header.Host' }] });
  });

  it('HTTP/1.0 needs no Host', async () => {
    const { port } = await startService();
    const { text } = await sendBytes(port, [`GET /phone?dirn=1 HTTP/1.0\r\nAuthorization: ${authorization}\r\n\r\n`]);
    expect(parseAnswer(text)).toMatchObject({ status: 200, text: '[]' });
  });

  it('an unknown expectation is ignored, but credentials are checked first', async () => {
    const { port } = await startService();
    const headers = { Expect: 'the best' };
    expect(await send(port, '/phone?dirn=1', { headers })).toMatchObject({ status: 200 });
    expect(await send(port, '/phone?dirn=1', { headers: { ...headers, Authorization: '' } })).toMatchObject({
      status: 401,
    });
  });
});

describe('requests that are too large', () => {
  it('one huge header is a 431', async () => {
    const { problem } = await problemFor([
      `GET /phone HTTP/1.1\r\n${authorized}X-Large: ${'x'.repeat(200_000)}\r\n\r\n`,
    ]);
    expect(problem).toMatchObject({ status: 431, code: 'invalid-request' });
  });

  it('many headers are a 431', async () => {
    const lines = Array.from({ length: 5_000 }, (_, place) => `X-${place}: y\r\n`);
    const { problem } = await problemFor([`GET /phone HTTP/1.1\r\n${authorized}${lines.join('')}\r\n`]);
    expect(problem).toMatchObject({ status: 431, code: 'invalid-request' });
  });

  it('a head with very many headers that is not too large counts up to its last one', async () => {
    const { port } = await startService();
    const lines = Array.from({ length: 2_500 }, () => 'a:\r\n');
    const last = `Authorization: ${authorization}\r\nConnection: close\r\n\r\n`;
    const { text } = await sendBytes(port, [`GET /phone?dirn=1 HTTP/1.1\r\nHost: x\r\n${lines.join('')}${last}`]);
    expect(parseAnswer(text).status).toBe(200);
  });

  it('a huge URL is a 431', async () => {
    const { problem } = await problemFor([`GET /phone?dirn=${'1'.repeat(20_000)} HTTP/1.1\r\n${authorized}\r\n`]);
    expect(problem).toMatchObject({ status: 431, code: 'invalid-request' });
  });

  it('a head without end is a 431, and the connection ends', async () => {
    const endless = Array.from({ length: 50 }, () => `X: ${'y'.repeat(1_000)}\r\n`);
    const { problem, tookMs } = await problemFor([`GET /phone HTTP/1.1\r\n${authorized}`, ...endless], { pauseMs: 5 });
    expect(problem.status).toBe(431);
    expect(tookMs).toBeLessThan(5_000);
  });
});

describe('requests that are too slow', () => {
  it.each([
    ['a head that is sent byte by byte', Array.from(`GET /phone HTTP/1.1\r\n${authorized}`)],
    ['a connection on which nothing is sent', ['']],
  ])('%s is a 408 in bounded time', async (_what, pieces) => {
    const { problem, tookMs } = await problemFor(pieces, { pauseMs: 25, timeouts: impatient });
    expect(problem).toMatchObject({ status: 408, code: 'invalid-request' });
    expect(tookMs).toBeLessThan(5_000);
  });

  it('a body that is sent byte by byte is a 408 in limited time', async () => {
    const head = `POST /speeddials?phone=SEP1 HTTP/1.1\r\n${authorized}Content-Type: application/json\r\n`;
    const { problem, tookMs } = await problemFor(
      [`${head}Content-Length: 1000\r\n\r\n`, ...Array.from(' '.repeat(999))],
      { pauseMs: 20, timeouts: impatient },
    );
    expect(problem).toMatchObject({ status: 408, code: 'invalid-request' });
    expect(tookMs).toBeLessThan(5_000);
  });

  it('an idle connection is closed', async () => {
    const { port } = await startService({ timeouts: impatient });
    const { text, tookMs } = await sendBytes(port, [`GET /phone?dirn=1 HTTP/1.1\r\n${authorized}\r\n`]);
    expect(parseAnswer(text).status).toBe(200);
    expect(tookMs).toBeLessThan(5_000);
  });
});
