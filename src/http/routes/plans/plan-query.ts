import { planBounds } from '../../../plans/plan.js';
import { planFilters } from '../../../plans/store/plan-filter.js';
import { allOf, optional, queryText, wrongParameter } from '../fields.js';
import { listQuery } from '../list-query.js';
import { isId, limitOf, numberedPlace } from '../paging.js';

/** The queries of the calls for plans. */

/** The query of the list of plans. */
export const planQuery = listQuery('plans', planFilters, numberedPlace('before', isId));

/** The query of one plan: a page of its lists. */
export const listsOfPlan = allOf({
  limit: limitOf('lists'),
  after: numberedPlace('after', (text) => /^(0|[1-9][0-9]{0,14})$/.test(text)),
});

const { usual: usualPerHour, most: highestPerHour } = planBounds.perHour;

const perHourSchema = queryText(7, 'a number such as perHour=600').meta({
  description: `Send at most this many lists an hour, evenly spaced; 0 means no limit; ${usualPerHour} if left out.`,
});

function perHourIn(text: string): number {
  if (/^[0-9]+$/.test(text) && Number(text) <= highestPerHour) return Number(text);
  throw wrongParameter('perHour', `must be a number from 0 to ${highestPerHour}`);
}

/** How fast a plan is applied. */
export const perHourQuery = optional(
  { name: 'perHour', schema: perHourSchema, examples: { 'ten in a minute': '600' }, value: perHourIn },
  usualPerHour,
);
