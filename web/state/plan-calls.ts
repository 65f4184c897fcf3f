import { plansAt } from '../../src/client/plans.js';
import { callsOf } from './session.js';

/** The service's calls for plans. */
export type PlanCalls = ReturnType<typeof plansAt>;

/** @returns the calls for plans, with the login of the current user */
export function planCalls(): PlanCalls {
  return callsOf(plansAt);
}
