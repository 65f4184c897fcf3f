import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ChangeWithLists,
  ConnectionError,
  countLists,
  createClient,
  type PhoneProxyClient,
  ProblemError,
  UnexpectedAnswerError,
} from '../../src/client/index.js';
import { ServiceError } from '../../src/domain/errors.js';
import type { SpeedDial } from '../../src/domain/phone.js';
import { History } from '../../src/changes/journal.js';
import { changed, intention, phoneNamed } from '../support/changes.js';
import { MemoryStore } from '../support/memory-store.js';
import {
  authorization,
  type OnePhoneCallManager,
  onePhoneCallManager,
  type FakeService,
  lamps,
  password,
  phone,
  startFakeService,
  username,
} from '../support/one-phone-service.js';
import { foundDevices } from '../support/found-devices.js';
import { aDevice, aNamedDevice } from '../support/made.js';

/** The error of a call that must fail. */
async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => {
      throw new Error('the call did not fail');
    },
    (thrown: unknown) => {
      const shown = inspect(thrown, { depth: Infinity, showHidden: true });
      expect(shown).not.toContain(password);
      expect(shown).not.toContain(authorization.slice(6));
      return thrown;
    },
  );
}

/** Waits as callers do. @returns a change that has ended */
async function endOf(client: PhoneProxyClient, id: string, etag: string): Promise<ChangeWithLists> {
  const read = await client.waitForChange(id, etag, { seconds: 25 });
  if (read === undefined) throw new Error(`nothing new of change ${id} came`);
  return read.change.state === 'running' ? endOf(client, id, read.etag) : read.change;
}

describe('the client, in front of the service', () => {
  let callManager: OnePhoneCallManager;
  let service: FakeService;
  const client = (secret = password) => createClient({ baseUrl: service.url, username, password: secret });

  beforeEach(async () => {
    callManager = onePhoneCallManager();
    service = await startFakeService(callManager, { loadsChange: true });
  });
  afterEach(() => service.close());

  it('finds phones', async () => {
    expect(await client().findPhones('+14085554019')).toEqual([phone]);
    expect(await client().findPhones('9')).toEqual([]);
  });

  it.each(['0100', '+1408', '*55#', 'a&b=c', '1+2 3&4=5#6', '?/;\\', 'ü 😀'])(
    'sends the number %s unchanged',
    async (dirn) => {
      let asked: string | undefined;
      callManager.findPhones = (number) => {
        asked = number;
        return Promise.resolve([]);
      };
      await client().findPhones(dirn);
      expect(asked).toBe(dirn);
    },
  );

  it('sends with each read, and with nothing else, how old a stored answer may be', async () => {
    const said: (string | null)[] = [];
    const usual = createClient({
      ...{ baseUrl: service.url, username, password, cacheControl: 'no-cache' },
      fetch: (address, init) => {
        said.push(new Headers(init?.headers).get('cache-control'));
        return fetch(address, init);
      },
    });
    await usual.findPhone(phone.name);
    await usual.readSpeedDials(phone.name, { cacheControl: 'max-age=60' });
    await usual.replaceSpeedDials(phone.name, []);
    expect(said).toEqual(['no-cache', 'max-age=60', null]);
  });

  it('returns the age of an answer from the inventory, and none for other answers', async () => {
    const ages: (number | undefined)[] = [];
    const onAge = (seconds: number | undefined): void => void ages.push(seconds);
    const aged = createClient({
      ...{ baseUrl: service.url, username, password },
      fetch: async (address, init) => {
        const { status, headers, ...answer } = await fetch(address, init).then(async (got) => ({
          ...{ status: got.status, headers: new Headers(got.headers), body: await got.text() },
        }));
        headers.set('age', '42');
        return new Response(answer.body, { status, headers });
      },
    });
    await aged.findPhone(phone.name, { onAge });
    await client().findPhone(phone.name, { onAge });
    expect(ages).toEqual([42, undefined]);
  });

  it('replaces speed dials', async () => {
    const dials = [{ index: '1', dirn: '+1', label: ' <![CDATA[x]]> ü😀' }];
    let set: readonly SpeedDial[] = [];
    callManager.buttons.speeddial.replace = (_phone, given) => {
      set = given;
      return Promise.resolve(phone.uuid as never);
    };
    expect(await client().replaceSpeedDials(phone.name, dials)).toEqual({
      uuid: phone.uuid,
      afterUpdate: 'ok',
      etag: expect.stringMatching(/^"[\w-]{22}"$/) as string,
    });
    expect(set).toEqual(dials);
    await client().replaceSpeedDials(phone.name, [{ index: '1', dirn: '2' }]);
    expect(set).toEqual([{ index: '1', dirn: '2', label: '' }]);
  });

  it('finds a phone or a profile by its name', async () => {
    expect(await client().findPhone(phone.name)).toMatchObject(phone);
    expect(await client().findPhone('SEP& +0')).toBeUndefined();
    expect(await client().findProfile('UDP1')).toBeUndefined();
    callManager.findDevice = ({ kind }) => Promise.resolve(kind === 'profile' ? aNamedDevice(phone) : undefined);
    expect(await client().findProfile('UDP1')).toMatchObject(phone);
  });

  it('reads lists and sends their tags with changes', async () => {
    const { entries, etag } = await client().readSpeedDials(phone.name);
    expect(entries).toEqual(phone.speeddials);
    expect(await client().readBusyLampFields(phone.name)).toMatchObject({ entries: lamps });
    const both = await client().readLists(phone.name);
    expect(both).toMatchObject({ speeddials: phone.speeddials, busylampfields: lamps, etags: { speeddials: etag } });
    const changed = { ifMatch: etag };
    expect((await client().replaceSpeedDials(phone.name, [], changed)).uuid).toBe(phone.uuid);
    const failure = await failureOf(client().replaceSpeedDials(phone.name, [], { ifMatch: '"stale"' }));
    expect(failure).toMatchObject({ code: 'changed-meanwhile', status: 412, etag });
    expect(await failureOf(client().readBusyLampFields({ profile: 'UDP & 1' }))).toMatchObject({
      code: 'profile-not-found',
      detail: 'There is no device profile UDP & 1.',
      etag: undefined,
    });
  });

  it('sets and removes single entries', async () => {
    const { etag } = await client().readBusyLampFields(phone.name);
    const set = await client().setBusyLampField(
      phone.name,
      '02',
      { destination: '+1', label: ' ü ' },
      { ifMatch: etag },
    );
    expect(set).toMatchObject({
      entry: { index: '2', destination: '+1', label: ' ü ', pickup: false },
      isNew: false,
      afterUpdate: 'ok',
    });
    expect(set.etag).not.toBe(etag);
    const dial = await client().setSpeedDial(phone.name, '7', { dirn: '0100' });
    expect(dial).toMatchObject({ entry: { index: '7', dirn: '0100', label: '' }, isNew: true });
    expect(await client().removeSpeedDial(phone.name, '1')).toMatchObject({ afterUpdate: 'ok' });
    expect((await client().removeBusyLampField(phone.name, '1')).etag).toMatch(/^"/);
    expect(await failureOf(client().removeSpeedDial(phone.name, '9'))).toMatchObject({ code: 'entry-not-found' });
    // An invalid index stays in its place in the path.
    expect(await failureOf(client().setSpeedDial(phone.name, '../1?x', { dirn: '1' }))).toMatchObject({
      code: 'not-found',
    });
  });

  /** A client of a service that keeps changes and lists. */
  async function keeping() {
    const store = new MemoryStore();
    const held: { entries: readonly SpeedDial[] } = { entries: phone.speeddials };
    const { read: readOne } = callManager.buttons.speeddial;
    const read: typeof readOne = async (...given) => ({ ...(await readOne(...given)), entries: held.entries });
    callManager.buttons.speeddial.read = read;
    callManager.buttons.speeddial.readForChange = read;
    callManager.buttons.speeddial.replace = (_device, entries) => {
      held.entries = entries;
      return Promise.resolve(phone.uuid as never);
    };
    const history = new History(store, () => undefined);
    const kept = await startFakeService(callManager, { loadsChange: true, history, changeStore: store });
    return { own: createClient({ baseUrl: kept.url, username, password }), close: () => kept.close() };
  }

  it('lists, reads and undoes changes', async () => {
    const { own, close } = await keeping();
    await own.replaceSpeedDials(phone.name, [{ index: '1', dirn: '+1 &x', label: 'new' }]);
    await own.replaceBusyLampFields(phone.name, []);
    const { changes, next } = await own.listChanges({ of: phone.name, limit: 1 }, { requestId: 'mine' });
    expect(changes).toMatchObject([
      { id: '2', user: username, state: 'done', lists: [{ before: lamps, after: [], state: 'changed' }] },
    ]);
    expect(next).toBe('2');
    const since = new Date(Date.now() - 60_000);
    const filter = { of: phone.name, user: username, since, dirn: '+1 &x', before: next };
    expect((await own.listChanges(filter)).changes).toMatchObject([{ id: '1', lists: [{ kind: 'speeddial' }] }]);
    expect(await own.listChanges(filter)).toMatchObject({ next: undefined });
    expect((await own.listChanges({ of: { profile: phone.name } })).changes).toEqual([]);
    expect((await own.listChanges({ since: '2100-01-01T00:00:00Z' })).changes).toEqual([]);
    expect((await own.listChanges({ until: since })).changes).toEqual([]);
    expect((await own.listChanges()).changes).toHaveLength(2);
    const replaced = [{ before: phone.speeddials[0], after: { index: '1', dirn: '+1 &x', label: 'new' } }];
    const { change } = await own.readChange('1');
    expect(change.lists).toMatchObject([{ difference: { added: [], removed: [], changed: replaced } }]);
    expect(await own.undoChange('1')).toEqual({ is: 'undone', id: '3', changed: true, afterUpdate: 'ok' });
    expect(await own.undoChange('1')).toEqual({ is: 'undone', id: null, changed: false, afterUpdate: undefined });
    await close();
    expect(await failureOf(client().listChanges())).toMatchObject({ code: 'history-off', present: undefined });
  });

  it('asks for a change, begins it, waits for it and asks for its undo', async () => {
    const { own, close } = await keeping();
    const lists = [{ device: phone.name, kind: 'speeddial', entries: [] }] as const;
    const draft = await own.askForChange({ lists, draft: true, atMost: { devices: 1 } }, { idempotencyKey: 'mine' });
    expect(draft).toMatchObject({ id: '1', state: 'draft', user: username, counts: { total: 1, open: 1 } });
    const again = { lists, draft: true, atMost: { devices: 1 } };
    expect(await own.askForChange(again, { idempotencyKey: 'mine' })).toEqual(draft);
    const other = await failureOf(own.askForChange({ lists }, { idempotencyKey: 'mine' }));
    expect(other).toMatchObject({ code: 'idempotency-key-reused', status: 422 });
    const proposed = await own.proposeChange(draft.id, { title: 'Cleared', reason: 'old' });
    expect(proposed).toMatchObject({ state: 'proposed', title: 'Cleared', reason: 'old', may: ['withdraw', 'apply'] });
    const { etag, next } = await own.readChange(draft.id);
    expect(next).toBeUndefined();
    expect(await own.waitForChange(draft.id, etag, { seconds: 1 })).toBeUndefined();
    expect(await failureOf(own.approveChange(draft.id, proposed.digest ?? ''))).toMatchObject({ code: 'own-change' });
    expect(await own.applyChange(draft.id, { notBefore: new Date() })).toMatchObject({ state: 'running' });
    const done = await endOf(own, draft.id, etag);
    expect(done).toMatchObject({ state: 'done', counts: { total: 1, changed: 1 }, lists: [{ after: [] }] });
    expect(countLists(done.counts, ['changed'])).toBe(countLists(done.counts));
    const undo = await own.askForChange({
      undo: { change: draft.id, lists: [{ device: phone.name, kind: 'speeddial' }] },
      apply: true,
    });
    expect(undo.undoes).toBe(draft.id);
    expect(await endOf(own, undo.id, '""')).toMatchObject({ state: 'done', lists: [{ after: phone.speeddials }] });
    expect((await own.readChange(draft.id)).change.undone).toBe('whole');
    expect(await failureOf(own.stopChange(undo.id))).toMatchObject({ code: 'change-state', status: 409 });
    await close();
  });

  it('returns the new change that undoes several lists, again with the same key', async () => {
    const { own, close } = await keeping();
    const lists = (['speeddial', 'busylampfield'] as const).map((kind) => ({ device: phone.name, kind, entries: [] }));
    const { id } = await own.askForChange({ lists, apply: true });
    await endOf(own, id, '""');
    const undone = await own.undoChange(id, { idempotencyKey: 'mine' });
    if (undone.is !== 'asked') throw new Error('one list was undone');
    expect(undone.change).toMatchObject({ undoes: id, counts: { total: 2 } });
    const ended = await endOf(own, undone.change.id, '""');
    expect(ended).toMatchObject({ state: 'done', lists: [{ after: phone.speeddials }, { after: lamps }] });
    const again = await own.undoChange(id, { idempotencyKey: 'mine' });
    expect(again).toMatchObject({ is: 'asked', change: { id: undone.change.id, state: 'done' } });
    await close();
  });

  it('gives the lists of a change page by page, and only those with a problem', async () => {
    const { own, close } = await keeping();
    const lists = [phone.name, 'SEP0'].map((device) => ({ device, kind: 'speeddial', entries: [] }) as const);
    const { id } = await own.askForChange({ lists });
    const first = await own.readChange(id, { limit: 1 });
    const second = await own.readChange(id, { limit: 1, after: first.next });
    const devices = [first, second].map(({ change }) => change.lists.map(({ device }) => device));
    expect([devices, second.next]).toEqual([[[phone.name], ['SEP0']], undefined]);
    const wrong = await own.readChange(id, { problems: true });
    expect(wrong.change.lists).toMatchObject([{ device: 'SEP0', problem: { code: 'phone-not-found' } }]);
    expect(await own.rejectChange(id, 'not needed')).toMatchObject({ state: 'closed', closedBecause: 'withdrawn' });
    await close();
  });

  it('sends a new Idempotency-Key with each change that it asks for', async () => {
    const keys: (string | null)[] = [];
    const own = createClient({
      ...{ baseUrl: service.url, username, password },
      fetch: (_address, init) => {
        keys.push(new Headers(init?.headers).get('idempotency-key'));
        return Promise.reject(new TypeError('Nothing is sent'));
      },
    });
    const calls = [own.askForChange({ lists: [] }), own.askForChange({ lists: [] }), own.undoChange('1')];
    await Promise.allSettled([...calls, own.applyChange('1')]);
    const made: unknown = expect.stringMatching(/^[\w-]{36}$/);
    expect(keys).toEqual([made, made, made, null]);
    expect(new Set(keys).size).toBe(4);
  });

  it('returns the present list if an undo is refused', async () => {
    const store = new MemoryStore();
    const { number } = await store.begin(intention({ device: phoneNamed(phone.name) }));
    await store.settle(number, changed);
    const kept = await startFakeService(callManager, {
      history: new History(store, () => undefined),
      changeStore: store,
    });
    const own = createClient({ baseUrl: kept.url, username, password });
    const failures = [own.undoChange('1'), own.readChange('../2?x'), own.undoChange('2')].map(failureOf);
    const { etag } = await own.readSpeedDials(phone.name);
    expect(await Promise.all(failures)).toMatchObject([
      { code: 'changed-meanwhile', status: 412, present: phone.speeddials, etag },
      { code: 'change-not-found' },
      { code: 'change-not-found' },
    ]);
    await kept.close();
  });

  it('follows the pages of devices', async () => {
    const devices = Array.from({ length: 101 }, (_, place) =>
      aDevice({ name: `SEP${1000 + place}`, uuid: phone.uuid }),
    );
    callManager.searchDevices = foundDevices(devices);
    const first = await client().searchDevices('a+b&c');
    expect(first.devices).toEqual(devices.slice(0, 100));
    expect(await client().searchDevices('a+b&c', { after: first.next })).toEqual({
      devices: devices.slice(100),
      next: undefined,
    });
  });

  it('finds numbers and the buttons that point at them, and reads the status', async () => {
    const number = { dirn: '+1', partition: 'PT', description: 'ü' };
    callManager.findNumbers = () => Promise.resolve([number]);
    expect(await client().findNumbers('+1')).toEqual([number]);
    const button = { device: 'A', deviceKind: 'profile', uuid: '', description: '', kind: 'speeddial' } as const;
    const pointing = { ...button, index: '1', dirn: '+1', partition: '', label: '' };
    callManager.findButtons = () => Promise.resolve([pointing]);
    expect(await client().findButtons('+1')).toEqual([pointing]);
    expect(await client().readStatus()).toMatchObject({
      user: username,
      readOnly: false,
      callManager: { state: 'ready', release: '15.0' },
    });
  });

  it('follows the pages of the buttons that point at a number', async () => {
    const common = { deviceKind: 'phone', uuid: '', description: '', kind: 'speeddial', index: '1' } as const;
    const pointing = (device: string) => ({ ...common, device, dirn: '+1', partition: '', label: '' });
    const asked: unknown[] = [];
    const place = { part: 1, key: phone.uuid };
    callManager.findButtonsPage = (page) => {
      asked.push(page);
      return Promise.resolve(
        page.after ? { buttons: [pointing('B')], next: undefined } : { buttons: [pointing('A')], next: place },
      );
    };
    const first = await client().findButtonPage('+1', { limit: 1 });
    expect(first.buttons).toEqual([pointing('A')]);
    const second = await client().findButtonPage('+1', { limit: 1, after: first.next });
    expect(second).toEqual({ buttons: [pointing('B')], next: undefined });
    expect(asked).toEqual([
      { number: '+1', most: 1, after: undefined },
      { number: '+1', most: 1, after: place },
    ]);
  });

  it('reports that a phone did not load its change', async () => {
    callManager.loadChange = () =>
      Promise.reject(new ServiceError('call-manager-timeout', { detail: 'late', effect: 'unknown' }));
    const { afterUpdate } = await client().replaceSpeedDials(phone.name, []);
    expect(afterUpdate).toBe('call-manager-timeout');
  });

  it('returns all members of a problem', async () => {
    const failure = await failureOf(client().replaceSpeedDials('SEP0', [], { requestId: 'mine' }));
    expect(failure).toBeInstanceOf(ProblemError);
    expect(failure).toMatchObject({
      message: 'phone-not-found: There is no phone SEP0.',
      code: 'phone-not-found',
      status: 404,
      title: 'There is no such phone',
      detail: 'There is no phone SEP0.',
      requestId: 'mine',
      axlCode: 5007,
      errors: [],
      retryAfterSeconds: undefined,
    });
  });

  it('names the fields of an invalid request', async () => {
    const failure = await failureOf(client().replaceSpeedDials(phone.name, [{ index: 'x', dirn: '1' }]));
    expect(failure).toMatchObject({ code: 'invalid-request', errors: [{ field: 'body[0].index' }] });
  });

  it('returns when to try again', async () => {
    callManager.findPhones = () =>
      Promise.reject(
        new ServiceError('call-manager-busy', { detail: 'busy', retryAfterSeconds: 7, effect: 'refused' }),
      );
    const failure = await failureOf(client().findPhones('0100'));
    expect(failure).toMatchObject({ code: 'call-manager-busy', status: 503, retryAfterSeconds: 7 });
  });

  it('reports wrong credentials without showing them', async () => {
    const secret = 'quite wrong €';
    const failure = await failureOf(client(secret).findPhones('0100'));
    expect(failure).toMatchObject({ code: 'unauthenticated', status: 401 });
    expect(inspect(failure, { depth: Infinity })).not.toContain(secret);
  });
});

describe('the client, if something else answers or nothing does', () => {
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  async function clientOf(listener: RequestListener, timeoutMs?: number, path = '') {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    closing.push(() => {
      server.close();
      server.closeAllConnections();
    });
    const { port } = server.address() as AddressInfo;
    return createClient({ baseUrl: `http://127.0.0.1:${port}${path}`, username, password, timeoutMs });
  }

  const answers: readonly (readonly [what: string, status: number, type: string, body: string])[] = [
    ['a page of HTML', 502, 'text/html', '<html>'],
    ['a redirect', 307, 'text/html', ''],
    ['phones without all that they have', 200, 'application/json', JSON.stringify([{ ...phone, dirns: undefined }])],
    ['an object', 200, 'application/json', '{}'],
    ['half an answer', 200, 'application/json', '[{'],
    ['phones of another type', 200, 'text/html', '[]'],
    ['a problem of an unknown code', 418, 'application/problem+json', '{"code":"teapot"}'],
  ];

  it.each(answers)('does not accept %s as an answer', async (_, status, type, body) => {
    const client = await clientOf((_request, response) => {
      response.writeHead(status, { 'content-type': type, location: 'http://127.0.0.1:9/' }).end(body);
    });
    const failure = await failureOf(client.findPhones('1'));
    expect(failure).toBeInstanceOf(UnexpectedAnswerError);
    expect(failure).toMatchObject({ status, contentType: type });
  });

  it.each([
    ['7', 7],
    [new Date(Date.now() + 60_000).toUTCString(), 60],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
  ])('reads from something in front how long to wait: %s', async (header, seconds) => {
    const client = await clientOf((_request, response) => {
      response.writeHead(503, { 'content-type': 'text/html', 'retry-after': header }).end('<h1>Sorry</h1>');
    });
    const { retryAfterSeconds } = (await failureOf(client.findPhones('1'))) as UnexpectedAnswerError;
    if (seconds === 60) expect(retryAfterSeconds).toBeGreaterThan(30);
    else expect(retryAfterSeconds).toBe(seconds);
  });

  it('does not accept an empty 200 as the answer to a change', async () => {
    const client = await clientOf((_request, response) => void response.end());
    expect(await failureOf(client.replaceSpeedDials('SEP0', []))).toBeInstanceOf(UnexpectedAnswerError);
  });

  it.each<[string, number, string, string, (client: PhoneProxyClient) => Promise<unknown>]>([
    ['a list without a tag', 200, 'application/json', '[]', (client) => client.readSpeedDials('A')],
    ['lists without their tags', 200, 'application/json', '{"speeddials":[]}', (client) => client.readLists('A')],
    ['a lamp of no kind', 200, 'application/json', '[{"index":"1"}]', (client) => client.readBusyLampFields('A')],
    ['an entry that is none', 200, 'application/json', '{}', (client) => client.setSpeedDial('A', '1', { dirn: '1' })],
    ['a 200 for what was removed', 200, 'text/plain', '', (client) => client.removeSpeedDial('A', '1')],
    ['a status of another form', 200, 'application/json', '{"user":"x"}', (client) => client.readStatus()],
    ['a change of another form', 200, 'application/json', '[{"id":1}]', (client) => client.listChanges()],
    ['a change without lists', 200, 'application/json', '{"id":"1"}', (client) => client.readChange('1')],
    ['a 200 without a change', 200, 'application/json', '{}', (client) => client.askForChange({ lists: [] })],
    ['a 304 that no one asked for', 304, 'text/plain', '', (client) => client.readChange('1')],
    ['an undo of another form', 200, 'application/json', '{"id":1,"changed":true}', (client) => client.undoChange('1')],
    [
      'a device of another kind',
      200,
      'application/json',
      '[{"deviceKind":"x"}]',
      (client) => client.searchDevices('a'),
    ],
    ['a button that is none', 200, 'application/json', '[{}]', (client) => client.findButtons('1')],
  ])('takes %s for no answer to its call', async (_what, status, type, body, call) => {
    const client = await clientOf((_request, response) => {
      response.writeHead(status, { 'content-type': type }).end(body);
    });
    expect(await failureOf(call(client))).toBeInstanceOf(UnexpectedAnswerError);
  });

  it('calls below the path of its base address', async () => {
    const paths: string[] = [];
    const client = await clientOf(
      ({ url = '' }, response) => {
        paths.push(url);
        response.setHeader('content-type', 'application/json').end('[]');
      },
      undefined,
      '/phones?x=1',
    );
    await client.findPhones('+1');
    expect(paths).toEqual(['/phones/phone?dirn=%2B1']);
  });

  it('reports a refused connection', async () => {
    const client = await clientOf(() => undefined);
    for (const close of closing.splice(0)) close();
    const failure = await failureOf(client.findPhones('1'));
    expect(failure).toBeInstanceOf(ConnectionError);
    expect(failure).toMatchObject({ reason: 'network', causeCode: 'ECONNREFUSED' });
  });

  it.each([1, 25, 6000])('names the port %i, which fetch refuses', async (port) => {
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, username: 'demo', password: 'demo' });
    const failure = await failureOf(client.findPhones('1'));
    expect(failure).toMatchObject({ reason: 'network', causeCode: 'BLOCKED_PORT' });
  });

  it('reports a connection that breaks in the middle of an answer', async () => {
    const client = await clientOf((_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('[', () => response.socket?.destroy());
    });
    expect(await failureOf(client.findPhones('1'))).toMatchObject({ name: 'ConnectionError', reason: 'network' });
  });

  it('gives up when the time is over', async () => {
    const client = await clientOf(() => undefined, 50);
    const failure = await failureOf(client.replaceSpeedDials('SEP0', []));
    expect(failure).toMatchObject({ name: 'ConnectionError', reason: 'timeout', causeCode: undefined });
  });

  it("gives up at the caller's signal, with the signal's reason", async () => {
    const client = await clientOf(() => undefined);
    const reason = new Error('not needed any more');
    const signal = AbortSignal.abort(reason);
    expect(await failureOf(client.findPhones('1', { signal }))).toBe(reason);
    const later = new AbortController();
    const call = failureOf(client.findPhones('1', { signal: later.signal }));
    setTimeout(() => {
      later.abort(reason);
    }, 20);
    expect(await call).toBe(reason);
  });

  it('uses the given fetch', async () => {
    const asked: unknown[] = [];
    const answer = { status: 200, headers: { 'content-type': 'application/json' } };
    const stub: typeof fetch = (url, init) => {
      asked.push((url as URL).href, init?.method);
      return Promise.resolve(new Response('[]', answer));
    };
    await createClient({ baseUrl: new URL('https://phones.example'), username, password, fetch: stub }).findPhones('1');
    expect(asked).toEqual(['https://phones.example/phone?dirn=1', 'GET']);
  });

  it.each([
    [{ baseUrl: 'phones.example' }],
    [{ baseUrl: 'ftp://phones.example' }],
    [{ baseUrl: `https://me:secret@phones.example` }],
    [{ username: 'a:secret' }],
  ])('refuses %j, without quoting it', (wrong) => {
    const create = () => createClient({ baseUrl: 'https://phones.example', username, password, ...wrong });
    expect(create).toThrow(TypeError);
    expect(create).not.toThrow(/secret|example/);
  });
});
