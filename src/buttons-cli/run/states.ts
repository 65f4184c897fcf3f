import type { ListRef } from '../lists.js';
import { hasChange, type PlannedList } from '../plan/plan.js';

/** What became of one list, and whether someone has to look at it. */
export const stateFacts = {
  /** It is to be changed, and nothing has been sent. */
  planned: { isOpen: false, isFinal: false },
  /** It was as it should be: nothing was sent for it. */
  'already-ok': { isOpen: false, isFinal: true },
  /** It is as it should be now, because of this run. */
  changed: { isOpen: false, isFinal: true },
  /** Not carried out. */
  refused: { isOpen: true, isFinal: false },
  /** Someone else changed it; it is left alone. */
  'changed-meanwhile': { isOpen: true, isFinal: true },
  /** It may or may not be changed. */
  uncertain: { isOpen: true, isFinal: false },
  /** The run ended before its turn. */
  'not-reached': { isOpen: true, isFinal: false },
} as const satisfies Readonly<
  Record<
    string,
    { /** It is not as wanted. */ isOpen: boolean; /** A run that goes on leaves it at that. */ isFinal: boolean }
  >
>;

export type State = keyof typeof stateFacts;

export const states = Object.keys(stateFacts) as readonly State[];

/** A state, and why, where that is not plain. */
export interface Settled {
  readonly state: State;
  readonly detail?: string | undefined;
}

/** What became of one list. */
export interface ListOutcome extends Settled {
  readonly key: ListRef;
}

/** Why a run ended before it was through. */
export type RunEnd = 'interrupted' | 'refused-login' | 'failures' | 'journal';

/** @returns what became of a list for which nothing has to be sent; undefined if it is to be changed */
export function withoutCall(list: PlannedList): Settled | undefined {
  if (list.leave !== undefined) return { state: 'changed-meanwhile', detail: list.leave };
  return hasChange(list) ? undefined : { state: 'already-ok' };
}

/** A list of the run, with its outcome if an earlier part of the run handled it. */
export interface Work {
  readonly planned: PlannedList;
  /** Its outcome in an earlier part of the run; then the run skips it. */
  readonly outcome?: Settled | undefined;
  /** Whether an earlier part of the run may have changed it. */
  readonly inDoubt: boolean;
}

/** @returns what becomes of a list without sending anything; undefined if its turn is to come */
export function settledAlready({ outcome, planned }: Work): Settled | undefined {
  return outcome ?? withoutCall(planned);
}
