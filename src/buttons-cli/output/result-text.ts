import type { ListOutcome, State } from '../run/states.js';
import { counted, listName } from './plan-text.js';
import { shown } from './shown.js';
import type { Colours } from './terminal.js';

/** Those that somebody has to look at. */
const notAsWanted: ReadonlySet<State> = new Set(['refused', 'changed-meanwhile', 'uncertain', 'not-reached']);

/** @returns whether a list is not as it should be */
export function isOpen({ state }: ListOutcome): boolean {
  return notAsWanted.has(state);
}

/** @returns the lists that are not as wanted, a line for each, with the reason */
export function openText(outcomes: readonly ListOutcome[], { red, yellow }: Colours): string[] {
  return outcomes.filter(isOpen).map(({ key, state, detail }) => {
    const colour = state === 'not-reached' ? yellow : red;
    const reason = detail === undefined ? '' : `: ${shown(detail)}`;
    return colour(`${state}  ${listName(key)}${reason}`);
  });
}

/** `1 list: 1 changed` */
export function countsText(outcomes: readonly ListOutcome[]): string {
  const counts = stateCounts(outcomes);
  const parts = Object.entries(counts).map(([state, count]) => `${count} ${state}`);
  return `${counted(outcomes.length, 'list')}: ${parts.join(', ')}`;
}

/** @returns how many lists are in each state that there is */
export function stateCounts(outcomes: readonly ListOutcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { state } of outcomes) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}
