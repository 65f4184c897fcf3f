import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/client/index.js';
import { aChange } from '../../support/made.js';
import { heldAfter, isGone, lastSetter, standingOf, whyNoUndo } from '../../../web/changes/undo.js';

const dial = (index: string, label: string) => ({ index, dirn: '0100', label });
const change = aChange({ id: '7', before: [dial('1', 'Old')], after: [dial('1', 'New')] });

describe('a change', () => {
  it.each(['replaced', 'confirmed-by-reading', 'seen', 'outcome-unknown', 'internal-error'] as const)(
    'that was %s can be undone',
    (outcome) => {
      expect(whyNoUndo({ ...change, outcome })).toBeUndefined();
    },
  );

  it('cannot be undone while it is being made, or if it failed', () => {
    expect(whyNoUndo({ ...change, outcome: 'in-progress' })).toBe('in-progress');
    expect(whyNoUndo({ ...change, outcome: 'rejected-by-call-manager' })).toBe('not-made');
  });

  it('cannot be undone if the list before it is unknown, or nothing was changed', () => {
    expect(whyNoUndo({ ...change, before: null })).toBe('unknown-before');
    expect(whyNoUndo({ ...change, undoable: false })).toBe('unknown-before');
    expect(whyNoUndo({ ...change, before: [dial('01', 'New')] })).toBe('no-difference');
  });

  it('was made, or not, as found later; any other finding decides nothing', () => {
    const found = (list: 'after' | 'before' | 'other') =>
      standingOf({ outcome: 'outcome-unknown', foundLater: { list, time: change.time } });
    expect([found('after'), found('before'), found('other')]).toEqual(['made', 'not-made', 'unknown']);
  });

  it('made elsewhere may have removed the device: that is no damaged record, and cannot be undone', () => {
    const gone: Change = { ...change, source: 'elsewhere', outcome: 'seen', user: null, after: null };
    expect([isGone(gone), whyNoUndo(gone)]).toEqual([true, 'gone']);
    const unknown: Change = { ...gone, before: null };
    expect([isGone(unknown), whyNoUndo(unknown)]).toEqual([true, 'gone']);
    const damaged: Change = { ...change, before: null, after: null };
    expect([isGone(damaged), whyNoUndo(damaged)]).toEqual([false, 'unreadable']);
  });

  it('has set the present list only if it is the last of its kind that may have been made, and left that list', () => {
    const other: Change = { ...change, id: '8', kind: 'busylampfield' };
    const refused: Change = { ...change, id: '9', outcome: 'changed-meanwhile' };
    expect(lastSetter([refused, other, change], 'speeddial', [dial('01', 'New')])).toBe(change);
    expect(lastSetter([refused, other, change], 'speeddial', [dial('1', 'Newer')])).toBeUndefined();
    const later: Change = { ...change, id: '10', after: [] };
    expect(lastSetter([later, change], 'speeddial', change.after ?? [])).toBeUndefined();
  });

  it('compares the device with the change: as before, as after, or neither', () => {
    expect(heldAfter(change, [dial('1', 'Old')])).toBe('before');
    expect(heldAfter(change, [dial('1', 'New')])).toBe('after');
    expect(heldAfter(change, [])).toBe('other');
    expect(heldAfter({ ...change, before: null }, [])).toBe('other');
  });
});
