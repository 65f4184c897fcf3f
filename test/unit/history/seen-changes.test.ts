import { beforeEach, describe, expect, it } from 'vitest';
import { type DeviceKey, deviceId } from '../../../src/domain/device.js';
import type { Uuid } from '../../../src/domain/identifiers.js';
import type { Change, SeenChange } from '../../../src/history/change.js';
import { History } from '../../../src/history/history.js';
import { observing } from '../../support/app.js';
import { dial, intention, phoneNamed, profileNamed, seenChange } from '../../support/changes.js';
import { MemoryStore } from '../../support/memory-store.js';

const [one, two, three] = [[dial(1, '1')], [dial(1, '2')], [dial(1, '3')]];
const another = 'ffffffff-4e5f-6071-8293-a4b5c6d7e8f9' as Uuid;
/** From a release up to 1.0.0. */
const unplaced = { place: undefined, knownAt: undefined };
const keyless = { ...unplaced, uuid: null };
const unknown = { outcome: 'outcome-unknown' } as const;
const refused = { outcome: 'rejected-by-call-manager' } as const;
const found = (list: 'after' | 'before') => ({ ...unknown, foundLater: { list, time: new Date(0) } });

describe('a change that was made elsewhere', () => {
  let store: MemoryStore;
  let history: History;

  beforeEach(() => {
    store = new MemoryStore();
    store.lastPlace = 20;
    history = new History(store, () => undefined);
  });

  /**
   * The earlier changes of the list in the history, oldest first; by default from list one to list two, at a place
   * after list one.
   */
  function had(...changes: readonly Partial<Change>[]): void {
    for (const change of changes) {
      const usual = { ...intention({ before: one, after: two }), outcome: 'replaced', place: 15 } as const;
      const { place } = { ...usual, ...change };
      store.changes.push({ ...usual, knownAt: place, ...change, id: String(store.changes.length + 1) });
    }
  }

  /** What is recorded for a change from list one to list two, seen between the places 10 and 20. */
  async function kept(seen: Partial<SeenChange> = {}): Promise<Partial<Change>[]> {
    const { length } = store.changes;
    await history.keepSeen([seenChange({ before: one, after: two, ...seen })]);
    return store.changes.slice(length).map(({ before, after, outcome }) => ({ before, after, outcome }));
  }

  const whole = [{ before: one, after: two, outcome: 'seen' }];

  it('is recorded if the history has no other explanation', async () => {
    expect(await kept()).toEqual(whole);
    expect(store.changes).toMatchObject([{ place: 20 }]);
  });

  it.each<[string, Partial<Change>, boolean]>([
    ['a write of this service', {}, true],
    ['one whose time is an hour behind', { time: new Date(0) }, true],
    ['one that was refused', refused, true],
    ['one that was over before the list was known', { place: 10 }, false],
    ['one that began before that, and ended after it', { place: 10, knownAt: 11 }, true],
    ['one of unknown outcome, however long ago', { place: 1, ...unknown }, true],
    ['one that is known to have been carried out long ago', { place: 1, ...found('after') }, false],
    ['one of a release that kept no places', unplaced, false],
    ['one of a release that kept no keys', keyless, false],
    ['one of such a release, of unknown outcome', { ...keyless, ...unknown }, true],
    ['one of such a release, of another name', { ...keyless, device: phoneNamed('SEP2') }, false],
    ['one by another name that it had', { device: phoneNamed('SEP2') }, true],
    ['one that was seen long before', { place: 5, outcome: 'seen' }, false],
    ['one of another list', { kind: 'busylampfield' }, false],
    ['one of a device that had the name', { uuid: another }, false],
    ['one of another kind of device, without a key', { ...keyless, device: profileNamed('SEP00A1B2C30001') }, false],
  ])('is the own one where the history has it already: %s, %s', async (_what, change, isOwn) => {
    had(change);
    expect(await kept()).toEqual(isOwn ? [] : whole);
  });

  it.each<[string, readonly Partial<Change>[], readonly object[] | null | undefined]>([
    ['was set, and then another', [{}, { place: 16, after: three }], three],
    ['was set, and then another seen', [{}, { place: 16, after: three, outcome: 'seen' }], three],
    ['may have been set, and then another', [unknown, { place: 16, after: three }], undefined],
    ['was set without a place, before another', [keyless, { place: 12, after: three }], three],
  ])('is not the own one where that list %s', async (_what, changes, before) => {
    had(...changes);
    expect(await kept()).toEqual(before === undefined ? [] : [{ before, after: two, outcome: 'seen' }]);
  });

  it.each<[string, readonly Partial<Change>[], readonly object[] | null]>([
    ['was carried out since', [{ after: three }], three],
    ['is there by reading', [{ after: three, outcome: 'confirmed-by-reading' }], three],
    ['was found to be there', [{ after: three, ...found('after') }], three],
    ['was seen since', [{ after: three, outcome: 'seen' }], three],
    ['was refused', [{ after: three, ...refused }], one],
    ['is known not to be set', [{ after: three, ...found('before') }], one],
    ['was carried out before it was known', [{ after: three, place: 10 }], one],
    ['was carried out after it was asked for', [{ after: three, place: 21 }], one],
    ['went with the device', [{ after: null, outcome: 'seen' }], one],
    ['is damaged', [{ after: null, before: null }], null],
    ['may have been set', [{ after: three, ...unknown }], null],
    [
      'may have been set, and then another was',
      [
        { after: three, ...unknown },
        { place: 16, after: one },
      ],
      one,
    ],
    ['was set by a release without places', [{ after: three, ...unplaced }], one],
    ['was set by a release without keys', [{ after: three, ...keyless }], one],
    ['was refused without a place', [{ after: three, ...keyless, ...refused }], one],
    ['was the same without a place', [{ after: one, ...keyless }], one],
    [
      'was set without a place, and then seen',
      [
        { after: three, ...keyless },
        { place: 5, outcome: 'seen' },
      ],
      one,
    ],
  ])('began with the list that the history knows last, where that %s', async (_what, changes, before) => {
    had(...changes);
    expect(await kept()).toEqual([{ before, after: two, outcome: 'seen' }]);
  });

  it('with an unknown list before is recorded like that, or with what the history knows', async () => {
    expect(await kept({ before: null })).toEqual([{ before: null, after: two, outcome: 'seen' }]);
    store.changes.splice(0);
    had({ after: three });
    expect(await kept({ before: null })).toEqual([{ before: three, after: two, outcome: 'seen' }]);
  });

  it('is recorded once, even if several instances see it', async () => {
    had({ outcome: 'seen' });
    store.lastPlace = 19;
    expect(await kept()).toEqual([]);
    expect(await kept({ after: one })).toEqual([{ before: two, after: one, outcome: 'seen' }]);
    expect(await kept({ known: 20, place: 30, before: two, after: two })).toEqual([]);
  });

  it('may have removed the device, once', async () => {
    expect(await kept({ after: null })).toEqual([{ before: one, after: null, outcome: 'seen' }]);
    expect(await kept({ after: null })).toEqual([]);
  });

  it('is recorded with any number of others, at most 32 at a time', async () => {
    let [underWay, most] = [0, 0];
    const keepSeen = store.keepSeen.bind(store);
    store.keepSeen = async (seen) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await keepSeen(seen);
      underWay -= 1;
    };
    const keyOf = (device: DeviceKey) => deviceId(device) as Uuid;
    const many = Array.from({ length: 65 }, (_, n) => phoneNamed(`SEP${n}`));
    await history.keepSeen(many.map((device) => seenChange({ device, uuid: keyOf(device) })));
    expect(new Set(store.changes.map(({ device }) => device.name)).size).toBe(65);
    expect(most).toBe(32);
  });

  it('is observed as a search and a find', async () => {
    const { observe, seen } = observing();
    history = new History(store, observe);
    await kept();
    expect(seen).toMatchObject([{ operation: 'list' }, { operation: 'find' }]);
  });
});
