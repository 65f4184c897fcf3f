import { ServiceError } from '../domain/errors.js';
import type { SweptTable } from '../domain/swept-tables.js';
import type { OwnerLimits } from './owner-rows.js';

/** How much a sweep keeps at most. */
export interface SweepLimits extends OwnerLimits {
  /** Of one table. */
  readonly rows: number;
  /** Of one table: rows that are left out. */
  readonly leftOut: number;
}

export const usualLimits: SweepLimits = {
  rows: 5_000_000,
  leftOut: 1_000,
  ownerRows: 10_000,
  ownerBytes: 8_388_608,
};

/** Of a table so much may have changed from its first page to its count: of more, it is read once more. */
const mostDiffering = 1 / 5_000;

/** Whether a table was read otherwise than the call manager counts its rows. */
export function isMiscounted(read: number, counted: number): boolean {
  return Math.abs(read - counted) > counted * mostDiffering;
}

/** A sweep has come to one of its limits: what it has kept goes, and what was read before stays. */
export class SweepGivenUp extends Error {
  override readonly name = 'SweepGivenUp';
}

/** @returns that a call manager cannot be swept, because one row is more than it answers, or than is read */
export function oneRowTooLarge(table: SweptTable): ServiceError {
  const detail = `The call manager has a row in the table “${table}” that is too large for an answer.`;
  return new ServiceError('call-manager-answer-invalid', { detail, effect: 'none', cause: 'too large' });
}

/** How many lines of the log a sweep writes about what it does not keep. */
const mostTold = 20;

/** @returns what tells the first things that a sweep does not keep, and at last how many more there were */
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
