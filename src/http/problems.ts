import type { ErrorCode, ErrorFacts } from '../domain/errors.js';

/** An error's body: RFC 9457, with the stable code, the request's id and the call manager's own code. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly requestId: string;
  readonly axlCode?: number;
  readonly errors?: readonly { readonly field: string; readonly detail: string }[];
}

/** The one table from code to HTTP status and title. */
export const problemTable: Readonly<Record<ErrorCode, { readonly status: number; readonly title: string }>> = {
  'invalid-request': { status: 400, title: 'The request is not valid' },
  unauthenticated: { status: 401, title: 'Authentication is needed' },
  forbidden: { status: 403, title: 'This user may only read' },
  'not-found': { status: 404, title: 'There is nothing at this path' },
  'method-not-allowed': { status: 405, title: 'This path does not take this method' },
  'payload-too-large': { status: 413, title: 'The body is too large' },
  'unsupported-media-type': { status: 415, title: 'The body is not JSON' },
  'too-many-failed-logins': { status: 429, title: 'Too many failed logins' },
  'phone-not-found': { status: 404, title: 'There is no such phone' },
  'rejected-by-call-manager': { status: 422, title: 'The call manager rejected the change' },
  'call-manager-refused-credentials': { status: 502, title: "The call manager refused this service's credentials" },
  'axl-service-unavailable': { status: 502, title: "The call manager's AXL service is not available" },
  'axl-version-unsupported': { status: 502, title: 'The call manager does not speak this AXL release' },
  'call-manager-fault': { status: 502, title: 'The call manager reported a fault' },
  'call-manager-busy': { status: 503, title: 'The call manager is busy' },
  'call-manager-unavailable': { status: 503, title: 'The call manager is down' },
  'call-manager-unreachable': { status: 502, title: 'The call manager cannot be reached' },
  'call-manager-timeout': { status: 504, title: 'The call manager did not answer in time' },
  'call-manager-answer-invalid': { status: 502, title: "The call manager's answer cannot be understood" },
  'outcome-unknown': { status: 504, title: 'It is not known whether the list was set' },
  overloaded: { status: 503, title: 'This service takes no more requests for now' },
  'internal-error': { status: 500, title: 'This service failed' },
};

/** When another try makes sense where nothing better is known, in seconds. */
const usualRetryAfterSeconds = 5;

export interface ProblemAnswer {
  readonly problem: Problem;
  /** The Retry-After header's value in seconds, for the statuses that carry one. */
  readonly retryAfterSeconds: number | undefined;
}

/** @returns what the caller is told of an error */
export function problemOf(code: ErrorCode, facts: ErrorFacts, requestId: string): ProblemAnswer {
  const { status, title } = problemTable[code];
  const problem: Problem = {
    type: problemType(code),
    title,
    status,
    detail: facts.detail,
    code,
    requestId,
    ...(facts.axlCode !== undefined && { axlCode: facts.axlCode }),
    ...(facts.fields !== undefined && { errors: facts.fields }),
  };
  const waits = status === 503 || status === 429;
  return {
    problem,
    retryAfterSeconds: waits ? (facts.retryAfterSeconds ?? usualRetryAfterSeconds) : undefined,
  };
}

function problemType(code: ErrorCode): string {
  return `urn:axl-phone-proxy:problem:${code}`;
}
