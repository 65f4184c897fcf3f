import { hasChange, type PlannedList } from '../plan/plan.js';
import type { Outcome } from './states.js';

/** @returns what became of a list for which nothing has to be sent; undefined where it is to be changed */
export function withoutCall(list: PlannedList): Outcome | undefined {
  if (list.leave !== undefined) return { state: 'changed-meanwhile', detail: list.leave };
  return hasChange(list) ? undefined : { state: 'already-ok' };
}
