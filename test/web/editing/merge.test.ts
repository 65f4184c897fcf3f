import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Draft, isChanged, rowOf, startDraft, wanted } from '../../../web/editing/draft.js';
import { type Entry, sameEntries } from '../../../web/editing/entry.js';
import { faultsOf } from '../../../web/editing/faults.js';
import { afterSetting, contestedIndexes, mergedOnto, withRead } from '../../../web/editing/merge.js';
import { add, discard, remove, restore, setField } from '../../../web/editing/steps.js';
import { dials, draft, read, told, stateOfDial } from './lists.js';

const base = ['1 2001 A', '2 2002 B', '3 2003 C'];

describe('a change merged with another user’s change', () => {
  it('keeps both if they change different indexes', () => {
    const mine = remove(setField(draft(...base), 0, 'label', 'Anna', true), 2);
    const merged = mergedOnto(mine, read('1 2001 A', '2 2002 Ben', '3 2003 C', '4 2004 D'));
    expect(told(merged)).toEqual(['1 2001 Anna', '2 2002 Ben', '4 2004 D']);
    expect(merged.rows.map(stateOfDial)).toEqual(['changed', 'same', 'removed', 'same']);
    expect(merged.rows.some(({ isContested }) => isContested)).toBe(false);
    expect(merged.etag).toBe(read('1 2001 A', '2 2002 Ben', '3 2003 C', '4 2004 D').etag);
  });

  it.each([
    [
      'both changed it',
      setField(draft(...base), 1, 'label', 'Mine', true),
      ['1 2001 A', '2 2002 Theirs', '3 2003 C'],
      ['1 2001 A', '2 2002 Mine', '3 2003 C'],
      'changed',
    ],
    [
      'they removed what I changed',
      setField(draft(...base), 1, 'label', 'Mine', true),
      ['1 2001 A', '3 2003 C'],
      ['1 2001 A', '2 2002 Mine', '3 2003 C'],
      'added',
    ],
    [
      'they changed what I removed',
      remove(draft(...base), 1),
      ['1 2001 A', '2 2002 Theirs', '3 2003 C'],
      ['1 2001 A', '3 2003 C'],
      'removed',
    ],
  ] as const)('keeps mine and marks it where %s', (_what, mine, theirs, wantedThen, state) => {
    const merged = mergedOnto(mine, read(...theirs));
    expect(told(merged)).toEqual(wantedThen);
    expect(contestedIndexes(mine, read(...theirs))).toEqual(['2']);
    expect(merged.rows.filter(({ isContested }) => isContested).map(stateOfDial)).toEqual([state]);
  });

  it('names the indexes that both changed, in order', () => {
    const mine = remove(setField(draft('2 2002 B', '10 2010 J', '11 2011 K'), 2, 'label', 'x', true), 0);
    expect(contestedIndexes(mine, read('2 2002 y', '10 2010 y', '11 2011 y'))).toEqual(['2', '11']);
  });

  it('marks an index that both have added, unless they added the same', () => {
    const mine = setField(add(draft('1 2001 A'), 'dial', '2'), 2, 'dirn', '3002', true);
    expect(contestedIndexes(mine, read('1 2001 A', '02 3002'))).toEqual([]);
    expect(contestedIndexes(mine, read('1 2001 A', '2 4002'))).toEqual(['2']);
    expect(mergedOnto(mine, read('1 2001 A', '2 4002')).rows[1]).toMatchObject({
      base: dials('2 4002')[0],
      isContested: true,
    });
  });

  it('has nothing to do if both removed the same', () => {
    expect(isChanged(mergedOnto(remove(draft(...base), 1), read('1 2001 A', '3 2003 C')))).toBe(false);
  });

  it('loses nothing from a draft that has an index twice', () => {
    const mine = setField(draft(...base), 2, 'index', '2', true);
    const merged = mergedOnto(mine, read(...base, '4 2004 D'));
    expect(told(merged).sort()).toEqual(['1 2001 A', '2 2002 B', '2 2003 C', '4 2004 D']);
    expect(faultsOf(merged).size).toBe(1);
  });

  it('gives each index one of the two values, and mine if I changed it', () => {
    fc.assert(
      fc.property(lists(), lists(), lists(), (before, mine, theirs) => {
        const merged = mergedOnto(asDraft(before, mine), { kind: 'speeddial', entries: theirs, etag: '"t"' });
        const at = (list: readonly Entry[], index: string) => JSON.stringify(list.find((one) => one.index === index));
        for (const index of ['1', '2', '3', '4']) {
          const isMine = at(before, index) !== at(mine, index);
          expect(at(wanted(merged), index)).toBe(at(isMine ? mine : theirs, index));
        }
        expect(new Set(merged.rows.map(({ key }) => key)).size).toBe(merged.rows.length);
      }),
    );
  });
});

describe('a list that is read while there is a draft', () => {
  const edited = setField(draft(...base), 0, 'label', 'Anna', true);

  it('replaces a missing draft or one without changes', () => {
    expect(withRead(undefined, read(...base))).toEqual(startDraft(read(...base)));
    expect(told(withRead(draft(...base), read('7 2007 G')))).toEqual(['7 2007 G']);
  });

  it('keeps a draft of the same list, with its steps', () => {
    expect(withRead({ ...edited, newer: read('7 2007 G') }, read(...base))).toEqual(edited);
  });

  it('is stored in a draft with changes, which stays', () => {
    const kept = withRead(edited, read('7 2007 G'));
    expect(told(kept)).toEqual(told(edited));
    expect(kept.etag).toBe(edited.etag);
    expect(kept.newer).toEqual(read('7 2007 G'));
  });

  it('ends a draft that wanted exactly this list', () => {
    expect(isChanged(withRead(edited, read('1 2001 Anna', ...base.slice(1))))).toBe(false);
  });
});

describe('a draft whose list turns out to be set', () => {
  it('ends, or keeps later changes, without a conflict', () => {
    const sent = setField(draft(...base), 0, 'label', 'Anna', true);
    const present = { kind: 'speeddial' as const, entries: wanted(sent), etag: '"set"' };
    expect(isChanged(afterSetting(sent, present))).toBe(false);
    const later = afterSetting(setField(sent, 0, 'label', 'Annabel', true), present);
    expect(told(later)[0]).toBe('1 2001 Annabel');
    expect(later.rows.map(({ isContested }) => isContested)).toEqual([false, false, false]);
    expect(later.etag).toBe('"set"');
  });

  it.each([
    ['a change that was taken back', (sent: Draft) => setField(sent, 0, 'label', 'A', true), ['1 2001 A', '3 2003 C']],
    ['a removed entry that was restored', (sent: Draft) => restore(sent, 1), ['1 2001 Anna', '2 2002 B', '3 2003 C']],
    ['all, where all was discarded', discard, base],
  ] as const)('keeps %s after it was sent, to be saved', (_what, reverse, wantedThen) => {
    const sent = remove(setField(draft(...base), 0, 'label', 'Anna', true), 1);
    const present = { kind: 'speeddial' as const, entries: wanted(sent), etag: '"set"' };
    const later = afterSetting(reverse(sent), present);
    expect(told(later)).toEqual(wantedThen);
    expect(isChanged(later)).toBe(true);
    expect(later).toMatchObject({ ...present, newer: undefined });
    expect(later.rows.some(({ isContested }) => isContested)).toBe(false);
  });

  it('keeps the values wanted now, whatever was sent', () => {
    fc.assert(
      fc.property(lists(), lists(), lists(), (before, sent, later) => {
        const rest = afterSetting(asDraft(before, later), { kind: 'speeddial', entries: sent, etag: '"s"' });
        expect(sameEntries('speeddial', wanted(rest), later)).toBe(true);
        expect(rest.rows.some(({ isContested }) => isContested)).toBe(false);
      }),
    );
  });
});

function lists() {
  const dial = fc.record({
    index: fc.constantFrom('1', '2', '3', '4'),
    dirn: fc.constantFrom('2001', '2002'),
    label: fc.constantFrom('', 'A'),
  });
  return fc.uniqueArray(dial, { selector: ({ index }) => index });
}

/** A draft that changes one list into another. */
function asDraft(before: readonly Entry[], after: readonly Entry[]): Draft {
  const begun = startDraft({ kind: 'speeddial', entries: before, etag: '"b"' });
  const removed = begun.rows.reduce((now, { key }) => remove(now, key), begun);
  const rows = after.map((entry, at) => rowOf(100 + at, undefined, entry));
  const made = { ...removed, rows: [...removed.rows, ...rows] };
  if (!sameEntries('speeddial', wanted(made), after)) throw new Error('the draft is not as it was to be');
  return made;
}
