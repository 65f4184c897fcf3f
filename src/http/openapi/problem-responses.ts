import { catalogued, type ErrorCode, errorCodes } from '../../domain/error-catalogue.js';
import { type Problem, problemOf } from '../problems.js';

/** The problems of the interface's document: made of the one table, grouped by status. */

/** What can go wrong with any request, whatever it asks for. */
export const codesOfAnyRequest: readonly ErrorCode[] = [
  'invalid-request',
  'unauthenticated',
  'not-found',
  'method-not-allowed',
  'too-many-failed-logins',
  'internal-error',
];

/** What can go wrong whenever the call manager is asked. */
export const codesTowardsTheCallManager: readonly ErrorCode[] = [
  'call-manager-refused-credentials',
  'axl-service-unavailable',
  'axl-version-unsupported',
  'call-manager-fault',
  'call-manager-unreachable',
  'call-manager-answer-invalid',
  'call-manager-busy',
  'call-manager-unavailable',
  'overloaded',
  'call-manager-timeout',
];

/** Statuses of what cannot be read as an HTTP request; unreadable-requests.ts answers them. */
const unreadableRequests: Readonly<Record<number, string>> = {
  408: 'The request did not arrive in time.',
  431: 'The head of the request is larger than 16 KB.',
};

const exampleId = '2f1c6c1e-0b0e-4d5c-9a51-0f2f6b7f3c11';

/** @returns the examples of all problems, one for each code, for the document's components */
export function problemExamples(): Record<string, { summary: string; value: Problem }> {
  const examples = errorCodes.map((code) => {
    const { when, example } = catalogued(code);
    const { problem } = problemOf(code, example, exampleId);
    return [code, { summary: when.replaceAll('`', ''), value: problem }] as const;
  });
  return Object.fromEntries(examples);
}

/**
 * @param codes the problems that an operation can meet
 * @returns its answers by status: each with the codes that it can have, their headers and examples
 */
export function problemResponses(codes: readonly ErrorCode[]): Record<string, object> {
  const statuses = [...new Set(codes.map((code) => catalogued(code).status))].sort((a, b) => a - b);
  const responses = statuses.map((status) => {
    const ofStatus = codes.filter((code) => catalogued(code).status === status);
    const description = ofStatus.map((code) => `\`${code}\`: ${catalogued(code).when}`).join('\n\n');
    const examples = Object.fromEntries(ofStatus.map((code) => [code, reference('examples', code)]));
    return [status, problemResponse(status, ofStatus, description, examples)] as const;
  });
  const unreadable = Object.entries(unreadableRequests).map(([status, detail]) => {
    const { problem } = problemOf('invalid-request', { detail }, exampleId);
    const value = { ...problem, status: Number(status) };
    return [status, problemResponse(Number(status), ['invalid-request'], detail, { unreadable: { value } })] as const;
  });
  return Object.fromEntries([...responses, ...unreadable]);
}

function problemResponse(status: number, codes: readonly ErrorCode[], description: string, examples: object): object {
  const narrowed = { type: 'object', properties: { status: { const: status }, code: { enum: codes } } };
  const schema = { allOf: [reference('schemas', 'Problem'), narrowed] };
  return {
    description,
    headers: headersOf(status),
    content: { 'application/problem+json': { schema, examples } },
  };
}

const headersOfStatus: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  415: ['Accept-Encoding'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** @returns the headers of an answer by its status */
export function headersOf(status: number): Record<string, object> {
  const names = ['X-Request-Id', ...(headersOfStatus[status] ?? [])];
  return Object.fromEntries(names.map((name) => [name, reference('headers', name)]));
}

export function reference(kind: 'schemas' | 'headers' | 'examples' | 'parameters', name: string): { $ref: string } {
  return { $ref: `#/components/${kind}/${name}` };
}
