import { canonicalIndex, compareIndexes } from '../../src/domain/buttons.js';
import { placeOf, type Row } from './draft.js';
import { indexPlus, isDigits } from './entry.js';

/** Indexes at which nothing stands, from the first to the last of them. */
export interface Gap {
  readonly first: string;
  readonly last: string;
}

/** @returns the rows, and between them the gaps; none behind the last row, where there is always room */
export function withGaps(rows: readonly Row[]): readonly (Row | Gap)[] {
  let next = '1';
  return rows.flatMap((row) => {
    const place = placeOf(row);
    // What is being typed is no place yet.
    if (!isDigits(place)) return [row];
    const gap = compareIndexes(place, next) > 0 ? [{ first: next, last: indexPlus(place, -1) }] : [];
    if (compareIndexes(place, next) >= 0) next = indexPlus(canonicalIndex(place), 1);
    return [...gap, row];
  });
}

export function isGap(line: Row | Gap): line is Gap {
  return 'first' in line;
}
