import type { z } from 'zod';
import { unnamedSchema } from './json-schemas.js';

/** Parts that the document's operations share. */

/** @returns a reference to one of the document's components */
export function reference(kind: 'schemas' | 'headers' | 'examples' | 'parameters', name: string): { $ref: string } {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Every operation accepts this header. */
export const requestIdReference = reference('parameters', 'X-Request-Id');

/** Every lookup accepts these headers. */
export const lookupReferences = [reference('parameters', 'Cache-Control'), requestIdReference];

const headersOfStatus: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  412: ['ETag'],
  415: ['Accept-Encoding'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/**
 * @param more other headers of this operation's responses
 * @returns the headers of a response by its status
 */
export function headersOf(status: number, ...more: readonly string[]): Record<string, object> {
  const names = ['X-Request-Id', ...(headersOfStatus[status] ?? []), ...more];
  return Object.fromEntries(names.map((name) => [name, reference('headers', name)]));
}

/** The headers of a lookup, which the inventory may answer. */
export function headersOfLookup(status: number, ...more: readonly string[]): Record<string, object> {
  return headersOf(status, 'Age', 'Cache-Status', ...more);
}

/**
 * @param values example values by their titles. /docs fills in the first example. So a parameter that must not be used
 * together with another one has no examples
 */
export function queryParameter(
  name: string,
  schema: z.ZodType,
  values: Readonly<Record<string, string>>,
  isRequired = true,
): object {
  return {
    name,
    in: 'query',
    required: isRequired,
    description: schema.description,
    schema: unnamedSchema(schema),
    ...(Object.keys(values).length > 0 && { examples: titled(values) }),
  };
}

/** @returns examples by their titles, as the document has them */
export function titled(values: Readonly<Record<string, unknown>>): Record<string, object> {
  return Object.fromEntries(Object.entries(values).map(([title, value]) => [title, { value }]));
}

/** @returns a response of JSON, for the document */
export function jsonResponse(
  description: string,
  schema: string,
  examples: Readonly<Record<string, unknown>>,
  headers = headersOf(200),
): object {
  return {
    description,
    headers,
    content: { 'application/json': { schema: reference('schemas', schema), examples: titled(examples) } },
  };
}
