import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { connect } from '../../../../src/buttons-cli/connection/proxy.js';

const dials = [{ index: '1', dirn: '0100', label: 'Night bell' }];
const lamps = [{ index: '2', dirn: '0199', partition: 'PT-Internal', label: '', pickup: true }];
const problem = {
  ...{ type: 'about:blank', title: 'There is no such path', status: 404 },
  ...{ detail: 'There is no such path.', code: 'not-found', requestId: 'r1' },
};

/** What the service answers, by path. */
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

/** A service that has these paths. */
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

const { signal } = new AbortController();
const phone = { device: 'SEP1', deviceKind: 'phone' } as const;
const both = ['speeddial', 'busylampfield'] as const;
const read = { speeddial: { entries: dials, etag: '"s"' }, busylampfield: { entries: lamps, etag: '"b"' } };

it('reads both lists of a device by one call, and one of them by its own', async () => {
  const proxy = await serviceWith('/lists', '/speeddials', '/busylampfields');
  expect(await proxy.readLists(phone, both, signal)).toEqual(read);
  expect(await proxy.readLists(phone, ['busylampfield'], signal)).toEqual({ busylampfield: read.busylampfield });
  expect(asked).toEqual(['/lists?phone=SEP1', '/busylampfields?phone=SEP1']);
});

it('reads them one by one where the service is older than that call, which it asks for once', async () => {
  const proxy = await serviceWith('/speeddials', '/busylampfields');
  expect(await proxy.readLists(phone, both, signal)).toEqual(read);
  expect(await proxy.readLists(phone, both, signal)).toEqual(read);
  expect(asked.filter((line) => line.startsWith('/lists'))).toHaveLength(1);
});

it('does not take a device that there is not for an older service', async () => {
  const proxy = await serviceWith('/lists');
  const missing = { ...problem, code: 'phone-not-found' };
  server.removeAllListeners('request');
  server.on('request', (_, response) => {
    response.writeHead(404, { 'content-type': 'application/problem+json' }).end(JSON.stringify(missing));
  });
  await expect(proxy.readLists(phone, both, signal)).rejects.toMatchObject({ code: 'phone-not-found' });
});
