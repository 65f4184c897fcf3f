import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { browserTimeout, sharedBrowser, lacksBrowser } from '../support/browser.js';
import { authorization } from '../support/caller.js';
import { emptyFolder } from '../support/processes.js';
import { serviceSettings, startTestService, type TestService } from '../support/test-service.js';

vi.setConfig({ testTimeout: 2 * browserTimeout, hookTimeout: 2 * browserTimeout });

/** A front end of another origin, on another server. */
async function servePage(): Promise<{ server: Server; port: number }> {
  const page = '<!doctype html><meta charset="utf-8"><title>front-end</title>';
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

/** What a page's script requested, and what the browser let it read. */
interface Read {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | null>>;
}

const names = ['ETag', 'Link', 'Retry-After', 'Age', 'Cache-Status', 'X-Request-Id', 'X-After-Update'];

const phone = 'SEP00A1B2C30003';
const list = `/speeddials?phone=${phone}`;
const json = { 'Content-Type': 'application/json' };

describe.skipIf(lacksBrowser)('a front end of another origin, in a browser', () => {
  let simulator: RunningSimulator;
  let service: TestService;
  let browser: Browser;
  let frontEnd: { server: Server; port: number };

  beforeAll(async () => {
    [simulator, browser, frontEnd] = await Promise.all([startSimulator(), sharedBrowser(), servePage()]);
    service = await startTestService({
      ...serviceSettings(simulator.url),
      DATABASE_URL: `sqlite:${emptyFolder()}/history.db`,
      CORS_ORIGINS: `http://localhost:${frontEnd.port}`,
    });
  });
  afterAll(async () => {
    frontEnd.server.close();
    await service.stop('test');
    await simulator.close();
  });

  /** Calls the service from a page at this address. */
  async function openPage(host: string) {
    const page = await browser.newPage();
    await page.goto(`http://${host}:${frontEnd.port}/`);
    const call = (path: string, init: RequestInit = {}): Promise<Read | string> => {
      const given = { ...init, headers: { Authorization: authorization(), ...(init.headers as object) } };
      const asked = JSON.stringify([service.url + path, given, names]);
      return page.evaluate(`(async ([url, init, names]) => {
        try {
          const answer = await fetch(url, init);
          const headers = Object.fromEntries(names.map((name) => [name, answer.headers.get(name)]));
          return { status: answer.status, text: await answer.text(), headers };
        } catch (error) {
          return error.name;
        }
      })(${asked})`);
    };
    return { call, close: () => page.close() };
  }

  it('that is listed reads, changes only what it has read, and undoes', async () => {
    const { call, close } = await openPage('localhost');
    const first = (await call(list)) as Read;
    expect(first.status).toBe(200);
    const { ETag: tag = '' } = first.headers;
    expect(tag).toMatch(/^"/);
    const body = JSON.stringify([{ index: '1', dirn: '0100', label: 'Reception' }]);
    const conditional = { ...json, 'If-Match': tag ?? '' };
    const set = (await call(list, { method: 'POST', headers: conditional, body })) as Read;
    expect(set.status).toBe(200);
    expect(set.headers['ETag']).not.toBe(tag);
    expect(await call(list, { method: 'POST', headers: conditional, body: '[]' })).toMatchObject({ status: 412 });
    const entry = `/speeddials/2?phone=${phone}`;
    expect(await call(entry, { method: 'PUT', headers: json, body: '{"dirn":"0200"}' })).toMatchObject({ status: 201 });
    expect(await call(entry, { method: 'DELETE', headers: { 'X-Request-Id': 'mine' } })).toMatchObject({
      status: 204,
      headers: { 'X-Request-Id': 'mine' },
    });
    const page = (await call('/changes?limit=1')) as Read;
    expect(page.headers['Link']).toContain('rel="next"');
    const [{ id }] = JSON.parse(page.text) as [{ id: string }];
    expect(await call(`/changes/${id}/undo`, { method: 'POST' })).toMatchObject({ status: 200 });
    await close();
  });

  it('that is listed reads errors, and how long to wait', async () => {
    const { call, close } = await openPage('localhost');
    expect(await call('/phone/')).toMatchObject({ status: 400 });
    const wrong = (password: string) => ({ headers: { Authorization: `Basic ${btoa(`other:${password}`)}` } });
    const refused = (await call('/status', wrong('0'))) as Read;
    expect([refused.status, (JSON.parse(refused.text) as { code: string }).code]).toEqual([401, 'unauthenticated']);
    await Promise.all(Array.from({ length: 12 }, (_, guess) => call('/status', wrong(String(guess)))));
    const limited = (await call('/status', wrong('one more'))) as Read;
    expect(limited.status).toBe(429);
    expect(Number(limited.headers['Retry-After'])).toBeGreaterThan(0);
    await close();
  });

  it('that is not listed reads nothing and changes nothing, although it has a login', async () => {
    const before = JSON.stringify(simulator.state());
    // Another name of the same machine is another origin.
    const { call, close } = await openPage('127.0.0.1');
    const body = '[]';
    expect(await call(list)).toBe('TypeError');
    expect(await call(list, { method: 'POST', headers: json, body })).toBe('TypeError');
    expect(await call(`/speeddials/1?phone=${phone}`, { method: 'DELETE' })).toBe('TypeError');
    expect(await call('/changes/1/undo', { method: 'POST', mode: 'no-cors', headers: {} })).not.toMatchObject({
      status: 200,
    });
    expect(JSON.stringify(simulator.state())).toBe(before);
    await close();
  });
});
