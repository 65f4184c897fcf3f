import type { ParsedUrlQuery } from 'node:querystring';
import { z } from 'zod';
import { type Finding, type FindingKind, findingKinds } from '../../../domain/finding.js';
import type { FindingFilter } from '../../../inventory/store/inventory-store.js';
import { invalidRequest } from '../../../domain/errors.js';
import { queryParameter } from '../../openapi/operation-parts.js';
import { deviceParameters, parseDevice } from '../device-query.js';
import { queryText, type QueryValue, readQuery, storable } from '../fields.js';
import { directoryNumberParameter, parseDirectoryNumber } from '../phones.js';
import { findingKindSchema } from './inventory-json.js';

/** How many findings one answer holds where nothing is said of it, and at most. */
const usualLimit = 50;
const highestLimit = 500;

/** The longest cursor that this service makes is shorter. */
const longestCursor = 2000;

const kindSchema = queryText(30, 'a kind such as kind=old-name').meta({
  description: `Only findings of this kind: ${findingKinds.join(', ')}.`,
});
const limitSchema = queryText(3, `a number from 1 to ${highestLimit}`).meta({
  description: `How many findings at most, 1 to ${highestLimit}; ${usualLimit} where it is left out.`,
});
const dismissedSchema = queryText(5, 'dismissed=true').meta({
  description: '`true`: those that are set aside. `false`, or left out: the others.',
});
const afterSchema = queryText(longestCursor, 'what stood in the Link header').meta({
  description: 'Where the page before ended, as `Link` gives it.',
  pattern: storable,
});

/**
 * Reads which findings are asked for.
 * @throws ServiceError `invalid-request`
 */
export function parseFindingQuery(query: ParsedUrlQuery): {
  readonly filter: FindingFilter & { readonly dismissed: boolean };
  readonly limit: number;
} {
  const { phone, profile, kind, dirn, dismissed, after } = query;
  const filter = {
    dismissed: dismissed === undefined ? false : parseDismissed(dismissed),
    kind: kind === undefined ? undefined : parseKind(kind),
    dirn: dirn === undefined ? undefined : parseDirectoryNumber(dirn),
    device: phone === undefined && profile === undefined ? undefined : parseDevice(query),
    after: after === undefined ? undefined : parseCursor(after),
  };
  return { filter, limit: parseLimit(query['limit']) };
}

function parseKind(value: QueryValue): FindingKind {
  const parsed = findingKindSchema.safeParse(readQuery('kind', kindSchema, value));
  if (parsed.success) return parsed.data;
  throw invalidRequest([{ field: 'query.kind', detail: `must be one of ${findingKinds.join(', ')}` }]);
}

function parseDismissed(value: QueryValue): boolean {
  const given = readQuery('dismissed', dismissedSchema, value);
  if (given === 'true' || given === 'false') return given === 'true';
  throw invalidRequest([{ field: 'query.dismissed', detail: 'must be true or false' }]);
}

function parseLimit(value: QueryValue): number {
  if (value === undefined) return usualLimit;
  const limit = Number(/^[0-9]+$/.exec(readQuery('limit', limitSchema, value))?.[0]);
  if (limit >= 1 && limit <= highestLimit) return limit;
  throw invalidRequest([{ field: 'query.limit', detail: `must be a number from 1 to ${highestLimit}` }]);
}

const placeSchema = z.tuple([findingKindSchema, z.string(), z.string()]);

function parseCursor(value: QueryValue): FindingFilter['after'] {
  const parsed = placeSchema.safeParse(jsonIn(readQuery('after', afterSchema, value)));
  if (!parsed.success) {
    throw invalidRequest([{ field: 'query.after', detail: 'is no place in this list; take it from the Link header' }]);
  }
  const [kind, device, id] = parsed.data;
  return { kind, device, id };
}

function jsonIn(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

/** @returns the same query, for what comes behind a finding */
export function queryBehind(querystring: string, { kind, device, id }: Finding): string {
  const query = new URLSearchParams(querystring);
  query.set('after', Buffer.from(JSON.stringify([kind, device, id])).toString('base64url'));
  return query.toString();
}

/** @returns the parameters of the list, for the document */
export function findingParameters(): object[] {
  return [
    queryParameter('kind', kindSchema, { 'a kind': 'old-name' }, false),
    directoryNumberParameter(false),
    ...deviceParameters(),
    queryParameter('dismissed', dismissedSchema, { 'those set aside': 'true' }, false),
    queryParameter('limit', limitSchema, { 'a few': '10' }, false),
    queryParameter('after', afterSchema, {}, false),
  ];
}
