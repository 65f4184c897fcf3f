import { once } from 'node:events';
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleFiles, readConsoleFiles } from '../../src/http/console/console-files.js';
import { startService as startApp } from '../support/app.js';
import { type Answer, parseAnswer, problemIn, send, sendBytes } from '../support/http.js';
import { root } from '../support/project.js';
import { startWithSimulator } from '../support/service-with-simulator.js';

/** The console's files from the build, over sockets and without a login. */

let files: ConsoleFiles;

beforeAll(() => {
  const built = readConsoleFiles(`${root}dist/console/`, 15);
  if (!built) throw new Error('there is no dist/console: npm run build makes it');
  files = built;
});

const startService = () => startApp({ console: files });
const script = (): string => [...files.keys()].find((name) => name.endsWith('.js')) ?? '';

/** Headers for a request without a login. */
const anonymous = { Authorization: '' };

const get = (port: number, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  send(port, path, { method, headers: { ...anonymous, ...headers } });

/** The bytes of a body, which may be compressed. */
async function bodyOf(port: number, path: string, encoding?: string): Promise<Buffer> {
  const headers = encoding === undefined ? {} : { 'Accept-Encoding': encoding };
  const request = http.get({ host: '127.0.0.1', port, path, headers, agent: false });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  return buffer(response);
}

describe('the files of the console', () => {
  it('need no login: the page, and everything that it loads', async () => {
    const { port } = await startService();
    const page = await get(port, '/console/');
    expect(page.status).toBe(200);
    const atOnce = [...page.text.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, name = '']) => name);
    const { text } = await get(port, `/console/${atOnce.find((name) => name.endsWith('.js')) ?? ''}`);
    const later = [...text.matchAll(/import\([`'"]\.\/([\w.-]+\.js)/g)].map(([, name = '']) => `assets/${name}`);
    const loaded = [...new Set([...atOnce, ...later])];
    expect(loaded.sort()).toEqual([...files.keys()].filter((name) => name !== 'index.html').sort());
    const types = await Promise.all(
      loaded.map(async (name) => {
        const { status, headers } = await get(port, `/console/${name}`);
        return [name.replace(/^.*\./, ''), status, headers['content-type']];
      }),
    );
    expect(types.sort()).toEqual([
      ['css', 200, 'text/css; charset=utf-8'],
      ['js', 200, 'text/javascript; charset=utf-8'],
      ['js', 200, 'text/javascript; charset=utf-8'],
      ['svg', 200, 'image/svg+xml'],
    ]);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('are the same with a query, under the name of the page, and with a right or wrong login', async () => {
    const { port } = await startService();
    const page = await get(port, '/console/');
    expect(await get(port, '/console/?x=/../..')).toMatchObject({ status: 200, text: page.text });
    expect(await get(port, '/console/index.html')).toMatchObject({ status: 200, text: page.text });
    for (const Authorization of ['Basic d3Jvbmc6d3Jvbmc=', 'nonsense']) {
      expect(await get(port, '/console/', { Authorization })).toMatchObject({ status: 200, text: page.text });
    }
  });

  it('are in the folder that /console leads to, under any path', async () => {
    const { port } = await startService();
    for (const method of ['GET', 'HEAD']) {
      const answer = await get(port, '/console?x', {}, method);
      expect(answer).toMatchObject({ status: 308, text: '', headers: { location: 'console/' } });
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  it('are sent in an encoding that the browser supports', async () => {
    const { port } = await startService();
    const path = `/console/${script()}`;
    const plain = files.get(script())?.plain.bytes ?? Buffer.alloc(0);
    const encodingFor = async (accept?: string) => {
      const accepted = accept === undefined ? {} : { 'Accept-Encoding': accept };
      const { headers } = await get(port, path, accepted, 'HEAD');
      expect(headers.vary).toBe('Accept-Encoding');
      return headers['content-encoding'] ?? 'none';
    };
    expect(await encodingFor('gzip, deflate, br, zstd')).toBe('br');
    expect(await encodingFor('*')).toBe('br');
    expect(await encodingFor('gzip;q=0.5')).toBe('gzip');
    expect(await encodingFor('gzip, br;q=0')).toBe('gzip');
    expect(await encodingFor('br;q=0, *')).toBe('gzip');
    for (const none of [undefined, 'identity', 'deflate', 'br;q=0, gzip;q=0', 'gzip;q=0.0', '*;q=0']) {
      expect([none, await encodingFor(none)]).toEqual([none, 'none']);
    }
    // A matcher would compare them byte by byte, for seconds.
    expect(plain.equals(await bodyOf(port, path))).toBe(true);
    expect(plain.equals(brotliDecompressSync(await bodyOf(port, path, 'br')))).toBe(true);
    expect(plain.equals(gunzipSync(await bodyOf(port, path, 'gzip')))).toBe(true);
  });

  it('have the same head, without a body, for HEAD', async () => {
    const { port } = await startService();
    for (const path of ['/console/', `/console/${script()}`]) {
      const accept = { 'Accept-Encoding': 'br', 'X-Request-Id': 'x' };
      const [head, whole] = await Promise.all([get(port, path, accept, 'HEAD'), get(port, path, accept)]);
      expect(head).toEqual({ ...whole, text: '', headers: { ...whole.headers, date: head.headers.date } });
      expect(Number(head.headers['content-length'])).toBeGreaterThan(100);
    }
  });

  it('are cached forever if their names have a hash; the page is never cached', async () => {
    const { port } = await startService();
    for (const name of [...files.keys()].filter((each) => each !== 'index.html')) {
      expect(name).toMatch(/^assets\/\w+-[\w-]{8}\.\w+$/);
      const { headers } = await get(port, `/console/${name}`);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
    expect((await get(port, '/console/')).headers['cache-control']).toBe('no-store');
  });

  it('are not sent again to clients that have them in the same encoding', async () => {
    const { port } = await startService();
    const path = `/console/${script()}`;
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (encoding) => {
        const accept = { 'Accept-Encoding': encoding };
        const { headers } = await get(port, path, accept);
        const tag = String(headers.etag);
        const again = await get(port, path, { ...accept, 'If-None-Match': `"x", ${tag}` });
        expect(again).toMatchObject({ status: 304, text: '', headers: { etag: tag, vary: 'Accept-Encoding' } });
        expect(again.headers['cache-control']).toContain('immutable');
        expect(again.headers['content-encoding']).toBeUndefined();
        return tag;
      }),
    );
    expect(new Set(tags).size).toBe(3);
    const other = { 'Accept-Encoding': 'gzip', 'If-None-Match': tags[0] ?? '' };
    expect((await get(port, path, other)).status).toBe(200);
  });

  it('allow nothing from elsewhere', async () => {
    const { port } = await startService();
    const { headers } = await get(port, '/console/');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['permissions-policy']).toMatch(/^camera=\(\), .*usb=\(\)$/);
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toEqual([
      "default-src 'none'",
      ...["script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'"],
      ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
      ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
    ]);
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/);
    const file = await get(port, `/console/${script()}`);
    expect(file.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(file.headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(file.headers['x-content-type-options']).toBe('nosniff');
  });

  it('are logged under one pattern, without a user', async () => {
    const { port, seen } = await startService();
    for (const path of ['/console/', `/console/${script()}`, '/console', '/console/nothing']) await get(port, path);
    const told = () => seen.map((each) => each.kind === 'request' && [each.route, each.status, each.user]);
    await expect.poll(told).toEqual([
      ['/console/:file', 200, undefined],
      ['/console/:file', 200, undefined],
      ['/console', 308, undefined],
      ['unknown', 401, undefined],
    ]);
  });
});

describe('without a login nothing else is served', () => {
  it.each([
    '/',
    '/status',
    '/docs',
    '/console/x',
    '/console//',
    '//console/',
    '/Console/',
    '/console/index.htm',
    '/console/assets',
    '/console/assets/',
    '/console/../status',
    '/console/..%2fstatus',
    '/console/%2e%2e/status',
    '/console/%2e%2e%2fstatus',
    '/console/..;/status',
    '/console/..\\status',
    '/console/./',
    '/console/%69ndex.html',
    '/console/index.html/',
    '/console/index.html%00',
    '/console/assets/../index.html',
    '/console/assets/../../main.js',
    '/console/__proto__',
    '/console/constructor',
    '/consolex',
    '/status?/console/',
    '/status#/console/',
    '/status;/console/',
  ])('at %s', async (path) => {
    const { port } = await startService();
    const answer = await get(port, path);
    expect([answer.status, problemIn(answer).code]).toEqual([401, 'unauthenticated']);
  });

  it('as a compressed file', async () => {
    const { port } = await startService();
    for (const ending of ['.br', '.gz', '.map']) {
      expect((await get(port, `/console/${script()}${ending}`)).status).toBe(401);
    }
  });

  it('with a login, for a path that is not a file', async () => {
    const { port } = await startService();
    for (const path of ['/console/x', '/console/../status', '/console/%2e%2e/status']) {
      expect(problemIn(await send(port, path))).toMatchObject({ status: 404, code: 'not-found' });
    }
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'QUERY'])('for %s', async (method) => {
    const { port, seen } = await startService();
    for (const path of ['/console', '/console/', `/console/${script()}`]) {
      expect(problemIn(await get(port, path, {}, method))).toMatchObject({ status: 401, code: 'unauthenticated' });
    }
    expect(seen.filter((each) => each.kind === 'request' && each.route !== 'unknown')).toEqual([]);
  });

  it('for a whole URL, and for an invalid target', async () => {
    const { port } = await startService();
    const statusOf = async (target: string): Promise<number> => {
      const { text } = await sendBytes(port, [`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`]);
      return parseAnswer(text).status;
    };
    expect(await statusOf('http://x/console/../status')).toBe(401);
    expect(await statusOf('http://x/status')).toBe(401);
    expect(await statusOf('http://[/console/')).toBe(401);
    expect(await statusOf('/console/')).toBe(200);
  });

  it('for a request without a Host', async () => {
    const { port } = await startService();
    const { text } = await sendBytes(port, ['GET /console/ HTTP/1.1\r\nConnection: close\r\n\r\n']);
    expect(parseAnswer(text).status).toBe(400);
  });
});

describe('CONSOLE and CONSOLE_IDLE_MINUTES', () => {
  const from = (url: string, path: string) => fetch(`${url}${path}`, { redirect: 'manual' });

  it('off: there is no console', async () => {
    const { url, consoleUrl, observations } = await startWithSimulator({ CONSOLE: 'off' });
    expect(consoleUrl).toBeUndefined();
    for (const path of ['/console', '/console/', `/console/${script()}`]) {
      expect((await from(url, path)).status).toBe(401);
    }
    expect(observations.filter(({ kind }) => kind === 'warning')).toEqual([]);
  });

  it('on, unless it is set: its address is known, and the page has the minutes', async () => {
    const { url, consoleUrl } = await startWithSimulator();
    expect(consoleUrl).toBe(`${url}/console/`);
    expect(await (await from(url, '/console/')).text()).toContain('<meta name="idle-minutes" content="15" />');
    const other = await startWithSimulator({ CONSOLE_IDLE_MINUTES: '3' });
    expect(await (await from(other.url, '/console/')).text()).toContain('<meta name="idle-minutes" content="3" />');
  });

  it('do not change the limit on failed logins', async () => {
    const { url } = await startWithSimulator();
    let guesses = 0;
    const ask = async (path: string) => {
      const headers = { authorization: `Basic ${btoa(`wrong:${guesses++}`)}` };
      return (await fetch(url + path, { headers })).status;
    };
    for (let count = 0; count < 30; count += 1) expect(await ask('/console/')).toBe(200);
    expect(await ask('/status')).toBe(401);
    for (let count = 0; count < 30; count += 1) await ask('/status');
    expect(await ask('/status')).toBe(429);
    expect(await ask('/console/')).toBe(200);
  });
});
