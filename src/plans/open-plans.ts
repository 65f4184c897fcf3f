import { PlanWork, type PlanWorkOptions } from './plan-work.js';
import { Plans, type PlansOptions } from './plans.js';

export type OpenPlansOptions = PlanWorkOptions & Omit<PlansOptions, 'onWork'>;

/** Plans that are worked on until they are closed. */
export interface OpenPlans {
  readonly plans: Plans;
  readonly work: PlanWork;
  close(): Promise<void>;
}

export function openPlans(options: OpenPlansOptions): OpenPlans {
  const work = new PlanWork(options);
  const onWork = (): void => {
    work.wake();
  };
  return { plans: new Plans({ ...options, onWork }), work, close: () => work.close() };
}
