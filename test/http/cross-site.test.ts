import { describe, expect, it } from 'vitest';
import { basic, startService } from '../support/app.js';
import { fakePort, phoneName, uuid } from '../support/fake-port.js';
import { problemIn, send, type Sent } from '../support/http.js';

/** Changes that a browser sends for a page of another site. */

const dials = () =>
  fakePort({
    speedDials: {
      read: () => Promise.resolve({ uuid, entries: [] }),
      readForChange: () => Promise.resolve({ uuid, entries: [{ index: '5', dirn: '1', label: '' }] }),
    },
  });
const entry = `/speeddials/5?phone=${phoneName}`;
const list = `/speeddials?phone=${phoneName}`;
const json = { 'Content-Type': 'application/json' };
const put: Sent = { method: 'PUT', body: '{"dirn":"0100"}', headers: json };
const remove: Sent = { method: 'DELETE' };

/** The origin in a browser's headers, and whether the request is refused; `{host}` is this service. */
const origins: readonly (readonly [headers: Record<string, string>, isRefused: boolean])[] = [
  [{}, false],
  [{ 'Sec-Fetch-Site': 'same-origin' }, false],
  [{ 'Sec-Fetch-Site': 'none' }, false],
  [{ 'Sec-Fetch-Site': 'same-site' }, true],
  [{ 'Sec-Fetch-Site': 'cross-site' }, true],
  [{ 'Sec-Fetch-Site': 'something-new' }, true],
  [{ 'Sec-Fetch-Site': '' }, true],
  [{ 'Sec-Fetch-Site': 'same-origin, cross-site' }, true],
  // What the browser says of itself takes precedence over the origin, which a proxy may have changed.
  [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'https://elsewhere.example' }, false],
  [{ 'Sec-Fetch-Site': 'cross-site', Origin: 'http://{host}' }, true],
  [{ Origin: 'http://{host}' }, false],
  // A proxy in front handles TLS, and only it knows that.
  [{ Origin: 'https://{host}' }, false],
  [{ Origin: 'http://127.0.0.1:1' }, true],
  [{ Origin: 'http://127.0.0.1' }, true],
  [{ Origin: 'http://localhost:{port}' }, true],
  [{ Origin: 'https://elsewhere.example' }, true],
  [{ Origin: 'http://{host}.elsewhere.example' }, true],
  [{ Origin: 'null' }, true],
  [{ Origin: '' }, true],
  [{ Origin: '{host}' }, true],
  [{ Origin: 'https://phones.example', Host: 'phones.example' }, false],
  [{ Origin: 'https://phones.example', Host: 'PHONES.example:443' }, false],
  [{ Origin: 'http://phones.example:80', Host: 'phones.example' }, false],
  [{ Origin: 'https://phones.example:8443', Host: 'phones.example' }, true],
  [{ Origin: 'https://phones.example', Host: 'phones.example:8443' }, true],
];

function withHost(headers: Record<string, string>, port: number): Record<string, string> {
  const filled = Object.entries(headers).map(([name, value]) => {
    return [name, value.replace('{host}', `127.0.0.1:${port}`).replace('{port}', String(port))] as const;
  });
  return Object.fromEntries(filled);
}

describe('a change from another site', () => {
  it.each(origins)('with the headers %j is refused: %s', async (headers, isRefused) => {
    const callManager = dials();
    const { port } = await startService({ callManager });
    for (const [path, sent] of [
      [entry, put],
      [entry, remove],
    ] as const) {
      const answer = await send(port, path, { ...sent, headers: { ...sent.headers, ...withHost(headers, port) } });
      if (isRefused) expect(problemIn(answer)).toMatchObject({ status: 403, code: 'cross-site' });
      else expect([200, 204]).toContain(answer.status);
    }
    expect(callManager.buttons.speeddial.replace).toHaveBeenCalledTimes(isRefused ? 0 : 2);
  });

  it.each([
    ['no type', {}],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['text', { 'Content-Type': 'text/plain' }],
    ['CSV', { 'Content-Type': 'text/csv' }],
  ])('is refused as a POST with %s, at any path', async (_what, headers) => {
    const { port, callManager } = await startService();
    for (const path of [list, '/elsewhere', '/status']) {
      const sent = { method: 'POST', body: '[]', headers: { ...headers, 'Sec-Fetch-Site': 'cross-site' } };
      expect(problemIn(await send(port, path, sent))).toMatchObject({ status: 403, code: 'cross-site' });
    }
    expect(callManager.buttons.speeddial.replace).not.toHaveBeenCalled();
  });

  it('is not recognized as a POST of JSON, which no browser sends for another site without asking first', async () => {
    const { port } = await startService();
    const headers = { ...json, 'Sec-Fetch-Site': 'cross-site', Origin: 'https://elsewhere.example' };
    expect(await send(port, list, { method: 'POST', body: '[]', headers })).toMatchObject({ status: 200, text: uuid });
    const asking = { 'Access-Control-Request-Method': 'POST', ...headers };
    const answer = await send(port, list, { method: 'OPTIONS', headers: asking });
    expect(answer.status).toBe(405);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('is not recognized as a GET', async () => {
    const { port } = await startService({ callManager: dials() });
    const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://elsewhere.example' };
    expect((await send(port, list, { headers })).status).toBe(200);
    expect((await send(port, list, { method: 'HEAD', headers })).status).toBe(200);
  });

  it('gets no other answer before it has logged in', async () => {
    const { port } = await startService();
    const headers = { Authorization: basic('caller', 'wrong'), 'Sec-Fetch-Site': 'cross-site' };
    expect(problemIn(await send(port, entry, { method: 'DELETE', headers })).status).toBe(401);
  });
});
