import type { ListKey } from '../lists.js';

/**
 * What became of one list:
 * - `planned`: it is to be changed, and nothing has been sent
 * - `already-ok`: it was as it should be
 * - `changed`: it is as it should be now
 * - `refused`: not carried out
 * - `changed-meanwhile`: somebody else changed it; it is left alone
 * - `uncertain`: it may or may not be changed
 * - `not-reached`: the run ended before its turn
 */
export const states = [
  'planned',
  'already-ok',
  'changed',
  'refused',
  'changed-meanwhile',
  'uncertain',
  'not-reached',
] as const;

export type State = (typeof states)[number];

/** What became of one list, and why, where that is not plain. */
export interface Outcome {
  readonly state: State;
  readonly detail?: string | undefined;
}

export interface ListOutcome extends Outcome {
  readonly key: ListKey;
}

/** Why a run ended before it was through. */
export type RunEnd = 'interrupted' | 'refused-login' | 'failures' | 'journal';
