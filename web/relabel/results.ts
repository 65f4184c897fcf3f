import type { PhoneProxyError, Replaced } from '../../src/client/index.js';

/**
 * What becomes of one list:
 * - `waiting`, `under-way`: its turn is to come, or is now
 * - `changed`: the buttons have the label now
 * - `already`: they had it
 * - `changed-meanwhile`: somebody else has changed the list since it was seen; it is left alone
 * - `refused`: not carried out
 * - `unknown`: nobody knows whether it was carried out
 * - `unchanged`: that was not known, and reading showed the list as it was seen
 * - `not-reached`: the run ended before its turn
 */
export type Result =
  | { readonly state: 'waiting' | 'under-way' | 'already' | 'changed-meanwhile' | 'unchanged' | 'not-reached' }
  | { readonly state: 'changed'; readonly afterUpdate: Replaced['afterUpdate'] }
  | { readonly state: 'refused' | 'unknown'; readonly error: PhoneProxyError };

export type State = Result['state'];

/** Why a run ended before every list had its turn. */
export type RunEnd = 'stopped' | 'signed-out' | 'failures' | 'login';

const failed: ReadonlySet<State> = new Set(['refused', 'unknown', 'unchanged', 'not-reached']);

/** Whether a list may still need its new label, so that it can be tried again. */
export function hasFailed({ state }: Result): boolean {
  return failed.has(state);
}

/** Whether nothing more becomes of a list in this run. */
export function isSettled({ state }: Result): boolean {
  return state !== 'waiting' && state !== 'under-way';
}
