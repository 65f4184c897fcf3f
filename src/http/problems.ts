import { catalogued, type ErrorCode } from '../domain/error-catalogue.js';
import type { ErrorFacts } from '../domain/errors.js';

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
  readonly present?: ErrorFacts['present'];
  readonly reason?: string;
  readonly difference?: ErrorFacts['difference'];
}

/** The default of Retry-After, in seconds. */
const usualRetryAfterSeconds = 5;

export interface ProblemResponse {
  readonly problem: Problem;
  /** The value of the header Retry-After in seconds, for statuses that have one. */
  readonly retryAfterSeconds: number | undefined;
}

/** @returns the response for an error */
export function problemOf(code: ErrorCode, facts: Omit<ErrorFacts, 'effect'>, requestId: string): ProblemResponse {
  const { status, title } = catalogued(code);
  const problem: Problem = {
    type: problemType(code),
    title,
    status,
    detail: facts.detail,
    code,
    requestId,
    ...(facts.axlCode !== undefined && { axlCode: facts.axlCode }),
    ...(facts.fields !== undefined && { errors: facts.fields }),
    ...(facts.present !== undefined && { present: facts.present }),
    ...(facts.reason !== undefined && { reason: facts.reason }),
    ...(facts.difference !== undefined && { difference: facts.difference }),
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
