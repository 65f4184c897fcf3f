import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Button, type ButtonRules, canonicalList } from '../../../domain/buttons.js';
import { invalidRequest } from '../../invalid-request.js';

/** Entity tags of lists, and the headers that name them (RFC 9110, 8.8.3 and 13.1). */

/** @returns the strong entity tag of a list: two lists have the same exactly when they set the same buttons */
export function listTag<Entry extends Button>(rules: ButtonRules<Entry>, entries: readonly Entry[]): string {
  return `"${createHash('sha256').update(canonicalList(rules, entries)).digest('base64url').slice(0, 22)}"`;
}

/** Whether the list with this tag is one that a header names. */
export type Condition = (tag: string) => boolean;

/**
 * @returns what If-Match asks for, or undefined where it is not there; a weak tag names no list, and `*` names each
 * @throws ServiceError `invalid-request` when it is malformed: a change is never made as if it were not there
 */
export function ifMatch({ 'if-match': header }: IncomingHttpHeaders): Condition | undefined {
  if (header === undefined) return undefined;
  const named = namedIn(header);
  if (!named) {
    const detail = 'must be an ETag in its double quotes, several with commas between, or *';
    throw invalidRequest([{ field: 'header.If-Match', detail }]);
  }
  return (tag) => named === '*' || named.includes(tag);
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
