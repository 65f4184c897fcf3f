import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Uuid } from '../../src/domain/identifiers.js';
import { deviceId } from '../../src/domain/device.js';
import { mostLookedThrough } from '../../src/changes/store/change-search.js';
import type { ChangeStore } from '../../src/changes/store/change-store.js';
import type { DatabaseOptions } from '../../src/store/database-url.js';
import { Retention } from '../../src/changes/store/retention.js';
import {
  changed,
  dial,
  intention,
  phoneNamed,
  profileNamed,
  refused,
  seenChange,
  uncertain,
  waitOf,
} from '../support/changes.js';
import { uuid } from '../support/fake-port.js';
import { closeStores, open, storeKinds } from './stores.js';

const dayMs = 86_400_000;
const otherwise = { state: 'stored-otherwise', problem: { code: 'stored-otherwise', detail: 'Otherwise.' } } as const;

describe.each(storeKinds.filter(({ isLeftOut }) => !isLeftOut))('the history in $name', (kind) => {
  let place: DatabaseOptions;
  let store: ChangeStore;

  beforeAll(() => kind.start());
  afterAll(() => kind.stop());

  beforeEach(async () => {
    place = await kind.emptyPlace();
    store = await open(place);
  });
  afterEach(closeStores);

  /** Begins changes one after another. @returns the ids of the changes, which are the numbers of their lists too */
  const keep = async (...changes: Parameters<typeof intention>[0][]): Promise<string[]> => {
    const ids: string[] = [];
    for (const change of changes) ids.push((await store.begin(intention(change))).number);
    return ids;
  };
  /** The same, and all of them are set. */
  const keepSet = async (...changes: Parameters<typeof intention>[0][]): Promise<string[]> => {
    const ids = await keep(...changes);
    for (const id of ids) await store.settle(id, changed);
    return ids;
  };
  /** @returns the numbers of the lists that a search finds */
  const idsOf = async (filter: Parameters<ChangeStore['list']>[0] = {}, limit = 50): Promise<(string | undefined)[]> =>
    (await store.list(filter, limit)).changes.map(({ lists: [list] }) => list?.sent?.number);

  it('returns what it was given, being sent until it is settled, as a change of one list', async () => {
    const given = intention({
      before: [{ index: '01', dirn: '+14085550100', partition: '', label: 'Grüße "あ" \\ \u{1F4DE}', pickup: false }],
      after: [{ index: '3', dirn: '2001', partition: 'Internal', label: '', pickup: true }],
      kind: 'busylampfield',
      device: profileNamed('Alice Out'),
    });
    const { change, number } = await store.begin(given);
    expect(change).toMatch(/^[1-9]\d*$/);
    const { time, user, requestId, uuid, device, kind, before, after } = given;
    const list = { change, position: 0, device, uuid, kind, before, after, ifMatch: undefined };
    expect(await store.sent(number)).toMatchObject({
      ...list,
      state: 'sending',
      sent: { number, time, user, requestId },
    });
    const whole = { id: change, source: 'service', user, time, expires: undefined, application: undefined };
    expect(await store.get(change)).toMatchObject({ ...whole, state: 'running', counts: { sending: 1 } });
    await store.settle(number, refused);
    expect(await store.sent(number)).toMatchObject({ ...list, ...refused });
    expect(await store.get(change)).toMatchObject({ ...whole, state: 'partly-done', counts: { refused: 1 } });
    await store.settle(number, changed);
    await store.settle(number, changed);
    expect(await store.get(change)).toMatchObject({ ...whole, state: 'done', counts: { changed: 1 } });
    const { changes } = await store.list({}, 1);
    expect(changes).toMatchObject([{ change: whole, lists: [{ ...list, ...changed }] }]);
    expect((await store.lists(change, { after: -1, limit: 9 })).lists).toMatchObject([list]);
  });

  it('has the list that was set instead of the one that was sent', async () => {
    const [id = '', other = ''] = await keep({}, {});
    const kept = [{ index: '3', dirn: '2001', label: 'Cut' }];
    await store.settle(id, otherwise, uuid, kept);
    await store.settle(other, otherwise, undefined, []);
    expect(await store.sent(id)).toMatchObject({ state: 'stored-otherwise', after: kept });
    expect(await store.sent(other)).toMatchObject({ state: 'stored-otherwise', after: [] });
  });

  it('lists its changes from the oldest, after any of them', async () => {
    const ids = await keep({}, {}, {});
    const after = async (id: string, limit = 9) => (await store.listAfter(id, limit)).map(({ sent }) => sent.number);
    expect(await after('0')).toEqual(ids);
    expect(await after(ids[0] ?? '', 1)).toEqual([ids[1]]);
    expect(await after(ids[2] ?? '')).toEqual([]);
  });

  it('has no change with an id that it did not give', async () => {
    await keep({});
    const ids = ['0', '-1', '1.5', '01', 'x', '', "1' OR '1'='1", '99999999999999999999', '7'];
    for (const id of ids) expect(await store.sent(id)).toBeUndefined();
  });

  it('settles a change that is gone without an error', async () => {
    await store.settle('12345', changed);
    expect(await store.list({}, 10)).toEqual({ changes: [], next: undefined });
  });

  it('lists newest first by the order of their beginning, regardless of the clock', async () => {
    const ids = await keep(
      { time: new Date('2026-05-01T00:00:00Z') },
      { time: new Date('2026-04-01T00:00:00Z') },
      { time: new Date('2026-06-01T00:00:00Z') },
    );
    expect(await idsOf()).toEqual(ids.reverse());
    expect(await idsOf({}, 2)).toEqual(ids.slice(0, 2));
  });

  it('continues where a page ended, while changes are added', async () => {
    const ids = await keep({}, {}, {}, {}, {});
    const first = await idsOf({}, 2);
    const later = await keep({}, {});
    const second = await idsOf({ before: first.at(-1) }, 2);
    const third = await idsOf({ before: second.at(-1) }, 2);
    expect([...first, ...second, ...third]).toEqual(ids.reverse());
    expect(await idsOf({ before: third.at(-1) })).toEqual([]);
    expect(await idsOf({}, 2)).toEqual(later.reverse());
  });

  it('finds the changes of a device, in any letter case, and only of its kind', async () => {
    const [phone, profile] = await keep(
      { device: phoneNamed('SEP00A1B2C30001') },
      { device: profileNamed('SEP00A1B2C30001') },
      { device: phoneNamed('SEP00A1B2C30002') },
    );
    expect(await idsOf({ device: phoneNamed('sep00a1b2c30001') })).toEqual([phone]);
    expect(await idsOf({ device: profileNamed('SEP00A1B2C30001') })).toEqual([profile]);
  });

  it('finds the changes of a user, exactly', async () => {
    const [, bob] = await keep({ user: 'alice' }, { user: 'bob' }, { user: 'Bob' });
    expect(await idsOf({ user: 'bob' })).toEqual([bob]);
    expect(await idsOf({ user: "bob' --" })).toEqual([]);
    expect(await idsOf({ user: 'bob\0' })).toEqual([]);
  });

  it('finds the changes since a time, to the millisecond, whatever their order', async () => {
    const at = (ms: number) => ({ time: new Date(Date.UTC(2026, 0, 2) + ms) });
    const [, exact, , after] = await keep(at(-1), at(0), at(-dayMs), at(1));
    expect(await idsOf({ since: at(0).time })).toEqual([after, exact]);
  });

  it('finds the changes before a time, to the millisecond, and those between two', async () => {
    const at = (ms: number) => ({ time: new Date(Date.UTC(2026, 0, 2) + ms) });
    const [before, exact, early, , last] = await keep(at(-1), at(0), at(-dayMs), at(1), { ...at(-1), user: 'bob' });
    expect(await idsOf({ until: at(0).time })).toEqual([last, early, before]);
    expect(await idsOf({ since: at(-1).time, until: at(1).time })).toEqual([last, exact, before]);
    expect(await idsOf({ since: at(-1).time, until: at(0).time, user: 'bob' })).toEqual([last]);
    expect(await idsOf({ since: at(0).time, until: at(0).time })).toEqual([]);
  });

  it('finds the changes with a text in the name of the device or of the user, without regard to case and accents', async () => {
    const [phone, , ingrid, jorg, odd] = await keep(
      { device: phoneNamed('SEP00A1B2C3AFFE') },
      {},
      { user: 'Ingrid' },
      { user: 'JÖRG' },
      { user: '50%_!' },
    );
    expect(await idsOf({ search: '3affe' })).toEqual([phone]);
    expect(await idsOf({ search: 'INGR' })).toEqual([ingrid]);
    expect(await idsOf({ search: 'jörg' })).toEqual([jorg]);
    for (const search of ['ÖRG', 'jorg']) expect(await idsOf({ search })).toEqual([jorg]);
    for (const search of ['0%_!', '%', '_', '!']) expect(await idsOf({ search })).toEqual([odd]);
    expect(await idsOf({ search: 'ingrid', user: 'JÖRG' })).toEqual([]);
    expect(await idsOf({ search: 'nobody' })).toEqual([]);
    // What a device is called, others know.
    const called = [deviceId(phoneNamed('SEP00A1B2C3AFFE'))];
    expect(await idsOf({ search: 'nobody', called })).toEqual([phone]);
    expect(await idsOf({ search: 'INGR', called })).toEqual([ingrid, phone]);
    expect(await idsOf({ search: 'INGR', called, user: 'Ingrid' })).toEqual([ingrid]);
  });

  it('finds the changes whose difference touches a number', async () => {
    const [added, removed, renumbered, relabelled, , watched, remote] = await keep(
      { before: [], after: [dial(1, '2001')] },
      { before: [dial(1, '2001'), dial(2, '3000')], after: [dial(2, '3000')] },
      { before: [dial(1, '2001')], after: [dial(1, '2002')] },
      { before: [dial(1, '2001', 'a')], after: [dial(1, '2001', 'b')] },
      { before: [dial(1, '2001')], after: [dial(1, '2001'), dial(2, '3000')] },
      {
        before: [],
        after: [{ index: '1', dirn: '2001', partition: 'P', label: '', pickup: false }],
        kind: 'busylampfield',
      },
      {
        before: [],
        after: [{ index: '1', destination: '\\+14085550100', label: '', pickup: false }],
        kind: 'busylampfield',
      },
    );
    expect(await idsOf({ number: '2001' })).toEqual([watched, relabelled, renumbered, removed, added]);
    expect(await idsOf({ number: '2002' })).toEqual([renumbered]);
    expect(await idsOf({ number: '+14085550100' })).toEqual([remote]);
    expect(await idsOf({ number: '200' })).toEqual([]);
  });

  it('finds changes that match all of a filter', async () => {
    const device = phoneNamed('SEP00A1B2C30009');
    const time = new Date('2026-07-01T00:00:00Z');
    const touching = { before: [], after: [dial(1, '4711')] };
    const [wanted = '', ...others] = await keep(
      { device, time, user: 'bob', ...touching },
      { time, user: 'bob', ...touching },
      { device, user: 'bob', ...touching },
      { device, time, ...touching },
      { device, time, user: 'bob' },
      { device, time, user: 'bob', ...touching },
    );
    const filter = { device, user: 'bob', since: time, number: '4711' };
    expect(await idsOf({ ...filter, before: others.at(-1) })).toEqual([wanted]);
    expect(await idsOf(filter)).toEqual([others.at(-1), wanted]);
    expect(await idsOf({ device, user: 'bob' }, 1)).toEqual([others.at(-1)]);
    expect(await idsOf({ user: 'bob', since: time })).toHaveLength(4);
    expect(await idsOf({ device, since: time })).toHaveLength(4);
  });

  /** Reads all pages of a filter. @returns the ids on each */
  const pagesOf = async (filter: Parameters<ChangeStore['list']>[0], limit = 50): Promise<string[][]> => {
    const pages: string[][] = [];
    let before: string | undefined;
    do {
      const page = await store.list({ ...filter, before }, limit);
      pages.push(page.changes.map(({ change }) => change.id));
      before = page.next;
    } while (before !== undefined);
    return pages;
  };

  it('reads a limited number of changes for one page, which may be empty and still have a next one', async () => {
    await store.close();
    const count = 2 * mostLookedThrough + 500;
    const numbers = `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${count}) SELECT n FROM c`;
    await kind.alter(
      place,
      `INSERT INTO @history_change (carried, time, user_name, title, reason, sought, state, notes, begins, draft, size,
         bytes, to_set, stopping)
       SELECT 0, n * 1000, CASE WHEN n IN (7, 1200) THEN 'bob' ELSE 'alice' END, '', '', '', 'done', '[]', 1, 0, 1, 0, 0, 0
         FROM (${numbers}) AS numbers;
       INSERT INTO @history_list (change, position, number, device_key, device_kind, device_name, sought, kind, list_before,
         list_after, state, time)
       SELECT sequence, 0, sequence, 'phone/sep' || (sequence % 3), 'phone', 'SEP' || (sequence % 3), '', 'speeddial', '[]',
         '[{"index":"1","dirn":"1","label":""}]', 'changed', sequence * 1000 FROM @history_change;
       INSERT INTO @history_number (number, change, position) SELECT '4711', sequence, 0 FROM @history_change`,
    );
    store = await open(place);
    expect(await pagesOf({ user: 'bob' })).toEqual([['1200', '7']]);
    // There is no index by number and user: a page reads a limited number of the changes of the number.
    expect(await pagesOf({ number: '4711', user: 'bob' })).toEqual([[], ['1200'], ['7']]);
    expect(await pagesOf({ number: '4711', user: 'bob' }, 1)).toEqual([[], ['1200'], ['7']]);
    expect((await pagesOf({ number: '4711', device: phoneNamed('SEP1') }, 500)).flat()).toHaveLength(834);
    expect(await pagesOf({ user: 'alice', device: phoneNamed('SEP9') })).toEqual([[]]);
    const since = new Date(1_000 * (count - 2));
    expect(await pagesOf({ user: 'alice', since })).toEqual([[count, count - 1, count - 2].map(String)]);
    expect(await pagesOf({ since: new Date(1_000 * (count + 1)) })).toEqual([[]]);
    // Newer changes are read first, a limited number for each page.
    expect(await pagesOf({ until: new Date(1_000 * 3) })).toEqual([[], [], ['2', '1']]);
    expect((await pagesOf({ since: new Date(0) }, 500)).map(({ length }) => length)).toEqual([500, 500, 500, 500, 500]);
  });

  it('ends a page early if its lists are large, and shows a very large one alone', async () => {
    const after = [dial(1, '1', 'x'.repeat(800_000))];
    const ids = await keep({ after }, { after }, { after }, { after: [...after, ...after, ...after] }, {});
    const [small, larger, third, second, first] = ids.reverse();
    expect(await pagesOf({})).toEqual([[small], [larger], [third, second], [first]]);
  });

  it('shows a change with damaged lists without them, and the others normally', async () => {
    const ids = await keep({}, {}, {}, {});
    await store.close();
    for (const [damage, id] of [`list_after = '[{"index":'`, `list_before = '[1]'`, `list_after = '{}'`].entries()) {
      await kind.alter(place, `UPDATE @history_list SET ${id} WHERE number = ${ids[damage]}`);
    }
    store = await open(place);
    const { changes } = await store.list({}, 10);
    const lists = changes.flatMap((found) => found.lists);
    expect(lists.map(({ sent, before, after }) => [sent?.number, before?.length, after?.length])).toEqual([
      [ids[3], 1, 2],
      [ids[2], undefined, undefined],
      [ids[1], undefined, undefined],
      [ids[0], undefined, undefined],
    ]);
    expect(await store.sent(ids[0] ?? '')).toMatchObject({ sent: { user: 'alice' }, before: null, after: null });
  });

  it('knows which ids it has given, even of deleted changes', async () => {
    const given = async (...some: string[]) => Promise.all(some.map((id) => store.hasGiven(id)));
    expect(await given('1')).toEqual([false]);
    const [first = '', last = ''] = await keepSet({}, {});
    await store.deleteOlderThan(new Date('2030-01-01'), 1);
    expect(await given(first, last)).toEqual([true, true]);
    const never = [String(Number(last) + 1), '999999999999999', '1000000000000000', '999999999999999999', 'x', '0'];
    expect(await given(...never)).toEqual(never.map(() => false));
    await store.close();
    store = await open(place);
    expect(await given(first, last, String(Number(last) + 1))).toEqual([true, true, false]);
  });

  it('stores a change made elsewhere once, and finds it by every filter', async () => {
    const seen = {
      ...seenChange(),
      device: phoneNamed('SEP1'),
      kind: 'busylampfield',
      before: [{ index: '1', dirn: '2001', partition: 'P', label: 'L', pickup: false }],
      after: [{ index: '1', dirn: '2002', partition: 'P', label: 'L', pickup: false }],
      seenAfter: new Date('2026-03-04T05:00:00.123Z'),
      time: new Date('2026-03-04T06:00:00.456Z'),
    } as const;
    const [own] = await keep({});
    await store.keepSeen(seen);
    // Seen by another instance at another time, with the properties that only a live read shows.
    await store.keepSeen({ ...seen, time: new Date(), after: [{ ...seen.after[0], pickup: true }] });
    await store.keepSeen({ ...seen, after: null });
    await store.keepSeen({ ...seen, known: 11, seenAfter: seen.time });
    await store.keepSeen({ ...seen, kind: 'speeddial', before: [dial(1, '2003')], after: [] });
    const found = (await store.list({ source: 'elsewhere' }, 50)).changes.flatMap(({ lists }) => lists);
    expect(found).toMatchObject([
      { kind: 'speeddial', after: [] },
      { sent: { seenAfter: seen.time } },
      { after: null, before: seen.before },
      {
        ...{ uuid: seen.uuid, device: seen.device, kind: seen.kind, before: seen.before, after: seen.after },
        ...{ sent: { seenAfter: seen.seenAfter, time: seen.time, user: null, requestId: null }, state: 'changed' },
      },
    ]);
    const [dials, , gone, first] = found.map(({ change }) => change);
    expect(await idsOf({ source: 'service' })).toEqual([own]);
    const changesOf = async (filter: Parameters<ChangeStore['list']>[0]) =>
      (await store.list(filter, 9)).changes.map(({ change }) => change.id);
    expect(await changesOf({ source: 'elsewhere', number: '2003' })).toEqual([dials]);
    expect(await changesOf({ source: 'elsewhere', number: '2001', before: gone })).toEqual([first]);
    expect(await store.get(first ?? '')).toMatchObject({ source: 'elsewhere', user: null, state: 'done' });
    expect(await idsOf({ source: 'elsewhere', device: phoneNamed('SEP2') })).toEqual([]);
    expect(await idsOf({ source: 'service', device: phoneNamed('SEP1') })).toEqual([]);
    expect(await idsOf({ source: 'elsewhere', since: new Date(seen.time.getTime() + 1) })).toEqual([]);
    expect((await store.list({ source: 'elsewhere' }, 1)).next).toBe(dials);
    await store.close();
    store = await open(place);
    await store.keepSeen(seen);
    expect(await idsOf({ source: 'elsewhere' })).toHaveLength(4);
    // Nothing is found about it later.
    const lock = await store.lockDevice(phoneNamed('SEP1'), waitOf(5_000));
    expect(lock.unproven).toEqual([]);
    await lock.release();
  });

  it('gives each change a place when it begins, and another when more is known; others’ changes have their own', async () => {
    const [first = '', second = ''] = await keep({}, {});
    const at = await store.place();
    expect(await store.sent(first)).toMatchObject({ uuid, sent: { place: at - 1, knownAt: at - 1 } });
    expect(await store.sent(second)).toMatchObject({ sent: { place: at, knownAt: at } });
    expect((await store.inProgress(9)).map(({ sent }) => sent.number)).toEqual([first, second]);
    await store.settle(first, uncertain);
    await store.keepSeen(seenChange({ known: 1, place: 2 }));
    await store.keepFound(first, { list: 'after', time: new Date() });
    const known = await store.knownAfter(at, 9);
    expect(known.map(({ state, sent }) => [sent.number, state, sent.place, sent.knownAt])).toEqual([
      [String(at + 2), 'changed', 2, at + 2],
      [first, 'uncertain', at - 1, at + 3],
    ]);
    expect(await store.knownAfter(at, 1)).toHaveLength(1);
    expect(await store.place()).toBe(at + 3);
    // While a change of unknown outcome may still be carried out, a sweep begins before that became known.
    await store.settle(second, uncertain);
    await store.settle(first, changed);
    expect(await store.place(60_000)).toBe(at + 3);
    expect(await store.place()).toBe(at + 5);
    await expect.poll(() => store.place(100)).toBe(at + 5);
    // What a sweep still needs is not deleted.
    const later = new Date(Date.now() + 86_400_000);
    expect(await store.deleteOlderThan(later, 100, at + 1)).toBe(0);
    expect(await store.deleteOlderThan(later, 100, at + 2)).toBe(1);
    expect((await store.knownAfter(0, 9)).map(({ sent }) => sent.number)).toEqual([second, first]);
  });

  it('stores the key of a device; if another device got its list, it has no list before', async () => {
    const [kept = '', other = ''] = await keep({}, {});
    const before = intention().before;
    for (const number of [kept, other]) await store.settle(number, changed, uuid);
    expect(await store.sent(kept)).toMatchObject({ uuid, before, state: 'changed' });
    const another = 'ffffffff-4e5f-6071-8293-a4b5c6d7e8f9' as Uuid;
    await store.settle(other, changed, another);
    await store.settle(other, changed, another);
    await store.settle(other, uncertain);
    expect(await store.sent(other)).toMatchObject({ uuid: another, before: null, state: 'uncertain' });
  });

  it('finds the newest sent lists of a device by its key, and those without a key by its name', async () => {
    const another = 'ffffffff-4e5f-6071-8293-a4b5c6d7e8f9' as Uuid;
    const [phone, profile] = [phoneNamed('SEP1'), profileNamed('SEP1')];
    const ids = await keep(
      { device: phone },
      { device: phoneNamed('sep1') },
      { device: phoneNamed('SEP2') },
      { device: phone, uuid: another },
      { device: profile },
      { device: phone, kind: 'busylampfield', before: [], after: [] },
      { device: phone },
    );
    const [first, keyless, renamed, , old, , last] = ids;
    await store.close();
    // As writes of 1.0.0 have none.
    await kind.alter(place, `UPDATE @history_list SET device_uuid = NULL WHERE number IN (${keyless}, ${old})`);
    store = await open(place);
    const found = async (most: number) =>
      (await store.listOf(uuid, phone, 'speeddial', most)).map(({ sent }) => sent.number);
    expect(await found(9)).toEqual([last, renamed, keyless, first]);
    expect(await found(1)).toEqual([last, keyless]);
  });

  it('counts an undo that has set its list, on the same device, unless it was undone itself', async () => {
    const another = 'ffffffff-4e5f-6071-8293-a4b5c6d7e8f9' as Uuid;
    const undo = async (of: { readonly change: string; readonly number: string }) =>
      store.begin(intention({ undoes: of }));
    const first = await store.begin(intention());
    const shown = async () => {
      const { undoneBy } = (await store.sent(first.number)) ?? {};
      return [undoneBy, (await store.get(first.change))?.undone];
    };
    await store.settle(first.number, changed);
    expect(await shown()).toEqual([undefined, 'none']);
    const one = await undo(first);
    expect(await store.get(one.change)).toMatchObject({ undoes: first.change });
    expect(await shown()).toEqual([undefined, 'none']);
    await store.settle(one.number, refused);
    expect(await shown()).toEqual([undefined, 'none']);
    const two = await undo(first);
    await store.settle(two.number, changed, uuid);
    expect(await shown()).toEqual([two.change, 'whole']);
    const three = await undo(two);
    await store.settle(three.number, changed);
    expect(await shown()).toEqual([undefined, 'none']);
    expect(await store.get(two.change)).toMatchObject({ undone: 'whole' });
    const four = await undo(three);
    await store.settle(four.number, changed);
    expect(await shown()).toEqual([two.change, 'whole']);
    expect(await store.get(three.change)).toMatchObject({ undone: 'whole' });
    expect(await store.get(two.change)).toMatchObject({ undone: 'none' });
    // The list of an undo that another device got.
    const moved = await undo(four);
    await store.settle(moved.number, changed, another);
    expect(await shown()).toEqual([two.change, 'whole']);
  });

  it('stores which findings are dismissed, the latest dismissal of each', async () => {
    const dismissal = {
      ...{ id: 'a', evidence: 'It is “あ”.', reason: 'Grüße \\ "so"', user: 'alice' },
      time: new Date('2026-03-04T05:06:07.089Z'),
    };
    await store.dismiss(dismissal);
    await store.dismiss({ ...dismissal, id: 'b' });
    await store.dismiss({ ...dismissal, id: 'b', user: 'bob' });
    expect(await store.dismissalsOf([])).toEqual([]);
    expect(await store.dismissedIds(9)).toContain('a');
    expect(await store.dismissalsOf(['a', "b' OR 1=1", 'c'])).toEqual([dismissal]);
    const many = Array.from({ length: 998 }, (_, n) => `no ${n}`);
    expect(await store.dismissalsOf(['b', ...many, 'a'])).toHaveLength(2);
    await store.close();
    store = await open(place);
    expect(await store.dismissalsOf(['b'])).toEqual([{ ...dismissal, id: 'b', user: 'bob' }]);
    expect([await store.restoreDismissed('b'), await store.restoreDismissed('b')]).toEqual([true, false]);
    expect(await store.dismissalsOf(['a', 'b'])).toEqual([dismissal]);
  });

  it('deletes the oldest by their time, a limited number at once, with everything that belongs to them', async () => {
    const at = (days: number) => ({ time: new Date(Date.UTC(2026, 0, 1) + days * dayMs) });
    const [oldest, , newest, older] = await keepSet(at(0), at(1), at(3), at(-1));
    const limit = at(2).time;
    expect(await store.deleteOlderThan(limit, 1)).toBe(1);
    expect(await idsOf()).not.toContain(older);
    expect(await store.deleteOlderThan(limit, 1)).toBe(1);
    expect(await idsOf()).not.toContain(oldest);
    expect(await store.deleteOlderThan(limit, 100)).toBe(1);
    expect(await store.deleteOlderThan(limit, 100)).toBe(0);
    expect([await idsOf(), await idsOf({ number: '2002' })]).toEqual([[newest], [newest]]);
  });

  it('gives no id twice, even after all changes are deleted and it is opened again', async () => {
    const ids = await keepSet({}, {});
    await store.deleteOlderThan(new Date('2030-01-01'), 10);
    await store.close();
    store = await open(place);
    const [next = ''] = await keep({});
    expect(Number(next)).toBeGreaterThan(Number(ids.at(-1)));
  });

  it('is cleared step by step of changes older than the retention time', async () => {
    const of = (days: number) => ({ time: new Date(Date.now() - days * dayMs) });
    await keepSet(...Array.from({ length: 450 }, () => of(31)), of(29), of(0));
    let ticks = 0;
    const retention = new Retention(
      store,
      { retentionDays: 30 },
      () => undefined,
      () => ticks,
    );
    expect(await retention.look()).toBe(0);
    ticks = 600_000;
    expect(await store.countOlderThan(new Date(Date.now() - 30 * dayMs))).toBe(450);
    expect(await retention.look()).toBe(450);
    expect(await idsOf()).toHaveLength(2);
    retention.start(10);
    await keepSet(of(31));
    await expect.poll(() => idsOf()).toHaveLength(2);
    await retention.close();
  });

  it('stores the latest known time; without one, its newest change counts', async () => {
    const nothing = await store.readClock();
    expect(nothing.seen).toBeUndefined();
    expect(Math.abs(nothing.now.getTime() - Date.now())).toBeLessThan(60_000);
    const time = new Date('2026-03-01T00:00:00.000Z');
    await keep({ time });
    expect((await store.readClock()).seen).toEqual(time);
    for (const noted of [new Date('2026-04-01T00:00:00.000Z'), new Date('2026-02-01T00:00:00.000Z')]) {
      await store.noteClock(noted);
      expect((await store.readClock()).seen).toEqual(noted);
    }
  });

  it('has what was settled and begun after it was closed and opened again; lists that were being sent are uncertain then', async () => {
    const [done = '', left = ''] = await keep({}, { device: phoneNamed('SEP00A1B2C30002') });
    await store.settle(done, changed);
    await store.close();
    store = await open(place);
    expect((await store.sent(done))?.state).toBe('changed');
    const { change = '', state, problem } = (await store.sent(left)) ?? {};
    expect([state, problem?.code]).toEqual(['uncertain', 'outcome-unknown']);
    expect((await store.get(change))?.state).toBe('partly-done');
  });

  it('does not settle changes in progress under the lock of their device', async () => {
    const lock = await store.lockDevice(intention().device, waitOf(5_000));
    const [running = ''] = await keep({});
    await store.settleAbandoned();
    expect((await store.sent(running))?.state).toBe('sending');
    expect(await lock.verify()).toBe(true);
    await store.settle(running, changed);
    await lock.release();
  });

  it('accepts many changes at the same time, each once', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, async () => (await store.begin(intention())).number));
    expect(new Set(ids).size).toBe(40);
    await Promise.all(ids.map((id) => store.settle(id, changed)));
    const { changes: kept } = await store.list({}, 500);
    expect(kept.map(({ change }) => change.state)).toEqual(ids.map(() => 'done'));
    expect(new Set(kept.map(({ lists: [list] }) => list?.sent?.number))).toEqual(new Set(ids));
  });

  it('says that it is not available once it is closed', async () => {
    await store.close();
    await expect(store.begin(intention())).rejects.toMatchObject({ name: 'StoreUnavailable' });
    await expect(store.list({}, 1)).rejects.toMatchObject({ name: 'StoreUnavailable' });
    await store.close();
  });
});
