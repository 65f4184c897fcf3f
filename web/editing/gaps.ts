import { canonicalIndex, compareIndexes } from '../../src/domain/buttons.js';
import { positionOf, type Row } from './draft.js';
import { indexPlus, isDigits } from './entry.js';

/** Free indexes, from the first to the last. */
export interface Gap {
  readonly first: string;
  readonly last: string;
}

/** @returns the rows, with the gaps between them; there is always room after the last row */
export function withGaps(rows: readonly Row[]): readonly (Row | Gap)[] {
  let next = '1';
  return rows.flatMap((row) => {
    const index = positionOf(row);
    // The index is still being typed, and is not valid yet.
    if (!isDigits(index)) return [row];
    const gap = compareIndexes(index, next) > 0 ? [{ first: next, last: indexPlus(index, -1) }] : [];
    if (compareIndexes(index, next) >= 0) next = indexPlus(canonicalIndex(index), 1);
    return [...gap, row];
  });
}

export function isGap(line: Row | Gap): line is Gap {
  return 'first' in line;
}
