import { describe, expect, it } from 'vitest';
import type { Draft } from '../../../web/editing/draft.js';
import { isGap, withGaps } from '../../../web/editing/gaps.js';
import { move, remove, setField } from '../../../web/editing/steps.js';
import { draft } from './lists.js';

const lines = ({ rows }: Draft): string[] =>
  withGaps(rows).map((line) => (isGap(line) ? `${line.first}-${line.last}` : `row ${line.key}`));

describe('the gaps of a list', () => {
  it('are before and between the entries', () => {
    expect(lines(draft('2 a', '5 b', '6 c', '10 d'))).toEqual([
      '1-1',
      'row 0',
      '3-4',
      'row 1',
      'row 2',
      '7-9',
      'row 3',
    ]);
  });

  it('do not exist in a list without gaps or without entries', () => {
    expect(lines(draft('1 a', '02 b'))).toEqual(['row 0', 'row 1']);
    expect(lines(draft('0 a', '1 b'))).toEqual(['row 0', 'row 1']);
    expect(lines(draft())).toEqual([]);
  });

  it('keep a removed row and its replacement in their places', () => {
    expect(lines(move(remove(draft('2 a', '3 b'), 0), 1, -1))).toEqual(['1-1', 'row 0', 'row 1']);
  });

  it('ignore an index that is being typed', () => {
    expect(lines(setField(draft('1 a', '2 b', '3 c'), 1, 'index', '', true))).toEqual([
      'row 0',
      'row 1',
      '2-2',
      'row 2',
    ]);
  });

  it('work with indexes of any length', () => {
    expect(lines(draft('1 a', `1${'0'.repeat(30)} b`))).toEqual(['row 0', `2-${'9'.repeat(30)}`, 'row 1']);
  });
});
