import type { ErrorCode } from './error-catalogue.js';
import { isServiceError } from './errors.js';

/**
 * The state of a list that is to be set. There is no other vocabulary for how a list ended; also the write of one list
 * has it.
 * - `unread`: it was not read yet
 * - `open`: it waits to be set
 * - `sending`: it is being set, or was when an instance ended
 * - `changed`: the change has set it
 * - `already`: it was as asked for
 * - `changed-meanwhile`: someone else has changed it; it stays as it is
 * - `refused`: it surely was not set
 * - `stored-otherwise`: it was set, but the call manager keeps another list
 * - `uncertain`: it may have been set
 */
export const listStates = [
  'unread',
  'open',
  'sending',
  'changed',
  'already',
  'changed-meanwhile',
  'refused',
  'stored-otherwise',
  'uncertain',
] as const;
export type ListState = (typeof listStates)[number];

/** The states in which a list can end. */
export type ListEnd = Exclude<ListState, 'unread' | 'open' | 'sending'>;

/** Why a list is not as asked for: the code of a problem, and a sentence. */
export interface ListProblem {
  readonly code: ErrorCode;
  /** Null for a write of a release up to 1.0.0, which stored only the code. */
  readonly detail: string | null;
}

/** How a list ended. */
export interface Ended {
  readonly state: ListEnd;
  readonly problem: ListProblem | undefined;
}

/** The codes that are a state of their own. */
const stateOfCode: Readonly<Partial<Record<ErrorCode, ListEnd>>> = {
  'changed-meanwhile': 'changed-meanwhile',
  'stored-otherwise': 'stored-otherwise',
};

/**
 * How a list ended whose write failed. What the write may have done decides, not the code: the same code can mean that
 * nothing was sent, or that an answer was lost.
 */
export function endOf(thrown: unknown): Ended {
  if (!isServiceError(thrown)) {
    const detail = 'This service failed unexpectedly. Its log has the details.';
    return { state: 'uncertain', problem: { code: 'internal-error', detail } };
  }
  const { code, facts } = thrown;
  const state = stateOfCode[code] ?? (facts.effect === 'unknown' ? 'uncertain' : 'refused');
  return { state, problem: { code, detail: facts.detail } };
}
