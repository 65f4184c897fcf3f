import type { ParsedUrlQuery } from 'node:querystring';
import { invalidRequest } from '../../../domain/errors.js';
import { planBounds } from '../../../plans/plan.js';
import { planFilters } from '../../../plans/store/plan-filter.js';
import { queryParameter } from '../../openapi/operation-parts.js';
import { queryText, type QueryValue, readQuery } from '../fields.js';
import { listQuery } from '../list-query.js';
import { idBefore, limitOf, wrongCursor } from '../paging.js';

/** The queries of the calls for plans. */

/** The query of the list of plans. */
export const planQuery = listQuery('plans', planFilters, idBefore({}));

const placeSchema = queryText(20, 'the value from the Link header').meta({
  description: 'Where the previous page ended, as `Link` gives it.',
});
const listLimit = limitOf('lists');

/** @throws ServiceError `invalid-request` */
export function parseListQuery({ after, limit }: ParsedUrlQuery): { readonly after: number; readonly limit: number } {
  return { after: after === undefined ? -1 : Number(parsePlace(after)), limit: listLimit.parse(limit) };
}

function parsePlace(value: QueryValue): string {
  const place = readQuery('after', placeSchema, value);
  if (/^(0|[1-9][0-9]{0,14})$/.test(place)) return place;
  throw wrongCursor('after');
}

const { usual: usualPerHour, most: highestPerHour } = planBounds.perHour;

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

/** @returns the parameters of the lists of a plan, for the document */
export function listParameters(): object[] {
  return [listLimit.parameter(), queryParameter('after', placeSchema, {}, false)];
}
