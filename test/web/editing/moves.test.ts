import { describe, expect, it } from 'vitest';
import type { ChangeEntry } from '../../../src/client/index.js';
import { difference } from '../../../web/editing/entry.js';
import { type Pair, withMoves } from '../../../web/editing/moves.js';
import { dials } from './lists.js';

/** The difference of two lists of speed dials, one line for each change: `moved 1-2 → 2-3`. */
function between(before: readonly string[], after: readonly string[]): string[] {
  const { added, removed, changed, moved } = withMoves(difference('speeddial', dials(...before), dials(...after)));
  const words = ({ index, dirn, label }: ChangeEntry): string => `${index} ${dirn} ${label}`;
  const range = (pairs: readonly Pair[], side: keyof Pair): string =>
    [...new Set([pairs.at(0)?.[side].index, pairs.at(-1)?.[side].index])].join('-');
  return [
    ...moved.map((pairs) => `moved ${range(pairs, 'before')} → ${range(pairs, 'after')}`),
    ...removed.map((entry) => `removed ${words(entry)}`),
    ...changed.map((pair) => `${words(pair.before)} becomes ${words(pair.after)}`),
    ...added.map((entry) => `added ${words(entry)}`),
  ];
}

describe('the difference of two lists, with moves', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => `${2000 + at} Person ${at}`);
  const list = (entries: readonly string[]): string[] => entries.map((entry, at) => `${at + 1} ${entry}`);

  it('has a line for the moved entry, and one for all that made room', () => {
    const [last = '', ...others] = [...hundred].reverse();
    expect(between(list(hundred), list([last, ...others.reverse()]))).toEqual(['moved 1-99 → 2-100', 'moved 100 → 1']);
  });

  it('names two entries that were swapped', () => {
    expect(between(['1 2001 A', '2 2002 B'], ['1 2002 B', '2 2001 A'])).toEqual(['moved 1 → 2', 'moved 2 → 1']);
  });

  it('shows an entry that stays at its index as changed, not as moved', () => {
    expect(between(['1 2001 A'], ['1 2001 B'])).toEqual(['1 2001 A becomes 1 2001 B']);
    expect(between(['1 2001 A'], ['1 2002 A'])).toEqual(['1 2001 A becomes 1 2002 A']);
  });

  it('finds an entry that was moved and changed at the same time', () => {
    expect(between(['1 2001 A', '2 2002 B'], ['1 2002 B', '3 2001 Anna'])).toEqual([
      'moved 2 → 1',
      '1 2001 A becomes 3 2001 Anna',
    ]);
  });

  it('shows additions and removals next to a move', () => {
    expect(between(['1 2001 A', '2 2002 B'], ['2 2001 A', '5 2005 E'])).toEqual([
      'moved 1 → 2',
      'removed 2 2002 B',
      'added 5 2005 E',
    ]);
  });

  it('keeps a group of moves together if it contains equal entries', () => {
    expect(between(['1 7000 X', '2 7000 X', '4 7000 X'], ['2 7000 X', '3 7000 X', '5 7000 X'])).toHaveLength(2);
  });

  it('accepts an index that is not a number', () => {
    expect(between(['1 2001 A'], ['x 2001 A'])).toEqual(['moved 1 → x']);
  });
});
