import type { IncomingHttpHeaders } from 'node:http';
import { invalidRequest } from '../../../domain/errors.js';

/** The headers that name entity tags (RFC 9110, 8.8.3 and 13.1). */

/**
 * @returns the tags in If-Match, or undefined without the header. A weak tag matches no list, and `*` matches each
 * @throws ServiceError `invalid-request` if the header is malformed: it must never be ignored
 */
export function ifMatch({ 'if-match': header }: IncomingHttpHeaders): '*' | readonly string[] | undefined {
  if (header === undefined) return undefined;
  const named = namedIn(header);
  if (!named) {
    const detail = 'must be one or more ETags in double quotes, separated by commas, or *';
    throw invalidRequest([{ field: 'header.If-Match', detail }]);
  }
  return named;
}

/** Whether If-None-Match names this tag, so that the caller has the list already. Weak tags count here. */
export function ifNoneMatchNames(tag: string, { 'if-none-match': header = '' }: IncomingHttpHeaders): boolean {
  const named = namedIn(header) ?? [];
  return named === '*' || named.some((one) => one.replace(/^W\//, '') === tag);
}

const entityTag = String.raw`(?:W/)?"[\x21\x23-\x7E\x80-\xFF]*"`;
const listOfTags = new RegExp(`^[ \\t,]*${entityTag}(?:[ \\t]*,[ \\t,]*${entityTag})*[ \\t,]*$`);

/** @returns the tags in a header; undefined if it is malformed */
function namedIn(header: string): '*' | readonly string[] | undefined {
  if (header.trim() === '*') return '*';
  return listOfTags.test(header) ? (header.match(new RegExp(entityTag, 'g')) ?? []) : undefined;
}
