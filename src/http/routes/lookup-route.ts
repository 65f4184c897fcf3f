import type { ErrorCode } from '../../domain/error-catalogue.js';
import type { DescribedRoute } from '../openapi/document.js';
import { headersOfLookup, jsonResponse, lookupReferences } from '../openapi/operation-parts.js';
import { codesOfLookups, problemResponses } from '../openapi/problem-responses.js';
import type { Route, RouteContext, RouteDependencies } from './route.js';

/** What is special about one lookup; what all of them have in common stands in `lookupRoute`. */
export interface Lookup {
  readonly path: string;
  /** How a call looks, where who asks at an unknown path is told; see Route. */
  readonly call?: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** The parameters of its query, for the document. */
  readonly parameters: () => readonly object[];
  /** Its answer of 200: what it is, the name of its schema among `schemas`, and examples by their titles. */
  readonly answer: {
    readonly description: string;
    readonly schema: string;
    readonly examples: Readonly<Record<string, unknown>>;
    /** Whether it comes in pages, with Link. */
    readonly isPaged?: boolean;
  };
  readonly schemas: NonNullable<NonNullable<DescribedRoute['schemas']>['output']>;
  /** The codes of its problems. */
  readonly codes?: readonly ErrorCode[];
  readonly respond: (ctx: RouteContext, to: RouteDependencies) => Promise<void>;
}

/** @returns the route of something that is looked up, from what is kept where the caller's Cache-Control allows */
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
