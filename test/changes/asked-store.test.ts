import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeBounds } from '../../src/changes/change.js';
import {
  type ChangeStore,
  type Holder,
  type ListRead,
  type NewChange,
  NotHeld,
  type ReadingEnded,
} from '../../src/changes/store/change-store.js';
import type { DatabaseOptions } from '../../src/store/database-url.js';
import {
  changed,
  dial,
  intention,
  meanwhile,
  newChange,
  phoneNamed,
  profileNamed,
  refused,
  uncertain,
  waitOf,
} from '../support/changes.js';
import { uuid } from '../support/fake-port.js';
import { closeStores, open, storeKinds } from './stores.js';

const dayMs = 86_400_000;

const holder = (name: string, instance = 'one'): Holder => ({ instance, name });
const [reader, setter] = [holder('reader'), holder('setter')];

/** How a list was read, with some properties replaced. */
const readAs = (otherwise: Partial<ListRead> = {}): ListRead => ({
  ...{ uuid, before: [dial(1, '2001', 'Desk')], since: '0', state: 'open', problem: undefined },
  ...otherwise,
});

const proposed: ReadingEnded = {
  ...{ state: 'proposed', closedBecause: undefined, digest: 'digest', notes: [], why: undefined },
};

describe.each(storeKinds.filter(({ isLeftOut }) => !isLeftOut))('what was asked for, in $name', (kind) => {
  let place: DatabaseOptions;
  let store: ChangeStore;

  beforeAll(() => kind.start());
  afterAll(() => kind.stop());
  beforeEach(async () => {
    place = await kind.emptyPlace();
    store = await open(place);
  });
  afterEach(closeStores);

  /** Asks for a change. @returns its id */
  const ask = async (...of: Parameters<typeof newChange>): Promise<string> => {
    const asked = await store.ask(newChange(...of));
    expect(asked.is).toBe('new');
    return asked.is === 'new' ? asked.id : '';
  };
  /** The same, and reads its lists. */
  const read = async (ended: Partial<ReadingEnded> = {}, ...of: Parameters<typeof newChange>): Promise<string> => {
    const id = await ask(...of);
    await readNow(id, ended);
    return id;
  };
  const readNow = async (id: string, ended: Partial<ReadingEnded> = {}): Promise<void> => {
    expect(await store.take(reader, ['reading'])).toBe(id);
    for (const { position } of (await store.lists(id, { after: -1, limit: 100 })).lists) {
      expect(await store.keepRead(id, reader, position, readAs())).toBe(true);
    }
    expect(await store.endReading(id, reader, { ...proposed, ...ended })).toBe(true);
  };
  /** The same, approved, and taken by `setter`. */
  const running = async (...of: Parameters<typeof newChange>): Promise<string> => {
    const id = await read({}, ...of);
    expect(await store.approve(id, 'digest', 'boss', undefined)).toBe(true);
    expect(await store.take(setter, ['running'])).toBe(id);
    return id;
  };
  const send = (change: string, position: number, by = setter) =>
    store.begin(intention({ user: 'boss', of: { change, position, holder: by } }));
  const stateOf = async (id: string) => (await store.get(id))?.state;
  const listsOf = async (id: string) => (await store.lists(id, { after: -1, limit: 100 })).lists;
  const found = async (...[filter, limit = 50]: [Parameters<ChangeStore['list']>[0], number?]) =>
    (await store.list(filter, limit)).changes.map(({ change, lists }) => [
      change.id,
      lists.map((list) => list.position),
    ]);

  it('is returned as it was given', async () => {
    const lamp = { index: '3', destination: 'a@example.com', label: 'Grüße "á" \\ \u{1F4DE}', pickup: true };
    const asked = newChange({
      ...{
        title: 'Grüße',
        begins: true,
        atMost: { devices: 3 },
        notes: [{ code: 'left-out', text: 'One.' }],
        undoes: '7',
      },
      notBefore: new Date('2030-01-02T03:04:05.678Z'),
    });
    const other = {
      device: profileNamed('Alice Out'),
      kind: 'busylampfield',
      ifMatch: '"two"',
      after: [lamp],
    } as const;
    const started = Date.now();
    const id = await ask({ ...asked, lists: [...asked.lists, { ...other, undoes: '5' }] });
    const { title, reason, user, begins, atMost, notes, undoes, notBefore } = asked;
    const change = await store.get(id);
    expect(change).toEqual({
      ...{ id, title, reason, user, begins, atMost, notes, undoes, notBefore, isDraft: false, state: 'reading' },
      ...{ settable: 0, source: 'service', time: expect.any(Date) as Date, counts: { unread: 2 }, undone: 'none' },
      expires: new Date((change?.time.getTime() ?? 0) + dayMs),
      ...{ closedBecause: undefined, why: undefined, digest: undefined, approval: undefined, rejection: undefined },
      application: undefined,
    });
    expect(Math.abs((change?.time.getTime() ?? 0) - started)).toBeLessThan(5_000);
    const nothing = { uuid: null, before: null, problem: undefined, foundLater: undefined, sent: undefined };
    expect(await listsOf(id)).toEqual([
      {
        ...asked.lists[0],
        change: id,
        position: 0,
        state: 'unread',
        ...nothing,
        changedSince: undefined,
        undoneBy: undefined,
      },
      {
        ...other,
        undoes: '5',
        change: id,
        position: 1,
        state: 'unread',
        ...nothing,
        changedSince: undefined,
        undoneBy: undefined,
      },
    ]);
  });

  it('has no change with an id that it did not give', async () => {
    await ask();
    for (const id of ['0', '-1', 'x', '', '7', '9'.repeat(18)]) {
      expect(await store.get(id)).toBeUndefined();
      expect(await store.formerId(id)).toBeUndefined();
      expect(await store.approve(id, 'digest', 'boss', undefined)).toBe(false);
    }
    expect([await store.hasGiven('7'), await store.hasGiven('1')]).toEqual([false, true]);
  });

  it('is the same change if it is asked for again with its key, also at the same time', async () => {
    const key = { text: 'a key', hash: 'one' };
    const all = await Promise.all(Array.from({ length: 8 }, () => store.ask(newChange({ key }))));
    expect(all.filter(({ is }) => is === 'new')).toHaveLength(1);
    const [id] = new Set(all.map((asked) => (asked.is === 'new' || asked.is === 'same' ? asked.id : '')));
    expect(all.every((asked) => 'id' in asked && asked.id === id)).toBe(true);
    expect((await listsOf(id ?? '')).length).toBe(1);
    expect(await store.ask(newChange({ key: { ...key, hash: 'two' } }))).toEqual({ is: 'other' });
    expect(await store.ask(newChange({ key, user: 'bob' }))).toMatchObject({ is: 'new' });
    // Without a key, and a day later, it is another change.
    expect(await store.ask(newChange())).toMatchObject({ is: 'new' });
    await store.close();
    await kind.alter(place, `UPDATE @history_change SET time = time - ${changeBounds.sameKeyMs} - 1`);
    store = await open(place);
    expect(await store.ask(newChange({ key }))).toMatchObject({ is: 'new' });
  });

  it('is limited in number while it is open: a user has at most half of what others leave free', async () => {
    const own = changeBounds.open / 2;
    for (let count = 0; count < own; count += 1) await store.ask(newChange());
    expect(await store.ask(newChange())).toEqual({ is: 'full', whose: 'user' });
    // Callers' writes never count.
    expect(await store.begin(intention())).toHaveProperty('number');
    for (let count = 0; count < own / 2; count += 1)
      expect(await store.ask(newChange({ user: 'bob' }))).toMatchObject({ is: 'new' });
    expect(await store.ask(newChange({ user: 'bob' }))).toEqual({ is: 'full', whose: 'user' });
    expect(await store.ask(newChange({ user: 'carol' }))).toMatchObject({ is: 'new' });
    for (const id of ['1', '2', '3']) {
      expect(await store.ask(newChange({ user: 'bob' }))).toEqual({ is: 'full', whose: 'user' });
      expect(await store.closeChange(id, 'withdrawn', 'alice', 'No.')).toBe(true);
    }
    expect(await store.ask(newChange({ user: 'bob' }))).toMatchObject({ is: 'new' });
  });

  it('is limited in bytes while it is open', async () => {
    await ask();
    await store.close();
    await kind.alter(place, `UPDATE @history_change SET bytes = ${changeBounds.openBytes / 2 - 100}`);
    store = await open(place);
    expect(await store.ask(newChange())).toEqual({ is: 'full', whose: 'user' });
    expect(await store.ask(newChange({ user: 'bob' }))).toMatchObject({ is: 'new' });
  });

  it('may have as many lists as its bounds allow, which are read in pages', async () => {
    const names = Array.from({ length: changeBounds.lists }, (_, at) => `SEP${at}`);
    const id = await ask({}, names);
    expect(await store.get(id)).toMatchObject({ counts: { unread: names.length } });
    const page = await store.lists(id, { after: names.length - 3, limit: 100 });
    expect(page).toMatchObject({
      lists: [{ position: names.length - 2 }, { position: names.length - 1 }],
      next: undefined,
    });
    expect((await store.list({ search: 'sep49999' }, 9)).changes).toMatchObject([{ lists: [{ position: 49_999 }] }]);
    expect(await found({ user: 'alice' })).toEqual([[id, Array.from({ length: 20 }, (_, at) => at)]]);
    // Its lists were never sent, and are deleted some days after it was closed; its record stays.
    expect(await store.closeChange(id, 'rejected', 'boss', 'No.')).toBe(true);
    expect(await store.deleteUnsent(new Date(0), 100)).toBe(0);
    expect(await store.deleteUnsent(new Date(Date.now() + dayMs), 30_000)).toBe(30_000);
    expect(await store.deleteUnsent(new Date(Date.now() + dayMs), 30_000)).toBe(20_000);
    expect(await store.get(id)).toMatchObject({ state: 'closed', closedBecause: 'rejected', counts: {} });
    expect(await found({ state: 'closed' })).toEqual([[id, []]]);
  });

  it('is seen by no one until its last list is stored, and deleted if that does not come', async () => {
    const id = await ask({ key: { text: 'a key', hash: 'one' } }, ['SEP1']);
    await store.close();
    await kind.alter(place, `UPDATE @history_change SET state = 'asking'`);
    store = await open(place);
    expect([await store.get(id), await found({}), await found({ viewer: 'alice' })]).toEqual([undefined, [], []]);
    expect(await store.take(reader, ['reading', 'running'])).toBeUndefined();
    expect(await store.deleteUnsent(new Date(), 100)).toBe(0);
    await store.close();
    await kind.alter(place, 'UPDATE @history_change SET time = time - 1300000');
    store = await open(place);
    expect(await store.deleteUnsent(new Date(), 100)).toBe(1);
    expect(await listsOf(id)).toEqual([]);
  });

  describe('whose lists arrive one after another', () => {
    const begin = async (): Promise<string> => {
      const asked = await store.ask(newChange({ isArriving: true }, []));
      return asked.is === 'new' ? asked.id : '';
    };
    const named = (count: number, from = 0) =>
      newChange(
        {},
        Array.from({ length: count }, (_, at) => `SEP${from + at}`),
      ).lists;
    const arrived = (id: string, hash?: string) => ({
      ...{ id, user: 'alice', title: 'All of them', reason: 'Why', expiresMs: dayMs },
      key: hash === undefined ? undefined : { text: 'a key', hash },
    });

    it('is seen by no one until the last of them, and then as any other', async () => {
      const id = await begin();
      const change = { id, user: 'alice' };
      expect(await store.addArriving(change, named(3), 0)).toBe('added');
      expect(await store.addArriving(change, named(2, 3), 3)).toBe('added');
      expect([await store.get(id), await found({}), await store.take(reader, ['reading'])]).toEqual([
        undefined,
        [],
        undefined,
      ]);
      expect(await store.completeArriving(arrived(id, 'one'))).toEqual({ is: 'new', id });
      expect(await store.get(id)).toMatchObject({ state: 'reading', title: 'All of them', counts: { unread: 5 } });
      expect((await listsOf(id)).map(({ device }) => device.name)).toEqual(['SEP0', 'SEP1', 'SEP2', 'SEP3', 'SEP4']);
      expect(await store.keyed('alice', { text: 'a key', hash: 'one' })).toEqual({ is: 'same', id });
      // Nothing comes after the end, and what was complete is not dropped.
      expect(await store.addArriving(change, named(1, 9), 5)).toBe('gone');
      await store.dropArriving(id, 5);
      expect(await listsOf(id)).toHaveLength(5);
    });

    it('is not a second one if its key has another change', async () => {
      const [first, second] = [await begin(), await begin()];
      for (const id of [first, second])
        expect(await store.addArriving({ id, user: 'alice' }, named(1), 0)).toBe('added');
      expect(await store.completeArriving(arrived(first, 'one'))).toEqual({ is: 'new', id: first });
      expect(await store.completeArriving(arrived(second, 'one'))).toEqual({ is: 'same', id: first });
      expect(await store.completeArriving(arrived(second, 'two'))).toEqual({ is: 'other' });
      await store.dropArriving(second, 1);
      expect(await store.completeArriving(arrived(second))).toBe('gone');
      expect(await listsOf(second)).toEqual([]);
    });

    it('is limited in bytes, with all others', async () => {
      const id = await begin();
      await store.close();
      await kind.alter(place, `UPDATE @history_change SET bytes = ${changeBounds.openBytes / 2 - 100}`);
      store = await open(place);
      expect(await store.addArriving({ id, user: 'alice' }, named(3), 0)).toBe('full');
      expect(await listsOf(id)).toEqual([]);
    });
  });

  it('shows its lists page by page, also limited in bytes, and those in some states or with a problem', async () => {
    const long = Array.from({ length: 3_000 }, (_, at) => dial(at + 1, '2001', 'x'.repeat(255)));
    const [list] = newChange().lists;
    if (!list) throw new Error('there is no list');
    const id = await ask({
      lists: [list, { ...list, after: long }, { ...list, after: long }, { ...list, after: long }, list],
    });
    const pages = async (limit: number, wanted: Partial<Parameters<ChangeStore['lists']>[1]> = {}) => {
      const all: number[][] = [];
      for (let after: number | undefined = -1; after !== undefined;) {
        const page = await store.lists(id, { after, limit, ...wanted });
        all.push(page.lists.map(({ position }) => position));
        after = page.next;
      }
      return all;
    };
    expect(await pages(1)).toEqual([[0], [1], [2], [3], [4]]);
    expect(await pages(9)).toEqual([
      [0, 1, 2],
      [3, 4],
    ]);
    expect(await pages(9, { states: ['open'] })).toEqual([[]]);
    await store.take(reader, ['reading']);
    await store.keepRead(id, reader, 0, readAs());
    const problem = { code: 'phone-not-found', detail: 'There is none.' } as const;
    await store.keepRead(id, reader, 4, readAs({ uuid: undefined, before: undefined, state: 'refused', problem }));
    expect(await pages(9, { states: ['open', 'refused'] })).toEqual([[0, 4]]);
    expect(await pages(9, { withProblem: true })).toEqual([[4]]);
    expect((await store.lists(id, { after: 3, limit: 1 })).lists).toMatchObject([
      { state: 'refused', problem, uuid: null },
    ]);
  });

  it('is read by one worker, which must hold it', async () => {
    const id = await ask({}, ['SEP1', 'SEP2']);
    expect(await store.take(reader, ['running'])).toBeUndefined();
    const all = await Promise.all(['a', 'b', 'c'].map((name) => store.take(holder(name), ['reading', 'running'])));
    expect(all.filter((one) => one === id)).toHaveLength(1);
    const [ours = 'a'] = ['a', 'b', 'c'].filter((_, at) => all[at] === id);
    expect(await store.keepRead(id, holder('other'), 0, readAs())).toBe(false);
    expect(await store.keepRead(id, holder(ours), 0, readAs())).toBe(true);
    expect(await store.endReading(id, holder(ours), proposed)).toBe(false);
    expect(await store.keepRead(id, holder(ours), 1, readAs({ state: 'already' }))).toBe(true);
    expect(await store.endReading(id, holder('other'), proposed)).toBe(false);
    expect(
      await store.endReading(id, holder(ours), {
        ...proposed,
        notes: [{ code: 'unusual', text: 'A note.' }],
        why: 'Too many.',
      }),
    ).toBe(true);
    expect(await store.get(id)).toMatchObject({
      ...{
        state: 'proposed',
        digest: 'digest',
        notes: [{ code: 'unusual', text: 'A note.' }],
        why: 'Too many.',
        counts: { open: 1, already: 1 },
      },
    });
    // Numbers that it would touch find it, before it is set.
    expect(await found({ number: '2001' })).toEqual([[id, [0, 1]]]);
    expect(await found({ number: '2001', device: phoneNamed('SEP2') })).toEqual([[id, [1]]]);
    expect(await found({ since: new Date(Date.now() - dayMs), device: phoneNamed('sep1') })).toEqual([[id, [0]]]);
    expect(await found({ since: new Date(Date.now() + dayMs) })).toEqual([]);
  });

  it.each([
    [{ state: 'running' }, { state: 'running', application: { user: 'alice' }, expires: undefined }],
    [{ state: 'draft' }, { state: 'draft' }],
    [
      { state: 'closed', closedBecause: 'nothing-to-change' },
      { state: 'closed', closedBecause: 'nothing-to-change', rejection: undefined },
    ],
  ] as const)('is %o after its lists are read', async (ended, expected) => {
    expect(await store.get(await read(ended, { begins: true, isDraft: ended.state === 'draft' }))).toMatchObject(
      expected,
    );
  });

  it('is deleted if it was refused because there was nothing to change, and no other change is', async () => {
    const nothing = await read({ state: 'closed', closedBecause: 'nothing-to-change' });
    const other = await read({ state: 'proposed' });
    for (const id of [nothing, other]) await store.deleteUnneeded(id);
    expect(await store.get(nothing)).toBeUndefined();
    expect((await store.lists(nothing, { after: -1, limit: 10 })).lists).toEqual([]);
    expect(await store.get(other)).toMatchObject({ state: 'proposed' });
    expect(await found({})).toHaveLength(1);
  });

  it('is a draft that only its user sees, and is proposed, begun or deleted', async () => {
    const draft = () => read({ state: 'draft' }, { isDraft: true });
    const [one, two, three] = [await draft(), await draft(), await draft()];
    expect(await store.get(one)).toMatchObject({ state: 'draft', isDraft: true });
    expect(await found({})).toEqual([]);
    expect(await found({ viewer: 'bob' })).toEqual([]);
    expect(await found({ viewer: 'alice', search: 'labels' })).toHaveLength(3);
    expect(await store.propose(one, 'New title', 'Because', 'other', 7 * dayMs)).toBe(true);
    expect(await store.propose(one, 'New title', 'Because', 'other', 7 * dayMs)).toBe(false);
    expect(await store.get(one)).toMatchObject({
      state: 'proposed',
      title: 'New title',
      digest: 'other',
      isDraft: false,
    });
    expect(await found({ search: 'new TITLE' })).toEqual([[one, [0]]]);
    expect(await store.apply(two, 'alice', undefined)).toBe(true);
    expect(await store.get(two)).toMatchObject({ state: 'running', application: { user: 'alice' } });
    expect(await store.closeChange(three, 'withdrawn', 'alice', '')).toBe(true);
    expect(await store.get(three)).toBeUndefined();
    expect(await listsOf(three)).toEqual([]);
    expect(await store.hasGiven(three)).toBe(true);
  });

  it('is approved once, by its digest, while it is proposed', async () => {
    const id = await read();
    expect(await store.approve(id, 'another', 'boss', undefined)).toBe(false);
    const both = await Promise.all(['boss', 'chief'].map((user) => store.approve(id, 'digest', user, undefined)));
    expect(both.filter(Boolean)).toHaveLength(1);
    const user = both[0] ? 'boss' : 'chief';
    expect(await store.get(id)).toMatchObject({ state: 'running', approval: { user }, application: { user } });
    expect(await store.approve(id, 'digest', 'third', undefined)).toBe(false);
    expect(await store.closeChange(id, 'rejected', 'third', 'No.')).toBe(false);
  });

  it('is rejected once, and not after it began', async () => {
    const id = await read();
    const both = await Promise.all([
      store.closeChange(id, 'rejected', 'boss', 'Not now.'),
      store.closeChange(id, 'withdrawn', 'alice', 'A mistake.'),
    ]);
    expect(both.filter(Boolean)).toHaveLength(1);
    const [closedBecause, reason] = both[0] ? ['rejected', 'Not now.'] : ['withdrawn', 'A mistake.'];
    expect(await store.get(id)).toMatchObject({ state: 'closed', closedBecause, rejection: { reason } });
    expect(await store.approve(id, 'digest', 'boss', undefined)).toBe(false);
    const other = await read();
    const [rejected, applied] = await Promise.all([
      store.closeChange(other, 'rejected', 'boss', 'No.'),
      store.apply(other, 'alice', undefined),
    ]);
    expect(rejected).toBe(!applied);
  });

  it('expires, cannot be used then, and is noted as such only later', async () => {
    const id = await read({}, { expiresMs: 2_000 });
    await expect.poll(() => stateOf(id)).toBe('closed');
    expect(await store.get(id)).toMatchObject({ closedBecause: 'expired', rejection: undefined });
    expect(await store.approve(id, 'digest', 'boss', undefined)).toBe(false);
    expect(await store.apply(id, 'alice', undefined)).toBe(false);
    expect(await store.closeChange(id, 'rejected', 'boss', 'No.')).toBe(false);
    expect([await found({ state: 'closed' }), await found({ state: 'proposed' })]).toEqual([[[id, [0]]], []]);
    await ask({ expiresMs: 0 });
    expect(await store.take(reader, ['reading'])).toBeUndefined();
    const draft = await ask({ expiresMs: 0, isDraft: true });
    // Nothing is old enough before that is stored.
    expect(await store.deleteOlderThan(new Date(Date.now() + dayMs), 100)).toBe(0);
    expect(await store.deleteUnsent(new Date(0), 100)).toBe(1);
    expect(await store.get(draft)).toBeUndefined();
    expect(await store.get(id)).toMatchObject({ state: 'closed', closedBecause: 'expired' });
    expect(await store.deleteOlderThan(new Date(Date.now() + dayMs), 100)).toBe(2);
    expect(await store.get(id)).toBeUndefined();
  });

  it('is set list by list by the worker that holds it, and ends', async () => {
    const id = await running({}, ['SEP1', 'SEP2', 'SEP3', 'SEP4']);
    await expect(send(id, 0, holder('other'))).rejects.toThrow(NotHeld);
    const first = await send(id, 0);
    expect(first.change).toBe(id);
    expect(await listsOf(id)).toMatchObject([
      { state: 'sending', sent: { number: first.number, user: 'boss' } },
      { state: 'open' },
      { state: 'open' },
      { state: 'open' },
    ]);
    await store.settle(first.number, changed, uuid);
    const second = await send(id, 1);
    await store.settle(second.number, refused);
    // What was refused may be sent again, and has another number then.
    const again = await send(id, 1);
    expect(Number(again.number)).toBeGreaterThan(Number(second.number));
    expect(await store.sent(second.number)).toBeUndefined();
    await store.settle(again.number, uncertain);
    await store.keepFound(again.number, { list: 'after', time: new Date() });
    expect(await store.sent(again.number)).toMatchObject({ state: 'uncertain', foundLater: { list: 'after' } });
    expect(await store.keepEnd(id, holder('other'), 2, meanwhile)).toBe(false);
    expect(await store.keepEnd(id, setter, 2, meanwhile)).toBe(true);
    expect(await store.stop(id)).toBe(true);
    expect(await store.hold(id, setter)).toBe('stopping');
    await expect(send(id, 3)).rejects.toThrow(NotHeld);
    expect(await store.endApplication(id, holder('other'), { state: 'stopped', why: undefined })).toBe(false);
    expect(await store.endApplication(id, setter, { state: 'stopped', why: 'It was stopped.' })).toBe(true);
    expect(await store.get(id)).toMatchObject({
      ...{
        state: 'stopped',
        why: 'It was stopped.',
        counts: { changed: 1, uncertain: 1, 'changed-meanwhile': 1, open: 1 },
      },
      application: { user: 'boss', isStopping: false, ended: expect.any(Date) as Date },
    });
    expect(await store.stop(id)).toBe(false);
    expect(await found({ state: 'stopped' })).toEqual([[id, [0, 1, 2, 3]]]);
    // Someone else goes on, with the lists that are left.
    expect(await store.apply(id, 'chief', undefined)).toBe(true);
    expect(await store.get(id)).toMatchObject({
      state: 'running',
      why: undefined,
      application: { user: 'chief', ended: undefined },
    });
    expect(await store.get(id)).toMatchObject({ approval: { user: 'boss' } });
    expect(await store.take(setter, ['running'])).toBe(id);
    for (const position of [1, 3]) await store.settle((await send(id, position)).number, changed);
    expect(await store.endApplication(id, setter, { state: 'partly-done', why: undefined })).toBe(true);
    expect(await store.get(id)).toMatchObject({ state: 'partly-done', counts: { changed: 3, 'changed-meanwhile': 1 } });
    // Nothing is left to set.
    expect(await store.apply(id, 'chief', undefined)).toBe(false);
    expect((await store.listAfter('0', 9)).map(({ position }) => position)).toEqual([0, 1, 3]);
  });

  it('waits until its time', async () => {
    const id = await read();
    expect(await store.approve(id, 'digest', 'boss', new Date(Date.now() + 3_000))).toBe(true);
    expect(await store.take(setter, ['running'])).toBeUndefined();
    await expect.poll(() => store.take(setter, ['running'])).toBe(id);
  });

  it('is taken over from a process that is gone, with the list that it was sending', async () => {
    const id = await running({}, ['SEP1', 'SEP2', 'SEP3']);
    const begun = await Promise.all([0, 1, 2].map((position) => send(id, position)));
    await closeStores();
    if (kind.name === 'PostgreSQL')
      await kind.alter(place, 'UPDATE @history_change SET held_until = held_until - 21000');
    store = await open(place);
    // The next holder reads these lists.
    await store.settleAbandoned();
    const lock = await store.lockDevice(phoneNamed('SEP1'), waitOf(5_000));
    await lock.release();
    expect(await store.get(id)).toMatchObject({ counts: { sending: 3 } });
    const next = holder('next', 'two');
    expect(await store.take(next, ['running'])).toBe(id);
    await expect(send(id, 0)).rejects.toThrow(NotHeld);
    expect(await store.hold(id, setter)).toBe('lost');
    expect(await store.keepEnd(id, next, 0, changed)).toBe(true);
    expect(await store.keepEnd(id, next, 1, { state: 'open', problem: undefined })).toBe(true);
    expect(await store.keepEnd(id, next, 2, uncertain)).toBe(true);
    const [first, second, third] = await listsOf(id);
    expect(first).toMatchObject({
      state: 'changed',
      foundLater: { list: 'after' },
      sent: { number: begun[0]?.number },
    });
    expect(second).toMatchObject({ state: 'open', foundLater: undefined });
    expect(third).toMatchObject({ state: 'uncertain', foundLater: undefined });
    // The journal tells of each that something became known.
    expect(await store.knownAfter(Number(begun[2]?.number), 9)).toMatchObject([
      { position: 0, state: 'changed' },
      { position: 1, state: 'open' },
      { position: 2, state: 'uncertain' },
    ]);
    expect(await store.inProgress(9)).toEqual([]);
    const again = await send(id, 1, next);
    await store.settle(again.number, changed);
    // After the change has ended, no one reads a list again that is still being sent.
    await send(id, 2, next);
    expect(await store.endApplication(id, next, { state: 'stopped', why: undefined })).toBe(true);
    await closeStores();
    store = await open(place);
    expect(await store.get(id)).toMatchObject({ counts: { changed: 2, uncertain: 1 } });
  });

  it('shows which change has set a list since it was read, also one that was under way, but not itself', async () => {
    const first = await running({}, ['SEP1']);
    const before = await store.begin(intention());
    await store.settle(before.number, changed);
    const underWay = await store.begin(intention());
    const id = await ask({}, ['SEP1', 'SEP2', 'SEP3']);
    await store.take(reader, ['reading']);
    const since = await store.newest();
    await store.keepRead(id, reader, 0, readAs({ since }));
    await store.keepRead(id, reader, 1, readAs({ since, uuid: 'ffffffff-4e5f-6071-8293-a4b5c6d7e8f9' as typeof uuid }));
    const since0 = async () => (await listsOf(id)).map(({ changedSince }) => changedSince);
    expect(await since0()).toEqual([underWay.change, undefined, undefined]);
    await store.settle(underWay.number, refused);
    expect(await since0()).toEqual([undefined, undefined, undefined]);
    await store.settle(underWay.number, changed);
    expect(await since0()).toEqual([underWay.change, undefined, undefined]);
    await store.keepRead(id, reader, 0, readAs({ since: await store.newest() }));
    expect(await since0()).toEqual([undefined, undefined, undefined]);
    const later = await send(first, 0);
    await store.settle(later.number, changed);
    expect(await since0()).toEqual([first, undefined, undefined]);
  });

  describe('its turns', () => {
    /** Asks for a change, and begins it. @returns its id */
    const begun = (user: string, lists = 1): Promise<string> =>
      read(
        { state: 'running' },
        { user, begins: true },
        Array.from({ length: lists }, (_, at) => `SEP${at}`),
      );
    /** Takes changes one after another. */
    const taken = async (count: number): Promise<(string | undefined)[]> => {
      const all: (string | undefined)[] = [];
      for (let at = 0; at < count; at += 1) all.push(await store.take(holder(`worker ${at}`), ['running']));
      return all;
    };

    it('go round by user, the smallest change first, and every fourth time to the oldest', async () => {
      const large = await begun('alice', 5);
      const [small, tiny] = [await begun('alice', 3), await begun('alice', 1)];
      const [one, two] = [await begun('bob', 2), await begun('bob', 2)];
      const other = await begun('carol', 9);
      expect(await taken(7)).toEqual([tiny, one, other, large, two, small, undefined]);
    });

    it('come last to those that were released', async () => {
      const [one, two] = [await begun('alice'), await begun('bob')];
      for (const [name, id] of [
        ['a', one],
        ['b', two],
        ['c', one],
        // The fourth turn is that of the oldest.
        ['d', one],
      ] as const) {
        expect(await store.take(holder(name), ['reading'])).toBeUndefined();
        expect(await store.take(holder(name), ['running'])).toBe(id);
        await store.release(id, holder('other'));
        expect(await store.hold(id, holder(name))).toBe('held');
        await store.release(id, holder(name));
      }
      const fresh = await begun('bob');
      expect(await taken(3)).toEqual([fresh, one, two]);
    });

    it('are given to others, and come again as before', async () => {
      const [one, two] = [await begun('alice'), await begun('bob', 2)];
      expect(await taken(2)).toEqual([one, two]);
      const isFree = (id?: string) => store.isAnyFree('one', ['running'], id);
      expect([await isFree(), await store.isAnyFree('one', ['reading'])]).toEqual([false, false]);
      const later = await begun('bob');
      await store.release(one, holder('worker 0'), false);
      expect([await isFree(), await isFree(one), await isFree(two), await isFree(later)]).toEqual([
        true,
        true,
        false,
        true,
      ]);
      // It has not come last by that: the turn is that of the user who has waited the longest.
      expect(await taken(2)).toEqual([one, later]);
    });
  });

  it('is kept as long as it is open, and then until its newest list is too old, with its lists', async () => {
    const far = new Date(Date.now() + 900 * dayMs);
    const [waits, runs] = [await read(), await running({}, ['SEP1', 'SEP2'])];
    await store.settle((await send(runs, 0)).number, changed);
    expect(await store.deleteOlderThan(far, 100)).toBe(0);
    expect(await store.countOlderThan(far)).toBe(0);
    await store.endApplication(runs, setter, { state: 'stopped', why: undefined });
    expect(await store.countOlderThan(far)).toBe(1);
    // It goes on, and is open again.
    await store.apply(runs, 'boss', undefined);
    expect(await store.deleteOlderThan(far, 100)).toBe(0);
    await store.take(setter, ['running']);
    await store.endApplication(runs, setter, { state: 'stopped', why: undefined });
    const { sent } = (await listsOf(runs))[0] ?? {};
    expect(await store.deleteOlderThan(sent?.time ?? far, 100)).toBe(0);
    expect(await store.deleteOlderThan(new Date((sent?.time.getTime() ?? 0) + 1), 1)).toBe(1);
    expect(await store.get(runs)).toMatchObject({ counts: { open: 1 } });
    expect(await store.deleteOlderThan(far, 100)).toBe(1);
    expect(await store.get(runs)).toBeUndefined();
    expect([await found({ number: '2002' }), await stateOf(waits)]).toEqual([[], 'proposed']);
  });

  it('has how much of it was undone', async () => {
    const names = ['SEP1', 'SEP2', 'SEP3'];
    const id = await running({}, names);
    const numbers: string[] = [];
    for (const [position, ended] of [changed, uncertain, refused].entries()) {
      const { number } = await send(id, position);
      await store.settle(number, ended);
      numbers.push(number);
    }
    await store.endApplication(id, setter, { state: 'partly-done', why: undefined });
    const [list] = newChange().lists;
    if (!list) throw new Error('there is no list');
    const undoOf: Partial<NewChange> = {
      undoes: id,
      lists: numbers.slice(0, 2).map((undoes) => ({ ...list, undoes })),
    };
    const undo = await running(undoOf);
    const undone = async () => [(await store.get(id))?.undone, (await listsOf(id)).map(({ undoneBy }) => undoneBy)];
    await store.settle((await send(undo, 0)).number, changed);
    expect(await undone()).toEqual(['partly', [undo, undefined, undefined]]);
    const { number } = await send(undo, 1);
    await store.settle(number, changed);
    expect(await undone()).toEqual(['whole', [undo, undo, undefined]]);
    const again = await store.begin(intention({ undoes: { change: undo, number } }));
    await store.settle(again.number, changed);
    expect(await undone()).toEqual(['partly', [undo, undefined, undefined]]);
    expect(await store.get(undo)).toMatchObject({ undone: 'partly', undoes: id });
  });

  it('shares one bucket of lists, which callers’ writes are subtracted from', async () => {
    expect(await store.takeFromBucket(0, 10)).toEqual({ lists: 10, againMs: 0 });
    const all = await Promise.all(Array.from({ length: 4 }, () => store.takeFromBucket(60, 100)));
    expect(all.map(({ lists }) => lists)).toEqual([100, 100, 100, 100]);
    await store.subtractFromBucket(50);
    expect((await store.takeFromBucket(60, 100)).lists).toBe(50);
    expect(await store.takeFromBucket(60, 100)).toEqual({ lists: 0, againMs: expect.any(Number) as number });
    // A minute later.
    await store.close();
    await kind.alter(place, 'UPDATE @history_bucket SET time = time - 60000');
    store = await open(place);
    expect((await store.takeFromBucket(60, 100)).lists).toBe(1);
  });

  it('keeps that all writing is stopped, the first time it is told so', async () => {
    expect(await store.writingStopped()).toBeUndefined();
    await store.stopWriting({ device: 'SEP1', words: 'It lost its “lines”.' });
    await store.stopWriting({ device: 'SEP2', words: 'Another.' });
    await store.close();
    store = await open(place);
    expect(await store.writingStopped()).toMatchObject({ device: 'SEP1', words: 'It lost its “lines”.' });
    expect([await store.resumeWriting(), await store.resumeWriting()]).toEqual([true, false]);
    expect(await store.writingStopped()).toBeUndefined();
  });
});
