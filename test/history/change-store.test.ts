import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChangeStore } from '../../src/history/store/change-store.js';
import type { HistoryOptions } from '../../src/history/store/history-options.js';
import { Retention } from '../../src/history/store/retention.js';
import { dial, entry, intention, phoneNamed, profileNamed, waitOf } from '../support/changes.js';
import { closeStores, open, storeKinds } from './stores.js';

const dayMs = 86_400_000;

describe.each(storeKinds.filter(({ isLeftOut }) => !isLeftOut))('the history in $name', (kind) => {
  let place: HistoryOptions;
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
    (await store.list(filter, limit)).map(({ id }) => id);

  it('gives back what it was given, in progress until it is settled', async () => {
    const given = intention({
      before: [entry({ index: '01', dirn: '+14085550100', label: 'Grüße "あ" \\ \u{1F4DE}' })],
      after: [entry({ index: '3', dirn: '2001', partition: 'Internal', label: '', pickup: true })],
      kind: 'busylampfield',
      device: profileNamed('Alice Out'),
    });
    const id = await store.begin(given);
    expect(id).toMatch(/^[1-9]\d*$/);
    expect(await store.get(id)).toEqual({ ...given, id, outcome: 'in-progress' });
    await store.settle(id, 'confirmed-by-reading');
    expect(await store.get(id)).toEqual({ ...given, id, outcome: 'confirmed-by-reading' });
    await store.settle(id, 'replaced');
    await store.settle(id, 'replaced');
    expect((await store.list({}, 1))[0]).toEqual({ ...given, id, outcome: 'replaced' });
  });

  it('keeps that nothing could be read, which is not an empty list', async () => {
    const [unread = '', empty = ''] = await keep({ before: null }, { before: [], after: [] });
    expect((await store.get(unread))?.before).toBeNull();
    expect((await store.get(empty))?.before).toEqual([]);
  });

  it('has no change of an id that it did not give', async () => {
    await keep({});
    const ids = ['0', '-1', '1.5', '01', 'x', '', "1' OR '1'='1", '99999999999999999999', '7'];
    for (const id of ids) expect(await store.get(id)).toBeUndefined();
  });

  it('settles a change that is gone without a word', async () => {
    await store.settle('12345', 'replaced');
    expect(await store.list({}, 10)).toEqual([]);
  });

  it('lists the newest first by the order of their beginning, whatever the clock said', async () => {
    const ids = await keep(
      { time: new Date('2026-05-01T00:00:00Z') },
      { time: new Date('2026-04-01T00:00:00Z') },
      { time: new Date('2026-06-01T00:00:00Z') },
    );
    expect(await idsOf()).toEqual(ids.reverse());
    expect(await idsOf({}, 2)).toEqual(ids.slice(0, 2));
  });

  it('goes on where a page ended, while changes come in', async () => {
    const ids = await keep({}, {}, {}, {}, {});
    const first = await idsOf({}, 2);
    const later = await keep({}, {});
    const second = await idsOf({ before: first.at(-1) }, 2);
    const third = await idsOf({ before: second.at(-1) }, 2);
    expect([...first, ...second, ...third]).toEqual(ids.reverse());
    expect(await idsOf({ before: third.at(-1) })).toEqual([]);
    expect(await idsOf({}, 2)).toEqual(later.reverse());
    expect(await idsOf({ before: 'x' })).toEqual([]);
  });

  it('finds the changes of a device, in any case of letters, and of its kind alone', async () => {
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

  it('finds the changes whose difference touches a number', async () => {
    const [added, removed, renumbered, relabelled, , watched, remote] = await keep(
      { before: [], after: [dial(1, '2001')] },
      { before: [dial(1, '2001'), dial(2, '3000')], after: [dial(2, '3000')] },
      { before: [dial(1, '2001')], after: [dial(1, '2002')] },
      { before: [dial(1, '2001', 'a')], after: [dial(1, '2001', 'b')] },
      { before: [dial(1, '2001')], after: [dial(1, '2001'), dial(2, '3000')] },
      { before: [], after: [entry({ index: '1', dirn: '2001', partition: 'P', label: '', pickup: false })] },
      { before: null, after: [entry({ index: '1', destination: '\\+14085550100', label: '', pickup: false })] },
    );
    expect(await idsOf({ number: '2001' })).toEqual([watched, relabelled, renumbered, removed, added]);
    expect(await idsOf({ number: '2002' })).toEqual([renumbered]);
    expect(await idsOf({ number: '+14085550100' })).toEqual([remote]);
    expect(await idsOf({ number: '200' })).toEqual([]);
  });

  it('finds what all of a filter hold for', async () => {
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

  it('deletes the oldest by their time, so many at a time, and all that belongs to them', async () => {
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

  it('gives no id twice, even when all changes are deleted and it is opened again', async () => {
    const ids = await keep({}, {});
    await store.deleteOlderThan(new Date('2030-01-01'), 10);
    await store.close();
    store = await open(place);
    const [next = ''] = await keep({});
    expect(Number(next)).toBeGreaterThan(Number(ids.at(-1)));
  });

  it('is swept step by step of what is older than it is kept for', async () => {
    const now = Date.UTC(2026, 6, 1);
    const of = (days: number) => ({ time: new Date(now - days * dayMs) });
    await keep(...Array.from({ length: 450 }, () => of(31)), of(29));
    const retention = new Retention(store, 30, () => now);
    expect(await retention.sweep()).toBe(450);
    expect(await idsOf()).toHaveLength(1);
    retention.start(10);
    await keep(of(31));
    await expect.poll(() => idsOf()).toHaveLength(1);
    await retention.close();
  });

  it('has what was settled and begun after it was closed and opened again; what was in progress has no known outcome', async () => {
    const [done = '', left = ''] = await keep({}, { device: phoneNamed('SEP00A1B2C30002') });
    await store.settle(done, 'replaced');
    await store.close();
    store = await open(place);
    expect((await store.get(done))?.outcome).toBe('replaced');
    expect((await store.get(left))?.outcome).toBe('outcome-unknown');
  });

  it('leaves alone what is in progress under the lock of its device', async () => {
    const lock = await store.lockDevice(intention().device, waitOf(5_000));
    const [running = ''] = await keep({});
    expect(await store.settleAbandoned()).toBe(0);
    expect((await store.get(running))?.outcome).toBe('in-progress');
    expect(lock.isHeld).toBe(true);
    await store.settle(running, 'replaced');
    await lock.release();
  });

  it('takes many changes at a time, each once', async () => {
    const ids = await Promise.all(Array.from({ length: 100 }, () => store.begin(intention())));
    expect(new Set(ids).size).toBe(100);
    await Promise.all(ids.map((id) => store.settle(id, 'replaced')));
    const kept = await store.list({}, 500);
    expect(kept.map(({ outcome }) => outcome)).toEqual(ids.map(() => 'replaced'));
    expect(kept.map(({ id }) => Number(id))).toEqual(ids.map(Number).sort((a, b) => b - a));
  });

  it('says that it is not available once it is closed', async () => {
    await store.close();
    await expect(store.begin(intention())).rejects.toMatchObject({ name: 'HistoryUnavailable' });
    await expect(store.list({}, 1)).rejects.toMatchObject({ name: 'HistoryUnavailable' });
    await store.close();
  });
});
