import { describe, expect, it } from 'vitest';
import type { ChangeEntry } from '../../../src/client/index.js';
import { difference } from '../../../web/editing/entry.js';
import { type Pair, withMoves } from '../../../web/editing/moves.js';
import { dials } from './lists.js';

/** What lies between two lists of speed dials, a line for each: `moved 1-2 → 2-3`. */
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

describe('what lies between two lists, told with its moves', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => `${2000 + at} Person ${at}`);
  const list = (entries: readonly string[]): string[] => entries.map((entry, at) => `${at + 1} ${entry}`);

  it('is a line for the entry that was moved, and one for all that made room', () => {
    const [last = '', ...others] = [...hundred].reverse();
    expect(between(list(hundred), list([last, ...others.reverse()]))).toEqual(['moved 1-99 → 2-100', 'moved 100 → 1']);
  });

  it('names two that were swapped', () => {
    expect(between(['1 2001 A', '2 2002 B'], ['1 2002 B', '2 2001 A'])).toEqual(['moved 1 → 2', 'moved 2 → 1']);
  });

  it('takes an entry that changes where it is for changed, not for moved', () => {
    expect(between(['1 2001 A'], ['1 2001 B'])).toEqual(['1 2001 A becomes 1 2001 B']);
    expect(between(['1 2001 A'], ['1 2002 A'])).toEqual(['1 2001 A becomes 1 2002 A']);
  });

  it('follows who was moved and changed at once', () => {
    expect(between(['1 2001 A', '2 2002 B'], ['1 2002 B', '3 2001 Anna'])).toEqual([
      'moved 2 → 1',
      '1 2001 A becomes 3 2001 Anna',
    ]);
  });

  it('says what is added and removed beside a move', () => {
    expect(between(['1 2001 A', '2 2002 B'], ['2 2001 A', '5 2005 E'])).toEqual([
      'moved 1 → 2',
      'removed 2 2002 B',
      'added 5 2005 E',
    ]);
  });

  it('does not break a run of moves where equal entries stand in it', () => {
    expect(between(['1 7000 X', '2 7000 X', '4 7000 X'], ['2 7000 X', '3 7000 X', '5 7000 X'])).toHaveLength(2);
  });

  it('does not need an index to be a number', () => {
    expect(between(['1 2001 A'], ['x 2001 A'])).toEqual(['moved 1 → x']);
  });
});
