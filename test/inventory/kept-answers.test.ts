import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { authorization } from '../support/caller.js';
import { startSimulator } from '../../src/simulator/simulator.js';
import { describedPhones } from '../support/many-devices.js';
import { lacksPostgres, PostgresServer } from '../support/postgres-server.js';
import { tidy } from '../support/processes.js';
import { root } from '../support/project.js';
import { environmentFor, startTestService, type TestService } from '../support/test-service.js';
import { simulator, useSimulator } from '../support/use-simulator.js';

/** Answers from the inventory compared with the call manager's, over real sockets. */

useSimulator();

const company = JSON.parse(readFileSync(path.join(root, 'fixtures/company.json'), 'utf8')) as {
  readonly lines: readonly { readonly pattern: string; readonly description?: string }[];
  readonly devices: readonly {
    readonly name: string;
    readonly class?: string;
    readonly description?: string;
    readonly speedDials?: readonly { readonly dirn: string }[];
  }[];
};

let server: PostgresServer | undefined;
beforeAll(async () => {
  server = lacksPostgres() ? undefined : await PostgresServer.shared();
});
afterAll(async () => {
  await server?.remove();
  await tidy();
});

const places = {
  sqlite: () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kept-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    return Promise.resolve(`sqlite:${path.join(folder, 'history')}`);
  },
  postgres: async () => {
    if (!server) throw new Error('there is no PostgreSQL');
    return server.urlOf((await server.database()).database);
  },
} as const;
const stores = Object.keys(places) as (keyof typeof places)[];

/** Three writes of each instance, in turn: each is read at once through both. */
const rounds = Number(process.env['ANSWER_ROUNDS'] ?? 6);

const on = { INVENTORY: 'on', INVENTORY_PAGES_PER_MINUTE: '600', INVENTORY_SWEEP_MINUTES: '1000', AXL_VERSION: '14.0' };

/** Starts an instance that shares a store with others. */
async function instance(historyUrl: string, settings: Readonly<Record<string, string>> = {}): Promise<TestService> {
  const service = await startTestService({
    ...environmentFor(simulator),
    ...on,
    DATABASE_URL: historyUrl,
    ...settings,
  });
  onTestFinished(() => service.stop('the end of the test'));
  return service;
}

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly headers: { readonly all: IncomingHttpHeaders; readonly get: (name: string) => string | null };
}

/** There are thousands of these, and `fetch` would take longer than the service that answers. */
async function get({ url }: TestService, target: string, cacheControl?: string, more = {}): Promise<Answered> {
  const headers = {
    authorization: authorization(),
    ...(cacheControl !== undefined && { 'cache-control': cacheControl }),
  };
  const { statusCode, body, headers: all } = await request(url + target, { headers: { ...headers, ...more } });
  return {
    status: statusCode,
    text: await body.text(),
    headers: { all, get: (name) => all[name]?.toString() ?? null },
  };
}

async function change({ url }: TestService, method: string, target: string, body?: unknown): Promise<number> {
  const headers = { authorization: authorization(), ...(body !== undefined && { 'content-type': 'application/json' }) };
  const answer = await fetch(url + target, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await answer.text();
  return answer.status;
}

async function whole(service: TestService, asOf: unknown = null): Promise<unknown> {
  const read = async () => (JSON.parse((await get(service, '/inventory')).text) as { asOf: unknown }).asOf;
  await expect.poll(read, { timeout: 120_000, interval: 50 }).not.toBe(asOf);
  return read();
}

/** Asks the inventory until it has an answer: a slow thread is given up for a while, and no answer is known then. */
async function known(service: TestService, target: string, more = {}): Promise<Answered> {
  const deadline = Date.now() + 90_000;
  for (;;) {
    const answered = await get(service, target, 'only-if-cached', more);
    // On a busy machine the inventory may not answer in time either (503).
    if (![503, 504].includes(answered.status) || Date.now() > deadline) return answered;
    await sleep(200);
  }
}

/** Everything that does not belong to the single exchange. */
function shown({ status, text, headers }: Answered): unknown {
  const own = ['date', 'x-request-id', 'age', 'cache-status', 'connection', 'keep-alive'];
  return { status, text, headers: Object.entries(headers.all).filter(([name]) => !own.includes(name)) };
}

/**
 * The inventory also finds other letters, and numbers by their names: it has everything that the call manager finds.
 */
const foldedText = 'ü';
const findsMore = [
  `/devices/?search=${encodeURIComponent(foldedText)}`,
  '/suggest?text=recep',
  '/suggest?text=ZO%C3%8B',
];

/** Every call, for everything in the company and for things that do not exist. */
function targets(): string[] {
  const numbers = company.lines.map(({ pattern }) => pattern);
  const dialled = company.devices.flatMap(({ speedDials = [] }) => speedDials.map(({ dirn }) => dirn));
  const all = new Set([...numbers, ...dialled].map((number) => number.replace(/^\\/, '')));
  const asked = [...all]
    .filter((number) => number !== '')
    .concat('0', '%', '9999')
    .map(encodeURIComponent);
  const names = [...company.devices.map(({ name }) => name), 'SEP00A1B2C3FFFF', "O'Hara"].map(encodeURIComponent);
  const texts = [
    'sep',
    'a',
    foldedText,
    'ZOË',
    'Zoe\u0308',
    '00:a1:b2:c3:00:11',
    '%',
    '_',
    "'",
    '  ',
    'nothing like it',
  ];
  const typed = ['20', '61', '+4', '\\+1', '00:a1', 'recep', 'ZOË', '10', '*5', 'zz'];
  return [
    ...asked.flatMap((dirn) => [`/phone/?dirn=${dirn}`, `/numbers/?dirn=${dirn}`, `/buttons/?dirn=${dirn}`]),
    ...names.flatMap((name) => [`/phone?name=${name}`, `/profile/?name=${name}`]),
    ...names.flatMap((name) =>
      ['speeddials', 'busylampfields', 'lists'].flatMap((list) => [
        `/${list}?phone=${name}`,
        `/${list}?profile=${name}`,
      ]),
    ),
    ...texts.map((text) => `/devices/?search=${encodeURIComponent(text)}`),
    ...typed.map((text) => `/suggest?text=${encodeURIComponent(text)}`),
  ];
}

/** No table says whether a lamp picks up, and only the call manager gives the fault for a missing device. */
function isNeverKept(answered: string): boolean {
  return /^404 |^200 \/(busylampfields|lists|numbers\/\?dirn=%2B14085554021$)/.test(answered);
}

/** The call manager's own answers, which are the same whatever keeps the inventory: they are asked for once. */
const ofCallManager = new Map<string, Promise<Answered>>();

describe.each(stores)('answers from the inventory in %s', (kind) => {
  const isLacking = kind === 'postgres' && lacksPostgres();

  it.skipIf(isLacking)('are byte for byte the call manager’s, or missing', { timeout: 900_000 }, async () => {
    const service = await instance(await places[kind]());
    await whole(service);
    const hits = new Map<string, number>();
    const misses: string[] = [];
    // An `expect` for each of some thousand answers would take a second.
    const wrong: unknown[] = [];
    const askedLive = (target: string): Promise<Answered> => {
      const asked = ofCallManager.get(target) ?? get(service, target, 'no-cache');
      ofCallManager.set(target, asked);
      return asked;
    };
    const compare = async (target: string): Promise<void> => {
      const live = await askedLive(target);
      const isKept = !isNeverKept(`${live.status} ${target}`);
      const kept = isKept ? await known(service, target) : await get(service, target, 'only-if-cached');
      if ((live.headers.get('age') ?? live.headers.get('cache-status')) !== null) wrong.push(['is not live', target]);
      if (kept.status === 504) {
        expect(JSON.parse(kept.text)).toMatchObject({ code: 'not-kept' });
        misses.push(`${live.status} ${target}`);
        return;
      }
      if (findsMore.includes(target))
        expect(JSON.parse(kept.text)).toEqual(expect.arrayContaining(JSON.parse(live.text) as unknown[]));
      else if (!isDeepStrictEqual(shown(kept), shown(live))) wrong.push([target, shown(kept), shown(live)]);
      const from = `${kept.headers.get('age')} ${kept.headers.get('cache-status')}`;
      if (!/^\d+ axl-phone-proxy; hit$/.test(from)) wrong.push([target, from]);
      const call = target.split('?')[0] ?? '';
      hits.set(call, (hits.get(call) ?? 0) + 1);
    };
    for (const target of targets()) await compare(target);
    expect(wrong).toEqual([]);
    expect(hits.get('/phone/')).toBeGreaterThan(100);
    // One number is stored twice in one partition, with and without a backslash.
    expect(hits.get('/numbers/')).toBe(Number(hits.get('/phone/')) - 1);
    expect(hits.get('/buttons/')).toBe(hits.get('/phone/'));
    expect(hits.get('/phone')).toBe(hits.get('/profile/'));
    expect(hits.get('/devices/')).toBe(11);
    expect(hits.get('/suggest')).toBe(10);
    for (const list of ['/speeddials', '/busylampfields', '/lists']) expect(hits.get(list)).toBeGreaterThan(20);
    expect(misses.filter((miss) => !isNeverKept(miss))).toEqual([]);
    const lamps = misses.filter((miss) => miss.startsWith('200 /busylampfields'));
    for (const miss of lamps) expect((await get(service, miss.slice(4))).text).not.toBe('[]');
  });

  it.skipIf(isLacking)('show every change of any instance after its 200', { timeout: 900_000 }, async () => {
    const url = await places[kind]();
    const one = await instance(url);
    await whole(one);
    // A file belongs to one instance.
    const other = kind === 'postgres' ? await instance(url) : one;
    await whole(other);
    const phone = 'SEP00A1B2C30003';
    const list = `/speeddials?phone=${phone}`;
    const same = async (target: string): Promise<string> => {
      const live = await get(one, target, 'no-cache');
      for (const service of [one, other]) {
        const kept = await get(service, target, 'max-age=100000, only-if-cached');
        if (kept.status !== 504) expect(shown(kept), target).toEqual(shown(live));
      }
      return (await get(other, target, 'max-age=100000')).text;
    };
    for (let round = 0; round < rounds; round += 1) {
      const [writer, label] = [round % 2 === 0 ? one : other, `Round ${round}`];
      // Pauses and codes may follow a number.
      const dirn = round % 2 === 0 ? '2003' : '2003,,87#';
      expect(await change(writer, 'PUT', `/speeddials/1?phone=${phone}`, { dirn, label })).toBe(200);
      expect(await same(list)).toContain(label);
      for (const asked of ['2003', dirn])
        expect(await same(`/buttons/?dirn=${encodeURIComponent(asked)}`)).toContain(label);
      expect(await same('/phone/?dirn=2003')).toContain(label);
      expect(await same(`/phone?name=${phone}`)).toContain(label);
      const lamp = { dirn: '2003', partition: 'PT-Internal', label, pickup: true };
      expect(await change(writer, 'PUT', `/busylampfields/1?phone=${phone}`, lamp)).toBe(round === 0 ? 201 : 200);
      expect(await same(`/busylampfields?phone=${phone}`)).toContain(label);
      expect(await same(`/lists?phone=${phone}`)).toContain(label);
    }
    // A list that this service has set is completely known.
    const kept = await known(other, `/lists?phone=${phone}`);
    expect(kept.status).toBe(200);
    expect(kept.headers.get('cache-status')).toBe('axl-phone-proxy; hit');
  });
});

it.skipIf(lacksPostgres())(
  'show no outdated list through an instance whose neighbour could not store the change',
  { timeout: 120_000 },
  async () => {
    const url = await places.postgres();
    const [one, other] = [await instance(url), await instance(url)];
    await whole(one);
    const target = '/speeddials?phone=SEP00A1B2C30003';
    const kept = async () => (await known(other, target)).text;
    const before = await kept();
    const database = new URL(url).pathname.slice(1);
    const lock = `BEGIN; LOCK TABLE axl_phone_proxy.history_change IN SHARE ROW EXCLUSIVE MODE`;
    const unlock = await server?.begin(lock, database);
    const dials = [{ index: '1', dirn: '0100', label: 'Marked' }];
    const status = await change(one, 'POST', target, dials);
    // If a caller is told that it is set, it is set; here Nothing was sent.
    expect([status, await kept()]).toEqual([503, before]);
    expect((await get(one, target)).text).toBe(before);
    await unlock?.();
    expect(await change(one, 'POST', target, dials)).toBe(200);
    expect(await kept()).toContain('Marked');
  },
);

describe.each(stores)('pages of devices from the inventory in %s', (kind) => {
  const isLacking = kind === 'postgres' && lacksPostgres();

  it.skipIf(isLacking)('are the call manager’s, with their links', { timeout: 900_000 }, async () => {
    const seed = describedPhones(Array.from({ length: 250 }, (_, position) => `Desk ${position % 7} Ü`));
    const large = await startSimulator({ seed });
    onTestFinished(() => large.close());
    const service = await instance(await places[kind](), { AXL_URL: large.url });
    await whole(service);
    for (const text of ['desk', 'SEP', 'desk 3', '00']) {
      let pages = 0;
      for (let query: string | undefined = `?search=${text}`; query !== undefined; pages += 1) {
        const live = await get(service, `/devices/${query}`, 'no-cache');
        const kept = await known(service, `/devices/${query}`);
        expect(shown(kept)).toEqual(shown(live));
        query = /<(\?[^>]+)>; rel="next"/.exec(live.headers.get('link') ?? '')?.[1];
      }
      expect(pages).toBe(text === 'desk 3' ? 1 : 3);
    }
  });
});

describe('a caller', { timeout: 900_000 }, () => {
  it('gets an answer that is new enough, and a live one otherwise', async () => {
    const service = await instance(await places.sqlite());
    await whole(service);
    await sleep(1_100);
    const asked = () => simulator.stats().requests['executeSQLQuery'] ?? 0;
    const sent = async (cacheControl: string | undefined, target = '/buttons/?dirn=2003') => {
      const before = asked();
      const { status, headers } = await get(service, target, cacheControl);
      return { status, age: headers.get('age'), isLive: asked() > before };
    };
    for (const header of [
      undefined,
      'no-cache',
      'max-age=0',
      'max-age=1',
      'max-age=x',
      'no-store',
      'max-age=99999, no-cache',
    ]) {
      expect(await sent(header), header).toEqual({ status: 200, age: null, isLive: true });
    }
    for (const header of ['max-age=99999', 'Max-Age="99999"', 'only-if-cached', 'max-age=99999,only-if-cached']) {
      const { age, ...others } = await sent(header);
      expect(others, header).toEqual({ status: 200, isLive: false });
      expect(Number(age)).toBeGreaterThan(1);
    }
    for (const header of [
      'only-if-cached, max-age=1',
      'only-if-cached, no-cache',
      'only-if-cached, max-age=99999, max-age=1',
    ]) {
      expect(await sent(header), header).toEqual({ status: 504, age: null, isLive: false });
    }
    // The list is not known, so the inventory gives no answer.
    expect(await sent('only-if-cached', '/busylampfields?phone=SEP00A1B2C30103')).toMatchObject({ status: 504 });
    expect((await known(service, '/buttons/?dirn=2003', { 'if-none-match': 'x' })).status).toBe(200);
    const { headers } = await known(service, '/speeddials?phone=SEP00A1B2C30003');
    const again = await known(service, '/speeddials?phone=SEP00A1B2C30003', {
      'if-none-match': headers.get('etag') ?? '',
    });
    expect([again.status, again.headers.get('cache-status')]).toEqual([304, 'axl-phone-proxy; hit']);
  });

  it.each([
    ['502', { kind: 'fault' }],
    ['502', { kind: 'reset' }],
    ['502', { kind: '401' }],
    ['503', { kind: '503', retryAfter: '600' }],
    ['504', { kind: 'hang' }],
  ] as const)('gets an old answer instead of a %s (%j)', async (status, rule) => {
    // Only a hanging call manager reaches the deadline: other failures have time for all retries.
    const impatient = { AXL_TIMEOUT_MS: '1500', REQUEST_DEADLINE_MS: '3000' };
    const url = await places.sqlite();
    const service = await instance(url, rule.kind === 'hang' ? impatient : {});
    await whole(service);
    const live = await get(service, '/phone/?dirn=2003');
    simulator.misbehave(rule);
    const ask = async (cacheControl: string) => (await get(service, '/phone/?dirn=2003', cacheControl)).status;
    // A call manager that fails repeatedly is not asked any more.
    const failures = [Number(status), 503];
    expect(await ask('max-age=0')).toBe(Number(status));
    const stale = await get(service, '/phone/?dirn=2003', 'max-age=0, stale-if-error=99999');
    expect(shown(stale)).toEqual(shown(live));
    expect(stale.headers.get('cache-status')).toBe('axl-phone-proxy; hit');
    await sleep(1_100);
    expect(failures).toContain(await ask('stale-if-error=1'));
    expect(failures).toContain(await ask('no-cache, stale-if-error=99999'));
    expect(await ask('only-if-cached, max-age=1, stale-if-error=99999')).toBe(200);
  });

  it('who sends no directive gets the service’s default, and no more', async () => {
    const url = await places.sqlite();
    const first = await instance(url);
    await whole(first);
    await first.stop('a test');
    const young = await instance(url, { LOOKUP_MAX_AGE_S: '99999' });
    expect((await get(young, '/phone/?dirn=2003')).headers.get('age')).not.toBeNull();
    expect((await get(young, '/phone/?dirn=2003', 'max-age=0')).headers.get('age')).toBeNull();
    expect((await get(young, '/phone/?dirn=2003', 'no-cache')).headers.get('age')).toBeNull();
    await young.stop('a test');
    const stale = await instance(url, { LOOKUP_STALE_IF_ERROR_S: '99999' });
    expect((await get(stale, '/phone/?dirn=2003')).headers.get('age')).toBeNull();
    simulator.misbehave({ kind: 'reset' });
    const answer = await get(stale, '/phone/?dirn=2003');
    expect([answer.status, answer.headers.get('cache-status')]).toEqual([200, 'axl-phone-proxy; hit']);
    for (const header of ['no-cache', 'stale-if-error=0']) {
      expect((await get(stale, '/phone/?dirn=2003', header)).status, header).toBeGreaterThanOrEqual(502);
    }
    // An answer of the call manager is not a failure.
    simulator.behave();
    await expect.poll(async () => (await get(stale, '/speeddials?phone=SEP00A1B2C3FFFF')).status).toBe(404);
  });

  it('gets no answer from a list with an unknown outcome until it is read again', async () => {
    const impatient = { AXL_TIMEOUT_MS: '300', REQUEST_DEADLINE_MS: '1000' };
    const service = await instance(await places.sqlite(), impatient);
    const asOf = await whole(service);
    const target = '/speeddials?phone=SEP00A1B2C30003';
    expect((await known(service, target)).status).toBe(200);
    simulator.misbehave({ kind: 'hang', operation: 'updatePhone' });
    const dial = [{ index: '1', dirn: '0100', label: 'Unknown' }];
    expect(await change(service, 'POST', target, dial)).toBe(504);
    const unknown = [target, '/phone/?dirn=2003', '/phone?name=SEP00A1B2C30003', '/lists?phone=SEP00A1B2C30003'];
    for (const one of unknown) expect((await get(service, one, 'only-if-cached')).status, one).toBe(504);
    expect((await known(service, '/phone/?dirn=2004')).status).toBe(200);
    // Whether this device has such a button is not known: it is left out and named, or only this device is asked.
    const buttons = await known(service, '/buttons/?dirn=2003');
    const leftOut = 'axl-phone-proxy; hit; left-out="phone/SEP00A1B2C30003"';
    expect([buttons.status, buttons.headers.get('cache-status')]).toEqual([200, leftOut]);
    simulator.behave();
    const [sweeps, reads] = [simulator.stats().requests['executeSQLQuery'], simulator.stats().requests['getPhone']];
    const completed = await get(service, '/buttons/?dirn=2003', 'max-age=99999');
    expect(completed.headers.get('cache-status')).toBe('axl-phone-proxy; hit');
    expect(simulator.stats().requests['getPhone']).toBeGreaterThan(reads ?? 0);
    expect(simulator.stats().requests['executeSQLQuery']).toBe(sweeps);
    expect(completed.text).toBe((await get(service, '/buttons/?dirn=2003')).text);
    // A page that was requested while the write may still be carried out says nothing about it.
    await sleep(1_500);
    await change(service, 'POST', '/inventory/sweep');
    await whole(service, asOf);
    const live = await get(service, target);
    expect(shown(await known(service, target))).toEqual(shown(live));
  });

  it('gets the old answer at once if the call manager has refused a list', async () => {
    const service = await instance(await places.sqlite());
    await whole(service);
    const target = '/speeddials?phone=SEP00A1B2C30003';
    const all = [target, '/phone/?dirn=2003', '/buttons/?dirn=2003', '/buttons/?dirn=0100'];
    const read = () => Promise.all(all.map(async (one) => shown(await known(service, one))));
    const before = await read();
    // Not a number for a phone: the call manager refuses it.
    const refused = [{ index: '1', dirn: 'abc', label: 'Refused' }];
    expect(await change(service, 'POST', target, refused)).toBe(422);
    expect(simulator.stats().requests['updatePhone']).toBe(1);
    expect(await read()).toEqual(before);
    simulator.misbehave({ kind: 'reset' });
    const stale = await get(service, '/buttons/?dirn=2003', 'stale-if-error=99999');
    expect([stale.status, stale.headers.get('cache-status')]).toEqual([200, 'axl-phone-proxy; hit']);
  });

  it('gets the same as ever without an inventory', async () => {
    const service = await startTestService(environmentFor(simulator));
    onTestFinished(() => service.stop('the end of the test'));
    const plain = await get(service, '/phone/?dirn=2003');
    for (const header of ['max-age=99999', 'stale-if-error=99999', 'no-cache', 'nonsense="']) {
      expect(shown(await get(service, '/phone/?dirn=2003', header))).toEqual(shown(plain));
    }
    expect((await get(service, '/phone/?dirn=2003', 'only-if-cached')).status).toBe(504);
  });
});
