import { describe, expect, it } from 'vitest';
import { difference, numbersTouched } from '../../../src/history/difference.js';
import { dial } from '../../support/changes.js';

const watched = (index: string, more: object) => ({ index, partition: 'P', label: '', pickup: false, ...more });

describe('the difference of two lists', () => {
  it('is what was added, removed and changed, by index', () => {
    const before = [dial(1, '2001'), dial(2, '2002', 'Two'), dial(3, '2003')];
    const after = [dial(4, '2004'), dial(2, '2002', 'Second'), dial(1, '2001')];
    expect(difference(before, after)).toEqual({
      added: [dial(4, '2004')],
      removed: [dial(3, '2003')],
      changed: [{ before: dial(2, '2002', 'Two'), after: dial(2, '2002', 'Second') }],
    });
    expect(numbersTouched(before, after).sort()).toEqual(['2002', '2003', '2004']);
  });

  it.each([
    ['the order', [dial(1, '1'), dial(2, '2')], [dial(2, '2'), dial(1, '1')]],
    ['the zeros of an index', [{ ...dial(1, '1'), index: '01' }], [dial(1, '1')]],
    ['the backslash of a plus', [dial(1, '\\+14085550100')], [dial(1, '+14085550100')]],
    ['nothing', [], []],
  ])('is none where only %s differs', (_, before, after) => {
    expect(difference(before, after)).toEqual({ added: [], removed: [], changed: [] });
    expect(numbersTouched(before, after)).toEqual([]);
  });

  it('is everything where nothing could be read before', () => {
    expect(difference(null, [dial(1, '2001')])).toEqual({ added: [dial(1, '2001')], removed: [], changed: [] });
  });

  it('sees each property of a busy lamp field, and one that only one of them has', () => {
    const before = [watched('1', { dirn: '2001' }), watched('2', { dirn: '2002' }), watched('3', { dirn: '2003' })];
    const after = [
      watched('1', { dirn: '2001', pickup: true }),
      watched('2', { dirn: '2002', partition: 'Q' }),
      { index: '3', destination: '+491234', label: '', pickup: false },
    ];
    expect(difference(before, after).changed).toHaveLength(3);
    expect(numbersTouched(before, after)).toEqual(['2001', '2002', '2003', '+491234']);
  });

  it('loses no entry, should an index stand there twice', () => {
    expect(difference([dial(1, '1')], [dial(1, '1'), dial(1, '2')]).added).toEqual([dial(1, '2')]);
    expect(difference([dial(1, '1'), dial(1, '2')], []).removed).toHaveLength(2);
  });
});
