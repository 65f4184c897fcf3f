import { describe, expect, it } from 'vitest';
import { errorCatalogue, errorCodes } from '../../src/domain/error-catalogue.js';
import { type ErrorFacts, ServiceError } from '../../src/domain/errors.js';
import { fakePort } from '../support/fake-port.js';
import { type Answer, post, problemIn, send } from '../support/http.js';
import { startService } from '../support/app.js';

const failing = (thrown: Error) => fakePort({ findPhones: () => Promise.reject(thrown) });

/** One answer of each kind: found, set, and problems from each layer. */
async function answersOfEachKind(headers = {}): Promise<Answer[]> {
  const { port } = await startService({ callManager: failing(new Error('out of the blue')) });
  const good = await startService();
  return [
    await send(good.port, '/phone?dirn=1', { headers }),
    await post(good.port, '/speeddials?phone=SEP1', [], headers),
    await send(port, '/phone?dirn=1', { headers }),
    await send(port, '/phone', { headers }),
    await send(port, '/nowhere', { headers }),
    await send(port, '/phone', { method: 'DELETE', headers }),
    await send(port, '/phone?dirn=1', { headers: { ...headers, Authorization: '' } }),
    await post(port, '/speeddials?phone=SEP1', 'no JSON', headers),
  ];
}

describe('every answer', () => {
  it.each(['abc', 'A-1_b.c:d', 'x'.repeat(64)])('carries the X-Request-Id %s that was given', async (id) => {
    for (const { headers, text, status } of await answersOfEachKind({ 'X-Request-Id': id })) {
      expect(headers['x-request-id']).toBe(id);
      if (status >= 400) expect(problemIn({ text }).requestId).toBe(id);
    }
  });

  it.each(['', 'x'.repeat(65), 'a b', 'ü', '"><script>', 'a\tb', '{}'])('carries a new one for %j', async (id) => {
    const given = id === '' ? {} : { 'X-Request-Id': Buffer.from(id).toString('latin1') };
    const ids = (await answersOfEachKind(given)).map(({ headers }) => headers['x-request-id']);
    for (const made of ids) expect(made).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('carries the security headers', async () => {
    for (const { headers } of await answersOfEachKind()) {
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['server']).toBeUndefined();
    }
  });
});

describe('an error', () => {
  const facts: ErrorFacts = {
    detail: 'What was wrong.',
    axlCode: -239,
    cause: 'ECONNRESET at 10.1.2.3',
    effect: 'unknown',
  };

  it.each(errorCodes)('%s is answered as a problem with all of its fields', async (code) => {
    const { port } = await startService({ callManager: failing(new ServiceError(code, facts)) });
    const answer = await send(port, '/phone?dirn=1', { headers: { 'X-Request-Id': 'id-1' } });
    const { status, title } = errorCatalogue[code];
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(JSON.parse(answer.text)).toEqual({
      type: `urn:axl-phone-proxy:problem:${code}`,
      title,
      status,
      detail: 'What was wrong.',
      code,
      requestId: 'id-1',
      axlCode: -239,
    });
    expect(answer.headers['retry-after']).toBe(status === 503 || status === 429 ? '5' : undefined);
  });

  it('says when to try again', async () => {
    const busy = new ServiceError('call-manager-busy', { detail: 'Busy.', retryAfterSeconds: 42, effect: 'refused' });
    const { port } = await startService({ callManager: failing(busy) });
    expect((await send(port, '/phone?dirn=1')).headers['retry-after']).toBe('42');
  });

  it('that is unexpected shows nothing of itself, but is observed without its message', async () => {
    const { port, seen } = await startService({ callManager: failing(new TypeError('secret at /srv/app/x.js')) });
    const answer = await send(port, '/phone?dirn=1', { headers: { 'X-Request-Id': 'id-2' } });
    expect(problemIn(answer)).toMatchObject({ status: 500, code: 'internal-error' });
    expect(answer.text).not.toMatch(/secret|\/srv|TypeError| at /);
    const unexpected = seen.find(({ kind }) => kind === 'unexpected');
    expect(unexpected).toMatchObject({ requestId: 'id-2', name: 'TypeError' });
    expect(JSON.stringify(seen)).not.toContain('secret');
  });

  it('that is not an Error is answered as well', async () => {
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- what is thrown elsewhere may be anything
    const { port } = await startService({ callManager: fakePort({ findPhones: () => Promise.reject('x') }) });
    expect((await send(port, '/phone?dirn=1')).status).toBe(500);
  });
});

describe('a path or method that is not served', () => {
  it.each([
    ['DELETE', '/phone', 'HEAD, GET'],
    ['POST', '/phone/', 'HEAD, GET'],
    ['OPTIONS', '/phone', 'HEAD, GET'],
    ['TRACE', '/phone', 'HEAD, GET'],
    ['PUT', '/speeddials?phone=SEP1', 'HEAD, GET, POST'],
    ['PROPFIND', '/speeddials/', 'HEAD, GET, POST'],
    ['DELETE', '/busylampfields?profile=UDP1', 'HEAD, GET, POST'],
    ['GET', '/speeddials/5?phone=SEP1', 'PUT, DELETE'],
    ['POST', '/busylampfields/05/', 'PUT, DELETE'],
    ['POST', '/buttons', 'HEAD, GET'],
    ['PUT', '/profile/', 'HEAD, GET'],
    ['DELETE', '/devices', 'HEAD, GET'],
    ['POST', '/numbers/', 'HEAD, GET'],
    ['POST', '/status', 'HEAD, GET'],
  ])('%s %s is a 405 that allows %s', async (method, path, allow) => {
    const { port } = await startService();
    const answer = await send(port, path, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow?.split(', ').sort()).toEqual(allow.split(', ').sort());
    if (method !== 'HEAD') expect(problemIn(answer)).toMatchObject({ code: 'method-not-allowed' });
  });

  it.each([
    '/',
    '/phones',
    '/phone/0100',
    '/PHONE%00',
    '/%70hone',
    '//phone',
    '/../phone',
    '/phone;x',
    '/speeddials/x',
    '/speeddials/0x5',
    '/speeddials/-1',
    '/speeddials/1.0',
    '/speeddials/%35',
    '/speeddials/5/x',
    '/busylampfields/ 1'.replace(' ', '%20'),
    '/status/x',
  ])('%s is a 404', async (path) => {
    const { port } = await startService();
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect(problemIn(await send(port, path, { method }))).toMatchObject({ status: 404, code: 'not-found' });
    }
  });
});

describe('the observation of a request', () => {
  it('has the route, never the raw path, and the cost of the request', async () => {
    const { port, seen } = await startService({
      callManager: fakePort({
        findPhones: (_number, { tally }) => {
          tally.axlCalls += 4;
          tally.axlMs += 12.5;
          return Promise.resolve([]);
        },
      }),
    });
    await send(port, '/phone?dirn=*0100', { headers: { 'X-Request-Id': 'id-3' } });
    await send(port, '/secret-path?x=y', { headers: { 'X-Request-Id': 'id-4' } });
    await expect.poll(() => seen.length).toBe(2);
    expect(seen).toMatchObject([
      { kind: 'request', requestId: 'id-3', method: 'GET', route: '/phone', status: 200, user: 'caller', axlCalls: 4 },
      { kind: 'request', requestId: 'id-4', route: 'unknown', status: 404, code: 'not-found' },
    ]);
    expect(JSON.stringify(seen)).not.toMatch(/\*0100|secret-path/);
  });
});
