import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { connect } from '../../../../src/buttons-cli/connection/proxy.js';
import { aNamedDevice } from '../../../support/made.js';

const dials = [{ index: '1', dirn: '0100', label: 'Night bell' }];
const lamps = [{ index: '2', dirn: '0199', partition: 'PT-Internal', label: '', pickup: true }];
const problem = {
  ...{ type: 'about:blank', title: 'There is no such path', status: 404 },
  ...{ detail: 'There is no such path.', code: 'not-found', requestId: 'r1' },
};

/** The service's answers, by path. */
const answers = {
  '/speeddials': { status: 200, type: 'application/json', etag: '"s"', body: dials },
  '/busylampfields': { status: 200, type: 'application/json', etag: '"b"', body: lamps },
  '/lists': {
    ...{ status: 200, type: 'application/json', etag: '' },
    body: { speeddials: dials, busylampfields: lamps, etags: { speeddials: '"s"', busylampfields: '"b"' } },
  },
} as const;

let server: Server;
let asked: string[];

afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

/** A service with these paths. */
async function serviceWith(...paths: readonly string[]) {
  asked = [];
  server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const path = url.replace(/\?.*/, '') as keyof typeof answers;
    const found = paths.includes(path)
      ? answers[path]
      : { status: 404, type: 'application/problem+json', body: problem };
    const etag = 'etag' in found && found.etag !== '' ? { etag: found.etag } : {};
    response.writeHead(found.status, { 'content-type': found.type, ...etag }).end(JSON.stringify(found.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return connect({ url, username: 'ada', password: undefined, authority: undefined }, 'secret');
}

/** From now on, the service answers every request like this. */
function answerWith(answer: (request: IncomingMessage) => { status: number; body: unknown; etag?: string }): void {
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    asked.push(request.url ?? '');
    const { status, body, etag } = answer(request);
    const type = status === 200 ? 'application/json' : 'application/problem+json';
    response.writeHead(status, { 'content-type': type, ...(etag !== undefined && { etag }) });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
}

const { signal } = new AbortController();
const phone = { device: 'SEP1', deviceKind: 'phone' } as const;
const both = ['speeddial', 'busylampfield'] as const;
const read = { speeddial: { entries: dials, etag: '"s"' }, busylampfield: { entries: lamps, etag: '"b"' } };

it('reads both lists of a device by one call, and one list by its own call', async () => {
  const proxy = await serviceWith('/lists', '/speeddials', '/busylampfields');
  expect(await proxy.readLists(phone, both, signal)).toEqual(read);
  expect(await proxy.readLists(phone, ['busylampfield'], signal)).toEqual({ busylampfield: read.busylampfield });
  expect(asked).toEqual(['/lists?phone=SEP1', '/busylampfields?phone=SEP1']);
});

it('reads them one by one if the service lacks the joint call, which it tries once', async () => {
  const proxy = await serviceWith('/speeddials', '/busylampfields');
  expect(await proxy.readLists(phone, both, signal)).toEqual(read);
  expect(await proxy.readLists(phone, both, signal)).toEqual(read);
  expect(asked.filter((line) => line.startsWith('/lists'))).toHaveLength(1);
});

it('does not mistake an unknown device for an older service', async () => {
  const proxy = await serviceWith('/lists');
  const missing = { ...problem, code: 'phone-not-found' };
  server.removeAllListeners('request');
  server.on('request', (_, response) => {
    response.writeHead(404, { 'content-type': 'application/problem+json' }).end(JSON.stringify(missing));
  });
  await expect(proxy.readLists(phone, both, signal)).rejects.toMatchObject({ code: 'phone-not-found' });
});

it('sends each question to the right path', async () => {
  const proxy = await serviceWith();
  const headers: (string | undefined)[] = [];
  answerWith((request) => {
    headers.push(request.headers['cache-control']);
    const isOne = /\?(phone|profile)=/.test(request.url ?? '');
    return { status: 200, body: isOne ? aNamedDevice({ name: 'SEP1' }) : [] };
  });
  await proxy.findPhones('2001', signal);
  await proxy.findNumbers('2001', signal);
  await proxy.findButtons('2001', signal);
  await proxy.findButtonPage('2001', 5_000, '0.', signal);
  await proxy.searchDevices('desk', { after: 'SEP0', signal });
  expect(asked).toEqual([
    '/phone?dirn=2001',
    '/numbers?dirn=2001',
    '/buttons?dirn=2001',
    '/buttons?dirn=2001&limit=5000&after=0.',
    expect.stringMatching(/^\/devices\?search=desk&.*after=SEP0/),
  ]);
  expect(new Set(headers)).toEqual(new Set(['no-cache']));
});

it.each(['readStatus', 'findPhones', 'findDevice', 'searchDevices', 'readList'] as const)(
  'cancels %s on request',
  async (name) => {
    const proxy = await serviceWith();
    const given = AbortSignal.abort();
    const calls = {
      readStatus: () => proxy.readStatus(given),
      findPhones: () => proxy.findPhones('2001', given),
      findDevice: () => proxy.findDevice('profile', 'P', given),
      searchDevices: () => proxy.searchDevices('desk', { signal: given }),
      readList: () => proxy.readList({ device: 'P', deviceKind: 'profile', kind: 'busylampfield' }, given),
    };
    await expect(calls[name]()).rejects.toThrow();
    expect(asked).toEqual([]);
  },
);
