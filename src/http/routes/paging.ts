import type { Context } from 'koa';
import type { z } from 'zod';
import type { ServiceError } from '../../domain/errors.js';
import type { QueryPart } from '../openapi/operation.js';
import { optional, queryText, storable, wrongParameter } from './fields.js';

/** What all paged lists share: the number of items, and the start of the next page. */

/** The default and the highest number of items in one answer. */
const usualLimit = 50;
const highestLimit = 500;

/** @param what the name of the list's items: `findings` */
export function limitOf(what: string): QueryPart<number> {
  const schema = queryText(3, `a number from 1 to ${highestLimit}`).meta({
    description: `At most this many ${what}, from 1 to ${highestLimit}; ${usualLimit} if left out.`,
  });
  return optional(
    { name: 'limit', schema, examples: { 'a few': '10' }, value: (text) => limitIn(text, highestLimit) },
    usualLimit,
  );
}

/** @throws ServiceError `invalid-request` if a text is not a number from 1 to the highest */
export function limitIn(text: string, highest: number): number {
  const limit = Number(/^[0-9]+$/.exec(text)?.[0]);
  if (limit >= 1 && limit <= highest) return limit;
  throw wrongParameter('limit', `must be a number from 1 to ${highest}`);
}

/** All cursors of this service are shorter. */
const longestCursor = 2000;

const placeOf = 'the value from the Link header';
const description = 'Where the previous page ended, as `Link` gives it.';

/** The parameter for the start of a page. */
export interface PlacePart<Place> extends QueryPart<Place | undefined> {
  readonly cursor: (place: Place) => string;
}

/** The parameter `after`: a place in a list, as text that only this service reads. */
export function placeAfter<Place>(schema: z.ZodType<Place>): PlacePart<Place> {
  const text = queryText(longestCursor, placeOf).meta({ description, pattern: storable });
  const value = (cursor: string): Place => {
    const parsed = schema.safeParse(jsonIn(cursor));
    if (parsed.success) return parsed.data;
    throw wrongCursor('after');
  };
  return {
    ...optional({ name: 'after', schema: text, value }, undefined),
    cursor: (place) => Buffer.from(JSON.stringify(place)).toString('base64url'),
  };
}

/**
 * The parameter for a place that is a number: the id of the last item of the previous page.
 * @param isPlace whether a text can be a place
 */
export function numberedPlace(
  name: 'before' | 'after',
  isPlace: (text: string) => boolean,
  examples?: Readonly<Record<string, string>>,
): QueryPart<string | undefined> {
  const value = (text: string): string => {
    if (isPlace(text)) return text;
    throw wrongCursor(name);
  };
  const schema = queryText(20, placeOf).meta({ description });
  return optional({ name, schema, value, ...(examples && { examples }) }, undefined);
}

/** Whether a text can be the id of a change. */
export function isId(text: string): boolean {
  return /^[1-9][0-9]{0,17}$/.test(text);
}

/**
 * Links to the next page. The link is relative to the address of the request, in case a proxy adds a path.
 * @param place the parameters that differ
 * @param query the other parameters
 */
export function linkToNext(
  ctx: Context,
  place: Readonly<Record<string, string>>,
  query = new URLSearchParams(ctx.querystring),
): void {
  for (const [name, value] of Object.entries(place)) query.set(name, value);
  ctx.set('Link', `<?${query.toString()}>; rel="next"`);
}

function jsonIn(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

/** @returns the error for a cursor that cannot be from the Link of an answer */
export function wrongCursor(name: 'after' | 'before'): ServiceError {
  return wrongParameter(name, 'is not a place in this list; take it from the Link header');
}
