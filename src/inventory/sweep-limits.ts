import { ServiceError } from '../domain/errors.js';
import type { SweptTable } from '../domain/swept-tables.js';
import type { OwnerLimits } from './owner-rows.js';

/** How much a sweep stores at most. */
export interface SweepLimits extends OwnerLimits {
  /** Rows of one table. */
  readonly rows: number;
  /** Left-out rows of one table. */
  readonly leftOut: number;
}

export const usualLimits: SweepLimits = {
  rows: 5_000_000,
  leftOut: 1_000,
  ownerRows: 10_000,
  ownerBytes: 8_388_608,
};

/**
 * The part of a table that may change between its first page and its count. If more has changed, the table is read
 * again.
 */
const mostDiffering = 1 / 5_000;

/** Whether the number of rows that were read differs too much from the call manager's count. */
export function isMiscounted(read: number, counted: number): boolean {
  return Math.abs(read - counted) > counted * mostDiffering;
}

/** A sweep has reached one of its limits. What it has stored is dropped, and the last complete sweep stays. */
export class SweepGivenUp extends Error {
  override readonly name = 'SweepGivenUp';
}

/** @returns the error for a call manager that cannot be swept, because one row exceeds the limit of an answer */
export function oneRowTooLarge(table: SweptTable): ServiceError {
  const detail = `The call manager has a row in the table “${table}” that is too large for an answer.`;
  return new ServiceError('call-manager-answer-invalid', { detail, effect: 'none', cause: 'too large' });
}

/** How many lines a sweep logs about what it does not store. */
const mostTold = 20;

/**
 * @returns two functions. `told` logs something that a sweep does not store, but not more than `mostTold` times;
 * `ended` logs how many more there were
 */
export function tellingSome(tell: (text: string) => void): { told: (what: string) => void; ended: () => void } {
  let count = 0;
  return {
    told: (what) => {
      count += 1;
      if (count <= mostTold) tell(`the inventory does not keep ${what}`);
    },
    ended: () => {
      if (count > mostTold) tell(`there are ${count - mostTold} more things that the inventory does not keep`);
    },
  };
}
