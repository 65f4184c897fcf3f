import type { z } from 'zod';
import { unnamedSchema } from './json-schemas.js';

/** Parts that the operations of the document share. */

/** @returns a reference to one of the document's components */
export function reference(kind: 'schemas' | 'headers' | 'examples' | 'parameters', name: string): { $ref: string } {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Every operation takes this header. */
export const requestIdReference = reference('parameters', 'X-Request-Id');

const headersOfStatus: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  415: ['Accept-Encoding'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** @returns the headers of a response by its status */
export function headersOf(status: number): Record<string, object> {
  const names = ['X-Request-Id', ...(headersOfStatus[status] ?? [])];
  return Object.fromEntries(names.map((name) => [name, reference('headers', name)]));
}

/** @param values example values by their titles */
export function queryParameter(name: string, schema: z.ZodType, values: Readonly<Record<string, string>>): object {
  const examples = Object.fromEntries(Object.entries(values).map(([title, value]) => [title, { value }]));
  return {
    name,
    in: 'query',
    required: true,
    description: schema.description,
    schema: unnamedSchema(schema),
    examples,
  };
}
