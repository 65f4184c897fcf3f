import type { Plan } from '../../../src/client/index.js';
import type { PlanList } from '../../plans/lists.js';
import { planTexts as words } from '../../texts/plans.js';

/** The colours of the states; the others are grey. */
const looks: Readonly<Partial<Record<Plan['state'], string>>> = {
  proposed: 'unknown',
  approved: 'changed',
  applying: 'unknown',
  applied: 'changed',
  'partly-applied': 'unknown',
  rejected: 'refused',
  outdated: 'refused',
};

/** The state of a plan, in words. */
export function PlanState({ plan: { state } }: { readonly plan: Plan }) {
  return <span class={`result result--${looks[state] ?? 'waiting'}`}>{words.states[state]}</span>;
}

const listLooks: Readonly<Record<PlanList['state'], string>> = {
  unread: 'waiting',
  open: 'waiting',
  sending: 'waiting',
  changed: 'changed',
  already: 'already',
  'changed-meanwhile': 'changed-meanwhile',
  refused: 'refused',
  uncertain: 'unknown',
};

/** The state of a list of a plan, in words. */
export function ListState({ state }: { readonly state: PlanList['state'] }) {
  return <span class={`result result--${listLooks[state]}`}>{words.listStates[state]}</span>;
}
