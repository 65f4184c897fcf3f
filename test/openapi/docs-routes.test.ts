import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/http/app.js';
import { openApiDocument } from '../../src/http/openapi/document.js';
import {
  authorization,
  onePhoneCallManager,
  type FakeService,
  startFakeService,
} from '../support/one-phone-service.js';

const files = [
  '/docs/swagger-ui-bundle.js',
  '/docs/swagger-ui.css',
  '/docs/favicon-32x32.png',
  '/docs/start.js',
  '/docs/utf-8.js',
];
const everything = ['/openapi.json', '/docs', '/docs/', ...files];
let service: FakeService;

beforeAll(async () => {
  service = await startFakeService(onePhoneCallManager());
});
afterAll(() => service.close());

const get = (path: string, headers: Record<string, string> = { authorization }): Promise<Response> =>
  fetch(service.url + path, { headers });

/** A request with an unchanged path, which fetch does not support. */
function statusOf(path: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.url);
    const sent = request({ hostname, port, path, headers: { authorization, ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject).end();
  });
}

describe('the documentation', () => {
  it.each(everything)('needs authentication at %s', async (path) => {
    const response = await get(path, {});
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Basic realm="axl-phone-proxy", charset="UTF-8"');
  });

  it('serves the document', async () => {
    const response = await get('/openapi.json');
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument(routes))));
  });

  it.each([
    ['/docs', './docs/'],
    ['/docs/', './'],
  ])('serves the page at %s, with nothing from another origin and no inline script', async (path, folder) => {
    const response = await get(path);
    const page = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page).not.toMatch(/\b(https?:)?\/\/|<script>|style=|\bon\w+=/);
    const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
    expect(addresses.every((address) => address.startsWith(folder))).toBe(true);
    expect(addresses.map((address) => new URL(address, service.url + path).pathname).sort()).toEqual(files.sort());
  });

  it('lets the page run only files of this service', async () => {
    const policy = (await get('/docs')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).not.toMatch(/unsafe|\*|http/);
  });

  it.each([
    ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['swagger-ui.css', 'text/css; charset=utf-8'],
    ['favicon-32x32.png', 'image/png'],
  ])('serves Swagger UI’s %s unchanged', async (name, type) => {
    const response = await get(`/docs/${name}`);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const original = await readFile(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`));
    expect(Buffer.from(await response.arrayBuffer()).equals(original)).toBe(true);
  });

  it.each(['/openapi.json', ...files])('lets a browser cache %s, but no shared cache', async (path) => {
    const { headers } = await get(path);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    const etag = headers.get('etag') ?? '';
    expect(await statusOf(path, { 'if-none-match': etag })).toBe(304);
    expect(await statusOf(path, { 'if-none-match': '"another"' })).toBe(200);
    expect(await statusOf(path, { 'if-none-match': etag, authorization: 'Basic bm9ib2R5Og==' })).toBe(401);
  });

  it.each([
    '/docs/index.html',
    '/docs/package.json',
    '/docs/swagger-ui.js',
    '/docs/../package.json',
    '/docs/..%2fpackage.json',
    '/docs/%2e%2e/package.json',
    '/docs/..%5cpackage.json',
    '/docs/swagger-ui.css%00',
    '/docs//etc/passwd',
  ])('serves nothing at %s', async (path) => {
    expect(await statusOf(path)).toBe(404);
  });
});
