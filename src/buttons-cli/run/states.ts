import type { ListRef } from '../lists.js';
import { hasChange, type PlannedList } from '../plan/plan.js';

/** The state of a list, and whether someone must look at it. */
export const stateFacts = {
  /** It will be changed; nothing was sent yet. */
  planned: { isOpen: false, isFinal: false },
  /** It was already as it should be: nothing was sent for it. */
  'already-ok': { isOpen: false, isFinal: true },
  /** This run has changed it to what it should be. */
  changed: { isOpen: false, isFinal: true },
  /** Not carried out. */
  refused: { isOpen: true, isFinal: false },
  /** Someone else has changed it; it stays as it is. */
  'changed-meanwhile': { isOpen: true, isFinal: true },
  /** It may or may not have changed. */
  uncertain: { isOpen: true, isFinal: false },
  /** The run ended before its turn. */
  'not-reached': { isOpen: true, isFinal: false },
} as const satisfies Readonly<
  Record<
    string,
    { /** It is not as wanted. */ isOpen: boolean; /** A run that continues does not try it again. */ isFinal: boolean }
  >
>;

export type State = keyof typeof stateFacts;

export const states = Object.keys(stateFacts) as readonly State[];

/** A state, and the reason if the state does not explain itself. */
export interface Settled {
  readonly state: State;
  readonly detail?: string | undefined;
}

/** The outcome of one list. */
export interface ListOutcome extends Settled {
  readonly key: ListRef;
}

/** Why a run ended early. */
export type RunEnd = 'interrupted' | 'refused-login' | 'failures' | 'journal';

/** @returns the outcome of a list for which nothing must be sent; undefined if it must be changed */
export function withoutCall(list: PlannedList): Settled | undefined {
  if (list.leave !== undefined) return { state: 'changed-meanwhile', detail: list.leave };
  return hasChange(list) ? undefined : { state: 'already-ok' };
}

/** A list of the run, with its outcome if an earlier part of the run handled it. */
export interface Work {
  readonly planned: PlannedList;
  /** Its outcome in an earlier part of the run. If there is one, the run skips the list. */
  readonly outcome?: Settled | undefined;
  /** Whether an earlier part of the run may have changed it. */
  readonly inDoubt: boolean;
}

/** @returns the outcome of a list without sending anything; undefined if it still must have its turn */
export function settledAlready({ outcome, planned }: Work): Settled | undefined {
  return outcome ?? withoutCall(planned);
}
