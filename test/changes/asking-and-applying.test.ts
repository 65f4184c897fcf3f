import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import {
  as,
  type ChangeAnswer,
  type ChangeUser,
  dialNamed,
  listOf,
  type ShownChange,
  usersFile,
  type UsersFile,
} from '../support/change-users.js';
import { lacksPostgres, PostgresServer } from '../support/postgres-server.js';
import { emptyFolder, tidy } from '../support/processes.js';
import { serviceSettings, startTestService, type TestService } from '../support/test-service.js';

/** Changes over the whole service, in front of the simulator. */

const phones = ['SEP00A1B2C30002', 'SEP00A1B2C30003', 'SEP00A1B2C30004', 'SEP00A1B2C30005'];
const [first = '', second = '', third = ''] = phones;

let server: PostgresServer | undefined;
const places = [
  {
    name: 'SQLite',
    isLeftOut: false,
    historyUrl: () => Promise.resolve(`sqlite:${path.join(emptyFolder(), 'history.db')}`),
  },
  {
    name: 'PostgreSQL',
    isLeftOut: lacksPostgres(),
    historyUrl: async () => {
      server ??= await PostgresServer.shared();
      return server.urlOf((await server.database()).database);
    },
  },
];

describe.each(places.filter(({ isLeftOut }) => !isLeftOut))('a change, with $name', ({ historyUrl }) => {
  let users: UsersFile;
  let simulator: RunningSimulator;
  let service: TestService;
  let url: string;

  beforeAll(async () => {
    users = usersFile();
    simulator = await startSimulator({});
    const settings = { ...serviceSettings(simulator.url), ...users.settings, DATABASE_URL: await historyUrl() };
    service = await startTestService(settings);
    ({ url } = service);
  });
  beforeEach(() => {
    simulator.reset();
    users.keep('boss', 'chief', 'lead', 'agent', 'reader');
  });
  afterAll(async () => {
    await service.stop('test');
    await simulator.close();
    await server?.remove();
    server = undefined;
    await tidy();
  });

  const ask = (user: ChangeUser, label: string, more: object = {}, headers = {}): Promise<ChangeAnswer> => {
    const lists = phones.map((phone) => listOf(phone, label));
    return as(user, `${url}/changes`, 'POST', { title: label, reason: 'A new name.', lists, ...more }, headers);
  };
  const to = ({ id }: ShownChange, what: string) => `${url}/changes/${id}/${what}`;
  const approve = (user: ChangeUser, change: ShownChange, more: object = {}) =>
    as(user, to(change, 'approval'), 'POST', { digest: change.digest, ...more });
  const change = async ({ id }: ShownChange): Promise<ShownChange> =>
    (await as('reader', `${url}/changes/${id}`)).change;
  const ends = async (of: ShownChange, state: string): Promise<ShownChange> => {
    await expect.poll(async () => (await change(of)).state, { timeout: 20_000 }).toBe(state);
    return change(of);
  };
  const dialsOf = async (phone: string): Promise<unknown> =>
    (await as('reader', `${url}/speeddials?phone=${phone}`)).change;
  const newest = async (): Promise<unknown> => {
    const { change } = await as('boss', `${url}/changes?limit=1`);
    return (change as unknown as readonly ShownChange[])[0]?.id;
  };
  const told = ({ status, change: { code } }: ChangeAnswer) => [status, code];

  it('is proposed, approved by another user, set, and undone as a whole; its undo too', async () => {
    const before = await dialsOf(first);
    const proposed = await ask('agent', 'Sandström');
    expect([proposed.status, proposed.change.state]).toEqual([201, 'proposed']);
    expect(proposed.headers.get('location')).toBe(`changes/${proposed.change.id}`);
    expect([proposed.change.may, await dialsOf(first)]).toEqual([['withdraw'], before]);
    const shown = (await as('lead', `${url}/changes/${proposed.change.id}`)).change;
    expect([shown.may, shown.counts]).toEqual([['approve', 'reject'], { total: 4, open: 4 }]);
    expect(told(await approve('lead', { ...shown, digest: 'x' }))).toEqual([412, 'other-digest']);
    const begun = await approve('lead', shown);
    expect([begun.status, begun.change.approval?.user, begun.change.application?.user]).toEqual([202, 'lead', 'lead']);
    expect((await ends(shown, 'done')).counts).toEqual({ total: 4, changed: 4 });
    for (const phone of phones) expect(await dialsOf(phone)).toEqual(dialNamed('Sandström'));
    expect(told(await as('boss', to(shown, 'application'), 'POST'))).toEqual([409, 'change-state']);

    const undo = await as('boss', to(shown, 'undo'), 'POST', {});
    expect(undo.status).toBe(202);
    await ends(undo.change, 'done');
    expect([(await change(shown)).undone, await dialsOf(first)]).toEqual(['whole', before]);
    const again = await as('boss', to(undo.change, 'undo'), 'POST', {});
    await ends(again.change, 'done');
    expect([(await change(shown)).undone, await dialsOf(first)]).toEqual(['none', dialNamed('Sandström')]);
  });

  it('is refused to users without the right', async () => {
    const { change: shown } = await ask('agent', 'rights');
    expect(told(await as('reader', `${url}/changes`, 'POST', {}))).toEqual([403, 'forbidden']);
    expect(told(await approve('reader', shown))[0]).toBe(403);
    expect(told(await approve('agent', shown))[0]).toBe(403);
    expect(told(await as('agent', to(shown, 'application'), 'POST'))[0]).toBe(403);
    expect(told(await as('lead', to(shown, 'application'), 'POST'))[0]).toBe(403);
    expect(told(await ask('agent', 'at once', { apply: true }))[0]).toBe(403);
    for (const user of ['lead', 'boss'] as const) {
      const { change: own } = await ask(user, `own of ${user}`);
      expect(told(await approve(user, own))).toEqual([403, 'own-change']);
      expect(told(await as('agent', to(own, 'rejection'), 'POST', { reason: 'No.' }))[0]).toBe(403);
    }
  });

  it('is rejected by others, and withdrawn by its user', async () => {
    const closed = (answer: ChangeAnswer) => answer.change as ShownChange & { closedBecause: string };
    const { change: one } = await ask('agent', 'rejected');
    const { change: two } = await ask('agent', 'withdrawn');
    const rejection = (user: ChangeUser, of: ShownChange) =>
      as(user, to(of, 'rejection'), 'POST', { reason: 'Not now.' });
    expect(closed(await rejection('lead', one)).closedBecause).toBe('rejected');
    expect(closed(await rejection('agent', two)).closedBecause).toBe('withdrawn');
    expect(told(await approve('lead', one))).toEqual([409, 'change-state']);
  });

  it('as a draft is seen by its user alone until it is proposed', async () => {
    const { status, change: draft } = await ask('agent', 'draft', { draft: true });
    expect([status, draft.state]).toEqual([201, 'draft']);
    expect(told(await as('boss', `${url}/changes/${draft.id}`))).toEqual([404, 'change-not-found']);
    expect(told(await approve('boss', draft))).toEqual([404, 'change-not-found']);
    expect((await as('agent', to(draft, 'proposal'), 'POST', { title: 'Seen' })).change.state).toBe('proposed');
    expect((await change(draft)).state).toBe('proposed');
    const { change: gone } = await ask('agent', 'deleted', { draft: true });
    expect((await as('agent', to(gone, 'rejection'), 'POST', { reason: 'Over.' })).change.state).toBe('closed');
    expect((await as('agent', `${url}/changes/${gone.id}`)).status).toBe(404);
  });

  it('begins at once for a user who may change, unless a list has a problem or it exceeds atMost', async () => {
    const { change: own } = await ask('boss', 'at once', { apply: true });
    expect((await ends(own, 'done')).counts).toEqual({ total: 4, changed: 4 });
    const nothing = await ask('boss', 'at once', { apply: true });
    expect(told(nothing)).toEqual([422, 'nothing-to-change']);
    expect(await newest()).toBe(own.id);
    const { change: many } = await ask('boss', 'too many', { apply: true, atMost: { devices: 3 } });
    expect([many.state, many.why]).toEqual(['proposed', 'It is for 4 devices, and atMost allows 3.']);
    const lists = [listOf(first, 'some'), listOf('SEP0000000000FF', 'some')];
    const { change: partly } = await ask('boss', 'some', { apply: true, lists });
    expect([partly.state, partly.counts]).toEqual(['proposed', { total: 2, open: 1, refused: 1 }]);
    expect(partly.why).toContain('SEP0000000000FF');
    expect((await as('boss', to(partly, 'application'), 'POST')).status).toBe(202);
    const ended = await ends(partly, 'partly-done');
    expect(await dialsOf(first)).toEqual(dialNamed('some'));
    // The list that is left was never read: there is no difference that anyone could have seen.
    const shown = (await as('boss', `${url}/changes/${ended.id}`)).change;
    expect([shown.counts, shown.may]).toEqual([{ total: 2, changed: 1, refused: 1 }, ['undo']]);
    expect(told(await as('boss', to(ended, 'application'), 'POST'))).toEqual([409, 'change-state']);
  });

  it('leaves what others have changed since it was read', async () => {
    const { change: shown } = await ask('agent', 'left');
    await as('boss', `${url}/speeddials?phone=${second}`, 'POST', dialNamed('theirs'));
    await approve('lead', shown);
    expect((await ends(shown, 'partly-done')).counts).toEqual({ total: 4, changed: 3, 'changed-meanwhile': 1 });
    expect(await dialsOf(second)).toEqual(dialNamed('theirs'));
  });

  it('is the same change for the same key, and no other content has the key', async () => {
    const key = { 'idempotency-key': 'key 1' };
    const one = await ask('agent', 'keyed', {}, key);
    const two = await ask('agent', 'keyed', {}, key);
    expect([one.status, two.status, two.change.id]).toEqual([201, 200, one.change.id]);
    expect(told(await ask('agent', 'other', {}, key))).toEqual([422, 'idempotency-key-reused']);
    expect((await ask('boss', 'other', {}, key)).status).toBe(201);
  });

  it('waits for its time, and can be stopped and gone on with at another one', async () => {
    const notBefore = new Date(Date.now() + 3_600_000).toISOString();
    const { change: shown } = await ask('agent', 'later');
    const begun = await approve('lead', shown, { notBefore });
    expect((begun.change as { waitsFor?: string }).waitsFor).toContain(notBefore);
    expect(told(await as('reader', to(shown, 'stop'), 'POST'))[0]).toBe(403);
    expect((await as('agent', to(shown, 'stop'), 'POST')).status).toBe(202);
    const stopped = await ends(shown, 'stopped');
    expect(stopped.counts).toEqual({ total: 4, open: 4 });
    // Its time stays, unless who goes on with it gives another one.
    const now = new Date().toISOString();
    expect((await as('lead', to(shown, 'application'), 'POST', { notBefore: now })).status).toBe(202);
    expect((await ends(shown, 'done')).counts).toEqual({ total: 4, changed: 4 });
  });

  it('stops when the user who carries it is deleted, and another can go on', async () => {
    const { change: shown } = await ask('agent', 'carried');
    const notBefore = new Date(Date.now() + 1_500).toISOString();
    await approve('lead', shown, { notBefore });
    users.keep('boss', 'agent', 'reader');
    const stopped = await ends(shown, 'stopped');
    expect([stopped.why, stopped.counts]).toEqual(['lead may not change buttons any more.', { total: 4, open: 4 }]);
    await as('boss', to(shown, 'application'), 'POST');
    const done = await ends(shown, 'done');
    expect([done.approval?.user, done.application?.user]).toEqual(['lead', 'boss']);
  });

  it('is waited for until it differs', async () => {
    const { change: shown } = await ask('agent', 'watched');
    const address = `${url}/changes/${shown.id}`;
    const tag = (await as('reader', address)).headers.get('etag') ?? '';
    const waitFor = (seconds: number) =>
      as('reader', `${address}?wait=${seconds}`, 'GET', undefined, { 'if-none-match': tag });
    expect((await waitFor(1)).status).toBe(304);
    const waiting = waitFor(20);
    await as('agent', to(shown, 'rejection'), 'POST', { reason: 'Over.' });
    const { status, change: seen, headers } = await waiting;
    expect([status, seen.state, headers.get('etag') === tag]).toEqual([200, 'closed', false]);
  });

  it('leaves nothing behind if there is nothing left to undo', async () => {
    const before = await Promise.all(phones.map(dialsOf));
    const { change: own } = await ask('boss', 'set back', { apply: true });
    await ends(own, 'done');
    for (const [at, phone] of phones.entries()) {
      await as('boss', `${url}/speeddials?phone=${phone}`, 'POST', before[at]);
    }
    const last = await newest();
    const headers = { 'idempotency-key': 'undo of nothing' };
    for (const user of ['boss', 'agent'] as const) {
      const undo = () => as(user, to(own, 'undo'), 'POST', {}, headers);
      expect([told(await undo()), told(await undo())]).toEqual([
        [422, 'nothing-to-change'],
        [422, 'nothing-to-change'],
      ]);
    }
    expect([await newest(), (await change(own)).undone]).toEqual([last, 'none']);
  });

  it('of several lists is undone in part by name, and an undo by a proposer is proposed', async () => {
    const before = await dialsOf(third);
    const { change: own } = await ask('boss', 'in part', { apply: true });
    await ends(own, 'done');
    const lists = [{ device: third, kind: 'speeddial' }];
    const { status, change: undo } = await as('agent', to(own, 'undo'), 'POST', { lists, propose: true });
    expect(status).toBe(201);
    await approve('lead', (await as('lead', `${url}/changes/${undo.id}`)).change);
    await ends(undo, 'done');
    expect([(await change(own)).undone, await dialsOf(third)]).toEqual(['partly', before]);
    expect(await dialsOf(first)).toEqual(dialNamed('in part'));
  });
});
