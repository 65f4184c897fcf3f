import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../../src/history/change.js';
import { changeJson, changeWithDifference } from '../../../../../src/http/routes/changes/change-json.js';
import { dial, intention } from '../../../../support/changes.js';
import { uuid } from '../../../../support/fake-port.js';

const change: Change = { ...intention(), id: '7', outcome: 'replaced' };
const time = new Date('2026-03-04T05:06:12.345Z');

describe('a change, as callers see it', () => {
  it('has all its stored values, with times as text', () => {
    expect(changeJson(change)).toEqual({
      ...{ id: '7', time: '2026-03-04T05:06:07.089Z', user: 'alice', requestId: 'request-1' },
      ...{ device: 'SEP00A1B2C30001', deviceKind: 'phone', uuid, kind: 'speeddial' },
      ...{ before: change.before, after: change.after, outcome: 'replaced' },
      ...{ run: null, undoes: null, undoneBy: null, source: 'service', seenAfter: null, undoable: true },
    });
    expect(changeJson(change)).not.toHaveProperty('foundLater');
  });

  it('shows what became known later about an unknown outcome', () => {
    const shown = changeJson({ ...change, outcome: 'outcome-unknown', foundLater: { list: 'before', time } });
    expect(shown.foundLater).toEqual({ list: 'before', time: '2026-03-04T05:06:12.345Z' });
  });

  it.each([
    ['whose list before is not known', { before: null }, false],
    ['that took the device away', { after: null, outcome: 'seen' as const, seenAfter: time }, false],
    ['that is damaged', { before: null, after: null }, false],
    ['of a release that kept no keys', { uuid: null }, true],
  ])('shows whether one %s can be undone', (_what, otherwise, undoable) => {
    const whole = { ...change, ...otherwise };
    expect(changeJson(whole)).toMatchObject({ undoable, uuid: whole.uuid });
  });

  it('shows its run, its undos, and that it was made elsewhere', () => {
    expect(changeJson({ ...change, run: '1', undoes: '2', undoneBy: '3', seenAfter: time })).toMatchObject({
      ...{ run: '1', undoes: '2', undoneBy: '3' },
      ...{ source: 'elsewhere', seenAfter: '2026-03-04T05:06:12.345Z' },
    });
  });
});

describe('the effect of a change on the list', () => {
  const [first, second] = [dial(1, '2001'), dial(2, '2002')];

  it.each([
    ['that is kept whole', [first], [second], { added: [second], removed: [first], changed: [] }],
    ['before which nothing could be read', null, [first], { added: [first], removed: [], changed: [] }],
    ['that took the device away', [first], null, { added: [], removed: [first], changed: [] }],
    ['that is damaged', null, null, null],
  ])('is known or unknown for one %s', (_what, before, after, difference) => {
    expect(changeWithDifference({ ...change, before, after })).toMatchObject({ id: '7', difference });
  });
});
