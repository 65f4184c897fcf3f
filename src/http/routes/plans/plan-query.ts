import type { ParsedUrlQuery } from 'node:querystring';
import { invalidRequest } from '../../../domain/errors.js';
import { longestText } from '../../../domain/identifiers.js';
import { planStates } from '../../../plans/plan.js';
import type { PlanFilter } from '../../../plans/store/plan-store.js';
import { queryParameter } from '../../openapi/operation-parts.js';
import { queryText, type QueryValue, readQuery, storable } from '../fields.js';
import { limitOf, wrongCursor } from '../paging.js';

/** The queries of the calls for plans. */

const stateSchema = queryText(20, 'a state such as state=proposed').meta({
  description: `Only plans in this state: ${planStates.join(', ')}.`,
});
const userSchema = queryText(longestText, 'a user name such as user=agent').meta({
  description: 'Only plans that this user proposed.',
  pattern: storable,
});
const placeSchema = queryText(20, 'the value from the Link header').meta({
  description: 'Where the previous page ended, as `Link` gives it.',
});
const planLimit = limitOf('plans');
const listLimit = limitOf('lists');

/** @throws ServiceError `invalid-request` */
export function parsePlanQuery(query: ParsedUrlQuery): { readonly filter: PlanFilter; readonly limit: number } {
  const { state, user, before } = query;
  const filter = {
    state: state === undefined ? undefined : parseState(state),
    user: user === undefined ? undefined : readQuery('user', userSchema, user),
    before: before === undefined ? undefined : parsePlace('before', before),
  } satisfies Record<keyof PlanFilter, unknown>;
  return { filter, limit: planLimit.parse(query['limit']) };
}

/** @throws ServiceError `invalid-request` */
export function parseListQuery({ after, limit }: ParsedUrlQuery): { readonly after: number; readonly limit: number } {
  return { after: after === undefined ? -1 : Number(parsePlace('after', after)), limit: listLimit.parse(limit) };
}

function parseState(value: QueryValue): PlanFilter['state'] {
  const given = readQuery('state', stateSchema, value);
  const state = planStates.find((one) => one === given);
  if (state) return state;
  throw invalidRequest([{ field: 'query.state', detail: `must be one of ${planStates.join(', ')}` }]);
}

function parsePlace(name: 'before' | 'after', value: QueryValue): string {
  const place = readQuery(name, placeSchema, value);
  if (/^(0|[1-9][0-9]{0,14})$/.test(place)) return place;
  throw wrongCursor(name);
}

/** The default and the highest number of lists that are sent in an hour; 0 is no limit. */
const usualPerHour = 5_000;
const highestPerHour = 1_000_000;

const perHourSchema = queryText(7, 'a number such as perHour=600').meta({
  description: `Send at most this many lists an hour, evenly spaced; 0 means no limit; ${usualPerHour} if left out.`,
});

/** @throws ServiceError `invalid-request` */
export function parsePerHour(value: QueryValue): number {
  if (value === undefined) return usualPerHour;
  const given = readQuery('perHour', perHourSchema, value);
  if (/^[0-9]+$/.test(given) && Number(given) <= highestPerHour) return Number(given);
  throw invalidRequest([{ field: 'query.perHour', detail: `must be a number from 0 to ${highestPerHour}` }]);
}

export function perHourParameter(): object {
  return queryParameter('perHour', perHourSchema, { 'ten in a minute': '600' }, false);
}

/** @returns the parameters of the list of plans, for the document */
export function planParameters(): object[] {
  return [
    queryParameter('state', stateSchema, { 'what waits': 'proposed' }, false),
    queryParameter('user', userSchema, {}, false),
    planLimit.parameter(),
    queryParameter('before', placeSchema, {}, false),
  ];
}

/** @returns the parameters of the lists of a plan, for the document */
export function listParameters(): object[] {
  return [listLimit.parameter(), queryParameter('after', placeSchema, {}, false)];
}
