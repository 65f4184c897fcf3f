import { catalogued, type ErrorCode, errorCodes } from '../../domain/error-catalogue.js';
import { type Problem, problemOf } from '../problems.js';
import { unreadableDetails } from '../unreadable-requests.js';
import { headersOf, reference } from './references.js';

/** The problems in the OpenAPI document, from the catalogue of errors, grouped by status. */

/** The problems of any request. */
export const codesOfAnyRequest: readonly ErrorCode[] = [
  'invalid-request',
  'unauthenticated',
  'not-found',
  'method-not-allowed',
  'too-many-failed-logins',
  'overloaded',
  'internal-error',
];

/** The further problems of a request with a body. */
export const codesOfBodies: readonly ErrorCode[] = ['payload-too-large', 'unsupported-media-type'];

/** The problems of any request to the call manager. */
export const codesTowardsTheCallManager: readonly ErrorCode[] = [
  'call-manager-refused-credentials',
  'axl-service-unavailable',
  'axl-version-unsupported',
  'call-manager-fault',
  'call-manager-unreachable',
  'call-manager-answer-invalid',
  'call-manager-busy',
  'call-manager-unavailable',
  'call-manager-timeout',
];

/** The further problems of a lookup. */
export const codesOfLookups: readonly ErrorCode[] = [...codesTowardsTheCallManager, 'not-kept'];

const codesOfOneDevice: readonly ErrorCode[] = ['phone-not-found', 'profile-not-found', ...codesTowardsTheCallManager];

/** The further problems of a read of one device's buttons. */
export const codesOfReadingButtons: readonly ErrorCode[] = [...codesOfOneDevice, 'not-kept'];

/** The problems of a list that the service has tried to set and that was refused. */
export const codesOfRefusedLists: readonly ErrorCode[] = ['not-representable', 'rejected-by-call-manager'];

/** The further problems of a change of one device's buttons, also by an undo. */
export const codesOfWritingButtons: readonly ErrorCode[] = [
  ...codesOfOneDevice,
  'cross-site',
  ...codesOfRefusedLists,
  'changed-meanwhile',
  'outcome-unknown',
  'stored-otherwise',
  'writing-stopped',
  'history-unavailable',
];

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
 * @returns its responses by status: each with the codes that it can have, their headers and examples
 */
export function problemResponses(codes: readonly ErrorCode[]): Record<string, object> {
  const statuses = [...new Set(codes.map((code) => catalogued(code).status))].sort((a, b) => a - b);
  const responses = statuses.map((status) => {
    const ofStatus = codes.filter((code) => catalogued(code).status === status);
    const description = ofStatus.map((code) => `\`${code}\`: ${catalogued(code).when}`).join('\n\n');
    const examples = Object.fromEntries(ofStatus.map((code) => [code, reference('examples', code)]));
    return [status, problemResponse(status, ofStatus, description, examples)] as const;
  });
  const unreadable = Object.entries(unreadableDetails).map(([status, detail]) => {
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
