import { describe, expect, it } from 'vitest';
import type { Change, ChangeList } from '../../../../../src/changes/change.js';
import { changeJson, changeListJson } from '../../../../../src/http/routes/changes/change-json.js';
import { tagOf } from '../../../../../src/http/routes/changes/one-change.js';
import { dial, phoneNamed } from '../../../../support/changes.js';
import { uuid } from '../../../../support/fake-port.js';

const time = new Date('2026-03-04T05:06:12.345Z');
const text = '2026-03-04T05:06:12.345Z';
const [first, second] = [dial(1, '2001'), dial(2, '2002')];

const change: Change = {
  ...{ id: '7', state: 'proposed', closedBecause: undefined, why: undefined, source: 'service', title: 'Labels' },
  ...{ reason: 'Old', user: 'agent', time, expires: undefined, notBefore: undefined, digest: 'abc', undoes: undefined },
  ...{
    undone: 'none',
    notes: [],
    counts: { open: 2, refused: 1 },
    settable: 2,
    begins: false,
    isDraft: false,
    atMost: undefined,
  },
  ...{ approval: undefined, rejection: undefined, application: undefined },
};
const list: ChangeList = {
  ...{ change: '7', position: 0, device: phoneNamed('SEP1'), kind: 'speeddial', ifMatch: undefined, undoes: undefined },
  ...{ uuid, before: [first], after: [second], state: 'changed', problem: undefined, foundLater: undefined },
  ...{ changedSince: undefined, undoneBy: undefined },
  sent: {
    ...{ number: '9', time, user: 'agent', requestId: 'request-1' },
    ...{ place: undefined, knownAt: undefined, seenAfter: undefined },
  },
};
const boss = { user: 'boss', right: 'approve' } as const;

describe('a change, as callers see it', () => {
  it('has all its stored values, with times as text, and null for what is not there', () => {
    expect(changeJson(change, boss)).toEqual({
      ...{ id: '7', state: 'proposed', closedBecause: null, why: null, undone: 'none', source: 'service' },
      ...{ title: 'Labels', reason: 'Old', user: 'agent', time: text, expires: null, notBefore: null, digest: 'abc' },
      ...{ undoes: null, notes: [], counts: { total: 3, open: 2, refused: 1 } },
      ...{ approval: null, rejection: null, application: null, waitsFor: null, may: ['approve', 'reject'] },
    });
  });

  it('names who approved, carries and rejected it', () => {
    const deed = { user: 'boss', time };
    const application = { ...deed, isStopping: true, ended: undefined };
    const shown = changeJson({ ...change, approval: deed, application, rejection: { ...deed, reason: 'No' } }, boss);
    expect(shown).toMatchObject({
      approval: { user: 'boss', time: text },
      application: { user: 'boss', time: text, stopping: true, ended: null },
      rejection: { user: 'boss', time: text, reason: 'No' },
    });
  });

  it.each([
    ['agent', 'propose', ['withdraw']],
    ['agent', 'approve', ['withdraw']],
    ['agent', 'change', ['withdraw', 'apply']],
    ['boss', 'propose', []],
    ['boss', 'approve', ['approve', 'reject']],
    ['boss', 'change', ['approve', 'reject']],
    ['boss', 'look-up', []],
  ] as const)('says what %s with the right %s may do with it', (user, right, may) => {
    expect(changeJson(change, { user, right }).may).toEqual(may);
  });

  it.each<[string, Partial<Change>, string | undefined]>([
    ['a count', { counts: { open: 1, refused: 2 } }, undefined],
    ['the state', { state: 'running' }, undefined],
    ['what was undone', { undone: 'partly' }, undefined],
    ['what it waits for', {}, 'It waits.'],
  ])('has another tag with %s', (_what, otherwise, waitsFor) => {
    const tag = tagOf(changeJson(change, boss));
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    expect(tagOf(changeJson({ ...change }, boss))).toBe(tag);
    expect(tagOf(changeJson({ ...change, ...otherwise }, boss, waitsFor))).not.toBe(tag);
  });
});

describe('a list of a change, as callers see it', () => {
  it('has all its stored values, and no number', () => {
    expect(changeListJson(list)).toEqual({
      ...{ device: 'SEP1', deviceKind: 'phone', uuid, kind: 'speeddial', position: 0, state: 'changed', problem: null },
      ...{ ifMatch: null, before: [first], after: [second], changedSince: null, undoneBy: null, undoable: true },
      difference: { added: [second], removed: [first], changed: [] },
      sent: { time: text, user: 'agent', requestId: 'request-1', seenAfter: null },
    });
  });

  it('shows what became known later about a lost answer', () => {
    const shown = changeListJson({ ...list, state: 'uncertain', foundLater: { list: 'before', time } });
    expect(shown.foundLater).toEqual({ list: 'before', time: text });
  });

  it.each([
    ['whose list before is not known', { before: null }, false],
    ['that took the device away', { after: null }, false],
    ['that is damaged', { before: null, after: null }, false],
    ['of a release that kept no keys', { uuid: null }, true],
  ])('says whether one %s can be undone', (_what, otherwise, undoable) => {
    expect(changeListJson({ ...list, ...otherwise })).toMatchObject({ undoable });
  });

  it.each([
    ['that is kept whole', {}, { added: [second], removed: [first], changed: [] }],
    ['before which nothing could be read', { before: null }, { added: [second], removed: [], changed: [] }],
    ['that took the device away', { after: null }, { added: [], removed: [first], changed: [] }],
    ['that is damaged', { before: null, after: null }, null],
    ['that was not read yet', { before: null, state: 'unread' as const, sent: undefined }, null],
  ])('says what one %s does to the list, if that is known', (_what, otherwise, difference) => {
    expect(changeListJson({ ...list, ...otherwise })).toMatchObject({ difference });
  });
});
