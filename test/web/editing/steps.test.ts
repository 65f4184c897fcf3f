import { describe, expect, it } from 'vitest';
import { type Draft, isChanged, startDraft } from '../../../web/editing/draft.js';
import type { Field } from '../../../web/editing/entry.js';
import {
  add,
  canMove,
  choosePartition,
  copyFrom,
  discard,
  goOnWith,
  indexAfterLast,
  insertAt,
  move,
  moveTo,
  remove,
  restore,
  reviewed,
  setField,
  settle,
  undo,
} from '../../../web/editing/steps.js';
import { dials, draft, read, told, stateOfDial } from './lists.js';

function typed(before: Draft, key: number, field: Field, text: string): Draft {
  const keys = Array.from(text, (_letter, at) => text.slice(0, at + 1));
  return keys.reduce((now, soFar) => setField(now, key, field, soFar, true), before);
}

describe('the steps of editing', () => {
  it('undoes the switch to another list, and all steps before it', () => {
    const edited = typed(draft('1 2001 A'), 0, 'label', 'B');
    const newer = read('1 2001 C', '2 2002 D');
    const conflict = { ...edited, newer };
    const taken = goOnWith(conflict, startDraft(newer));
    expect([told(taken), isChanged(taken), taken.newer]).toEqual([['1 2001 C', '2 2002 D'], false, undefined]);
    expect(undo(taken)).toEqual(conflict);
    expect(undo(discard(conflict))).toEqual(conflict);
    expect(told(undo(undo(taken)))).toEqual(['1 2001 A']);
  });

  it('undoes all typing in one field in one step', () => {
    const begun = draft('1 2001 A');
    const edited = typed(settle(typed(begun, 0, 'label', 'Anna')), 0, 'dirn', '3001');
    expect(told(edited)).toEqual(['1 3001 Anna']);
    expect(told(undo(edited))).toEqual(['1 2001 Anna']);
    expect(undo(undo(edited)).rows).toEqual(begun.rows);
    expect(undo(undo(undo(edited)))).toEqual(undo(undo(edited)));
  });

  it('start a new step when the user returns to a field', () => {
    const edited = typed(settle(typed(draft('1 2001 A'), 0, 'label', 'B')), 0, 'label', 'C');
    expect(told(undo(edited))).toEqual(['1 2001 B']);
  });

  it('trims a typed number or index, and nothing that was not typed', () => {
    const [entry] = draft('1 2001 Anna').entries;
    const spaced = startDraft({
      kind: 'speeddial',
      entries: [{ ...entry, index: '1', dirn: ' 2001 ', label: ' A ' }],
      etag: '"e"',
    });
    expect(settle(typed(spaced, 0, 'index', ' 3 ')).rows[0]?.entry).toEqual({
      index: '3',
      dirn: ' 2001 ',
      label: ' A ',
    });
    expect(settle(typed(spaced, 0, 'dirn', ' 3001 ')).rows[0]?.entry).toMatchObject({ index: '1', dirn: '3001' });
  });

  it('sorts only after the typing has ended', () => {
    const typing = typed(draft('1 2001 A', '2 2002 B', '30 2030 C'), 0, 'index', '31');
    expect(typing.rows.map(({ key }) => key)).toEqual([0, 1, 2]);
    expect(settle(typing).rows.map(({ key }) => key)).toEqual([1, 2, 0]);
    expect(told(undo(settle(typing)))).toEqual(['1 2001 A', '2 2002 B', '30 2030 C']);
  });

  it('trims a number, but not a label', () => {
    const number = settle(typed(draft('1 2001 A'), 0, 'dirn', ' 2002 '));
    expect(told(settle(typed(number, 0, 'label', ' A ')))).toEqual(['1 2002  A ']);
  });

  it('moves into a gap, and swaps with a neighbour', () => {
    const begun = draft('1 2001 A', '3 2003 C');
    const inGap = move(begun, 0, 1);
    expect(told(inGap)).toEqual(['2 2001 A', '3 2003 C']);
    expect(told(move(inGap, 0, 1))).toEqual(['2 2003 C', '3 2001 A']);
    expect(move(inGap, 0, 1).rows.map(({ key }) => key)).toEqual([1, 0]);
    expect(told(undo(move(inGap, 0, 1)))).toEqual(told(inGap));
  });

  it('does not move before the first index, and moves neither a row without index nor a removed row', () => {
    const begun = draft('1 2001 A', '2 2002 B');
    expect(move(begun, 0, -1)).toBe(begun);
    const gone = remove(begun, 0);
    expect(move(gone, 0, 1)).toBe(gone);
    const wrong = setField(begun, 1, 'index', 'two', true);
    expect(move(wrong, 1, 1)).toBe(wrong);
    expect(wrong.rows.map((row) => canMove(row, 1))).toEqual([true, false]);
  });

  it('moves to the index of a removed row without changing that', () => {
    const edited = move(remove(draft('1 2001 A', '2 2002 B'), 0), 1, -1);
    expect(edited.rows.map(stateOfDial)).toEqual(['removed', 'moved']);
  });

  it('works with indexes of any length', () => {
    const long = '9'.repeat(40);
    expect(told(move(draft(`${long} 2001 A`), 0, 1))).toEqual([`1${'0'.repeat(40)} 2001 A`]);
    expect(indexAfterLast(draft(`${long} 2001 A`))).toBe(`1${'0'.repeat(40)}`);
    expect(indexAfterLast(draft())).toBe('1');
  });

  it('adds a row with its own key, and drops it if it is removed again', () => {
    const added = add(draft('1 2001 A'), 'dial', '2');
    expect(added.rows.map(stateOfDial)).toEqual(['same', 'added']);
    const key = added.rows[1]?.key ?? -1;
    const gone = remove(added, key);
    expect(gone.rows).toHaveLength(1);
    expect(add(gone, 'dial', '2').rows[1]?.key).not.toBe(key);
    expect(undo(gone).rows).toEqual(added.rows);
  });

  it('restores a removed row with its changes', () => {
    const edited = remove(typed(draft('1 2001 A'), 0, 'label', 'Anna'), 0);
    expect(told(edited)).toEqual([]);
    expect(told(restore(edited, 0))).toEqual(['1 2001 Anna']);
  });

  it('discards everything, and undoes that', () => {
    const edited = remove(typed(draft('1 2001 A', '2 2002 B'), 0, 'label', 'Anna'), 1);
    const empty = discard(edited);
    expect(isChanged(empty)).toBe(false);
    expect(told(undo(empty))).toEqual(['1 2001 Anna']);
  });

  it('discards to the list that was read last', () => {
    const edited = { ...remove(draft('1 2001 A'), 0), newer: read('1 2001 B') };
    expect(told(discard(edited))).toEqual(['1 2001 B']);
    expect(discard(edited).etag).toBe(read('1 2001 B').etag);
  });

  it('does not report the number of a new row before the field loses focus or a review starts', () => {
    const added = add(draft(), 'dial', '1');
    const fresh = (now: Draft): boolean | undefined => now.rows[0]?.isFresh;
    expect(fresh(settle(typed(added, 1, 'label', 'x')))).toBe(true);
    expect(fresh(settle(typed(added, 1, 'dirn', '2')))).toBe(false);
    expect(fresh(reviewed(added))).toBe(false);
    expect(reviewed(reviewed(added))).toEqual(reviewed(added));
  });

  describe('with a number whose partitions were looked up', () => {
    const lamp = { index: '1', dirn: '6101', partition: 'PT-A', label: '', pickup: false };
    const begun = setField(
      startDraft({ kind: 'busylampfield', entries: [lamp], etag: '"a"' }),
      0,
      'dirn',
      '6102',
      true,
    );
    const partition = (now: Draft) => now.rows.map(({ entry }) => 'partition' in entry && entry.partition);

    it('uses the only partition, as part of the typing', () => {
      const chosen = choosePartition(begun, 0, { dirn: '6102', partition: 'PT-A', partitions: ['PT-B'] });
      expect(partition(chosen)).toEqual(['PT-B']);
      expect(partition(undo(chosen))).toEqual(['PT-A']);
    });

    it.each([
      ['several', '6102', ['PT-B', 'PT-C']],
      ['none', '6102', []],
      ['those of a number that is not there any more', '6103', ['PT-B']],
    ])('keeps the partition for %s', (_what, dirn, partitions) => {
      expect(choosePartition(begun, 0, { dirn, partition: 'PT-A', partitions })).toBe(begun);
    });

    it('keeps a partition that was chosen during the look-up', () => {
      const chosen = setField(begun, 0, 'partition', 'PT-C', false);
      const found = { dirn: '6102', partition: 'PT-A', partitions: ['PT-B'] };
      expect(choosePartition(chosen, 0, found)).toBe(chosen);
    });
  });
});

describe('a row that gets the index of another', () => {
  const begun = draft('1 2001 A', '2 2002 B', '3 2003 C', '5 2005 E');

  it.each([
    ['up', 3, '2', ['1 2001 A', '2 2005 E', '3 2002 B', '4 2003 C']],
    ['down', 0, '3', ['1 2002 B', '2 2003 C', '3 2001 A', '5 2005 E']],
    ['to a free one', 0, '4', ['2 2002 B', '3 2003 C', '4 2001 A', '5 2005 E']],
    ['behind all', 1, '9', ['1 2001 A', '3 2003 C', '5 2005 E', '9 2002 B']],
    ['with a zero before it', 3, '01', ['1 2005 E', '2 2001 A', '3 2002 B', '4 2003 C']],
  ])('shifts the others up to the first gap: %s', (_way, key, to, expected) => {
    const moved = moveTo(begun, key, to, 'shift');
    expect(told(moved)).toEqual(expected);
    expect(undo(moved)).toEqual(begun);
  });

  it('swaps with it', () => {
    expect(told(moveTo(begun, 3, '1', 'swap'))).toEqual(['1 2005 E', '2 2002 B', '3 2003 C', '5 2001 A']);
    expect(moveTo(begun, 3, '5', 'swap')).toBe(begun);
  });

  it('frees the index that it had before the taken one was typed', () => {
    const taken = settle(typed(begun, 3, 'index', '1'));
    expect(told(taken).filter((entry) => entry.startsWith('1 '))).toHaveLength(2);
    expect(told(moveTo(taken, 3, '1', 'swap'))).toEqual(['1 2005 E', '2 2002 B', '3 2003 C', '5 2001 A']);
    expect(told(moveTo(taken, 3, '1', 'shift'))).toEqual(['1 2005 E', '2 2001 A', '3 2002 B', '4 2003 C']);
    expect(undo(undo(moveTo(taken, 3, '1', 'swap'))).rows).toEqual(begun.rows);
  });

  it('uses the room of a removed row', () => {
    expect(told(moveTo(remove(begun, 1), 3, '1', 'shift'))).toEqual(['1 2005 E', '2 2001 A', '3 2003 C']);
  });

  it('is added in the place of another, which is shifted by one together with those after it', () => {
    const inserted = insertAt(begun, 'dial', '2');
    expect(told(inserted)).toEqual(['1 2001 A', '2  ', '3 2002 B', '4 2003 C', '5 2005 E']);
    expect(inserted.rows.map(({ isFresh }) => isFresh)).toEqual([false, true, false, false, false]);
    expect(told(insertAt(begun, 'dial', '4'))).toEqual(['1 2001 A', '2 2002 B', '3 2003 C', '4  ', '5 2005 E']);
  });
});

describe('the entries of another device', () => {
  const begun = add(draft('1 2001 A', '2 2002 B'), 'dial', '3');
  const other = dials('2 3002 X', '3 3003 Y', '04 3004 Z');

  it('replace the list, and are undone in one step', () => {
    const copied = copyFrom(begun, other, 'replace');
    expect(told(copied)).toEqual(['2 3002 X', '3 3003 Y', '4 3004 Z']);
    expect(copied.rows.map(stateOfDial)).toEqual(['removed', 'changed', 'added', 'added']);
    expect(undo(copied)).toEqual(begun);
  });

  it('fill the free indexes', () => {
    expect(told(copyFrom(begun, other, 'fill'))).toEqual(['1 2001 A', '2 2002 B', '3  ', '4 3004 Z']);
    expect(told(copyFrom(remove(begun, 1), other, 'fill'))).toEqual(['1 2001 A', '2 3002 X', '3  ', '4 3004 Z']);
  });

  it('replace a list twice, with new keys', () => {
    const twice = copyFrom(copyFrom(begun, other, 'replace'), dials('7 3007 W'), 'replace');
    expect(told(twice)).toEqual(['7 3007 W']);
    expect(new Set(twice.rows.map(({ key }) => key)).size).toBe(twice.rows.length);
  });
});
