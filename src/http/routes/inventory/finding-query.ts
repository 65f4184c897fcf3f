import type { ParsedUrlQuery } from 'node:querystring';
import { z } from 'zod';
import type { Finding } from '../../../domain/finding.js';
import { type FindingFilter, findingFilters } from '../../../inventory/store/finding-filter.js';
import { listQuery } from '../list-query.js';
import { placeOf } from '../paging.js';
import { findingKindSchema } from './inventory-json.js';

const place = placeOf(z.tuple([findingKindSchema, z.string(), z.string()]));

/** The query of the list of findings. */
export const findingQuery = listQuery('findings', findingFilters, place);

/**
 * Reads the query of a list of findings.
 * @throws ServiceError `invalid-request`
 */
export function parseFindingQuery(query: ParsedUrlQuery): {
  readonly filter: FindingFilter & { readonly dismissed: boolean };
  readonly limit: number;
} {
  const { asked, limit, place: behind } = findingQuery.parse(query);
  const after = behind && { kind: behind[0], device: behind[1], id: behind[2] };
  return { filter: { ...asked, dismissed: asked.dismissed ?? false, after }, limit };
}

/** @returns the query for the page after a finding */
export function queryBehind(querystring: string, { kind, device, id }: Finding): string {
  const query = new URLSearchParams(querystring);
  query.set('after', place.cursor([kind, device, id]));
  return query.toString();
}
