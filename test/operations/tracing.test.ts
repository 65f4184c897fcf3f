import { existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { ask, authorization, caller } from '../support/caller.js';
import { emptyFolder, RunningProcess, tidy } from '../support/processes.js';
import { bin, root } from '../support/project.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { serviceSettings } from '../support/test-service.js';

/** The service with an OpenTelemetry SDK, loaded as an operator does it. */

interface Span {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parent?: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly status: { readonly code: number; readonly message?: string };
  readonly events: readonly unknown[];
  /** The spans that it links to, besides its parent. */
  readonly linked: readonly string[];
  readonly times: { readonly startTime: readonly [number, number]; readonly endTime: readonly [number, number] };
}

const [internal, server, client] = [0, 1, 2];
const [unset, error] = [0, 2];
const phone = 'SEP00A1B2C30003';
const remote = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' };
const traceparent = (flags = '01'): string => `00-${remote.trace}-${remote.span}-${flags}`;

let simulator: RunningSimulator;
let file: string;
beforeEach(async () => {
  simulator = await startSimulator();
  file = path.join(emptyFolder(), 'spans');
});
afterEach(async () => {
  await tidy();
  await simulator.close();
});

const sdk = pathToFileURL(`${root}test/support/tracing-sdk.mjs`).href;

function startTraced(settings: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
  const env = { ...serviceSettings(simulator.url), AXL_LOOKUP: 'sql', SPANS_FILE: file, ...settings };
  return startServiceProcess(env, { nodeArguments: ['--import', sdk] });
}

function spans(): Span[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Span]));
}

/** Waits for the spans of this many requests, and everything that belongs to them. */
async function spansOf(requests: number): Promise<Span[]> {
  await expect.poll(() => spans().filter(({ kind }) => kind === server)).toHaveLength(requests);
  return spans();
}

/** Each span of a trace as `name` below the names of its parents. */
function tree(all: readonly Span[], traceId?: string): string[] {
  const within = all.filter((span) => traceId === undefined || span.traceId === traceId);
  const pathOf = (span: Span): string => {
    const parent = within.find(({ spanId }) => spanId === span.parent);
    return parent ? `${pathOf(parent)} > ${span.name}` : span.name;
  };
  return within.map(pathOf).sort();
}

function named(all: readonly Span[], name: string): Span {
  const found = all.find((span) => span.name === name);
  if (!found) throw new Error(`no ${name} in ${all.map((span) => span.name).join(', ')}`);
  return found;
}

const milliseconds = ([seconds, nanoseconds]: readonly [number, number]): number => seconds * 1e3 + nanoseconds / 1e6;

function get(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(url, { headers: { authorization: authorization(), ...headers } });
}

describe('a trace', () => {
  it('of a lookup has request, use case and attempt, each within the other, and its id in the log', async () => {
    const { url, process } = await startTraced();
    const answer = await get(`${url}/phone/?dirn=2003`, { 'X-Request-Id': 'mine' });
    await answer.text();
    const all = await spansOf(1);
    expect(tree(all)).toEqual([
      'GET /phone',
      'GET /phone > look up phones',
      'GET /phone > look up phones > AXL executeSQLQuery',
    ]);
    const request = named(all, 'GET /phone');
    expect(request).toMatchObject({
      kind: server,
      status: { code: unset },
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/phone',
        'http.response.status_code': 200,
        'axl_phone_proxy.request_id': 'mine',
      },
    });
    expect(named(all, 'look up phones')).toMatchObject({ kind: internal, status: { code: unset } });
    expect(named(all, 'AXL executeSQLQuery')).toMatchObject({
      kind: client,
      attributes: {
        'axl.operation': 'executeSQLQuery',
        'axl.outcome': 'ok',
        'axl.sends': 1,
        'server.address': new URL(simulator.url).host,
      },
    });
    for (const span of all) {
      expect(milliseconds(span.times.startTime)).toBeGreaterThanOrEqual(milliseconds(request.times.startTime) - 0.01);
      expect(milliseconds(span.times.endTime)).toBeLessThanOrEqual(milliseconds(request.times.endTime) + 0.01);
    }
    const line = await process.untilLogged('request');
    expect(line).toMatchObject({ requestId: 'mine', traceId: request.traceId });
    expect(line).not.toHaveProperty('span');
    expect(process.logged('session-login')[0]).toMatchObject({ traceId: request.traceId });
    // A caller gets only the request's id.
    expect(JSON.stringify([...answer.headers])).not.toContain(request.traceId);
  });

  it('continues the caller’s trace, and is left out if the caller says so', async () => {
    const { url, process } = await startTraced();
    await get(`${url}/phone/?dirn=2003`, { traceparent: traceparent() });
    const all = await spansOf(1);
    expect(named(all, 'GET /phone')).toMatchObject({ traceId: remote.trace, parent: remote.span });
    expect(new Set(all.map(({ traceId }) => traceId))).toEqual(new Set([remote.trace]));
    await get(`${url}/phone/?dirn=2003`, { traceparent: traceparent('00') });
    await get(`${url}/phone/?dirn=2003`, { traceparent: '00-zz-1-01' });
    // The one that is left out came before the last.
    expect((await spansOf(2)).filter(({ traceId }) => traceId === remote.trace)).toHaveLength(3);
    const [, unsampled, own] = await process.until(() => {
      const lines = process.logged('request');
      return lines.length === 3 ? lines : undefined;
    });
    expect(unsampled?.['traceId']).toBe(remote.trace);
    expect(own?.['traceId']).toMatch(/^(?!0af7651916cd43dd8448eb211c80319c)[0-9a-f]{32}$/);
  });

  it('of a write has its requests to the history, each send, and the reads before and after it', async () => {
    const { url, process } = await startTraced({ DATABASE_URL: `sqlite:${emptyFolder()}/history.db` });
    await ask(`${url}/speeddials?phone=${phone}`, [{ index: '1', dirn: '0100', label: '' }]);
    const all = await spansOf(1);
    const within = 'POST /speeddials > set speeddial';
    expect(tree(all)).toEqual([
      'POST /speeddials',
      within,
      `${within} > AXL getPhone`,
      `${within} > AXL getPhone`,
      `${within} > AXL updatePhone`,
      `${within} > history begin`,
      `${within} > history lock`,
      `${within} > history settle`,
    ]);
    expect(named(all, 'history begin')).toMatchObject({ kind: client, attributes: { 'db.operation.name': 'begin' } });
    const { traceId } = named(all, 'POST /speeddials');
    expect(await process.untilLogged('write')).toMatchObject({ traceId });
  });

  it('has each attempt of a lookup that is repeated, with its result', async () => {
    const { url, process } = await startTraced();
    simulator.misbehave([{ kind: '503', operation: 'executeSQLQuery', times: 1 }]);
    expect((await get(`${url}/phone/?dirn=2003`)).status).toBe(200);
    const all = await spansOf(1);
    const attempts = all.filter(({ name }) => name === 'AXL executeSQLQuery');
    const parent = named(all, 'look up phones').spanId;
    expect(attempts).toMatchObject([
      {
        parent,
        attributes: { 'axl.outcome': 'call-manager-busy', 'error.type': 'call-manager-busy' },
        status: { code: error },
      },
      { parent, attributes: { 'axl.outcome': 'ok' }, status: { code: unset } },
    ]);
    expect(named(all, 'GET /phone').status.code).toBe(unset);
    expect(await process.untilLogged('axl-retry')).toMatchObject({ traceId: named(all, 'GET /phone').traceId });
  });

  it('shows a send that was repeated because of an expired session', async () => {
    const { url } = await startTraced();
    await get(`${url}/phone/?dirn=2003`);
    simulator.expireSessions();
    await get(`${url}/phone/?dirn=2004`);
    const attempts = (await spansOf(2)).filter(({ name }) => name === 'AXL executeSQLQuery');
    expect(attempts.map(({ attributes }) => attributes['axl.sends'])).toEqual([1, 2]);
  });

  it('of a lookup that shares the answer of another one has a link to it', async () => {
    await simulator.close();
    simulator = await startSimulator({ latencyMs: 1_000 });
    const { url } = await startTraced();
    await Promise.all(['1', '2', '3'].map(() => get(`${url}/phone/?dirn=2003`)));
    const all = await spansOf(3);
    const lookups = all.filter(({ name }) => name === 'look up phones');
    const [attempt, ...others] = all.filter(({ name }) => name === 'AXL executeSQLQuery');
    expect(others).toEqual([]);
    const [first, ...shared] = [...lookups].sort((one, other) => one.linked.length - other.linked.length);
    expect(attempt?.parent).toBe(first?.spanId);
    expect(shared.map(({ linked }) => linked)).toEqual([[first?.spanId], [first?.spanId]]);
    expect(new Set(lookups.map(({ traceId }) => traceId)).size).toBe(3);
  });

  it('shows an error by its code, and nothing else', async () => {
    const { url } = await startTraced();
    simulator.misbehave([{ kind: 'fault', operation: 'executeSQLQuery', message: 'the words of a call manager' }]);
    expect((await get(`${url}/phone/?dirn=8835552003`)).status).toBe(502);
    expect((await get(`${url}/phone/?secret=1`)).status).toBe(400);
    expect((await get(`${url}/no/such%20secret/path`)).status).toBe(404);
    expect((await get(`${url}/status`, { authorization: 'Basic YWxpY2U6aHVudGVyMg==' })).status).toBe(401);
    const all = await spansOf(4);
    const requests = all.filter(({ kind }) => kind === server);
    expect(
      requests.map(({ name, status, attributes }) => [
        name,
        attributes['http.response.status_code'],
        attributes['axl_phone_proxy.code'],
        status.code,
      ]),
    ).toEqual([
      ['GET /phone', 502, 'call-manager-fault', error],
      ['GET /phone', 400, 'invalid-request', unset],
      ['GET', 404, 'not-found', unset],
      ['GET', 401, 'unauthenticated', unset],
    ]);
    expect(named(all, 'look up phones')).toMatchObject({
      status: { code: error },
      attributes: { 'error.type': 'call-manager-fault' },
    });
    expect(all.flatMap(({ events }) => events)).toEqual([]);
    const text = readFileSync(file, 'utf8');
    for (const secret of [
      'words of',
      'secret',
      'hunter2',
      caller.password,
      'axl-demo',
      'JSESSION',
      'Basic',
      '8835552003',
    ]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('an SDK', () => {
  it('that samples a tenth gets nothing of the others', async () => {
    const { url, process } = await startTraced({ SAMPLED: '0.1' });
    const count = 200;
    for (let sent = 0; sent < count; sent += 20) {
      await Promise.all(Array.from({ length: 20 }, () => get(`${url}/status`).then((answer) => answer.text())));
    }
    await process.until(() => (process.logged('request').length === count ? true : undefined));
    const requests = spans().filter(({ kind }) => kind === server).length;
    expect(requests).toBeGreaterThan(0);
    expect(requests).toBeLessThan(count / 2);
  });

  it('exports its remaining spans when the process ends', async () => {
    const { url, process } = await startTraced({ BATCHED: '1' });
    await get(`${url}/phone/?dirn=2003`);
    expect(spans()).toEqual([]);
    process.kill('SIGTERM');
    expect((await process.ended).code).toBe(0);
    expect(tree(spans())).toContain('GET /phone > look up phones > AXL executeSQLQuery');
  });

  it('exports the demo’s remaining spans when it stops', async () => {
    const env = { PORT: '0', SPANS_FILE: file, BATCHED: '1' };
    const demo = new RunningProcess(process.execPath, ['--import', sdk, bin, 'demo'], { env });
    const [, url = '', name = '', password = ''] = await demo.until(
      () =>
        /PHONE_PROXY_URL=(\S+) PHONE_PROXY_USERNAME=(\S+) PHONE_PROXY_PASSWORD=(\S+)/.exec(demo.output) ?? undefined,
    );
    const answer = await get(`${url}/phone/?dirn=2003`, { authorization: authorization({ name, password }) });
    expect(answer.status).toBe(200);
    expect(spans()).toEqual([]);
    demo.kill('SIGINT');
    expect((await demo.ended).code).toBe(0);
    expect(spans().map((span) => span.name)).toEqual(expect.arrayContaining(['GET /phone', 'look up phones']));
  });

  it('that adds trace headers to all requests of undici adds none to those for the call manager', async () => {
    const seen: http.IncomingHttpHeaders[] = [];
    const relay = http.createServer((request, response) => {
      seen.push(request.headers);
      if (request.method === 'GET') {
        response.end();
        return;
      }
      const onward = http.request(simulator.url, { method: 'POST', headers: request.headers }, (answer) => {
        answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.headers));
      });
      request.pipe(onward);
    });
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    const between = `http://127.0.0.1:${(relay.address() as AddressInfo).port}/axl/`;
    const { url } = await startTraced({
      AXL_URL: between,
      ADDS_HEADERS: '1',
      FETCHED: between,
      AXL_MAX_CONCURRENCY: '1',
    });
    const numbers = Array.from({ length: 20 }, (_, index) => 2001 + index);
    await Promise.all(numbers.map((number) => get(`${url}/phone/?dirn=${number}`, { traceparent: traceparent() })));
    await ask(`${url}/speeddials?phone=${phone}`, [{ index: '1', dirn: '0100', label: '' }]);
    relay.closeAllConnections();
    relay.close();
    const [fetched, ...sent] = seen;
    expect(fetched).toHaveProperty('traceparent');
    expect(sent.length).toBeGreaterThan(20);
    expect(sent.filter((headers) => 'traceparent' in headers || 'tracestate' in headers)).toEqual([]);
  });

  it('is not needed: without one no line has a trace id', async () => {
    const env = { ...serviceSettings(simulator.url) };
    const { url, process } = await startServiceProcess(env);
    await get(`${url}/phone/?dirn=2003`, { traceparent: traceparent() });
    await process.untilLogged('request');
    expect(process.output).not.toContain('traceId');
  });
});
