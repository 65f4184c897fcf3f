import { longestText } from '../../domain/identifiers.js';
import type { AskedFor, ListFilters } from '../../domain/list-filter.js';
import type { Condition } from '../../store/conditions.js';
import { planStates } from '../plan.js';

/** What a condition needs. */
export interface PlanParts {
  /** The present state of a plan, as SQL. */
  readonly stateNow: string;
}

/** The filters that callers can use for plans. */
export const planFilters = {
  state: {
    is: 'choice',
    of: planStates,
    longest: 20,
    wanted: 'a state such as state=proposed',
    about: `Only plans in this state: ${planStates.join(', ')}.`,
    examples: { 'what waits': 'proposed' },
    condition: (state, { stateNow }) => [`${stateNow} = ?`, state],
  },
  user: {
    is: 'text',
    longest: longestText,
    wanted: 'a user name such as user=agent',
    about: 'Only plans that this user proposed.',
    condition: (user) => ['plan.user_name = ?', user],
  },
} as const satisfies ListFilters<PlanParts, Condition>;

/** Which plans a caller wants. A plan must match every given condition. */
export interface PlanFilter extends AskedFor<typeof planFilters> {
  /** Only plans that were proposed before the one with this id. */
  readonly before?: string | undefined;
}
