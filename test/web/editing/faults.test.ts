import { describe, expect, it } from 'vitest';
import { type Draft, startDraft } from '../../../web/editing/draft.js';
import { countFaults, faultsOf, numbersToKnow, refusalIn, refusalsIn } from '../../../web/editing/faults.js';
import { add, remove, reviewed, setField } from '../../../web/editing/steps.js';
import { draft } from './lists.js';

const found = (of: Draft) => Object.fromEntries(faultsOf(of));
const with_ = (field: 'index' | 'dirn' | 'label', value: string) =>
  setField(draft('1 2001 A', '2 2002 B'), 0, field, value, true);

describe('certain errors', () => {
  it.each([
    ['no index', with_('index', ' '), { 0: { index: { code: 'noIndex' } } }],
    ['an index that is no number', with_('index', '1a'), { 0: { index: { code: 'noDigits' } } }],
    ['an index of 0', with_('index', '00'), { 0: { index: { code: 'zero' } } }],
    ['an index that is taken', with_('index', '02'), { 0: { index: { code: 'taken' } } }],
    ['a number that was taken away', with_('dirn', ' '), { 0: { dirn: { code: 'noTarget' } } }],
    ['a text of 256 characters', with_('label', '😀'.repeat(256)), { 0: { label: { code: 'tooLong' } } }],
    ['a control character', with_('label', 'a\u0007'), { 0: { label: { code: 'unfit' } } }],
    ['a number with a character that no one sees', with_('dirn', '20\u200B01'), { 0: { dirn: { code: 'unseen' } } }],
    ['the replacement character', with_('dirn', '1\uFFFD'), { 0: { dirn: { code: 'unfit' } } }],
  ])('is %s', (_what, wrong, faults) => {
    expect(found(wrong)).toEqual(faults);
  });

  it('do not include a text of 255 characters, an empty label, a stored number, an unseen character in a label, or the index of a removed row', () => {
    expect(found(with_('label', '😀'.repeat(255)))).toEqual({});
    expect(found(with_('label', ''))).toEqual({});
    expect(found(with_('label', 'An\u200Bna'))).toEqual({});
    expect(found(draft('1 20\u200B01 A'))).toEqual({});
    expect(found(setField(remove(draft('1 2001 A', '2 2002 B'), 1), 0, 'index', '2', true))).toEqual({});
  });

  it('include an index of 0 that a user gave, but not one from the call manager', () => {
    const begun = draft('0 2000 Z', '1 2001 A');
    expect(found(setField(begun, 0, 'label', 'Y', true))).toEqual({});
    expect(found(setField(begun, 1, 'index', '0', true))).toEqual({ 1: { index: { code: 'zero' } } });
  });

  it('do not include anything in a removed row', () => {
    expect(found(remove(with_('index', 'x'), 0))).toEqual({});
  });

  it('are shown at the row that was moved to the index, in either order', () => {
    const begun = draft('1 2001 A', '2 2002 B');
    expect(Object.keys(found(setField(begun, 0, 'index', '2', true)))).toEqual(['0']);
    expect(Object.keys(found(setField(begun, 1, 'index', '1', true)))).toEqual(['1']);
  });

  it('do not include a number that was read empty, but one in a new row from the review on', () => {
    expect(found(draft('1'))).toEqual({});
    const added = add(draft(), 'destination', '1');
    expect(found(added)).toEqual({});
    expect(found(reviewed(added))).toEqual({ 1: { destination: { code: 'noTarget' } } });
  });

  it('count fields', () => {
    const wrong = setField(setField(draft('1 2001 A', '2 2002 B'), 0, 'index', '', true), 0, 'dirn', '', true);
    expect(countFaults(faultsOf(setField(wrong, 1, 'label', '\u0000', true)))).toBe(3);
  });
});

describe('errors from the service', () => {
  // Sent in order of index: keys 0 and 1 are swapped.
  const sent = setField(setField(draft('1 2001 A', '2 2002 B'), 0, 'index', '2', true), 1, 'index', '1', true);

  it('are shown at their row and field until that is changed', () => {
    const refusals = refusalsIn(sent, [{ field: 'body[0].label', detail: 'is silly' }]);
    const refused = { ...sent, refusals };
    expect(found(refused)).toEqual({ 1: { label: { said: 'is silly' } } });
    expect(found(setField(refused, 1, 'label', 'other', true))).toEqual({});
    expect(Object.keys(found(setField(refused, 0, 'label', 'other', true)))).toEqual(['1']);
  });

  it('are shown at the index if they concern the whole entry or a field that is not shown', () => {
    const refusals = refusalsIn(sent, [
      { field: 'body[1]', detail: 'is wrong' },
      { field: 'body[0].colour', detail: 'is unknown' },
    ]);
    expect(refusals.map(({ key, field }) => [key, field])).toEqual([
      [0, 'index'],
      [1, 'index'],
    ]);
  });

  it('are left out if they concern nothing that was sent', () => {
    const elsewhere = ['query.phone', 'body', 'body[7].label', 'header.If-Match'];
    expect(
      refusalsIn(
        sent,
        elsewhere.map((field) => ({ field, detail: 'x' })),
      ),
    ).toEqual([]);
  });

  it('are recognized by the text of the call manager, if it has only one meaning', () => {
    const changed = setField(draft('1 2001 A', '2 2002 B'), 1, 'label', 'Somebody', true);
    expect(refusalIn(changed, 'The label is not valid')).toEqual([
      { key: 1, field: 'label', value: 'Somebody', said: 'The label is not valid' },
    ]);
    expect(refusalIn(changed, 'The index is not valid')).toEqual([]);
    expect(refusalIn(changed, 'Something else')).toEqual([]);
    const both = setField(changed, 0, 'label', 'Another', true);
    expect(refusalIn(both, 'The label is not valid')).toEqual([]);
    expect(refusalIn(both, 'The label Another is not valid')).toMatchObject([{ key: 0, value: 'Another' }]);
    const long = setField(changed, 0, 'label', 'x'.repeat(31), true);
    expect(refusalIn(long, 'The label is too long')).toMatchObject([{ key: 0 }]);
  });

  it('include a changed number in several partitions without a partition', () => {
    const lamp = { index: '1', dirn: '6130', partition: 'PT-A', label: '', pickup: false };
    const lamps = startDraft({ kind: 'busylampfield', entries: [lamp], etag: '"a"' });
    const known = new Map([['6130', ['PT-A', 'PT-B']]]);
    const without = setField(lamps, 0, 'partition', '', false);
    expect(faultsOf(without, known).get(0)).toEqual({ partition: { code: 'noPartition' } });
    expect(numbersToKnow(without)).toEqual(['6130']);
    expect(faultsOf(without, new Map([['6130', ['PT-A', '']]])).size).toBe(0);
    expect(faultsOf(without).size).toBe(0);
    const stored = startDraft({ kind: 'busylampfield', entries: [{ ...lamp, partition: '' }], etag: '"a"' });
    expect(faultsOf(stored, known).size).toBe(0);
    expect(faultsOf(setField(stored, 0, 'label', 'x', false), known).size).toBe(0);
    expect(faultsOf(setField(stored, 0, 'dirn', '6130 ', true), known).get(0)).toEqual({
      partition: { code: 'noPartition' },
    });
  });

  it('are found in busy lamp fields by their own fields', () => {
    const lamp = { index: '1', destination: 'a@b', label: '', pickup: false };
    const lamps = startDraft({ kind: 'busylampfield', entries: [lamp], etag: '"a"' });
    expect(refusalsIn(lamps, [{ field: 'body[0].destination', detail: 'x' }])).toMatchObject([
      { field: 'destination', value: 'a@b' },
    ]);
    expect(refusalsIn(lamps, [{ field: 'body[0].dirn', detail: 'x' }])).toMatchObject([{ field: 'index' }]);
  });
});
