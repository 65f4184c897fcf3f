import { plansAt } from '../../src/client/plans.js';
import { type PlanCalls, readWaiting, type Waiting } from '../plans/waiting.js';
import { callsOf } from './session.js';

/** @returns the calls for plans, with the user's login */
export function planCalls(): PlanCalls {
  return callsOf(plansAt);
}

/** Reads the plans that wait for the user. */
export function readWaitingPlans(by: string): Promise<Waiting> {
  return readWaiting(by, planCalls());
}
