import type { ErrorCode } from '../../domain/error-catalogue.js';
import type { DescribedRoute } from '../openapi/document.js';
import { headersOfLookup, jsonResponse, lookupReferences } from '../openapi/operation-parts.js';
import { codesOfLookups, problemResponses } from '../openapi/problem-responses.js';
import type { Route, RouteContext, RouteDependencies } from './route.js';

/** What is special about one lookup. Everything that lookups share is in `lookupRoute`. */
export interface Lookup {
  readonly path: string;
  /** An example of the call, shown to callers of an unknown path; see Route. */
  readonly call?: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** The query parameters, for the document. */
  readonly parameters: () => readonly object[];
  /**
   * Its answer with status 200: a description, the name of its schema among `schemas`, and examples by their titles.
   */
  readonly answer: {
    readonly description: string;
    readonly schema: string;
    readonly examples: Readonly<Record<string, unknown>>;
    /** Whether it has pages, with a Link header. */
    readonly isPaged?: boolean;
  };
  readonly schemas: NonNullable<NonNullable<DescribedRoute['schemas']>['output']>;
  /** The codes of its problems. */
  readonly codes?: readonly ErrorCode[];
  readonly respond: (ctx: RouteContext, to: RouteDependencies) => Promise<void>;
}

/** @returns the route of a lookup, which the inventory answers if the caller's Cache-Control allows it */
export function lookupRoute({ codes = codesOfLookups, ...lookup }: Lookup): Route {
  const { path, call, operationId, summary, description, parameters, schemas, respond } = lookup;
  const { description: answered, schema, examples, isPaged = false } = lookup.answer;
  return {
    method: 'get',
    path,
    call,
    handlers: (to) => [(ctx) => respond(ctx, to)],
    operation: () => ({
      operationId,
      tags: ['Phones'],
      summary,
      description,
      parameters: [...parameters(), ...lookupReferences],
      responses: {
        200: jsonResponse(answered, schema, examples, headersOfLookup(200, ...(isPaged ? ['Link'] : []))),
        ...problemResponses(codes),
      },
    }),
    schemas: { output: schemas },
  };
}
