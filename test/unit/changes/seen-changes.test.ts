import { beforeEach, describe, expect, it } from 'vitest';
import { type DeviceKey, deviceId } from '../../../src/domain/device.js';
import type { Uuid } from '../../../src/domain/identifiers.js';
import type { SeenChange, Sent, SentList } from '../../../src/changes/change.js';
import { History } from '../../../src/changes/journal.js';
import type { ListStore } from '../../../src/changes/store/change-store.js';
import { observing } from '../../support/app.js';
import { dial, phoneNamed, profileNamed, seenChange, sentList, sentOf } from '../../support/changes.js';

const [one, two, three] = [[dial(1, '1')], [dial(1, '2')], [dial(1, '3')]];
const another = 'ffffffff-4e5f-6071-8293-a4b5c6d7e8f9' as Uuid;
/** A list of the history, with the parts of its sending beside the others. */
type Had = Partial<SentList> & Partial<Pick<Sent, 'place' | 'knownAt' | 'time' | 'seenAfter'>>;

/** From a release up to 1.0.0. */
const unplaced = { place: undefined, knownAt: undefined };
const keyless = { ...unplaced, uuid: null };
const unknown = { state: 'uncertain' } as const;
const refused = { state: 'refused' } as const;
const seenElsewhere = { seenAfter: new Date(0) };
const found = (list: 'after' | 'before') => ({ ...unknown, foundLater: { list, time: new Date(0) } });

/** The part of a store that knows the lists of devices. */
class KnownLists implements Pick<ListStore, 'listOf' | 'keepSeen'> {
  readonly lists: SentList[] = [];
  /** The place that was given last. */
  lastPlace = 20;

  add({ place, knownAt = place, time, seenAfter, ...list }: Had): void {
    const number = String(this.lists.length + 1);
    const sent = sentOf({ number, place, knownAt, seenAfter, ...(time && { time }) });
    this.lists.push(sentList({ ...list, change: number, sent }));
  }

  listOf: ListStore['listOf'] = (uuid, device, kind, most) => {
    const isOf = (list: SentList): boolean =>
      list.kind === kind && (list.uuid === uuid || (list.uuid === null && deviceId(list.device) === deviceId(device)));
    return Promise.resolve(this.lists.filter(isOf).reverse().slice(0, most));
  };

  keepSeen({ known: _known, ...seen }: SeenChange): Promise<void> {
    this.add({ ...seen, knownAt: (this.lastPlace += 1) });
    return Promise.resolve();
  }
}

describe('a change that was made elsewhere', () => {
  let store: KnownLists;
  let history: History;

  beforeEach(() => {
    store = new KnownLists();
    history = new History(store as unknown as ListStore, () => undefined);
  });

  /**
   * The earlier changes of the list in the history, oldest first; by default from list one to list two, at a place
   * after list one.
   */
  function had(...lists: readonly Had[]): void {
    for (const list of lists) store.add({ before: one, after: two, place: 15, ...list });
  }

  /** What is recorded for a change from list one to list two, seen between the places 10 and 20. */
  async function kept(seen: Partial<SeenChange> = {}): Promise<object[]> {
    const { length } = store.lists;
    await history.keepSeen([seenChange({ before: one, after: two, ...seen })]);
    return store.lists.slice(length).map(({ before, after }) => ({ before, after }));
  }

  const whole = [{ before: one, after: two }];

  it('is recorded if the history has no other explanation', async () => {
    expect(await kept()).toEqual(whole);
    expect(store.lists).toMatchObject([{ sent: { place: 20 } }]);
  });

  it.each<[string, Had, boolean]>([
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
    ['one that was seen long before', { place: 5, ...seenElsewhere }, false],
    ['one of another list', { kind: 'busylampfield' }, false],
    ['one of a device that had the name', { uuid: another }, false],
    ['one of another kind of device, without a key', { ...keyless, device: profileNamed('SEP00A1B2C30001') }, false],
  ])('is the own one where the history has it already: %s, %s', async (_what, change, isOwn) => {
    had(change);
    expect(await kept()).toEqual(isOwn ? [] : whole);
  });

  it.each<[string, readonly Had[], readonly object[] | null | undefined]>([
    ['was set, and then another', [{}, { place: 16, after: three }], three],
    ['was set, and then another seen', [{}, { place: 16, after: three, ...seenElsewhere }], three],
    ['may have been set, and then another', [unknown, { place: 16, after: three }], undefined],
    ['was set without a place, before another', [keyless, { place: 12, after: three }], three],
  ])('is not the own one where that list %s', async (_what, changes, before) => {
    had(...changes);
    expect(await kept()).toEqual(before === undefined ? [] : [{ before, after: two }]);
  });

  it.each<[string, readonly Had[], readonly object[] | null]>([
    ['was carried out since', [{ after: three }], three],
    ['is there by reading', [{ after: three, state: 'changed' }], three],
    ['was found to be there', [{ after: three, ...found('after') }], three],
    ['was seen since', [{ after: three, ...seenElsewhere }], three],
    ['was refused', [{ after: three, ...refused }], one],
    ['is known not to be set', [{ after: three, ...found('before') }], one],
    ['was carried out before it was known', [{ after: three, place: 10 }], one],
    ['was carried out after it was asked for', [{ after: three, place: 21 }], one],
    ['went with the device', [{ after: null, ...seenElsewhere }], one],
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
        { place: 5, ...seenElsewhere },
      ],
      one,
    ],
  ])('began with the list that the history knows last, where that %s', async (_what, changes, before) => {
    had(...changes);
    expect(await kept()).toEqual([{ before, after: two }]);
  });

  it('with an unknown list before is recorded like that, or with what the history knows', async () => {
    expect(await kept({ before: null })).toEqual([{ before: null, after: two }]);
    store.lists.splice(0);
    had({ after: three });
    expect(await kept({ before: null })).toEqual([{ before: three, after: two }]);
  });

  it('is recorded once, even if several instances see it', async () => {
    had({ ...seenElsewhere });
    store.lastPlace = 19;
    expect(await kept()).toEqual([]);
    expect(await kept({ after: one })).toEqual([{ before: two, after: one }]);
    expect(await kept({ known: 20, place: 30, before: two, after: two })).toEqual([]);
  });

  it('may have removed the device, once', async () => {
    expect(await kept({ after: null })).toEqual([{ before: one, after: null }]);
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
    expect(new Set(store.lists.map(({ device }) => device.name)).size).toBe(65);
    expect(most).toBe(32);
  });

  it('is observed as a search and a find', async () => {
    const { observe, seen } = observing();
    history = new History(store as unknown as ListStore, observe);
    await kept();
    expect(seen).toMatchObject([{ operation: 'list' }, { operation: 'find' }]);
  });
});
