import { describe, expect, it } from 'vitest';
import type { NumberLamp } from '../../../src/domain/busy-lamp-field.js';
import type { SpeedDial } from '../../../src/domain/phone.js';
import { difference, numbersTouched } from '../../../src/changes/difference.js';
import { dial } from '../../support/changes.js';

const dials = (before: readonly SpeedDial[] | null, after: readonly SpeedDial[]) =>
  ({ kind: 'speeddial', before, after }) as const;
const watched = (index: string, dirn: string, more: Partial<NumberLamp> = {}): NumberLamp => ({
  ...{ index, dirn, partition: 'P', label: '', pickup: false },
  ...more,
});

describe('the difference of two lists', () => {
  it('is what was added, removed and changed, by index', () => {
    const before = [dial(1, '2001'), dial(2, '2002', 'Two'), dial(3, '2003')];
    const after = [dial(4, '2004'), dial(2, '2002', 'Second'), dial(1, '2001')];
    expect(difference(dials(before, after))).toEqual({
      added: [dial(4, '2004')],
      removed: [dial(3, '2003')],
      changed: [{ before: dial(2, '2002', 'Two'), after: dial(2, '2002', 'Second') }],
    });
    expect(numbersTouched(dials(before, after)).sort()).toEqual(['2002', '2003', '2004']);
  });

  it.each([
    ['the order', [dial(1, '1'), dial(2, '2')], [dial(2, '2'), dial(1, '1')]],
    ['the zeros of an index', [{ ...dial(1, '1'), index: '01' }], [dial(1, '1')]],
    ['the backslash of a plus', [dial(1, '\\+14085550100')], [dial(1, '+14085550100')]],
    ['nothing', [], []],
  ])('is none where only %s differs', (_, before, after) => {
    expect(difference(dials(before, after))).toEqual({ added: [], removed: [], changed: [] });
    expect(numbersTouched(dials(before, after))).toEqual([]);
  });

  it('is everything if nothing could be read before', () => {
    expect(difference(dials(null, [dial(1, '2001')]))).toEqual({ added: [dial(1, '2001')], removed: [], changed: [] });
  });

  it('includes each property of a busy lamp field, even one that only one list has', () => {
    const before = [watched('1', '2001'), watched('2', '2002'), watched('3', '2003')];
    const after = [
      watched('1', '2001', { pickup: true }),
      watched('2', '2002', { partition: 'Q' }),
      { index: '3', destination: '+491234', label: '', pickup: false },
    ];
    const lamps = { kind: 'busylampfield', before, after } as const;
    expect(difference(lamps).changed).toHaveLength(3);
    expect(numbersTouched(lamps)).toEqual(['2001', '2002', '2003', '+491234']);
  });

  it('has each number once, and none for an entry without a target', () => {
    const before = [dial(1, '2001'), dial(2, '2001'), dial(3, '')];
    expect(numbersTouched(dials(before, [dial(4, ''), dial(5, '2002')]))).toEqual(['2002', '2001']);
  });

  it('loses no entry if an index is there twice', () => {
    expect(difference(dials([dial(1, '1')], [dial(1, '1'), dial(1, '2')])).added).toEqual([dial(1, '2')]);
    expect(difference(dials([dial(1, '1'), dial(1, '2')], [])).removed).toHaveLength(2);
  });
});
