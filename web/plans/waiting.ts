import type { Plan } from '../../src/client/index.js';
import type { plansAt } from '../../src/client/plans.js';

/** The service's calls for plans. */
export type PlanCalls = ReturnType<typeof plansAt>;

/** The plans that wait for a user. */
export interface Waiting {
  /** Plans to approve come first. */
  readonly plans: readonly Plan[];
  /** Whether there may be more than were read. */
  readonly hasMore: boolean;
}

/** How many plans of each state are read. */
const mostRead = 50;

/** Whether a user should decide on a plan: approve it, or apply an approved plan that the user proposed or approved. */
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
