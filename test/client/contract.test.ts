import { expect, it } from 'vitest';
import { createClient, type PhoneProxyClient, problemCodes } from '../../src/client/index.js';
import { type ButtonKind, buttonKinds } from '../../src/domain/button-kinds.js';
import { errorCodes } from '../../src/domain/error-catalogue.js';
import { routes } from '../../src/http/app.js';

/** The types and checks of data are made from the schemas of the routes, which test/documents compares. */

it('knows exactly the codes of the catalogue', () => {
  expect([...problemCodes].sort()).toEqual([...errorCodes].sort());
});

/** The calls of each kind of list. */
const callsOfKinds: Readonly<Record<ButtonKind, readonly (keyof PhoneProxyClient)[]>> = {
  speeddial: ['readSpeedDials', 'replaceSpeedDials', 'setSpeedDial', 'removeSpeedDial'],
  busylampfield: ['readBusyLampFields', 'replaceBusyLampFields', 'setBusyLampField', 'removeBusyLampField'],
};

const requests: string[] = [];
const client = createClient({
  baseUrl: 'http://phones.example.com',
  username: 'demo',
  password: 'demo',
  fetch: (url, { method = 'GET' } = {}) => {
    const { pathname } = new URL(url instanceof Request ? url.url : url);
    requests.push(`${method.toLowerCase()} ${pathname}`);
    return Promise.reject(new TypeError('Nothing is sent'));
  },
});

it('has the calls of each kind of list', () => {
  const known = Object.keys(client).filter((name) =>
    /^(read|replace|set|remove)(?!Status|Change|Run|Plan|Inventory|Lists)/.test(name),
  );
  expect(buttonKinds.flatMap((kind) => callsOfKinds[kind]).sort()).toEqual(known.sort());
});

it('calls only paths and methods that the service has, and all but those of its documentation', async () => {
  const calls = Object.values(client) as ((...given: readonly unknown[]) => Promise<unknown>)[];
  await Promise.allSettled(calls.map((call) => call('7', '7', {})));
  const described = routes
    .map(({ method, path }) => `${method} ${path.replace(/:\w+/, '7')}`)
    .filter((one) => !/^get \/(openapi|docs)/.test(one));
  expect([...new Set(requests)].sort()).toEqual([...new Set(described)].sort());
});
