import type { Plan } from '../../src/client/index.js';
import type { plansAt } from '../../src/client/plans.js';

/** What the service is asked about plans. */
export type PlanCalls = ReturnType<typeof plansAt>;

/** The plans that wait for a user. */
export interface Waiting {
  /** Those to be approved first. */
  readonly plans: readonly Plan[];
  /** Whether there may be more than were read. */
  readonly hasMore: boolean;
}

/** So many plans of a state are looked through. */
const mostRead = 50;

/** Whether a user is to decide on a plan: to approve it, or to apply one that is approved and was proposed or approved by the user. */
export function waitsFor({ may, state, user, approval }: Plan, by: string): boolean {
  if (may.includes('approve')) return true;
  return state === 'approved' && may.includes('apply') && (user === by || approval?.user === by);
}

export async function readWaiting(by: string, calls: Pick<PlanCalls, 'listPlans'>): Promise<Waiting> {
  const pages = await Promise.all(
    (['proposed', 'approved'] as const).map((state) => calls.listPlans({ state, limit: mostRead })),
  );
  return {
    plans: pages.flatMap(({ plans }) => plans.filter((plan) => waitsFor(plan, by))),
    hasMore: pages.some(({ next }) => next !== undefined),
  };
}
