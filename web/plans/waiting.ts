import { nextIn, valueIn } from '../../src/client/answers.js';
import { type Check, has, isText, listOf, orNull } from '../../src/client/checks.js';
import { type Exchange, urlOf } from '../../src/client/exchange.js';

/** How many plans wait for a user. */
export interface Waiting {
  readonly count: number;
  /** Whether there may be more than were counted. */
  readonly hasMore: boolean;
}

/** The properties of a plan that are needed here. The check of all properties is loaded with the screens of plans. */
interface PlanThatWaits {
  readonly state: string;
  readonly user: string;
  readonly approval: { readonly user: string } | null;
  readonly may: readonly string[];
}
const isPlan: Check<PlanThatWaits> = /* @__PURE__ */ has({
  state: isText,
  user: isText,
  approval: orNull(has({ user: isText })),
  may: listOf(isText),
});

/** The states in which a plan can wait for a user. */
export const waitingStates = ['proposed', 'approved'] as const;

/** How many plans of one state are looked at. */
export const mostWaiting = 50;

/**
 * Whether a plan waits for a user: the user may approve it, or it is approved and the user, who proposed or approved
 * it, may apply it.
 */
export function waitsFor({ may, state, user, approval }: PlanThatWaits, by: string): boolean {
  if (may.includes('approve')) return true;
  return state === 'approved' && may.includes('apply') && (user === by || approval?.user === by);
}

/** @returns the call that counts the plans that wait for a user, for the header of every page */
export function countsAt(base: URL, exchange: Exchange) {
  return {
    countPlans: async (by: string): Promise<Waiting> => {
      const pages = await Promise.all(
        waitingStates.map(async (state) => {
          const url = urlOf(base, 'plans', { state, limit: mostWaiting });
          const answer = await exchange({ method: 'GET', url }, {});
          const waiting = valueIn(answer, listOf(isPlan)).filter((one) => waitsFor(one, by));
          return { count: waiting.length, hasMore: nextIn(answer, 'before') !== undefined };
        }),
      );
      return {
        count: pages.reduce((sum, { count }) => sum + count, 0),
        hasMore: pages.some(({ hasMore }) => hasMore),
      };
    },
  };
}
