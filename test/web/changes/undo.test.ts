import { describe, expect, it } from 'vitest';
import { type ListView, listViews } from '../../../web/changes/list-view.js';
import { aChange, aChangeList } from '../../support/made.js';
import { heldAfter, isGone, lastSetter, standingOf, whyNoUndo } from '../../../web/changes/undo.js';

const dial = (index: string, label: string) => ({ index, dirn: '0100', label });
const list = aChangeList({ before: [dial('1', 'Old')], after: [dial('1', 'New')] });
const [change] = listViews({ ...aChange({ id: '7' }), lists: [list] }) as [ListView];

describe('a change', () => {
  it.each(['changed', 'stored-otherwise', 'uncertain'] as const)('that is %s can be undone', (state) => {
    expect(whyNoUndo({ ...change, state })).toBeUndefined();
  });

  it('cannot be undone while it is being made, or if it failed', () => {
    expect(whyNoUndo({ ...change, state: 'sending' })).toBe('in-progress');
    expect(whyNoUndo({ ...change, state: 'refused' })).toBe('not-made');
  });

  it('cannot be undone if the list before it is unknown, or nothing was changed', () => {
    expect(whyNoUndo({ ...change, before: null })).toBe('unknown-before');
    expect(whyNoUndo({ ...change, undoable: false })).toBe('unknown-before');
    expect(whyNoUndo({ ...change, before: [dial('01', 'New')] })).toBe('no-difference');
  });

  it('was made, or not, as found later; any other finding decides nothing', () => {
    const found = (list: 'after' | 'before' | 'other') =>
      standingOf({ state: 'uncertain', foundLater: { list, time: change.time } });
    expect([found('after'), found('before'), found('other')]).toEqual(['made', 'not-made', 'unknown']);
  });

  it('made elsewhere may have removed the device: that is no damaged record, and cannot be undone', () => {
    const gone: ListView = { ...change, source: 'elsewhere', user: null, after: null };
    expect([isGone(gone), whyNoUndo(gone)]).toEqual([true, 'gone']);
    const unknown: ListView = { ...gone, before: null };
    expect([isGone(unknown), whyNoUndo(unknown)]).toEqual([true, 'gone']);
    const damaged: ListView = { ...change, before: null, after: null };
    expect([isGone(damaged), whyNoUndo(damaged)]).toEqual([false, 'unreadable']);
  });

  it('has set the present list only if it is the last of its kind that may have been made, and left that list', () => {
    const other: ListView = { ...change, id: '8', kind: 'busylampfield' };
    const refused: ListView = { ...change, id: '9', state: 'changed-meanwhile' };
    expect(lastSetter([refused, other, change], 'speeddial', [dial('01', 'New')])).toBe(change);
    expect(lastSetter([refused, other, change], 'speeddial', [dial('1', 'Newer')])).toBeUndefined();
    const later: ListView = { ...change, id: '10', after: [] };
    expect(lastSetter([later, change], 'speeddial', change.after ?? [])).toBeUndefined();
  });

  it('compares the device with the change: as before, as after, or neither', () => {
    expect(heldAfter(change, [dial('1', 'Old')])).toBe('before');
    expect(heldAfter(change, [dial('1', 'New')])).toBe('after');
    expect(heldAfter(change, [])).toBe('other');
    expect(heldAfter({ ...change, before: null }, [])).toBe('other');
  });
});
