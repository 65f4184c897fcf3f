import type { z } from 'zod';
import { invalidRequest, type ServiceError } from '../../domain/errors.js';
import { queryParameter } from '../openapi/operation-parts.js';
import { queryText, type QueryValue, readQuery, storable } from './fields.js';

/** What all paged lists share: the number of items, and the start of the next page. */

/** The default and the highest number of items in one answer. */
const usualLimit = 50;
const highestLimit = 500;

/** @param what the name of the list's items: `findings` */
export function limitOf(what: string) {
  const schema = queryText(3, `a number from 1 to ${highestLimit}`).meta({
    description: `At most this many ${what}, from 1 to ${highestLimit}; ${usualLimit} if left out.`,
  });
  return {
    parameter: (): object => queryParameter('limit', schema, { 'a few': '10' }, false),
    /** @throws ServiceError `invalid-request` */
    parse(value: QueryValue): number {
      return value === undefined ? usualLimit : readLimit(schema, highestLimit, value);
    },
  };
}

/** @throws ServiceError `invalid-request` if a value is not a number from 1 to the highest */
export function readLimit(schema: z.ZodString, highest: number, value: QueryValue): number {
  const limit = Number(/^[0-9]+$/.exec(readQuery('limit', schema, value))?.[0]);
  if (limit >= 1 && limit <= highest) return limit;
  throw invalidRequest([{ field: 'query.limit', detail: `must be a number from 1 to ${highest}` }]);
}

/** All cursors of this service are shorter. */
const longestCursor = 2000;

const afterSchema = queryText(longestCursor, 'the value from the Link header').meta({
  description: 'Where the previous page ended, as `Link` gives it.',
  pattern: storable,
});

/** The parameter for the start of a page. */
export interface PlaceParameter<Place> {
  readonly name: 'after' | 'before';
  parameter(): object;
  /** @throws ServiceError if the text is not a cursor of this service */
  parse(value: QueryValue): Place | undefined;
}

/** The parameter `after`: a place in a list, as text that only this service reads. */
export function placeOf<Place>(
  schema: z.ZodType<Place>,
): PlaceParameter<Place> & { readonly cursor: (place: Place) => string } {
  return {
    name: 'after',
    parameter: (): object => queryParameter('after', afterSchema, {}, false),
    parse(value) {
      if (value === undefined) return undefined;
      const parsed = schema.safeParse(jsonIn(readQuery('after', afterSchema, value)));
      if (parsed.success) return parsed.data;
      throw wrongCursor('after');
    },
    cursor: (place) => Buffer.from(JSON.stringify(place)).toString('base64url'),
  };
}

const beforeSchema = queryText(20, 'the value from the Link header').meta({
  description: 'Where the previous page ended, as `Link` gives it.',
});

/**
 * The parameter `before`: the id of the last item of the previous page.
 * @param examples for the document
 */
export function idBefore(examples: Readonly<Record<string, string>>): PlaceParameter<string> {
  return {
    name: 'before',
    parameter: () => queryParameter('before', beforeSchema, examples, false),
    parse(value) {
      if (value === undefined) return undefined;
      const id = readQuery('before', beforeSchema, value);
      if (isId(id)) return id;
      throw wrongCursor('before');
    },
  };
}

/** Whether a text can be the id of a change or a run. */
export function isId(text: string): boolean {
  return /^[1-9][0-9]{0,17}$/.test(text);
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
  return invalidRequest([
    { field: `query.${name}`, detail: 'is not a place in this list; take it from the Link header' },
  ]);
}
