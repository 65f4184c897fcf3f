import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Uuid } from '../../src/domain/identifiers.js';
import { deviceId } from '../../src/domain/device.js';
import { mostLookedThrough } from '../../src/history/store/change-search.js';
import type { ChangeStore } from '../../src/history/store/change-store.js';
import type { DatabaseOptions } from '../../src/store/database-url.js';
import { RunGone } from '../../src/history/store/change-store.js';
import { Retention } from '../../src/history/store/retention.js';
import { dial, intention, phoneNamed, profileNamed, seenChange, waitOf } from '../support/changes.js';
import { uuid } from '../support/fake-port.js';
import { closeStores, open, storeKinds } from './stores.js';

const dayMs = 86_400_000;

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

  /** Begins changes one after another. @returns their ids */
  const keep = async (...changes: Parameters<typeof intention>[0][]): Promise<string[]> => {
    const ids: string[] = [];
    for (const change of changes) ids.push(await store.begin(intention(change)));
    return ids;
  };
  const idsOf = async (filter: Parameters<ChangeStore['list']>[0] = {}, limit = 50): Promise<string[]> =>
    (await store.list(filter, limit)).changes.map(({ id }) => id);

  it('returns what it was given, in progress until it is settled', async () => {
    const given = intention({
      before: [{ index: '01', dirn: '+14085550100', partition: '', label: 'Grüße "あ" \\ \u{1F4DE}', pickup: false }],
      after: [{ index: '3', dirn: '2001', partition: 'Internal', label: '', pickup: true }],
      kind: 'busylampfield',
      device: profileNamed('Alice Out'),
    });
    const id = await store.begin(given);
    expect(id).toMatch(/^[1-9]\d*$/);
    expect(await store.get(id)).toMatchObject({ ...given, id, outcome: 'in-progress' });
    await store.settle(id, 'confirmed-by-reading');
    expect(await store.get(id)).toMatchObject({ ...given, id, outcome: 'confirmed-by-reading' });
    await store.settle(id, 'replaced');
    await store.settle(id, 'replaced');
    expect((await store.list({}, 1)).changes[0]).toMatchObject({ ...given, id, outcome: 'replaced' });
  });

  it('has the list that was set instead of the one that was sent', async () => {
    const [id = '', other = ''] = await keep({}, {});
    const kept = [{ index: '3', dirn: '2001', label: 'Cut' }];
    await store.settle(id, 'stored-otherwise', uuid, kept);
    await store.settle(other, 'stored-otherwise', undefined, []);
    expect(await store.get(id)).toMatchObject({ outcome: 'stored-otherwise', after: kept });
    expect(await store.get(other)).toMatchObject({ outcome: 'stored-otherwise', after: [] });
  });

  it('stores that nothing could be read, which differs from an empty list', async () => {
    const [unread = '', empty = ''] = await keep({ before: null }, { before: [], after: [] });
    expect((await store.get(unread))?.before).toBeNull();
    expect((await store.get(empty))?.before).toEqual([]);
  });

  it('lists its changes from the oldest, after any of them', async () => {
    const ids = await keep({}, {}, {});
    const after = async (id: string, limit = 9) => (await store.listAfter(id, limit)).map((change) => change.id);
    expect(await after('0')).toEqual(ids);
    expect(await after(ids[0] ?? '', 1)).toEqual([ids[1]]);
    expect(await after(ids[2] ?? '')).toEqual([]);
  });

  it('has no change with an id that it did not give', async () => {
    await keep({});
    const ids = ['0', '-1', '1.5', '01', 'x', '', "1' OR '1'='1", '99999999999999999999', '7'];
    for (const id of ids) expect(await store.get(id)).toBeUndefined();
  });

  it('settles a change that is gone without an error', async () => {
    await store.settle('12345', 'replaced');
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

  it('finds the changes with a text in the name of the device or of the user, in any letter case', async () => {
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
    expect(await idsOf({ search: 'ÖRG' })).toEqual([jorg]);
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
        before: null,
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
      pages.push(page.changes.map(({ id }) => id));
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
      `INSERT INTO @history_change (time, device_key, user_name, request_id, device_kind, device_name, kind, list_before,
         list_after, outcome)
       SELECT n * 1000, 'phone/sep' || (n % 3), CASE WHEN n IN (7, 1200) THEN 'bob' ELSE 'alice' END, 'request', 'phone',
         'SEP' || (n % 3), 'speeddial', '[]', '[{"index":"1","dirn":"1","label":""}]', 'replaced'
         FROM (${numbers}) AS numbers;
       INSERT INTO @history_number (number, sequence) SELECT '4711', sequence FROM @history_change`,
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
      await kind.alter(place, `UPDATE @history_change SET ${id} WHERE sequence = ${ids[damage]}`);
    }
    store = await open(place);
    const { changes } = await store.list({}, 10);
    expect(changes.map(({ id, before, after }) => [id, before?.length, after?.length])).toEqual([
      [ids[3], 1, 2],
      [ids[2], undefined, undefined],
      [ids[1], undefined, undefined],
      [ids[0], undefined, undefined],
    ]);
    expect(await store.get(ids[0] ?? '')).toMatchObject({ id: ids[0], user: 'alice', before: null, after: null });
  });

  it('knows which ids it has given, even of deleted changes', async () => {
    const given = async (...some: string[]) => Promise.all(some.map((id) => store.hasGiven('change', id)));
    expect(await given('1')).toEqual([false]);
    const [first = '', last = ''] = await keep({}, {});
    await store.deleteOlderThan(new Date('2030-01-01'), 1);
    expect(await given(first, last)).toEqual([true, true]);
    const never = [String(Number(last) + 1), '999999999999999', '1000000000000000', '999999999999999999', 'x', '0'];
    expect(await given(...never)).toEqual(never.map(() => false));
    await store.close();
    store = await open(place);
    expect(await given(first, last, String(Number(last) + 1))).toEqual([true, true, false]);
  });

  it('has runs with the results of their changes, and deletes runs without changes', async () => {
    const time = new Date('2026-03-04T05:06:07.089Z');
    const [one, other, empty] = [
      await store.beginRun({ time, user: 'alice', title: 'Grüße → "あ"' }),
      await store.beginRun({ time, user: 'bob', title: 'Undo' }),
      await store.beginRun({ time, user: 'alice', title: 'empty' }),
    ];
    const [first = '', second = '', third = '', alone = '', undo = '', failed = ''] = await keep(
      { run: one },
      { run: one },
      { run: one },
      {},
      { run: other, undoes: '1' },
      { run: other, undoes: '2' },
    );
    expect([first, second]).toEqual(['1', '2']);
    for (const id of [first, second, undo]) await store.settle(id, 'replaced');
    for (const id of [third, failed]) await store.settle(id, 'changed-meanwhile');
    expect(await idsOf({ run: one })).toEqual([third, second, first]);
    expect(await idsOf({ run: one, user: 'bob' })).toEqual([]);
    expect(await idsOf({ run: null })).toEqual([alone]);
    expect(await idsOf({ run: null, number: '2002' })).toEqual([alone]);
    expect(await idsOf({ run: null, user: 'nobody' })).toEqual([]);
    expect(await idsOf({ run: one, number: '2002', before: third })).toEqual([second, first]);
    expect(await store.get(first)).toMatchObject({ run: one, undoneBy: undo });
    expect(await store.get(undo)).toMatchObject({ run: other, undoes: first });
    expect((await store.get(second))?.undoneBy).toBeUndefined();
    expect(await store.getRun(one)).toEqual({ id: one, time, user: 'alice', title: 'Grüße → "あ"' });
    for (const id of ['99', 'x', '0']) expect(await store.getRun(id)).toBeUndefined();
    const result = { outcomes: { replaced: 2, 'changed-meanwhile': 1 }, undone: 1, undoneBy: [other] };
    expect(await store.getRunResult(one)).toMatchObject(result);
    const page = await store.listRuns({ user: 'alice' }, 1);
    expect([page.runs.map(({ id }) => id), page.next]).toEqual([[empty], empty]);
    expect((await store.listRuns({ user: 'alice', before: page.next }, 1)).runs).toMatchObject([result]);
    expect((await store.listRuns({ since: new Date(time.getTime() + 1) }, 9)).runs).toEqual([]);
    expect((await store.listRuns({ until: time }, 9)).runs).toEqual([]);
    expect((await store.listRuns({ until: new Date(time.getTime() + 1), user: 'bob' }, 9)).runs).toHaveLength(1);
    expect((await store.listRuns({ since: time, user: 'bob' }, 9)).runs.map(({ id }) => id)).toEqual([other]);
    const later = new Date(time.getTime() + 1);
    expect(await store.deleteEmptyRuns(time, 9)).toBe(0);
    expect(await store.deleteEmptyRuns(later, 9)).toBe(1);
    const given = [empty, String(Number(empty) + 1), '9'.repeat(18)].map((id) => store.hasGiven('run', id));
    expect(await Promise.all(given)).toEqual([true, false, false]);
    await store.deleteOlderThan(later, 100);
    expect(await store.deleteEmptyRuns(later, 9)).toBe(2);
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
    const found = (await store.list({ source: 'elsewhere' }, 50)).changes;
    expect(found).toMatchObject([
      { kind: 'speeddial', after: [] },
      { seenAfter: seen.time },
      { after: null, before: seen.before },
      {
        ...{ uuid: seen.uuid, device: seen.device, kind: seen.kind, before: seen.before, after: seen.after },
        ...{ seenAfter: seen.seenAfter, time: seen.time, user: null, requestId: null, outcome: 'seen' },
      },
    ]);
    const [dials, , gone, first] = found.map(({ id }) => id);
    expect(await idsOf({ source: 'service' })).toEqual([own]);
    expect(await idsOf({ source: 'elsewhere', number: '2003' })).toEqual([dials]);
    expect(await idsOf({ source: 'elsewhere', number: '2001', before: gone })).toEqual([first]);
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
    expect(await store.get(first)).toMatchObject({ uuid, place: at - 1, knownAt: at - 1 });
    expect(await store.get(second)).toMatchObject({ place: at, knownAt: at });
    expect((await store.inProgress(9)).map(({ id }) => id)).toEqual([first, second]);
    await store.settle(first, 'outcome-unknown');
    await store.keepSeen(seenChange({ known: 1, place: 2 }));
    await store.keepFound(first, { list: 'after', time: new Date() });
    const known = await store.knownAfter(at, 9);
    expect(known.map(({ id, outcome, place: began, knownAt }) => [id, outcome, began, knownAt])).toEqual([
      [expect.any(String), 'seen', 2, at + 2],
      [first, 'outcome-unknown', at - 1, at + 3],
    ]);
    expect(await store.knownAfter(at, 1)).toHaveLength(1);
    expect(await store.place()).toBe(at + 3);
    // While a change of unknown outcome may still be carried out, a sweep begins before that became known.
    await store.settle(second, 'outcome-unknown');
    await store.settle(first, 'replaced');
    expect(await store.place(60_000)).toBe(at + 3);
    expect(await store.place()).toBe(at + 5);
    await expect.poll(() => store.place(100)).toBe(at + 5);
    // What a sweep still needs is not deleted.
    const later = new Date(Date.now() + 86_400_000);
    expect(await store.deleteOlderThan(later, 100, at + 1)).toBe(0);
    expect(await store.deleteOlderThan(later, 100, at + 2)).toBe(1);
    expect((await store.knownAfter(0, 9)).map(({ id }) => id)).toEqual([second, first]);
  });

  it('stores the key of a change; if another device got its list, it has no list before', async () => {
    const [kept = '', other = '', keyless = ''] = await keep({}, {}, { uuid: null });
    expect(await store.get(kept)).toMatchObject({ uuid });
    const before = intention().before;
    for (const id of [kept, other, keyless]) await store.settle(id, 'replaced', uuid);
    for (const id of [kept, keyless]) {
      expect(await store.get(id)).toMatchObject({ uuid, before, outcome: 'replaced' });
    }
    const another = 'ffffffff-4e5f-6071-8293-a4b5c6d7e8f9' as Uuid;
    await store.settle(other, 'replaced', another);
    await store.settle(other, 'replaced', another);
    await store.settle(other, 'outcome-unknown');
    expect(await store.get(other)).toMatchObject({ uuid: another, before: null, outcome: 'outcome-unknown' });
  });

  it('finds the newest changes of a list by the key of its device, and those without a key by its name', async () => {
    const another = 'ffffffff-4e5f-6071-8293-a4b5c6d7e8f9' as Uuid;
    const [phone, profile] = [phoneNamed('SEP1'), profileNamed('SEP1')];
    const [first, keyless, renamed, , , , last] = await keep(
      { device: phone },
      { device: phoneNamed('sep1'), uuid: null },
      { device: phoneNamed('SEP2') },
      { device: phone, uuid: another },
      { device: profile, uuid: null },
      { device: phone, kind: 'busylampfield', before: [], after: [] },
      { device: phone },
    );
    const found = async (most: number) => (await store.listOf(uuid, phone, 'speeddial', most)).map(({ id }) => id);
    expect(await found(9)).toEqual([last, renamed, keyless, first]);
    expect(await found(1)).toEqual([last, keyless]);
  });

  it('does not count an undo that another device got', async () => {
    const run = await store.beginRun({ time: new Date(0), user: 'alice', title: 'Labels' });
    const [undone = '', kept = '', keyless = ''] = await keep({ run }, { run }, { run, uuid: null });
    const [one = '', other = '', old = ''] = await keep({ undoes: undone }, { undoes: kept }, { undoes: keyless });
    await store.settle(one, 'replaced', uuid);
    await store.settle(other, 'replaced', 'ffffffff-4e5f-6071-8293-a4b5c6d7e8f9' as Uuid);
    await store.settle(old, 'replaced', uuid);
    const by = async (id: string) => (await store.get(id))?.undoneBy;
    expect([await by(undone), await by(kept), await by(keyless)]).toEqual([one, undefined, old]);
    expect(await store.getRunResult(run)).toMatchObject({ undone: 2 });
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

  it('stores no change of a run that is gone, and deletes no run that gets a change in the meantime', async () => {
    const time = new Date('2026-03-04T05:06:07.089Z');
    const later = new Date(time.getTime() + 1);
    const run = await store.beginRun({ time, user: 'alice', title: 'old' });
    expect(await store.deleteEmptyRuns(later, 9)).toBe(1);
    await expect(store.begin(intention({ run }))).rejects.toThrow(RunGone);
    // Beside a change without a run, others are stored normally.
    const kept = await Promise.allSettled([{}, { run }, {}].map((one) => store.begin(intention(one))));
    expect(kept.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await idsOf()).toHaveLength(2);
    for (let round = 0; round < 20; round += 1) {
      const named = await store.beginRun({ time, user: 'alice', title: 'meanwhile' });
      const [begun] = await Promise.allSettled([
        store.begin(intention({ run: named })),
        store.deleteEmptyRuns(later, 9),
      ]);
      expect((await store.getRun(named)) !== undefined).toBe(begun.status === 'fulfilled');
    }
  });

  it('deletes the oldest by their time, a limited number at once, with everything that belongs to them', async () => {
    const at = (days: number) => ({ time: new Date(Date.UTC(2026, 0, 1) + days * dayMs) });
    const [oldest, , newest, older] = await keep(at(0), at(1), at(3), at(-1));
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
    const ids = await keep({}, {});
    await store.deleteOlderThan(new Date('2030-01-01'), 10);
    await store.close();
    store = await open(place);
    const [next = ''] = await keep({});
    expect(Number(next)).toBeGreaterThan(Number(ids.at(-1)));
  });

  it('is cleared step by step of changes older than the retention time', async () => {
    const of = (days: number) => ({ time: new Date(Date.now() - days * dayMs) });
    await keep(...Array.from({ length: 450 }, () => of(31)), of(29), of(0));
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
    await keep(of(31));
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

  it('has what was settled and begun after it was closed and opened again; changes in progress then have an unknown outcome', async () => {
    const [done = '', left = ''] = await keep({}, { device: phoneNamed('SEP00A1B2C30002') });
    await store.settle(done, 'replaced');
    await store.close();
    store = await open(place);
    expect((await store.get(done))?.outcome).toBe('replaced');
    expect((await store.get(left))?.outcome).toBe('outcome-unknown');
  });

  it('does not settle changes in progress under the lock of their device', async () => {
    const lock = await store.lockDevice(intention().device, waitOf(5_000));
    const [running = ''] = await keep({});
    expect(await store.settleAbandoned()).toBe(0);
    expect((await store.get(running))?.outcome).toBe('in-progress');
    expect(await lock.verify()).toBe(true);
    await store.settle(running, 'replaced');
    await lock.release();
  });

  it('accepts many changes at the same time, each once', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, () => store.begin(intention())));
    expect(new Set(ids).size).toBe(40);
    await Promise.all(ids.map((id) => store.settle(id, 'replaced')));
    const { changes: kept } = await store.list({}, 500);
    expect(kept.map(({ outcome }) => outcome)).toEqual(ids.map(() => 'replaced'));
    expect(kept.map(({ id }) => Number(id))).toEqual(ids.map(Number).sort((a, b) => b - a));
  });

  it('says that it is not available once it is closed', async () => {
    await store.close();
    await expect(store.begin(intention())).rejects.toMatchObject({ name: 'StoreUnavailable' });
    await expect(store.list({}, 1)).rejects.toMatchObject({ name: 'StoreUnavailable' });
    await store.close();
  });
});
