import { describe, expect, it } from 'vitest';
import { type Draft, isChanged, startDraft, stateOf } from '../../../web/editing/draft.js';
import type { Field } from '../../../web/editing/entry.js';
import {
  add,
  canMove,
  choosePartition,
  discard,
  indexAfterLast,
  move,
  remove,
  restore,
  reviewed,
  setField,
  settle,
  undo,
} from '../../../web/editing/steps.js';
import { draft, read, told } from './lists.js';

function typed(before: Draft, key: number, field: Field, text: string): Draft {
  const keys = Array.from(text, (_letter, at) => text.slice(0, at + 1));
  return keys.reduce((now, soFar) => setField(now, key, field, soFar, true), before);
}

describe('the steps of editing', () => {
  it('takes all typing in one field back in one step', () => {
    const begun = draft('1 2001 A');
    const edited = typed(settle(typed(begun, 0, 'label', 'Anna')), 0, 'dirn', '3001');
    expect(told(edited)).toEqual(['1 3001 Anna']);
    expect(told(undo(edited))).toEqual(['1 2001 Anna']);
    expect(undo(undo(edited)).rows).toEqual(begun.rows);
    expect(undo(undo(undo(edited)))).toEqual(undo(undo(edited)));
  });

  it('begins another step when somebody comes back to a field', () => {
    const edited = typed(settle(typed(draft('1 2001 A'), 0, 'label', 'B')), 0, 'label', 'C');
    expect(told(undo(edited))).toEqual(['1 2001 B']);
  });

  it('trims the number or index that was typed, and nothing that was not', () => {
    const [entry] = draft('1 2001 Anna').entries;
    const spaced = startDraft({ entries: [{ ...entry, index: '1', dirn: ' 2001 ', label: ' A ' }], etag: '"e"' });
    expect(settle(typed(spaced, 0, 'index', ' 3 ')).rows[0]?.entry).toEqual({
      index: '3',
      dirn: ' 2001 ',
      label: ' A ',
    });
    expect(settle(typed(spaced, 0, 'dirn', ' 3001 ')).rows[0]?.entry).toMatchObject({ index: '1', dirn: '3001' });
  });

  it('sorts only when the typing has ended', () => {
    const typing = typed(draft('1 2001 A', '2 2002 B', '30 2030 C'), 0, 'index', '31');
    expect(typing.rows.map(({ key }) => key)).toEqual([0, 1, 2]);
    expect(settle(typing).rows.map(({ key }) => key)).toEqual([1, 2, 0]);
    expect(told(undo(settle(typing)))).toEqual(['1 2001 A', '2 2002 B', '30 2030 C']);
  });

  it('takes the space around a number away, and leaves that of a label', () => {
    const number = settle(typed(draft('1 2001 A'), 0, 'dirn', ' 2002 '));
    expect(told(settle(typed(number, 0, 'label', ' A ')))).toEqual(['1 2002  A ']);
  });

  it('moves into a gap, and changes places with a neighbour', () => {
    const begun = draft('1 2001 A', '3 2003 C');
    const inGap = move(begun, 0, 1);
    expect(told(inGap)).toEqual(['2 2001 A', '3 2003 C']);
    expect(told(move(inGap, 0, 1))).toEqual(['2 2003 C', '3 2001 A']);
    expect(move(inGap, 0, 1).rows.map(({ key }) => key)).toEqual([1, 0]);
    expect(told(undo(move(inGap, 0, 1)))).toEqual(told(inGap));
  });

  it('does not move before the first index, nor what has no index, nor what is removed', () => {
    const begun = draft('1 2001 A', '2 2002 B');
    expect(move(begun, 0, -1)).toBe(begun);
    const gone = remove(begun, 0);
    expect(move(gone, 0, 1)).toBe(gone);
    const wrong = setField(begun, 1, 'index', 'two', true);
    expect(move(wrong, 1, 1)).toBe(wrong);
    expect(wrong.rows.map((row) => canMove(row, 1))).toEqual([true, false]);
  });

  it('moves to the place of a removed row without touching that', () => {
    const edited = move(remove(draft('1 2001 A', '2 2002 B'), 0), 1, -1);
    expect(edited.rows.map(stateOf)).toEqual(['removed', 'moved']);
  });

  it('counts in indexes of any length', () => {
    const long = '9'.repeat(40);
    expect(told(move(draft(`${long} 2001 A`), 0, 1))).toEqual([`1${'0'.repeat(40)} 2001 A`]);
    expect(indexAfterLast(draft(`${long} 2001 A`))).toBe(`1${'0'.repeat(40)}`);
    expect(indexAfterLast(draft())).toBe('1');
  });

  it('adds a row with a key of its own, and forgets one that is removed again', () => {
    const added = add(draft('1 2001 A'), 'dial', '2');
    expect(added.rows.map(stateOf)).toEqual(['same', 'added']);
    const key = added.rows[1]?.key ?? -1;
    const gone = remove(added, key);
    expect(gone.rows).toHaveLength(1);
    expect(add(gone, 'dial', '2').rows[1]?.key).not.toBe(key);
    expect(undo(gone).rows).toEqual(added.rows);
  });

  it('restores what was removed, with what was changed in it', () => {
    const edited = remove(typed(draft('1 2001 A'), 0, 'label', 'Anna'), 0);
    expect(told(edited)).toEqual([]);
    expect(told(restore(edited, 0))).toEqual(['1 2001 Anna']);
  });

  it('discards everything, and takes that back', () => {
    const edited = remove(typed(draft('1 2001 A', '2 2002 B'), 0, 'label', 'Anna'), 1);
    const empty = discard(edited);
    expect(isChanged(empty)).toBe(false);
    expect(told(undo(empty))).toEqual(['1 2001 Anna']);
  });

  it('discards for the list that was read last', () => {
    const edited = { ...remove(draft('1 2001 A'), 0), newer: read('1 2001 B') };
    expect(told(discard(edited))).toEqual(['1 2001 B']);
    expect(discard(edited).etag).toBe(read('1 2001 B').etag);
  });

  it('says nothing of the number of a new row before the number was left or a review began', () => {
    const added = add(draft(), 'dial', '1');
    const fresh = (now: Draft): boolean | undefined => now.rows[0]?.isFresh;
    expect(fresh(settle(typed(added, 1, 'label', 'x')))).toBe(true);
    expect(fresh(settle(typed(added, 1, 'dirn', '2')))).toBe(false);
    expect(fresh(reviewed(added))).toBe(false);
    expect(reviewed(reviewed(added))).toEqual(reviewed(added));
  });

  describe('with a number whose partitions were asked for', () => {
    const lamp = { index: '1', dirn: '6101', partition: 'PT-A', label: '', pickup: false };
    const begun = setField(startDraft({ entries: [lamp], etag: '"a"' }), 0, 'dirn', '6102', true);
    const partition = (now: Draft) => now.rows.map(({ entry }) => 'partition' in entry && entry.partition);

    it('takes the only one, as a part of the typing', () => {
      const chosen = choosePartition(begun, 0, { dirn: '6102', partition: 'PT-A', partitions: ['PT-B'] });
      expect(partition(chosen)).toEqual(['PT-B']);
      expect(partition(undo(chosen))).toEqual(['PT-A']);
    });

    it.each([
      ['several', '6102', ['PT-B', 'PT-C']],
      ['none', '6102', []],
      ['those of a number that is not there any more', '6103', ['PT-B']],
    ])('leaves the partition as it is for %s', (_what, dirn, partitions) => {
      expect(choosePartition(begun, 0, { dirn, partition: 'PT-A', partitions })).toBe(begun);
    });

    it('leaves the one that was chosen while the number was looked up', () => {
      const chosen = setField(begun, 0, 'partition', 'PT-C', false);
      const found = { dirn: '6102', partition: 'PT-A', partitions: ['PT-B'] };
      expect(choosePartition(chosen, 0, found)).toBe(chosen);
    });
  });
});
