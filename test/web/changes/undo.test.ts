import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/client/index.js';
import { heldAfter, whyNoUndo } from '../../../web/changes/undo.js';

const dial = (index: string, label: string) => ({ index, dirn: '0100', label });
const change: Change = {
  ...{ id: '7', time: '2026-03-04T05:06:07.089Z', user: 'alice', requestId: 'r1' },
  ...{ device: 'SEP00A1B2C30001', deviceKind: 'phone', kind: 'speeddial' },
  ...{ before: [dial('1', 'Old')], after: [dial('1', 'New')], outcome: 'replaced' },
};

describe('a change', () => {
  it.each(['replaced', 'confirmed-by-reading', 'outcome-unknown'] as const)('that was %s can be undone', (outcome) => {
    expect(whyNoUndo({ ...change, outcome })).toBeUndefined();
  });

  it('cannot be undone while it is under way, or where it was not made', () => {
    expect(whyNoUndo({ ...change, outcome: 'in-progress' })).toBe('under-way');
    expect(whyNoUndo({ ...change, outcome: 'rejected-by-call-manager' })).toBe('not-made');
  });

  it('cannot be undone where nobody knows what was there before, or nothing was changed', () => {
    expect(whyNoUndo({ ...change, before: null })).toBe('unknown-before');
    expect(whyNoUndo({ ...change, before: [dial('01', 'New')] })).toBe('no-difference');
  });

  it('is told from what a device holds: what was there before, what it left, or neither', () => {
    expect(heldAfter(change, [dial('1', 'Old')])).toBe('before');
    expect(heldAfter(change, [dial('1', 'New')])).toBe('after');
    expect(heldAfter(change, [])).toBe('other');
    expect(heldAfter({ ...change, before: null }, [])).toBe('other');
  });
});
