import type { ParsedUrlQuery } from 'node:querystring';
import { z } from 'zod';
import { longestText } from '../../../domain/identifiers.js';
import type { ChangeFilter } from '../../../history/store/change-store.js';
import { invalidRequest } from '../../invalid-request.js';
import { queryParameter } from '../../openapi/operation-parts.js';
import { deviceParameters, parseDevice } from '../device-query.js';
import { queryText, type QueryValue, readQuery, storable } from '../fields.js';
import { directoryNumberParameter, parseDirectoryNumber } from '../phones.js';

/** How many changes one answer holds where nothing is said of it, and at most. */
const usualLimit = 50;
const highestLimit = 500;

const userSchema = queryText(longestText, 'a user name such as user=demo').meta({
  description: 'Only changes of this user.',
  pattern: storable,
});
const sinceSchema = queryText(40, 'a time such as since=2026-03-04T05:06:07Z').meta({
  description: 'Only changes from this time on (RFC 3339, with its offset).',
});
const limitSchema = queryText(3, `a number from 1 to ${highestLimit}`).meta({
  description: `How many changes at most, 1 to ${highestLimit}; ${usualLimit} where it is left out.`,
});
const beforeSchema = queryText(20, 'what stood in the Link header').meta({
  description: 'Where the page before ended, as `Link` gives it.',
});

/**
 * Reads which changes are asked for.
 * @throws ServiceError `invalid-request`
 */
export function parseChangeQuery(query: ParsedUrlQuery): { readonly filter: ChangeFilter; readonly limit: number } {
  const { phone, profile, user, since, dirn, before } = query;
  const filter: ChangeFilter = {
    device: phone === undefined && profile === undefined ? undefined : parseDevice(query),
    user: user === undefined ? undefined : readQuery('user', userSchema, user),
    since: since === undefined ? undefined : parseTime(since),
    number: dirn === undefined ? undefined : parseDirectoryNumber(dirn),
    before: before === undefined ? undefined : parseCursor(before),
  };
  return { filter, limit: parseLimit(query['limit']) };
}

const rfc3339 = z.iso.datetime({ offset: true });

/** A raw `+` of an offset arrives as a space. */
function parseTime(value: QueryValue): Date {
  const text = readQuery('since', sinceSchema, value).replace(/ (?=\d\d:\d\d$)/, '+');
  const time = new Date(text);
  if (rfc3339.safeParse(text).success && !Number.isNaN(time.getTime())) return time;
  throw invalidRequest([
    { field: 'query.since', detail: 'is no time after RFC 3339, with an offset, such as 2026-03-04T05:06:07Z' },
  ]);
}

function parseCursor(value: QueryValue): string {
  const cursor = readQuery('before', beforeSchema, value);
  if (isChangeId(cursor)) return cursor;
  throw invalidRequest([{ field: 'query.before', detail: 'is no place in this list; take it from the Link header' }]);
}

function parseLimit(value: QueryValue): number {
  if (value === undefined) return usualLimit;
  const limit = Number(/^[0-9]+$/.exec(readQuery('limit', limitSchema, value))?.[0]);
  if (limit >= 1 && limit <= highestLimit) return limit;
  throw invalidRequest([{ field: 'query.limit', detail: `must be a number from 1 to ${highestLimit}` }]);
}

/** Whether a text can be the id of a change. */
function isChangeId(text: string): boolean {
  return /^[1-9][0-9]{0,17}$/.test(text);
}

/** @returns the parameters of the list, for the document */
export function changeParameters(): object[] {
  return [
    ...deviceParameters(),
    queryParameter('user', userSchema, { 'a user': 'demo' }, false),
    queryParameter('since', sinceSchema, { 'a time': '2026-03-04T05:06:07Z' }, false),
    directoryNumberParameter(false),
    queryParameter('limit', limitSchema, { 'a few': '10' }, false),
    queryParameter('before', beforeSchema, { 'a place': '1203' }, false),
  ];
}
