import type { ResponseHeader } from './headers.js';

/** References to the document's components. */

/** @returns a reference to one of the document's components */
export function reference(kind: 'schemas' | 'headers' | 'examples' | 'parameters', name: string): { $ref: string } {
  return { $ref: `#/components/${kind}/${name}` };
}

const headersOfStatus: Readonly<Record<number, readonly ResponseHeader[]>> = {
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
export function headersOf(status: number, ...more: readonly ResponseHeader[]): Record<string, object> {
  const names = ['X-Request-Id', ...(headersOfStatus[status] ?? []), ...more];
  return Object.fromEntries(names.map((name) => [name, reference('headers', name)]));
}

/** @returns examples by their titles, as the document has them */
export function titled(values: Readonly<Record<string, unknown>>): Record<string, object> {
  return Object.fromEntries(Object.entries(values).map(([title, value]) => [title, { value }]));
}
