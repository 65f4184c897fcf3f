import type { IncomingHttpHeaders } from 'node:http';
import { invalidRequest } from '../../../domain/errors.js';

/** The headers that name entity tags (RFC 9110, 8.8.3 and 13.1). */

/**
 * @returns the tags that If-Match names, or undefined if it is not there; a weak tag is no list's, and `*` names each
 * @throws ServiceError `invalid-request` if it is malformed: a change is never made as if it were not there
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

/** @returns the tags that a header names, or undefined when it is malformed */
function namedIn(header: string): '*' | readonly string[] | undefined {
  if (header.trim() === '*') return '*';
  return listOfTags.test(header) ? (header.match(new RegExp(entityTag, 'g')) ?? []) : undefined;
}
