import type { Change, PhoneProxyError, Replaced, UndoStep } from '../../src/client/index.js';
import { mayHelpAgain } from '../calls/failed-call.js';
import type { ChosenButton } from './chosen.js';
import type { ListKey } from './lists.js';

/** A list that a run changes: some of its buttons, or the undo of a change. */
export type RunList = ListKey & { readonly description: string } & (
    | { readonly buttons: readonly ChosenButton[] }
    | { readonly change: Change }
  );

/**
 * The result of one list:
 * - `waiting`, `under-way`: its turn has not come, or is now
 * - `changed`: the buttons are as wanted
 * - `already`: they were already as wanted
 * - `changed-meanwhile`: someone else has changed the list since it was shown; it stays as it is
 * - `not-undoable`: the list before the change is unknown; nothing was sent
 * - `refused`: not carried out
 * - `unknown`: it is not known whether it was carried out
 * - `unchanged`: the outcome was unknown, and then a read showed the list as before
 * - `not-reached`: the run ended before its turn
 */
export type Result =
  | {
      readonly state:
        | 'waiting'
        | 'under-way'
        | 'already'
        | 'changed-meanwhile'
        | 'not-undoable'
        | 'unchanged'
        | 'not-reached';
    }
  | { readonly state: 'changed'; readonly afterUpdate: Replaced['afterUpdate'] }
  | { readonly state: 'refused' | 'unknown'; readonly error: PhoneProxyError | undefined };

export type State = Result['state'];

/** Why a run ended before every list had its turn. */
export type RunEnd = 'stopped' | 'signed-out' | 'failures' | 'login';

/** In the order in which they are shown. */
const order: readonly State[] = [
  'changed',
  'already',
  'changed-meanwhile',
  'not-undoable',
  'refused',
  'unchanged',
  'unknown',
  'not-reached',
];

/** @returns how many lists have each result that occurs */
export function countResults(results: readonly Result[]): readonly { readonly state: State; readonly count: number }[] {
  const counts = order.map((state) => ({ state, count: results.filter((result) => result.state === state).length }));
  return counts.filter(({ count }) => count > 0);
}

/** Whether a retry may change a list. If the list was refused because of its content, it cannot. */
export function mayTryAgain(result: Result): boolean {
  switch (result.state) {
    case 'unknown':
    case 'unchanged':
    case 'not-reached':
      return true;
    case 'refused':
      return result.error === undefined || mayHelpAgain(result.error);
    case 'waiting':
    case 'under-way':
    case 'changed':
    case 'already':
    case 'changed-meanwhile':
    case 'not-undoable':
      return false;
  }
}

/** Whether a list is done in this run. */
export function isSettled({ state }: Result): boolean {
  return state !== 'waiting' && state !== 'under-way';
}

const afterUndo: Readonly<Record<UndoStep['state'], State>> = {
  undone: 'changed',
  already: 'already',
  'not-made': 'already',
  'changed-meanwhile': 'changed-meanwhile',
  'not-undoable': 'not-undoable',
  refused: 'refused',
  uncertain: 'unknown',
  'not-reached': 'not-reached',
};

/** @returns the result of a list whose change was to be undone */
export function resultOfUndo({ state, error, afterUpdate }: UndoStep): Result {
  const is = afterUndo[state];
  if (is === 'changed') return { state: is, afterUpdate };
  return is === 'refused' || is === 'unknown' ? { state: is, error } : { state: is };
}
