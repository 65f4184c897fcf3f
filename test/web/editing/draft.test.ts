import { describe, expect, it } from 'vitest';
import { changesIn, countStates, isChanged, sorted, startDraft, wanted } from '../../../web/editing/draft.js';
import { move, remove, setField } from '../../../web/editing/steps.js';
import { dials, draft, told, stateOfDial } from './lists.js';

describe('a draft', () => {
  it('starts without changes, in order of index', () => {
    const begun = draft('10 2010 J', '2 2002 B');
    expect(told(begun)).toEqual(['2 2002 B', '10 2010 J']);
    expect(isChanged(begun)).toBe(false);
    expect(changesIn(begun)).toEqual({ added: [], removed: [], changed: [] });
  });

  it('distinguishes added, changed, moved and removed rows', () => {
    let edited = draft('1 2001 A', '2 2002 B', '3 2003 C', '5 2005 E');
    edited = setField(edited, 0, 'label', 'Anna', true);
    edited = move(edited, 3, 1);
    edited = remove(edited, 1);
    expect(edited.rows.map(stateOfDial)).toEqual(['changed', 'removed', 'same', 'moved']);
    expect(countStates(edited)).toEqual({ same: 1, added: 0, changed: 1, moved: 1, removed: 1 });
    expect(changesIn(edited)).toEqual({
      added: dials('6 2005 E'),
      removed: dials('2 2002 B', '5 2005 E'),
      changed: [{ before: dials('1 2001 A')[0], after: dials('1 2001 Anna')[0] }],
    });
  });

  it('does not treat another spelling as a change', () => {
    const edited = setField(setField(draft('1 +49891 A'), 0, 'dirn', '\\+49891', true), 0, 'index', '01', true);
    expect(isChanged(edited)).toBe(false);
    expect(wanted(edited).map(({ index }) => index)).toEqual(['1']);
  });

  it('treats another pickup or partition as a change', () => {
    const lamp = { index: '1', dirn: '6101', partition: 'PT', label: 'A', pickup: false };
    const begun = startDraft({ kind: 'busylampfield', entries: [lamp], etag: '"a"' });
    expect(changesIn(setField(begun, 0, 'pickup', true, false)).changed).toHaveLength(1);
    expect(changesIn(setField(begun, 0, 'partition', '', false)).changed).toHaveLength(1);
  });

  it('keeps the order of rows while an index is not a number', () => {
    const { rows } = setField(draft('1 2001 A', '2 2002 B', '3 2003 C'), 0, 'index', '9x', true);
    expect(sorted(rows)).toBe(rows);
  });

  it('shows a removed row in its old place, before its replacement', () => {
    const edited = move(remove(draft('1 2001 A', '2 2002 B'), 0), 1, -1);
    expect(edited.rows.map(({ key }) => key)).toEqual([0, 1]);
    expect(told(edited)).toEqual(['1 2002 B']);
  });
});
