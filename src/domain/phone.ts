import { dialledForm } from './identifiers.js';

/** A speed dial of a phone. All three are text. */
export interface SpeedDial {
  /** Position, a string of digits. */
  readonly index: string;
  /** The number that it dials: as a caller gave it, as the call manager stores it, or as it is shown, with a plain plus. */
  readonly dirn: string;
  readonly label: string;
}

/** A phone as callers see it: every property always there, every value text, empty where the call manager has none. */
export interface Phone {
  readonly product: string;
  readonly description: string;
  readonly model: string;
  readonly name: string;
  /** 8-4-4-4-12, lower case, no braces. */
  readonly uuid: string;
  /** Directory numbers in line order, none twice, in the form that callers dial (`+1408…`, not `\+1408…`). */
  readonly dirns: readonly string[];
  /** In numeric order of index. */
  readonly speeddials: readonly SpeedDial[];
}

/**
 * Orders two indexes by number; they are strings of digits of any length, so no number type is involved.
 * @returns negative, zero or positive, as for Array.sort; `01` and `1` are equal
 */
export function compareIndexes(a: string, b: string): number {
  return compareCanonical(canonicalIndex(a), canonicalIndex(b));
}

function compareCanonical(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The one spelling of an index: `01` and `1` are the same place on a phone. */
export function canonicalIndex(index: string): string {
  return index.trim().replace(/^0+(?=\d)/, '');
}

/** @returns the speed dials in numeric order of index, as a new array */
export function inIndexOrder(dials: readonly SpeedDial[]): SpeedDial[] {
  const placed = dials.map((dial) => ({ place: canonicalIndex(dial.index), dial }));
  return placed.sort((a, b) => compareCanonical(a.place, b.place)).map(({ dial }) => dial);
}

/**
 * @returns whether two lists set the same speed dials, whatever their order, the leading zeros of an index, and the
 * backslash with which a call manager may store a number's leading plus
 */
export function sameSpeedDials(a: readonly SpeedDial[], b: readonly SpeedDial[]): boolean {
  if (a.length !== b.length) return false;
  const right = inIndexOrder(b);
  return inIndexOrder(a).every((dial, place) => {
    const other = right[place];
    return (
      other !== undefined &&
      compareIndexes(dial.index, other.index) === 0 &&
      dialledForm(dial.dirn) === dialledForm(other.dirn) &&
      dial.label === other.label
    );
  });
}
