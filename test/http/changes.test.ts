import { describe, expect, it, vi } from 'vitest';
import type { BusyLampField } from '../../src/domain/busy-lamp-field.js';
import { inIndexOrder } from '../../src/domain/buttons.js';
import { ServiceError } from '../../src/domain/errors.js';
import type { SpeedDial } from '../../src/domain/phone.js';
import { History } from '../../src/changes/journal.js';
import type { Intention } from '../../src/changes/store/change-store.js';
import { type AppOptions, basic, observing, startService, user } from '../support/app.js';
import { dial, fakePort, phoneName, uuid } from '../support/fake-port.js';
import { intention, phoneNamed, profileNamed, seenChange } from '../support/changes.js';
import { post, problemIn, send } from '../support/http.js';
import { MemoryStore } from '../support/memory-store.js';
import { rememberedButtons } from '../support/remembered-buttons.js';

/** GET /changes, GET /changes/ID and POST /changes/ID/undo. */

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly lists: readonly object[];
}

const first: readonly SpeedDial[] = [dial('1', '0101', 'one'), dial('2', '0102', 'two')];
const lamps: readonly BusyLampField[] = [{ index: '1', destination: 'a@example.com', label: 'a', pickup: false }];

/** A service with a history in front of a phone and a profile with stored buttons. */
async function withHistory(options: AppOptions = {}) {
  const store = new MemoryStore();
  const callManager = fakePort({
    speedDials: rememberedButtons({ [phoneName]: first, UDP1: first }),
    busyLampFields: rememberedButtons({ [phoneName]: lamps }),
  });
  const { observe } = observing();
  const service = await startService({
    ...{ ...options, callManager, history: new History(store, observe), changeStore: store },
  });
  const { port } = service;
  const set = (entries: readonly object[], target = `/speeddials?phone=${phoneName}`) => post(port, target, entries);
  const list = async (query = ''): Promise<Shown[]> =>
    JSON.parse((await send(port, `/changes${query}`)).text) as Shown[];
  const undo = (id: string, query = '') => send(port, `/changes/${id}/undo${query}`, { method: 'POST' });
  const held = async (target = `/speeddials?phone=${phoneName}`) =>
    JSON.parse((await send(port, target)).text) as unknown;
  return { port, store, callManager, set, list, undo, held };
}

/** The same, with stored changes. */
async function withChanges(changes: readonly Partial<Intention>[]) {
  const service = await withHistory();
  for (const one of changes) await service.store.begin(intention(one));
  return service;
}

const ids = (changes: readonly Shown[]): string[] => changes.map(({ id }) => id);

describe('GET /changes', () => {
  it('shows each write with the lists before and after, newest first', async () => {
    const { port, set, list } = await withHistory();
    await set([dial('1', '0101', 'new')]);
    await set([], `/busylampfields?phone=${phoneName}`);
    await set([], '/speeddials?profile=UDP1');
    const shown = await list();
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
    const requestId = expect.any(String) as string;
    const change = {
      ...{ state: 'done', closedBecause: null, why: null, undone: 'none', source: 'service', reason: '', user, time },
      ...{ expires: null, notBefore: null, digest: null, undoes: null, notes: [], counts: { total: 1, changed: 1 } },
      ...{ approval: null, rejection: null, application: null, waitsFor: null, may: ['undo'] },
      title: expect.any(String) as string,
    };
    const kept = {
      ...{ device: phoneName, deviceKind: 'phone', uuid, kind: 'speeddial', position: 0, state: 'changed' },
      ...{ problem: null, ifMatch: null, changedSince: null, undoneBy: null, undoable: true },
      ...{ difference: expect.anything() as unknown, sent: { time, user, requestId, seenAfter: null } },
    };
    // All devices of the fake call manager have the same key.
    const newest = { ...kept, before: first, after: [dial('1', '0101', 'new')], changedSince: '3' };
    expect(shown).toEqual([
      { id: '3', ...change, lists: [{ ...kept, device: 'UDP1', deviceKind: 'profile', before: first, after: [] }] },
      { id: '2', ...change, lists: [{ ...kept, kind: 'busylampfield', before: lamps, after: [] }] },
      { id: '1', ...change, lists: [newest] },
    ]);
    const head = await send(port, '/changes', { method: 'HEAD' });
    expect([head.status, head.headers['content-type'], head.text]).toEqual([200, 'application/json', '']);
  });

  it('shows a change made elsewhere without a user, and filters by where changes were made', async () => {
    const { port, store, list } = await withChanges([{}]);
    const [device, before] = [phoneNamed('SEP1'), [dial('1', '0101', 'one')]];
    await store.keepSeen(seenChange({ device, before, after: [] }));
    await store.keepSeen(seenChange({ device, before, after: null }));
    const seen = { seenAfter: '2026-03-04T05:00:00.000Z', time: '2026-03-04T06:00:00.000Z' };
    expect(await list('?source=elsewhere')).toMatchObject([
      { id: '3', lists: [{ before, after: null }] },
      {
        ...{ id: '2', user: null, state: 'done', source: 'elsewhere', time: seen.time },
        lists: [{ state: 'changed', before, after: [], sent: { user: null, requestId: null, ...seen } }],
      },
    ]);
    expect(await list('?source=service')).toMatchObject([
      { id: '1', source: 'service', lists: [{ sent: { seenAfter: null } }] },
    ]);
    for (const id of ['2', '3']) {
      const { lists } = JSON.parse((await send(port, `/changes/${id}`)).text) as Shown;
      expect(lists).toMatchObject([{ difference: { added: [], removed: before, changed: [] } }]);
    }
  });

  it('finds the changes of a phone, a profile, a user, a time and a number, and of all of them together', async () => {
    const [early, late] = [new Date('2026-03-04T05:00:00Z'), new Date('2026-03-04T06:00:00Z')];
    const numbered = { before: [], after: [{ index: '1', dirn: '+14085554019', label: '' }] };
    const { list } = await withChanges([
      { device: phoneNamed('SEP1'), time: early },
      { device: profileNamed('SEP1'), user: 'ben', time: late },
      { device: phoneNamed('SEP1'), user: 'ben', time: late, ...numbered },
    ]);
    const found = async (query: string): Promise<string[]> => ids(await list(query));
    expect(await found('?phone=sep1')).toEqual(['3', '1']);
    expect(await found('?profile=SEP1')).toEqual(['2']);
    expect(await found('?user=ben')).toEqual(['3', '2']);
    expect(await found('?since=2026-03-04T06:00:00Z')).toEqual(['3', '2']);
    // The same moment in another time zone, with the plus as it is often sent, and a moment later.
    expect(await found('?since=2026-03-04T07:00:00%2B01:00')).toEqual(['3', '2']);
    expect(await found('?since=2026-03-04T07:00:00+01:00')).toEqual(['3', '2']);
    expect(await found('?since=2026-03-04T06:00:00.001Z')).toEqual([]);
    expect(await found('?until=2026-03-04T06:00:00Z')).toEqual(['1']);
    expect(await found('?until=2026-03-04T07:00:00.001+01:00&since=2026-03-04T06:00:00Z')).toEqual(['3', '2']);
    expect(await found('?until=2026-03-04T05:00:00Z')).toEqual([]);
    expect(await found('?dirn=%2B14085554019')).toEqual(['3']);
    expect(await found('?dirn=+14085554019&user=ben&phone=SEP1&since=2026-03-04T06:00:00Z')).toEqual(['3']);
    expect(await found('?dirn=%2B14085554019&user=alice')).toEqual([]);
  });

  it('goes from page to page by Link, and stays right while changes are added', async () => {
    const { port, store } = await withChanges(Array.from({ length: 5 }, () => ({})));
    await store.begin(intention({ user: 'ben' }));
    const pages: string[][] = [];
    let query: string | undefined = '?user=alice&limit=2';
    while (query !== undefined && pages.length < 4) {
      const { headers, text } = await send(port, `/changes${query}`);
      pages.push(ids(JSON.parse(text) as Shown[]));
      await store.begin(intention());
      const link = typeof headers['link'] === 'string' ? headers['link'] : '';
      expect(link === '' || link.includes('user=alice&limit=2&before=')).toBe(true);
      query = /^<(\?[^>]+)>; rel="next"$/.exec(link)?.[1];
    }
    expect(pages).toEqual([['5', '4'], ['3', '2'], ['1']]);
  });

  it('has a Link on an empty page, if more follow', async () => {
    const { port, store } = await withChanges([{}]);
    vi.spyOn(store, 'list').mockResolvedValueOnce({ changes: [], next: '1' });
    const { headers, text } = await send(port, '/changes?user=alice');
    expect([text, headers['link']]).toEqual(['[]', '<?user=alice&before=1>; rel="next"']);
  });

  it('refuses a cursor above every id so far, of any length', async () => {
    const { port } = await withChanges([{}, {}]);
    expect((await send(port, '/changes?before=2')).status).toBe(200);
    for (const cursor of ['3', '1'.repeat(16), '9'.repeat(18)]) {
      expect(problemIn(await send(port, `/changes?before=${cursor}`))).toMatchObject({
        code: 'invalid-request',
        errors: [{ field: 'query.before' }],
      });
    }
  });

  it('shows a change whose lists cannot be read, which cannot be undone', async () => {
    const { port, store, list, undo, callManager } = await withChanges([{}, {}]);
    const [, second] = (await store.list({}, 2)).changes;
    const { lists: stored } = await store.lists('1', { after: -1, limit: 1 });
    const lists = stored.map((one) => ({ ...one, before: null, after: null }));
    vi.spyOn(store, 'lists').mockResolvedValue({ lists, next: undefined });
    if (second) vi.spyOn(store, 'list').mockResolvedValueOnce({ changes: [{ ...second, lists }], next: undefined });
    expect(await list()).toMatchObject([{ id: '1', user: 'alice', lists: [{ before: null, after: null }] }]);
    const shown = JSON.parse((await send(port, '/changes/1')).text) as Shown;
    expect(shown.lists).toMatchObject([{ after: null, difference: null, undoable: false }]);
    expect(problemIn(await undo('1'))).toMatchObject({ status: 409, code: 'not-representable' });
    expect(callManager.buttons.speeddial.replace).not.toHaveBeenCalled();
  });

  it('has no next page if the last one is exactly full', async () => {
    const { port } = await withChanges([{}, {}]);
    const { headers, text } = await send(port, '/changes?limit=2');
    expect(ids(JSON.parse(text) as Shown[])).toEqual(['2', '1']);
    expect(headers['link']).toBeUndefined();
  });

  it('answers with 50 without a limit, and with 500 at most', async () => {
    const { list } = await withChanges(Array.from({ length: 501 }, () => ({})));
    expect(await list()).toHaveLength(50);
    expect(await list('?limit=500')).toHaveLength(500);
    expect(await list('?limit=1')).toHaveLength(1);
  });

  it.each([
    ...['0', '501', 'x', '', '-1', '1.5', '1e2', '5000'].map((limit) => [`limit=${limit}`, 'limit'] as const),
    ['limit=1&limit=2', 'limit'],
    ...['x', '2026-03-04', '2026-03-04T05:06:07', '2026-02-30T05:06:07Z', ''].map(
      (time) => [`since=${time}`, 'since'] as const,
    ),
    ['until=2026-03-04', 'until'],
    ['until=2026-03-04T05:06:07Z&until=2026-03-04T05:06:07Z', 'until'],
    ...['x', '0', '-1', '1'.repeat(20), ''].map((place) => [`before=${place}`, 'before'] as const),
    ['user=', 'user'],
    ['source=', 'source'],
    ['source=here', 'source'],
    ['dirn=', 'dirn'],
    ['phone=', 'phone'],
    ['phone=SEP1&profile=UDP1', 'profile'],
  ] as const)('with %s is a 400 that names the field', async (query, field) => {
    const { port, store } = await withHistory();
    const problem = problemIn(await send(port, `/changes?${query}`));
    expect(problem).toMatchObject({ status: 400, code: 'invalid-request', errors: [{ field: `query.${field}` }] });
    expect(store.asked).toEqual([]);
  });
});

describe('GET /changes/ID', () => {
  it('shows the change with the difference to the list', async () => {
    const { port, set } = await withHistory();
    const [, two] = first;
    await set([dial('1', '0101', 'changed'), dial('3', '0103', 'three')]);
    const { status, text } = await send(port, '/changes/1');
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      ...{ id: '1', user },
      lists: [
        {
          before: first,
          difference: {
            added: [dial('3', '0103', 'three')],
            removed: [two],
            changed: [{ before: first[0], after: dial('1', '0101', 'changed') }],
          },
        },
      ],
    });
    const head = await send(port, '/changes/1/', { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it.each(['2', '0', '01', '-1', 'x', '1x', '1.0', '%2B1', '9'.repeat(18), '9'.repeat(40), '%00'])(
    'is a 404 for the id %s, of which there is none',
    async (id) => {
      const { port } = await withChanges([{}]);
      expect(problemIn(await send(port, `/changes/${id}`))).toMatchObject({ status: 404, code: 'change-not-found' });
      const undoing = await send(port, `/changes/${id}/undo`, { method: 'POST' });
      expect(problemIn(undoing)).toMatchObject({ status: 404, code: 'change-not-found' });
      expect(problemIn(undoing).detail).toContain('no change');
    },
  );
});

describe('POST /changes/ID/undo', () => {
  it('restores the list from before, and can be undone itself', async () => {
    const { set, undo, held, list } = await withHistory();
    await set([dial('9', '0109')]);
    expect(await undo('1')).toMatchObject({ status: 200, text: '{"id":"2","changed":true}' });
    expect(await held()).toEqual(first);
    expect(await undo('2')).toMatchObject({ status: 200, text: '{"id":"3","changed":true}' });
    expect(await held()).toEqual([dial('9', '0109')]);
    expect(await undo('2')).toMatchObject({ status: 200, text: '{"id":null,"changed":false}' });
    expect((await list())[1]).toMatchObject({
      ...{ id: '2', state: 'done', undoes: '1' },
      lists: [{ before: [dial('9', '0109')], after: first, state: 'changed' }],
    });
  });

  it('also restores busy lamp fields and the lists of profiles', async () => {
    const { set, undo, held } = await withHistory();
    await set([], `/busylampfields?phone=${phoneName}`);
    await set([], '/speeddials?profile=UDP1');
    for (const id of ['1', '2']) expect((await undo(id)).status).toBe(200);
    expect(await held(`/busylampfields?phone=${phoneName}`)).toEqual(lamps);
    expect(await held('/speeddials?profile=UDP1')).toEqual(first);
  });

  it('is a 412 with the present list and its tag if someone else has changed it', async () => {
    const { port, set, undo, callManager, list } = await withHistory();
    await set([dial('9', '0109')]);
    await set([dial('8', '0108', 'later')]);
    callManager.buttons.speeddial.replace.mockClear();
    const answer = await undo('1');
    expect(problemIn(answer)).toMatchObject({
      ...{ status: 412, code: 'changed-meanwhile' },
      present: [dial('8', '0108', 'later')],
    });
    expect(answer.headers.etag).toBe((await send(port, `/speeddials?phone=${phoneName}`)).headers.etag);
    expect(callManager.buttons.speeddial.replace).not.toHaveBeenCalled();
    expect(await list()).toHaveLength(2);
  });

  const [one, two] = [dial('1', '0101', 'one'), dial('2', '0102', 'two')];
  const theirs = dial('9', '0109', 'theirs');
  const [renamed, added] = [dial('2', '0102', 'new'), dial('5', '0105')];
  const moved = dial('01', '0101', 'theirs');
  it.each([
    ['one that it changed', [one, renamed], [moved, renamed], [moved, two]],
    ['one that it removed', [one], [theirs, moved], [moved, two, theirs]],
    ['one that it added', [one, two, added], [two, added], [two]],
    ['all that it touched', [dial('1', '0199'), added], [dial('1', '0199'), added, theirs], [one, two, theirs]],
  ])('by entries sets back %s, and leaves what others have done since', async (_, ours, since, expected) => {
    const { set, undo, held } = await withHistory();
    await set(ours);
    await set(since);
    expect(problemIn(await undo('1')).code).toBe('changed-meanwhile');
    expect(await undo('1', '?scope=entries')).toMatchObject({ status: 200, text: '{"id":"3","changed":true}' });
    expect(await held()).toEqual(expected);
    // A second time, there is nothing to do; and the undo itself is undone.
    expect((await undo('1', '?scope=entries')).text).toBe('{"id":null,"changed":false}');
    expect((await undo('3', '?scope=entries')).text).toBe('{"id":"4","changed":true}');
    expect(inIndexOrder((await held()) as SpeedDial[])).toEqual(inIndexOrder(since));
  });

  it.each([
    ['one that it changed was changed again', [one, dial('2', '0102', 'new')], [one, dial('2', '0102', 'later')]],
    ['one that it changed is gone', [one, dial('2', '0102', 'new')], [one]],
    ['another is at the index of one that it removed', [one], [one, dial('02', '0177')]],
    ['one that it added has another label', [one, two, dial('5', '0105')], [dial('5', '0105', 'later')]],
    ['one of two is back already', [dial('1', '1'), dial('2', '2')], [one, dial('2', '2')]],
  ])('by entries is a 412 with the present list where %s', async (_, ours, since) => {
    const { port, set, undo, callManager } = await withHistory();
    await set(ours);
    await set(since);
    callManager.buttons.speeddial.replace.mockClear();
    const answer = await undo('1', '?scope=entries');
    expect(problemIn(answer)).toMatchObject({ status: 412, code: 'changed-meanwhile', present: since });
    expect(answer.headers.etag).toBe((await send(port, `/speeddials?phone=${phoneName}`)).headers.etag);
    expect(callManager.buttons.speeddial.replace).not.toHaveBeenCalled();
  });

  it('by the list is the same as without a scope, and another scope is a 400', async () => {
    const { set, undo, held } = await withHistory();
    await set([]);
    for (const scope of ['', 'some', 'list&scope=list']) {
      const problem = problemIn(await undo('1', `?scope=${scope}`));
      expect(problem).toMatchObject({ code: 'invalid-request', errors: [{ field: 'query.scope' }] });
    }
    expect((await undo('1', '?scope=list')).text).toBe('{"id":"2","changed":true}');
    expect(await held()).toEqual(first);
  });

  it('by entries ignores invalid values in entries that it does not touch', async () => {
    const { store, callManager, undo } = await withHistory();
    const unread = dial('7', '0107', 'caf\uFFFD');
    const change = { device: phoneNamed(phoneName), before: [one, unread], after: [two, unread] };
    await store.begin(intention(change));
    callManager.buttons.speeddial.readForChange.mockResolvedValueOnce({ uuid, entries: [two, unread] });
    expect((await undo('1', '?scope=entries')).status).toBe(200);
    callManager.buttons.speeddial.readForChange.mockResolvedValueOnce({ uuid, entries: [two, unread] });
    expect(problemIn(await undo('1')).code).toBe('not-representable');
  });

  it('of a change made elsewhere depends on the shown properties of the list, and keeps the others', async () => {
    const { store, undo, callManager } = await withHistory();
    const lamp = (label: string, pickup: boolean): BusyLampField => ({
      ...{ index: '1', dirn: '0100', partition: 'P', label, pickup },
    });
    const lists = { kind: 'busylampfield', before: [lamp('old', false)], after: [lamp('new', false)] } as const;
    await store.keepSeen(seenChange({ device: phoneNamed(phoneName), ...lists }));
    callManager.buttons.busylampfield.readForChange.mockResolvedValueOnce({ uuid, entries: [lamp('new', true)] });
    expect((await undo('1')).text).toBe('{"id":"2","changed":true}');
    expect(callManager.buttons.busylampfield.replace.mock.calls[0]?.[1]).toEqual([lamp('old', true)]);
    callManager.buttons.busylampfield.readForChange.mockResolvedValueOnce({ uuid, entries: [lamp('old', true)] });
    expect((await undo('1')).text).toBe('{"id":null,"changed":false}');
  });

  it('of a deletion is a 404, and shows the present list if the device is back', async () => {
    const { store, undo } = await withHistory();
    const [gone, earlier] = [uuid.replace(/....$/, '0000'), uuid.replace(/....$/, '0001')] as [
      typeof uuid,
      typeof uuid,
    ];
    await store.keepSeen(seenChange({ after: null, device: phoneNamed('SEPGONE'), uuid: gone, before: [one] }));
    await store.keepSeen(seenChange({ after: null, device: phoneNamed(phoneName), uuid: earlier, before: [one] }));
    await store.keepSeen(seenChange({ after: null, device: phoneNamed(phoneName), before: first }));
    expect(problemIn(await undo('1'))).toMatchObject({ status: 404, code: 'phone-not-found' });
    expect(problemIn(await undo('2'))).toMatchObject({ status: 412, present: first });
    expect((await undo('3')).text).toBe('{"id":null,"changed":false}');
  });

  it('says how the phone loaded the change, if the service makes it do so', async () => {
    const { set, undo } = await withHistory({ loadsChange: true });
    await set([]);
    expect((await undo('1')).headers['x-after-update']).toBe('ok');
    // Nothing was changed.
    expect(await undo('1')).toMatchObject({ status: 200, text: '{"id":null,"changed":false}' });
  });

  it('is refused to users who may only read; they may look it up', async () => {
    const { port, store, callManager } = await withHistory({ readOnlyUsers: [user] });
    await store.begin(intention());
    expect((await send(port, '/changes')).status).toBe(200);
    expect((await send(port, '/changes/1')).status).toBe(200);
    const answer = await send(port, '/changes/1/undo', { method: 'POST' });
    expect(problemIn(answer)).toMatchObject({ status: 403, code: 'forbidden' });
    expect(callManager.buttons.speeddial.readForChange).not.toHaveBeenCalled();
  });

  it('is refused from a page of another site', async () => {
    const { port, set, held } = await withHistory();
    await set([]);
    for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'https://elsewhere.example' }]) {
      const answer = await send(port, '/changes/1/undo', { method: 'POST', headers });
      expect(problemIn(answer)).toMatchObject({ status: 403, code: 'cross-site' });
    }
    expect(await held()).toEqual([]);
  });

  it('is a 405 with another method, and a 401 without a login', async () => {
    const { port } = await withHistory();
    const asked = await send(port, '/changes/1/undo');
    expect([asked.status, asked.headers.allow]).toEqual([405, 'POST']);
    const headers = { Authorization: basic(user, 'wrong') };
    for (const path of ['/changes', '/changes/1']) expect((await send(port, path, { headers })).status).toBe(401);
    expect((await send(port, '/changes/1/undo', { method: 'POST', headers })).status).toBe(401);
  });

  it('shows what the call manager said, which is also stored', async () => {
    const { set, undo, callManager, list } = await withHistory();
    await set([]);
    const refused = new ServiceError('rejected-by-call-manager', { detail: 'no', axlCode: -1, effect: 'refused' });
    callManager.buttons.speeddial.replace.mockRejectedValueOnce(refused);
    expect(problemIn(await undo('1'))).toMatchObject({ status: 422, code: 'rejected-by-call-manager', axlCode: -1 });
    expect((await list())[0]).toMatchObject({
      ...{ id: '2', state: 'partly-done' },
      lists: [{ state: 'refused', problem: { code: 'rejected-by-call-manager' } }],
    });
  });
});

describe('a service without a history', () => {
  it('says so at each of the paths, with any id, and writes normally', async () => {
    const { port } = await startService();
    for (const path of ['/changes', '/changes/1', '/changes/x']) {
      expect(problemIn(await send(port, path))).toMatchObject({ status: 404, code: 'history-off' });
    }
    const undoing = await send(port, '/changes/1/undo', { method: 'POST' });
    expect(problemIn(undoing)).toMatchObject({ status: 404, code: 'history-off' });
    expect(problemIn(undoing).detail).toContain('DATABASE_URL');
    expect(await post(port, `/speeddials?phone=${phoneName}`, [])).toMatchObject({ status: 200, text: uuid });
    expect(JSON.parse((await send(port, '/status')).text)).toMatchObject({ history: false });
  });
});

describe('a history whose store fails', () => {
  it.each(['lockDevice', 'begin'] as const)('at %s sends nothing: 503 with Retry-After', async (where) => {
    const { store, callManager, set, undo, list } = await withHistory();
    await store.begin(intention({ device: phoneNamed(phoneName), before: [], after: [...first] }));
    store.failing = { [where]: 'ENOSPC' };
    for (const answer of [await set([]), await undo('1')]) {
      expect(problemIn(answer)).toMatchObject({ status: 503, code: 'history-unavailable' });
      expect(answer.headers['retry-after']).toBe('1');
      expect(answer.text).not.toContain('ENOSPC');
    }
    expect(callManager.buttons.speeddial.replace).not.toHaveBeenCalled();
    store.failing = {};
    expect((await set([])).status).toBe(200);
    expect(ids(await list())).toEqual(['2', '1']);
  });

  it('cannot be listed, and lookups of buttons still work', async () => {
    const { port, store, held } = await withHistory();
    store.failing = { list: 'closed', get: 'closed' };
    for (const path of ['/changes', '/changes/1']) {
      expect(problemIn(await send(port, path))).toMatchObject({ status: 503, code: 'history-unavailable' });
    }
    expect(await held()).toEqual(first);
    expect(JSON.parse((await send(port, '/status')).text)).toMatchObject({ history: true });
  });

  it('keeps the answer true if only the outcome cannot be stored', async () => {
    const { store, set, held, list } = await withHistory();
    store.failing = { settle: 'EIO' };
    expect(await set([])).toMatchObject({ status: 200, text: uuid });
    expect(await held()).toEqual([]);
    expect(await list()).toMatchObject([{ state: 'running', lists: [{ state: 'sending' }] }]);
  });
});
