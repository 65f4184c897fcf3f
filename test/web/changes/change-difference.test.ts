import { describe, expect, it } from 'vitest';
import { countOf, entriesBetween, isSameList } from '../../../web/changes/change-difference.js';

const dial = (index: string, dirn: string, label: string) => ({ index, dirn, label });
const lamp = { index: '1', dirn: '7000', partition: 'A', label: 'x', pickup: false };

describe('the difference of two lists', () => {
  it('is the added, removed and changed entries', () => {
    const before = [dial('1', '0100', 'a'), dial('2', '0101', 'b'), dial('3', '0102', 'c')];
    const after = [dial('10', '0109', 'd'), dial('1', '0100', 'a'), dial('3', '0102', 'C')];
    const difference = entriesBetween('speeddial', before, after);
    expect(difference).toEqual({
      added: [dial('10', '0109', 'd')],
      removed: [dial('2', '0101', 'b')],
      changed: [{ before: dial('3', '0102', 'c'), after: dial('3', '0102', 'C') }],
    });
    expect(countOf(difference)).toBe(3);
  });

  it('is nothing if only the spelling differs: zeros, a backslash, the order', () => {
    expect(
      isSameList(
        'speeddial',
        [dial('1', '\\+49', 'a'), dial('2', '1', '')],
        [dial('02', '1', ''), dial('1', '+49', 'a')],
      ),
    ).toBe(true);
  });

  it.each([
    { ...lamp, partition: 'B' },
    { ...lamp, pickup: true },
    { ...lamp, label: 'y' },
    { index: '1', destination: '7000', label: 'x', pickup: false },
  ])('includes every property of a busy lamp field', (other) => {
    expect(isSameList('busylampfield', [lamp], [lamp])).toBe(true);
    expect(isSameList('busylampfield', [lamp], [other])).toBe(false);
  });
});
