import { describe, expect, it } from 'vitest';
import { countLists } from '../../../src/client/index.js';
import {
  isChangedSince,
  isShown,
  isUndoable,
  leftOf,
  listStateIn,
  problemsFirst,
  sameDeeds,
} from '../../../web/changes/lists.js';
import { type Entry, rulesOf } from '../../../src/domain/button-kinds.js';
import { differenceOf } from '../../../src/domain/difference.js';
import { aChangeList } from '../../support/made.js';

/** @returns the speed dials or busy lamp fields of a phone in a change that is not begun */
function aList(
  device: string,
  before: readonly Entry[],
  after: readonly Entry[],
  of: Parameters<typeof aChangeList>[0] = {},
) {
  const { kind = 'speeddial' } = of;
  const difference = differenceOf<Entry>(rulesOf(kind) as never, before, after);
  return aChangeList({ device, kind, before, after, difference, state: 'open', sent: null, ...of });
}

const dial = (index: number, dirn: string, label: string) => ({ index: String(index), dirn, label });
const lamp = (index: number, dirn: string, label: string, pickup = false) => ({
  ...{ index: String(index), dirn, partition: 'PT-Internal', label, pickup },
});

/** The shared changes: on how many buttons and devices, and what. */
const told = (lists: Parameters<typeof sameDeeds>[0]) =>
  sameDeeds(lists).map(({ places, devices, difference: { added, removed, changed } }) => ({
    ...{ places: places.length, devices },
    what: [
      ...changed.map(({ before, after }) => `${before.dirn} ${before.label} > ${after.dirn} ${after.label}`),
      ...removed.map(({ index, dirn, label }) => `-${index} ${dirn} ${label}`),
      ...added.map(({ index, dirn, label }) => `+${index} ${dirn} ${label}`),
    ],
  }));

describe('the shared changes of several lists', () => {
  it('are found for every index and kind of button, the most frequent first', () => {
    const lists = [
      aList('SEP1', [dial(1, '2001', 'Ek'), dial(2, '2002', 'Bo')], [dial(1, '2001', 'Sand'), dial(2, '2002', 'Ann')]),
      aList('SEP2', [dial(7, '2002', 'Bo'), dial(9, '2001', 'Ek')], [dial(7, '2002', 'Ann'), dial(9, '2001', 'Sand')]),
      aList('SEP2', [lamp(3, '2001', 'Ek', true)], [lamp(3, '2001', 'Sand', true)], { kind: 'busylampfield' }),
    ];
    expect(told(lists)).toEqual([
      { places: 3, devices: 2, what: ['2001 Ek > 2001 Sand'] },
      { places: 2, devices: 2, what: ['2002 Bo > 2002 Ann'] },
    ]);
  });

  it('distinguish another number, another pickup, additions, removals and moves', () => {
    const lists = ['SEP1', 'SEP2'].flatMap((device) => [
      aList(device, [dial(1, '2001', 'Ek'), dial(5, '2005', 'Old')], [dial(1, '2009', 'Ek'), dial(6, '2006', 'New')]),
      aList(
        device,
        [lamp(1, '2001', 'Ek'), lamp(4, '2004', 'Moved')],
        [lamp(1, '2001', 'Ek', true), lamp(8, '2004', 'Moved')],
        {
          kind: 'busylampfield',
        },
      ),
    ]);
    expect(told(lists)).toEqual([
      { places: 2, devices: 2, what: ['2001 Ek > 2009 Ek'] },
      { places: 2, devices: 2, what: ['- 2005 Old'] },
      { places: 2, devices: 2, what: ['+ 2006 New'] },
      { places: 2, devices: 2, what: ['2001 Ek > 2001 Ek'] },
      { places: 2, devices: 2, what: ['-4 2004 Moved', '+8 2004 Moved'] },
    ]);
  });

  it('do not include a change of only one list, or of a list that is not read yet', () => {
    const twice = aList(
      'SEP1',
      [dial(1, '2001', 'Ek'), dial(2, '2001', 'Ek')],
      [dial(1, '2001', 'A'), dial(2, '2001', 'A')],
    );
    const unread = { ...twice, device: 'SEP2', before: null, difference: null, state: 'unread' as const };
    expect(told([twice, unread])).toEqual([]);
  });
});

describe('the lists of a change', () => {
  it('are counted: all, and those left', () => {
    const counts = { total: 13, open: 3, sending: 1, changed: 5, refused: 2, 'changed-meanwhile': 1, uncertain: 1 };
    expect([countLists(counts), leftOf(counts)]).toEqual([13, 4]);
    expect([countLists({ total: 0 }), leftOf({ total: 2, unread: 2 })]).toEqual([0, 2]);
  });

  it('are in their order, those with a problem first', () => {
    const [open, done] = [aList('SEP1', [], []), aList('SEP2', [], [], { state: 'changed' })];
    const failed = aList('SEP3', [], [], { problem: { code: 'phone-not-found', detail: null } });
    const unsure = aList('SEP4', [], [], { state: 'uncertain' });
    expect(problemsFirst([open, done, failed, unsure])).toEqual([failed, unsure, open, done]);
  });

  it('can be undone if they were set and not undone yet', () => {
    const of = (given: Parameters<typeof aChangeList>[0]) => isUndoable(aList('SEP1', [], [], given));
    expect([of({ state: 'changed' }), of({ state: 'uncertain' }), of({ state: 'stored-otherwise' })]).toEqual(
      Array(3).fill(true),
    );
    expect([of({ state: 'open' }), of({ state: 'changed', undoneBy: '7' })]).toEqual([false, false]);
    expect(of({ state: 'changed', undoable: false })).toBe(false);
  });

  it('are shown only if each was read', () => {
    const list = aList('SEP1', [], []);
    expect(isShown([list, { ...list, state: 'changed-meanwhile' }])).toBe(true);
    expect(isShown([list, { ...list, before: null, difference: null, state: 'unread' }])).toBe(false);
  });

  it('have changed since, as long as they are still to be set', () => {
    const list = aList('SEP1', [], [], { changedSince: '7' });
    expect(isChangedSince(list)).toBe(true);
    expect(isChangedSince({ ...list, state: 'changed' })).toBe(false);
    expect(isChangedSince({ ...list, changedSince: null })).toBe(false);
  });

  it('are no longer to be set by a change that was closed', () => {
    expect(listStateIn({ state: 'closed' }, 'open')).toBe('refused');
    expect(listStateIn({ state: 'closed' }, 'changed-meanwhile')).toBe('changed-meanwhile');
    expect(listStateIn({ state: 'proposed' }, 'open')).toBe('open');
  });
});
