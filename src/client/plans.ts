import { nextIn, pageIn, type PageOf, valueIn } from './answers.js';
import { baseOf, type CallOptions, type Exchange, urlOf } from './exchange.js';
import { isPlan, isPlanWithLists, type Plan, type PlanWithLists } from './plan-shapes.js';
import type { PlanFilter } from './filters.js';
import { type ListState, listStates } from './plan-table.js';
import type { BusyLampFieldToSet, SpeedDialToSet } from './shapes.js';
import type { ButtonKind, DeviceKind } from './words.js';

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

/** A page of plans, newest first. */
export type PlanPage = PageOf<'plans', Plan>;

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

/** @returns how many lists of a plan are in these states; in all states if none are given */
export function countLists(counts: Plan['lists'], states: readonly ListState[] = listStates): number {
  return states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
}

/** @returns the calls for plans, for a service at an address */
export function plansAt(base: URL, exchange: Exchange) {
  const planAt = (id: string, deed = '', query = {}): URL =>
    urlOf(base, `plans/${encodeURIComponent(id)}${deed}`, query);
  const post = async (url: URL, call: CallOptions, body?: unknown): Promise<Plan> =>
    valueIn(await exchange({ method: 'POST', url, body }, call), isPlan, 201, 202);
  return {
    proposePlan: (plan: PlanToPropose, call: CallOptions = {}) => post(urlOf(base, 'plans'), call, plan),
    listPlans: async (filter: PlanFilter = {}, call: CallOptions = {}): Promise<PlanPage> =>
      pageIn(await exchange({ method: 'GET', url: urlOf(base, 'plans', filter) }, call), 'plans', isPlan, 'before'),
    readPlan: async (
      id: string,
      { limit, after, ...call }: CallOptions & { limit?: number | undefined; after?: string | undefined } = {},
    ): Promise<PlanRead> => {
      const answer = await exchange({ method: 'GET', url: planAt(id, '', { limit, after }) }, call);
      return { plan: valueIn(answer, isPlanWithLists), next: nextIn(answer, 'after') };
    },
    approvePlan: (id: string, digest: string, call: CallOptions = {}) =>
      post(planAt(id, '/approval'), call, { digest }),
    rejectPlan: (id: string, reason: string, call: CallOptions = {}) =>
      post(planAt(id, '/rejection'), call, { reason }),
    applyPlan: (id: string, { perHour, ...call }: CallOptions & { perHour?: number | undefined } = {}) =>
      post(planAt(id, '/application', { perHour }), call),
    stopPlan: (id: string, call: CallOptions = {}) => post(planAt(id, '/stop'), call),
  };
}
