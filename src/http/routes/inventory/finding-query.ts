import type { ParsedUrlQuery } from 'node:querystring';
import { z } from 'zod';
import { type Finding, type FindingKind, findingKinds } from '../../../domain/finding.js';
import type { FindingFilter } from '../../../inventory/store/finding-filter.js';
import { invalidRequest } from '../../../domain/errors.js';
import { queryParameter } from '../../openapi/operation-parts.js';
import { deviceParameters, parseDevice } from '../device-query.js';
import { queryText, type QueryValue, readQuery } from '../fields.js';
import { limitOf, placeOf } from '../paging.js';
import { directoryNumberParameter, parseDirectoryNumber } from '../phones.js';
import { findingKindSchema } from './inventory-json.js';

const kindSchema = queryText(30, 'a kind such as kind=old-name').meta({
  description: `Only findings of this kind: ${findingKinds.join(', ')}.`,
});
const dismissedSchema = queryText(5, 'dismissed=true').meta({
  description: '`true`: dismissed findings. `false`, or left out: the others.',
});
const findingLimit = limitOf('findings');
const place = placeOf(z.tuple([findingKindSchema, z.string(), z.string()]));

/** What callers can ask for; the other filters are not theirs. */
type Asked = Omit<FindingFilter, 'id' | 'ids' | 'after'> & { readonly dismissed: boolean };

/** Each filter of the list: how it is read of a query, and its parameters for the document. */
const filters: {
  readonly [Name in keyof Asked]-?: {
    readonly read: (query: ParsedUrlQuery) => Asked[Name];
    readonly parameters: () => readonly object[];
  };
} = {
  kind: {
    read: ({ kind }) => (kind === undefined ? undefined : parseKind(kind)),
    parameters: () => [queryParameter('kind', kindSchema, { 'a kind': 'old-name' }, false)],
  },
  dirn: {
    read: ({ dirn }) => (dirn === undefined ? undefined : parseDirectoryNumber(dirn)),
    parameters: () => [directoryNumberParameter(false)],
  },
  device: {
    read: (query) => (query['phone'] === undefined && query['profile'] === undefined ? undefined : parseDevice(query)),
    parameters: deviceParameters,
  },
  dismissed: {
    read: ({ dismissed }) => dismissed !== undefined && parseDismissed(dismissed),
    parameters: () => [queryParameter('dismissed', dismissedSchema, { 'dismissed ones': 'true' }, false)],
  },
};

/**
 * Reads which findings are asked for.
 * @throws ServiceError `invalid-request`
 */
export function parseFindingQuery(query: ParsedUrlQuery): {
  readonly filter: FindingFilter & { readonly dismissed: boolean };
  readonly limit: number;
} {
  const asked = Object.fromEntries(Object.entries(filters).map(([name, { read }]) => [name, read(query)])) as Asked;
  const filter = { ...asked, after: parseCursor(query['after']) };
  return { filter, limit: findingLimit.parse(query['limit']) };
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

function parseCursor(value: QueryValue): FindingFilter['after'] {
  const parsed = place.parse(value);
  if (parsed === undefined) return undefined;
  const [kind, device, id] = parsed;
  return { kind, device, id };
}

/** @returns the same query, for what comes behind a finding */
export function queryBehind(querystring: string, { kind, device, id }: Finding): string {
  const query = new URLSearchParams(querystring);
  query.set('after', place.cursor([kind, device, id]));
  return query.toString();
}

/** @returns the parameters of the list, for the document */
export function findingParameters(): object[] {
  return [
    ...Object.values(filters).flatMap(({ parameters }) => parameters()),
    findingLimit.parameter(),
    place.parameter(),
  ];
}
