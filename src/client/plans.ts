import { type Answer, nextIn, refusal, valueIn, valueOf } from './answers.js';
import { baseOf, type CallOptions, type Exchange, urlOf } from './exchange.js';
import { isPlan, isPlanWithLists, type Plan, type PlanWithLists } from './plan-shapes.js';
import { listOf } from './checks.js';
import type { PlanFilter } from './filters.js';
import type { BusyLampFieldToSet, ButtonKind, DeviceKind, SpeedDialToSet } from './types.js';

/** A plan to propose. */
export interface PlanToPropose {
  /** 1 to 200 characters. */
  readonly title: string;
  /** For the approver, at most 500 characters. */
  readonly reason?: string | undefined;
  /** At most 1,000, each list once. */
  readonly changes: readonly ChangeToPropose[];
}

export interface ChangeToPropose {
  /** The device's name. */
  readonly device: string;
  readonly deviceKind: DeviceKind;
  readonly list: ButtonKind;
  /** The etag of the list that the change is based on. */
  readonly ifMatch: string;
  /** The whole list. */
  readonly entries: readonly (SpeedDialToSet | BusyLampFieldToSet)[];
}

/** A page of plans. */
export interface PlanPage {
  /** Newest first. */
  readonly plans: readonly Plan[];
  /** The start of the next page, as `before` of the next call; undefined on the last page. */
  readonly next: string | undefined;
}

/** A plan with some of its lists. */
export interface PlanRead {
  readonly plan: PlanWithLists;
  /** The start of the next page of lists, as `after` of the next call; undefined on the last page. */
  readonly next: string | undefined;
}

/**
 * @param baseUrl where the service is
 * @returns where a person reviews a plan in the console, if the service has one
 */
export function consolePageOf(baseUrl: string | URL, { id }: Pick<Plan, 'id'>): string {
  return new URL(`console/#/plans/${encodeURIComponent(id)}`, baseOf(baseUrl)).href;
}

/** @returns the calls for plans, for a service at an address */
export function plansAt(base: URL, exchange: Exchange) {
  const planAt = (id: string, deed: string, query: Readonly<Record<string, string>> = {}): URL =>
    urlOf(base, `plans/${encodeURIComponent(id)}${deed}`, query);
  const post = async (url: URL, call: CallOptions, body?: unknown): Promise<Plan> =>
    planIn(await exchange({ method: 'POST', url, ...(body !== undefined && { body }) }, call));
  return {
    proposePlan: (plan: PlanToPropose, call: CallOptions = {}) => post(urlOf(base, 'plans'), call, plan),
    listPlans: async (filter: PlanFilter = {}, call: CallOptions = {}): Promise<PlanPage> => {
      const answer = await exchange({ method: 'GET', url: urlOf(base, 'plans', textsIn(filter)) }, call);
      return { plans: valueIn(answer, listOf(isPlan)), next: nextIn(answer, 'before') };
    },
    readPlan: async (
      id: string,
      { limit, after, ...call }: CallOptions & { limit?: number | undefined; after?: string | undefined } = {},
    ): Promise<PlanRead> => {
      const answer = await exchange({ method: 'GET', url: planAt(id, '', textsIn({ limit, after })) }, call);
      return { plan: valueIn(answer, isPlanWithLists), next: nextIn(answer, 'after') };
    },
    approvePlan: (id: string, digest: string, call: CallOptions = {}) =>
      post(planAt(id, '/approval'), call, { digest }),
    rejectPlan: (id: string, reason: string, call: CallOptions = {}) =>
      post(planAt(id, '/rejection'), call, { reason }),
    applyPlan: (id: string, { perHour, ...call }: CallOptions & { perHour?: number | undefined } = {}) =>
      post(planAt(id, '/application', textsIn({ perHour })), call),
    stopPlan: (id: string, call: CallOptions = {}) => post(planAt(id, '/stop'), call),
  };
}

/** @throws ProblemError or UnexpectedAnswerError */
function planIn(answer: Answer): Plan {
  const plan = answer.status >= 200 && answer.status <= 202 ? valueOf(answer) : undefined;
  if (isPlan(plan)) return plan;
  throw refusal(answer);
}

function textsIn(given: object): Readonly<Record<string, string>> {
  const texts = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  return Object.fromEntries(texts);
}
