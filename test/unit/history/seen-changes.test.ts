import { beforeEach, describe, expect, it } from 'vitest';
import type { Change, SeenChange } from '../../../src/history/change.js';
import { History } from '../../../src/history/history.js';
import { observing } from '../../support/app.js';
import { dial, intention, phoneNamed, profileNamed } from '../../support/changes.js';
import { MemoryStore } from '../../support/memory-store.js';

const minute = 60_000;
const seenAfter = new Date('2026-05-01T12:00:00Z');
const at = (minutes: number): Date => new Date(seenAfter.getTime() + minutes * minute);
const [one, two, three] = [[dial(1, '1')], [dial(1, '2')], [dial(1, '3')]];

describe('a change that was made elsewhere', () => {
  let store: MemoryStore;
  let history: History;

  beforeEach(() => {
    store = new MemoryStore();
    history = new History(store, () => undefined);
  });

  /** What the history kept before of the same list, otherwise than a change that was carried out after it was seen. */
  function had(...changes: readonly Partial<Change>[]): void {
    for (const change of changes) {
      const usual = { ...intention({ time: at(1), before: one, after: two }), outcome: 'replaced' } as const;
      store.changes.push({ ...usual, ...change, id: String(store.changes.length + 1) });
    }
  }

  /** What is kept of one that is seen from one list to two. */
  async function kept(seen: Partial<SeenChange> = {}): Promise<Partial<Change>[]> {
    const { length } = store.changes;
    const usual = { time: at(5), device: phoneNamed('SEP00A1B2C30001'), kind: 'speeddial', before: one, after: two };
    await history.keepSeen([{ ...usual, seenAfter, ...seen } as SeenChange]);
    return store.changes.slice(length).map(({ before, after, outcome }) => ({ before, after, outcome }));
  }

  const whole = [{ before: one, after: two, outcome: 'seen' }];

  it('is kept where the history knows of nothing else', async () => {
    expect(await kept()).toEqual(whole);
  });

  it.each<[string, Partial<Change>, boolean]>([
    ['a write of this service', {}, true],
    ['one that was refused', { outcome: 'rejected-by-call-manager' }, true],
    ['one of a minute before, by another clock', { time: at(-1) }, true],
    ['one of long before', { time: at(-1.01) }, false],
    ['one of long before of unknown outcome', { time: at(-60), outcome: 'outcome-unknown' }, true],
    ['one that was seen long before', { time: at(-60), outcome: 'seen' }, false],
    ['one of another list', { kind: 'busylampfield' }, false],
    ['one of another device', { device: profileNamed('SEP00A1B2C30001') }, false],
  ])('is the own one where the history has it already: %s, %s', async (_what, change, isOwn) => {
    had(change);
    expect(await kept()).toEqual(isOwn ? [] : whole);
  });

  it.each<[string, Partial<Change>, readonly object[]]>([
    ['was carried out since', { after: three }, three],
    ['is there by reading', { after: three, outcome: 'confirmed-by-reading' }, three],
    ['was seen since', { after: three, outcome: 'seen' }, three],
    ['was refused', { after: three, outcome: 'rejected-by-call-manager' }, one],
    ['was carried out before', { after: three, time: at(0) }, one],
    ['went with the device', { after: null, outcome: 'seen' }, one],
  ])('began with the list that the history knows last, where that %s', async (_what, change, before) => {
    had(change);
    expect(await kept()).toEqual([{ before, after: two, outcome: 'seen' }]);
  });

  it('is told once, whoever has seen it', async () => {
    had({ outcome: 'seen' });
    expect(await kept()).toEqual([]);
    expect(await kept({ after: one })).toEqual([{ before: two, after: one, outcome: 'seen' }]);
    expect(await kept({ before: two, after: two })).toHaveLength(1);
  });

  it('may have taken the device away, once', async () => {
    expect(await kept({ after: null })).toEqual([{ before: one, after: null, outcome: 'seen' }]);
    store.changes.splice(0);
    had({ after: null, outcome: 'seen' });
    expect(await kept({ after: null })).toEqual([]);
  });

  it('is kept with all others, however many there are, and no more than 32 of them at once', async () => {
    let [underWay, most] = [0, 0];
    const keepSeen = store.keepSeen.bind(store);
    store.keepSeen = async (seen) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await keepSeen(seen);
      underWay -= 1;
    };
    const many = Array.from({ length: 65 }, (_, n) => ({
      ...{ time: at(5), seenAfter, kind: 'speeddial', before: one, after: two },
      device: phoneNamed(`SEP${n}`),
    }));
    await history.keepSeen(many as SeenChange[]);
    expect(new Set(store.changes.map(({ device }) => device.name)).size).toBe(65);
    expect(most).toBe(32);
  });

  it('is told as a search and a find', async () => {
    const { observe, seen } = observing();
    history = new History(store, observe);
    await kept();
    expect(seen).toMatchObject([{ operation: 'list' }, { operation: 'find' }]);
  });
});
