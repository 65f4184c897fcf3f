import { describe, expect, it } from 'vitest';
import type { BusyLampField } from '../../src/domain/busy-lamp-field.js';
import { ServiceError } from '../../src/domain/errors.js';
import type { SpeedDial } from '../../src/domain/phone.js';
import { startService } from '../support/app.js';
import { deferred, dial, fakePort, phoneName, uuid } from '../support/fake-port.js';
import { openRequest, post, problemIn, send } from '../support/http.js';

/** GET, HEAD and If-None-Match of both lists. */

const lamps: readonly BusyLampField[] = [
  { index: '1', dirn: '+4989123456', partition: 'PT-E164', label: ' <R&D> "x" 😀 ', pickup: true },
  { index: '2', destination: '', label: '', pickup: false },
];

function holding(dials: readonly SpeedDial[], fields: readonly BusyLampField[] = lamps) {
  return fakePort({
    speedDials: { read: () => Promise.resolve({ uuid, entries: dials }) },
    busyLampFields: { read: () => Promise.resolve({ uuid, entries: fields }) },
  });
}

async function tagOf(path: string, callManager: ReturnType<typeof holding>): Promise<string> {
  const { port } = await startService({ callManager });
  return (await send(port, path)).headers.etag ?? '';
}

const speedDials = `/speeddials?phone=${phoneName}`;
const busyLampFields = `/busylampfields?phone=${phoneName}`;

describe.each([
  ['/speeddials', 'speeddial', 'speedDials', [dial('1', '+1', ' x '), dial('007', '', '')]],
  ['/busylampfields', 'busylampfield', 'busyLampFields', lamps],
] as const)('GET %s', (path, kind, part, entries) => {
  const callManager = () => holding([dial('1', '+1', ' x '), dial('007', '', '')]);

  it.each([
    ['?phone=SEP%26%201', { kind: 'phone', name: 'SEP& 1' }],
    ['/?profile=UDP%2B1', { kind: 'profile', name: 'UDP+1' }],
  ])('answers %s with the stored list, in one read', async (query, device) => {
    const { port, callManager: port2 } = await startService({ callManager: callManager() });
    const answer = await send(port, path + query);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store, no-transform',
      etag: expect.stringMatching(/^"[\w-]{22}"$/) as string,
    });
    expect(JSON.parse(answer.text)).toEqual(entries);
    expect(port2.buttons[kind].read.mock.calls.map(([asked]) => asked)).toEqual([device]);
    expect(port2.buttons[kind].readForChange).not.toHaveBeenCalled();
    expect(port2.buttons[kind].replace).not.toHaveBeenCalled();
  });

  it('answers an empty list with [], which also has a tag', async () => {
    const { port } = await startService({ callManager: holding([], []) });
    const answer = await send(port, `${path}?phone=A`);
    expect(answer).toMatchObject({ status: 200, text: '[]' });
    expect(answer.headers.etag).toMatch(/^"/);
  });

  it('answers HEAD with the headers of GET and no body', async () => {
    const { port } = await startService({ callManager: callManager() });
    const get = await send(port, `${path}?phone=A`);
    const head = await send(port, `${path}?phone=A`, { method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, text: '' });
    for (const name of ['etag', 'content-length', 'content-type', 'cache-control']) {
      expect(head.headers[name]).toBe(get.headers[name]);
    }
  });

  it.each([
    ['?phone=A', 404, 'phone-not-found', undefined],
    ['?profile=A', 404, 'profile-not-found', undefined],
    ['', 400, 'invalid-request', 'query.phone'],
    ['?phone=A&profile=B', 400, 'invalid-request', 'query.profile'],
    ['?phone=&profile=', 400, 'invalid-request', 'query.profile'],
    ['?profile=', 400, 'invalid-request', 'query.profile'],
    ['?profile=A&profile=B', 400, 'invalid-request', 'query.profile'],
    [`?profile=${'A'.repeat(101)}`, 400, 'invalid-request', 'query.profile'],
    ['?phone=A%00', 400, 'invalid-request', 'query.phone'],
  ])('refuses %j with %d %s', async (query, status, code, field) => {
    const { port } = await startService();
    const answer = await send(port, path + query);
    expect(problemIn(answer)).toMatchObject({ status, code });
    expect(problemIn(answer).errors?.map((error) => error.field)).toEqual(field === undefined ? undefined : [field]);
    expect(answer.headers.etag).toBeUndefined();
  });

  it('is also for read-only users', async () => {
    const { port } = await startService({ callManager: callManager(), readOnlyUsers: ['caller'] });
    expect(await send(port, `${path}?phone=A`)).toMatchObject({ status: 200 });
  });

  it('is abandoned when its caller hangs up', async () => {
    const asked = deferred<AbortSignal>();
    const read = (_device: unknown, { signal }: { readonly signal: AbortSignal }) => {
      asked.resolve(signal);
      return new Promise<never>(() => undefined);
    };
    const { port } = await startService({ callManager: fakePort({ [part]: { read } }) });
    const request = openRequest(port, `${path}?phone=A`).end();
    const signal = await asked.promise;
    request.destroy();
    await expect.poll(() => signal.aborted).toBe(true);
  });

  it('is a problem with the call manager’s failure', async () => {
    const busy = new ServiceError('call-manager-busy', { detail: 'Busy.', effect: 'refused' });
    const { port } = await startService({
      callManager: fakePort({ [part]: { read: () => Promise.reject(busy) } }),
    });
    expect(problemIn(await send(port, `${path}?phone=A`))).toMatchObject({ status: 503, code: 'call-manager-busy' });
  });
});

describe('the entity tag', () => {
  const list = [dial('1', '+4989123456', 'München'), dial('12', '0100')];

  it.each<[string, readonly SpeedDial[]]>([
    ['another order', [...list].reverse()],
    ['leading zeros', [dial('01', '+4989123456', 'München'), dial('0012', '0100')]],
    ['a stored plus', [dial('1', '\\+4989123456', 'München'), dial('12', '0100')]],
    ['another order of properties', [{ label: 'München', dirn: '+4989123456', index: '1' }, dial('12', '0100')]],
  ])('of speed dials is the same for %s', async (_what, other) => {
    expect(await tagOf(speedDials, holding(other))).toBe(await tagOf(speedDials, holding(list)));
  });

  it.each<[string, readonly SpeedDial[]]>([
    ['another label', [dial('1', '+4989123456', 'munchen'), dial('12', '0100')]],
    ['another number', [dial('1', '4989123456', 'München'), dial('12', '0100')]],
    ['another index', [dial('2', '+4989123456', 'München'), dial('12', '0100')]],
    ['an entry more', [...list, dial('13')]],
    ['an entry less', list.slice(1)],
    ['none', []],
  ])('of speed dials is another for %s', async (_what, other) => {
    expect(await tagOf(speedDials, holding(other))).not.toBe(await tagOf(speedDials, holding(list)));
  });

  it('of busy lamp fields distinguishes a number from a destination, and depends on partition and pickup', async () => {
    const number: BusyLampField = { index: '1', dirn: '0100', partition: '', label: '', pickup: false };
    const destination: BusyLampField = { index: '1', destination: '0100', label: '', pickup: false };
    const all = [number, destination, { ...number, partition: 'PT' }, { ...number, pickup: true }];
    const tags = await Promise.all(all.map((field) => tagOf(busyLampFields, holding([], [field]))));
    expect(new Set(tags).size).toBe(all.length);
    const stored = { ...destination, destination: '\\+49' };
    const shown = { ...destination, destination: '+49' };
    expect(await tagOf(busyLampFields, holding([], [stored]))).toBe(await tagOf(busyLampFields, holding([], [shown])));
  });

  it('of a posted list equals the tag of the list as it is read afterwards, with its defaults', async () => {
    const { port } = await startService();
    const posted = await post(port, speedDials, [
      { index: '012', dirn: '0100' },
      { index: '1', dirn: '\\+4989123456', label: 'München' },
    ]);
    expect(posted).toMatchObject({ status: 200, text: uuid });
    expect(posted.headers.etag).toBe(await tagOf(speedDials, holding(list)));
    expect(posted.headers['cache-control']).toBe('no-store');
  });
});

describe('If-None-Match', () => {
  const callManager = () => holding([dial('1')]);

  it.each([
    ['the tag', (tag: string) => tag],
    ['the tag as a weak one', (tag: string) => `W/${tag}`],
    ['one of several', (tag: string) => `"a", W/"b,c" ,${tag}`],
    ['*', () => '*'],
  ])('with %s is a 304 without a body', async (_what, header) => {
    const { port } = await startService({ callManager: callManager() });
    const { etag = '' } = (await send(port, speedDials)).headers;
    for (const method of ['GET', 'HEAD']) {
      // fetch's own headers ask caches for a fresh answer, which this is.
      const headers = { 'If-None-Match': header(etag), 'Cache-Control': 'no-cache' };
      const answer = await send(port, speedDials, { method, headers });
      expect(answer).toMatchObject({ status: 304, text: '' });
      expect(answer.headers).toMatchObject({ etag, 'cache-control': 'no-store, no-transform' });
      expect(answer.headers['content-type']).toBeUndefined();
    }
  });

  it.each(['"other"', 'no tag', '', '"'])('with %j is a 200', async (header) => {
    const { port } = await startService({ callManager: callManager() });
    expect(await send(port, speedDials, { headers: { 'If-None-Match': header } })).toMatchObject({ status: 200 });
  });

  it('is a 404 for a phone that does not exist, with any tag', async () => {
    const { port } = await startService();
    expect(await send(port, speedDials, { headers: { 'If-None-Match': '*' } })).toMatchObject({ status: 404 });
  });
});

describe('GET /lists', () => {
  const lists = { speeddial: [dial('1', '+1', ' x '), dial('007', '', '')], busylampfield: lamps };

  it.each([
    ['/lists?phone=SEP%26%201', { kind: 'phone', name: 'SEP& 1' }],
    ['/lists/?profile=UDP%2B1', { kind: 'profile', name: 'UDP+1' }],
  ])('answers %s with both lists and their tags, in one read', async (path, device) => {
    const callManager = fakePort({ readLists: () => Promise.resolve(lists) });
    const { port } = await startService({ callManager });
    const answer = await send(port, path);
    const holder = holding(lists.speeddial);
    const etags = {
      speeddials: await tagOf('/speeddials?phone=A', holder),
      busylampfields: await tagOf('/busylampfields?phone=A', holder),
    };
    expect(JSON.parse(answer.text)).toEqual({ speeddials: lists.speeddial, busylampfields: lamps, etags });
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    });
    expect(callManager.readLists.mock.calls.map(([asked]) => asked)).toEqual([device]);
    expect(callManager.buttons.speeddial.read).not.toHaveBeenCalled();
    expect(callManager.buttons.busylampfield.read).not.toHaveBeenCalled();
  });

  it.each([
    ['?phone=A', 404, 'phone-not-found', undefined],
    ['?profile=A', 404, 'profile-not-found', undefined],
    ['', 400, 'invalid-request', 'query.phone'],
    ['?phone=A&profile=B', 400, 'invalid-request', 'query.profile'],
    ['?profile=', 400, 'invalid-request', 'query.profile'],
  ])('fails like the single lists for %s', async (query, status, code, field) => {
    const { port } = await startService();
    const problem = problemIn(await send(port, `/lists${query}`));
    const single = problemIn(await send(port, `/speeddials${query}`));
    expect({ ...problem, requestId: single.requestId }).toEqual(single);
    expect(problem).toMatchObject({ status, code, ...(field !== undefined && { errors: [{ field }] }) });
  });
});
