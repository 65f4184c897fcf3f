import { describe, expect, it } from 'vitest';
import type { SpeedDial } from '../../src/domain/phone.js';
import { History } from '../../src/changes/journal.js';
import { type AppOptions, basic, startService } from '../support/app.js';
import { dial, fakePort } from '../support/fake-port.js';
import { type Answer, problemIn, send } from '../support/http.js';
import { MemoryStore } from '../support/memory-store.js';
import { rememberedButtons } from '../support/remembered-buttons.js';

/** POST /changes, and what is done with a change then. */

interface List {
  readonly device: string;
  readonly state: string;
  readonly problem: { readonly code: string; readonly detail: string | null } | null;
}

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly closedBecause: string | null;
  readonly why: string | null;
  readonly title: string;
  readonly digest: string;
  readonly undoes: string | null;
  readonly undone: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly may: readonly string[];
  readonly lists: readonly List[];
}

const before: readonly SpeedDial[] = [dial('1', '0101', 'one'), dial('2', '0102', 'two')];
const after: readonly SpeedDial[] = [dial('1', '0101', 'new')];
const json = { 'Content-Type': 'application/json' };

/** A service with two phones and a profile, and users with each right: `ann` and `cem` may change buttons. */
async function service(options: AppOptions = {}) {
  const store = new MemoryStore();
  const callManager = fakePort({ speedDials: rememberedButtons({ SEP1: before, SEP2: before, UDP1: before }) });
  const { port } = await startService({
    ...{ callManager, history: new History(store, () => undefined), changeStore: store },
    ...{ readOnlyUsers: ['reader'], proposingUsers: ['agent'], approvingUsers: ['boss', 'deputy'] },
    authenticator: { isVerified: () => true, verify: () => Promise.resolve(true) },
    ...options,
  });
  const post = (user: string, path: string, body?: object, headers: Readonly<Record<string, string>> = {}) =>
    send(port, path, {
      method: 'POST',
      ...(body && { body: JSON.stringify(body) }),
      headers: { ...(body && json), Authorization: basic(user, 'x'), ...headers },
    });
  const get = (user: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
    send(port, path, { headers: { Authorization: basic(user, 'x'), ...headers } });
  const read = async (id: string, user = 'ann'): Promise<Shown> => shown(await get(user, `/changes/${id}`));
  /** Waits until a change has ended. */
  const ended = async (id: string): Promise<Shown> => {
    await expect.poll(async () => (await read(id)).state, { timeout: 4_000 }).not.toMatch(/^(running|reading)$/);
    return read(id);
  };
  const held = async (device: string) =>
    JSON.parse(
      (await get('ann', `/speeddials?${device.startsWith('SEP') ? 'phone' : 'profile'}=${device}`)).text,
    ) as unknown;
  return { callManager, store, post, get, read, ended, held };
}

const shown = ({ text }: Answer): Shown => JSON.parse(text) as Shown;
const lists = (...devices: readonly (string | object)[]) => ({
  lists: devices.map((device) => ({ device, kind: 'speeddial', entries: after })),
});

describe('POST /changes', () => {
  it('reads the lists and sets nothing, and answers with where the change is', async () => {
    const { post, held, read } = await service();
    const answer = await post('ann', '/changes', {
      title: 'Labels',
      reason: 'Old',
      ...lists('SEP1', { profile: 'UDP1' }),
    });
    expect([answer.status, answer.headers.location]).toEqual([201, 'changes/1']);
    expect(shown(answer)).toMatchObject({
      state: 'proposed',
      counts: { total: 2, open: 2 },
      may: ['withdraw', 'apply'],
    });
    expect(shown(answer)).not.toHaveProperty('lists');
    expect(await held('SEP1')).toEqual(before);
    expect((await read('1')).lists).toMatchObject([
      { device: 'SEP1', deviceKind: 'phone', position: 0, before, after, difference: { removed: [before[1]] } },
      { device: 'UDP1', deviceKind: 'profile', position: 1, before, after },
    ]);
  });

  it('begins at once with apply, for users who may change buttons', async () => {
    const { post, ended, held } = await service();
    const answer = await post('ann', '/changes', { apply: true, ...lists('SEP1', 'SEP2') });
    expect(answer.status).toBe(202);
    expect(await ended('1')).toMatchObject({ state: 'done', counts: { total: 2, changed: 2 }, may: ['undo'] });
    expect([await held('SEP1'), await held('SEP2')]).toEqual([after, after]);
  });

  it.each([
    ['reader', lists('SEP1'), 'forbidden'],
    ['reader', { apply: true, ...lists('SEP1') }, 'forbidden'],
    ['agent', { apply: true, ...lists('SEP1') }, 'may-only-propose'],
    ['boss', { apply: true, ...lists('SEP1') }, 'may-only-propose'],
  ])('by %s with %j is a 403, and nothing is kept', async (user, body, code) => {
    const { post, store } = await service();
    expect(problemIn(await post(user, '/changes', body))).toMatchObject({ status: 403, code });
    expect(store.allLists).toEqual([]);
  });

  it('keeps a list that cannot be read as a problem of that list, and does not begin', async () => {
    const { post, read, ended, callManager } = await service();
    const answer = await post('ann', '/changes', { apply: true, ...lists('SEP1', 'SEPX') });
    expect([answer.status, shown(answer).state]).toEqual([201, 'proposed']);
    expect(shown(answer).why).toContain('SEPX');
    expect((await read('1')).lists[1]).toMatchObject({ state: 'refused', problem: { code: 'phone-not-found' } });
    expect(callManager.buttons.speeddial.replace).not.toHaveBeenCalled();
    expect((await post('ann', '/changes/1/application')).status).toBe(202);
    expect(await ended('1')).toMatchObject({ state: 'partly-done', counts: { changed: 1, refused: 1 } });
  });

  it('does not begin if it is for more than atMost allows, and says so', async () => {
    const { post } = await service();
    const many = await post('ann', '/changes', { apply: true, atMost: { devices: 1 }, ...lists('SEP1', 'SEP2') });
    expect(shown(many)).toMatchObject({ state: 'proposed', why: expect.stringContaining('atMost') as string });
    const removing = await post('ann', '/changes', { apply: true, atMost: { removals: 0 }, ...lists('SEP1') });
    expect(shown(removing)).toMatchObject({ state: 'proposed', why: expect.stringContaining('removes 1') as string });
  });

  it('is a 422 if every list is as asked for already', async () => {
    const { post, get } = await service();
    const body = { lists: [{ device: 'SEP1', kind: 'speeddial', entries: before }] };
    expect(problemIn(await post('ann', '/changes', body))).toMatchObject({ status: 422, code: 'nothing-to-change' });
    expect((await get('ann', '/changes?state=proposed')).text).toBe('[]');
  });

  it('takes back a list as an answer has it', async () => {
    const { post, read } = await service();
    await post('ann', '/changes', lists({ profile: 'UDP1' }));
    const [list] = (await read('1')).lists as unknown as readonly Record<string, unknown>[];
    const { device, deviceKind, kind } = list ?? {};
    const again = { lists: [{ device, deviceKind, kind, entries: [] }] };
    expect((await post('ann', '/changes', again)).status).toBe(201);
    expect((await read('2')).lists).toMatchObject([{ device: 'UDP1', deviceKind: 'profile', after: [] }]);
  });

  it('refuses a list that was changed since its ifMatch, as a problem of that list', async () => {
    const { post, get, read } = await service();
    const { etag = '' } = (await get('ann', '/speeddials?phone=SEP1')).headers;
    const [one, other] = [etag, '"another"'].map((ifMatch, at) => ({
      ...{ device: `SEP${at + 1}`, kind: 'speeddial', entries: after, ifMatch },
    }));
    await post('ann', '/changes', { lists: [one, other] });
    expect((await read('1')).lists).toMatchObject([{ state: 'open' }, { state: 'changed-meanwhile' }]);
  });

  it.each([
    [{}, 'body'],
    [{ lists: [] }, 'body.lists'],
    [{ ...lists('SEP1'), undo: { change: '1' } }, 'body'],
    [{ ...lists('SEP1'), apply: true, draft: true }, 'body.apply'],
    [{ ...lists('SEP1'), title: 'x'.repeat(201) }, 'body.title'],
    [{ ...lists('SEP1'), reason: 'x'.repeat(501) }, 'body.reason'],
    [{ ...lists('SEP1'), notBefore: 'tonight' }, 'body.notBefore'],
    [{ ...lists('SEP1'), atMost: { devices: -1 } }, 'body.atMost.devices'],
    [{ ...lists('SEP1'), other: 1 }, 'body'],
    [lists('SEP1', 'SEP1'), 'body.lists[1]'],
    [lists('SEP1', { profile: 'UDP1' }, { phone: 'SEP2' }), 'body.lists[2].device'],
    [
      { lists: [{ device: { profile: 'U' }, deviceKind: 'phone', kind: 'speeddial', entries: [] }] },
      'body.lists[0].deviceKind',
    ],
    [{ lists: [{ device: 'SEP1', kind: 'speeddial', entries: [{ index: '1' }] }] }, 'body.lists[0].entries[0].dirn'],
    [{ lists: [{ device: 'SEP1', kind: 'speeddial', entries: [], ifMatch: '*' }] }, 'body.lists[0].ifMatch'],
    [{ undo: { change: '1', lists: [{ device: 'SEP1' }] } }, 'body.undo.lists[0].kind'],
  ])('with %j is a 400 that names %s', async (body, field) => {
    const { post, store } = await service();
    const problem = problemIn(await post('ann', '/changes', body));
    expect(problem).toMatchObject({ status: 400, code: 'invalid-request' });
    expect(problem.errors?.map((one) => one.field)).toContain(field);
    expect(store.allLists).toEqual([]);
  });

  it('names the faults of all lists at once, the first 500', async () => {
    const { post } = await service();
    const entries = [{ index: '1' }, { index: 2 }];
    const body = {
      lists: Array.from({ length: 300 }, (_, at) => ({ device: `SEP${at}`, kind: 'speeddial', entries })),
    };
    const { errors = [] } = problemIn(await post('ann', '/changes', body));
    expect(errors).toHaveLength(500);
    expect(new Set(errors.map(({ field }) => /lists\[(\d+)\]/.exec(field)?.[1])).size).toBeGreaterThan(100);
  });
});

describe('an Idempotency-Key', () => {
  const key = { 'Idempotency-Key': 'mine' };

  it('gives the same change for the same request of the same user', async () => {
    const { post } = await service();
    expect((await post('ann', '/changes', lists('SEP1'), key)).status).toBe(201);
    const again = await post('ann', '/changes', lists('SEP1'), key);
    expect([again.status, again.headers.location, shown(again).id]).toEqual([200, 'changes/1', '1']);
    expect(shown(await post('cem', '/changes', lists('SEP1'), key)).id).toBe('2');
    expect(shown(await post('ann', '/changes', lists('SEP1'))).id).toBe('3');
    expect(problemIn(await post('ann', '/changes', lists('SEP2'), key))).toMatchObject({
      ...{ status: 422, code: 'idempotency-key-reused' },
    });
  });

  it('is for an undo too', async () => {
    const { post, ended } = await service();
    await post('ann', '/changes', { apply: true, ...lists('SEP1', 'SEP2') });
    await ended('1');
    const undone = await post('ann', '/changes/1/undo', undefined, key);
    expect([undone.status, undone.headers.location]).toEqual([202, '../2']);
    expect(await ended('2')).toMatchObject({ state: 'done', undoes: '1' });
    const again = await post('ann', '/changes/1/undo', undefined, key);
    expect([again.status, shown(again).id]).toEqual([200, '2']);
  });

  it.each(['', 'x'.repeat(256), 'é'])('of %j is a 400', async (text) => {
    const { post } = await service();
    const problem = problemIn(await post('ann', '/changes', lists('SEP1'), { 'Idempotency-Key': text }));
    expect(problem).toMatchObject({ status: 400, errors: [{ field: 'header.Idempotency-Key' }] });
  });
});

describe('a proposed change', () => {
  it('is begun by the approval of another user, with its digest', async () => {
    const { post, ended } = await service();
    const { digest } = shown(await post('agent', '/changes', lists('SEP1')));
    expect(problemIn(await post('agent', '/changes/1/approval', { digest })).code).toBe('may-only-propose');
    expect(problemIn(await post('agent', '/changes/1/application')).code).toBe('may-only-propose');
    expect(problemIn(await post('reader', '/changes/1/approval', { digest })).code).toBe('forbidden');
    const other = await post('boss', '/changes/1/approval', { digest: 'other' });
    expect(problemIn(other)).toMatchObject({ status: 412, code: 'other-digest' });
    expect((await post('boss', '/changes/1/approval', { digest })).status).toBe(202);
    expect(await ended('1')).toMatchObject({
      ...{ state: 'done', user: 'agent', approval: { user: 'boss' }, application: { user: 'boss' } },
    });
  });

  it('is not approved by its own user, who may not begin it either', async () => {
    const { post, ended } = await service();
    const { digest, may } = shown(await post('boss', '/changes', lists('SEP1')));
    expect(may).toEqual(['withdraw']);
    expect(problemIn(await post('boss', '/changes/1/approval', { digest }))).toMatchObject({
      status: 403,
      code: 'own-change',
    });
    expect(problemIn(await post('boss', '/changes/1/application')).code).toBe('may-only-propose');
    expect(problemIn(await post('ann', '/changes/1/application')).code).toBe('own-change');
    expect((await post('deputy', '/changes/1/approval', { digest })).status).toBe(202);
    expect((await ended('1')).state).toBe('done');
  });

  it('is rejected by those who may approve, or withdrawn by its own user', async () => {
    const { post, read } = await service();
    for (const id of ['1', '2']) await post('agent', '/changes', { title: id, ...lists('SEP1') });
    const reason = { reason: 'No.' };
    expect(problemIn(await post('reader', '/changes/1/rejection', reason)).code).toBe('forbidden');
    expect(shown(await post('boss', '/changes/1/rejection', reason))).toMatchObject({
      ...{ state: 'closed', closedBecause: 'rejected', rejection: { user: 'boss', reason: 'No.' } },
    });
    expect(shown(await post('agent', '/changes/2/rejection', reason))).toMatchObject({ closedBecause: 'withdrawn' });
    const again = problemIn(await post('boss', '/changes/1/approval', { digest: (await read('1')).digest }));
    expect(again).toMatchObject({ status: 409, code: 'change-state' });
    expect(again.detail).toContain('closed');
  });

  it('waits for notBefore, and says so; then it can be stopped, and gone on with', async () => {
    const { post, read, ended } = await service();
    const { digest } = shown(await post('agent', '/changes', lists('SEP1')));
    const notBefore = '2999-01-01T00:00:00Z';
    expect(shown(await post('boss', '/changes/1/approval', { digest, notBefore }))).toMatchObject({
      ...{ state: 'running', notBefore: '2999-01-01T00:00:00.000Z' },
      waitsFor: expect.stringContaining('2999-01-01') as string,
    });
    expect(problemIn(await post('ann', '/changes/1/undo'))).toMatchObject({ status: 409, code: 'change-state' });
    expect(problemIn(await post('reader', '/changes/1/stop')).code).toBe('forbidden');
    expect((await post('agent', '/changes/1/stop')).status).toBe(202);
    expect((await ended('1')).state).toBe('stopped');
    expect((await read('1', 'boss')).may).toContain('apply');
    expect((await read('1', 'agent')).may).not.toContain('apply');
    const now = { notBefore: new Date().toISOString() };
    expect((await post('boss', '/changes/1/application', now)).status).toBe(202);
    expect((await ended('1')).state).toBe('done');
  });
});

describe('a draft', () => {
  it('is seen by its author alone, and is proposed with another reason', async () => {
    const { post, get } = await service();
    const answer = await post('agent', '/changes', { title: 'Labels', draft: true, ...lists('SEP1') });
    expect([answer.status, shown(answer).state]).toEqual([201, 'draft']);
    expect(problemIn(await get('ann', '/changes/1'))).toMatchObject({ status: 404, code: 'change-not-found' });
    expect((await get('ann', '/changes')).text).toBe('[]');
    expect(JSON.parse((await get('agent', '/changes')).text)).toMatchObject([{ id: '1', state: 'draft' }]);
    const { digest } = shown(answer);
    const proposed = shown(await post('agent', '/changes/1/proposal', { reason: 'Old' }));
    expect(proposed).toMatchObject({ state: 'proposed', title: 'Labels', reason: 'Old' });
    expect(proposed.digest).not.toBe(digest);
    expect((await get('ann', '/changes/1')).status).toBe(200);
  });

  it('is begun, or deleted without trace', async () => {
    const { post, get, ended } = await service();
    for (const _ of [1, 2]) await post('ann', '/changes', { draft: true, ...lists('SEP1') });
    expect(shown(await post('ann', '/changes/2/rejection', { reason: 'No.' })).state).toBe('closed');
    expect(problemIn(await get('ann', '/changes/2')).code).toBe('change-not-found');
    expect((await post('ann', '/changes/1/application')).status).toBe(202);
    expect((await ended('1')).state).toBe('done');
  });
});

describe('GET /changes/ID', () => {
  it('waits for something new, or answers with 304', async () => {
    const { post, get } = await service();
    const { etag = '' } = (await post('ann', '/changes', lists('SEP1'))).headers;
    const known = { 'If-None-Match': etag };
    expect((await get('ann', '/changes/1', known)).status).toBe(304);
    expect(await get('ann', '/changes/1?wait=1', known)).toMatchObject({ status: 304, text: '' });
    const waiting = get('ann', '/changes/1?wait=20', known);
    await post('ann', '/changes/1/rejection', { reason: 'No.' });
    const answer = await waiting;
    expect([answer.status, shown(answer).state]).toEqual([200, 'closed']);
    expect(answer.headers.etag).not.toBe(etag);
    expect((await get('ann', '/changes/1?wait=20', known)).status).toBe(200);
  });

  it('takes at most 20 waiting calls of one user', async () => {
    const { post, get } = await service();
    const { etag = '' } = (await post('ann', '/changes', lists('SEP1'))).headers;
    const calls = Array.from({ length: 21 }, () => get('ann', '/changes/1?wait=2', { 'If-None-Match': etag }));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 503)).toHaveLength(1);
    expect(statuses.filter((status) => status === 304)).toHaveLength(20);
  });

  it('has its lists in pages, and those with a problem alone', async () => {
    const { post, get } = await service();
    await post('ann', '/changes', lists('SEP1', 'SEPX', 'SEP2'));
    const page = await get('ann', '/changes/1?limit=2');
    expect(shown(page).lists.map(({ device }) => device)).toEqual(['SEP1', 'SEPX']);
    expect(page.headers['link']).toBe('<?limit=2&after=1>; rel="next"');
    const rest = await get('ann', '/changes/1?limit=2&after=1');
    expect([shown(rest).lists.map(({ device }) => device), rest.headers['link']]).toEqual([['SEP2'], undefined]);
    expect(shown(await get('ann', '/changes/1?problems=true')).lists.map(({ device }) => device)).toEqual(['SEPX']);
  });
});

describe('the undo of a change of several lists', () => {
  it('is a change of its own, applied at once or proposed, of all lists or of some', async () => {
    const { post, ended, held, read } = await service();
    await post('ann', '/changes', { apply: true, ...lists('SEP1', 'SEP2') });
    await ended('1');
    const some = { lists: [{ device: 'SEP1', kind: 'speeddial' }] };
    expect((await post('ann', '/changes/1/undo', some)).status).toBe(202);
    expect(await ended('2')).toMatchObject({ state: 'done', undoes: '1', counts: { changed: 1 } });
    expect([await held('SEP1'), await held('SEP2')]).toEqual([before, after]);
    expect((await read('1')).undone).toBe('partly');
    const proposed = await post('agent', '/changes/1/undo');
    expect([proposed.status, shown(proposed)]).toMatchObject([201, { state: 'proposed', undoes: '1' }]);
    await post('boss', '/changes/3/approval', { digest: shown(proposed).digest });
    await ended('3');
    expect((await read('1')).undone).toBe('whole');
    expect(await held('SEP2')).toEqual(before);
    expect(problemIn(await post('reader', '/changes/1/undo')).code).toBe('forbidden');
  });

  it('of one list is refused to those who may only propose, unless they propose it', async () => {
    const { post, ended } = await service();
    await post('ann', '/changes', { apply: true, ...lists('SEP1') });
    await ended('1');
    expect(problemIn(await post('agent', '/changes/1/undo'))).toMatchObject({ status: 403, code: 'may-only-propose' });
    expect((await post('agent', '/changes/1/undo', { propose: true })).status).toBe(201);
    expect((await post('ann', '/changes/1/undo')).text).toBe('{"id":"3","changed":true}');
  });
});

describe('calls that are gone', () => {
  it.each(['/runs', '/runs/1', '/plans', '/plans/1/approval'])('%s is a 404 as any other path', async (path) => {
    const { get, post } = await service();
    expect(problemIn(await get('ann', path))).toMatchObject({ status: 404, code: 'not-found' });
    expect(problemIn(await post('ann', path, {}))).toMatchObject({ status: 404, code: 'not-found' });
  });

  it('the header Run is a 400 that names POST /changes', async () => {
    const { post, callManager } = await service();
    for (const path of ['/speeddials?phone=SEP1', '/changes/1/undo']) {
      const problem = problemIn(await post('ann', path, [], { Run: '1' }));
      expect(problem).toMatchObject({ status: 400, errors: [{ field: 'header.Run' }] });
      expect(problem.detail).toContain('POST /changes');
    }
    expect(callManager.buttons.speeddial.replace).not.toHaveBeenCalled();
  });
});
