import { plansAt } from '../../src/client/plans.js';
import { type PlanCalls, readWaiting, type Waiting } from '../plans/waiting.js';
import { callsOf } from './session.js';

/** @returns the calls of plans, of who is signed in */
export function planCalls(): PlanCalls {
  return callsOf(plansAt);
}

/** Reads which plans wait for who is signed in. */
export function readWaitingPlans(by: string): Promise<Waiting> {
  return readWaiting(by, planCalls());
}
