import type { ErrorCode } from './error-catalogue.js';

/** One thing wrong with a request, and where. */
export interface FieldProblem {
  /** `query.dirn`, `body[2].label`. */
  readonly field: string;
  readonly detail: string;
}

/** A node of the call manager. Others than the publisher may be behind it, by a delay that nothing bounds. */
export interface SentTo {
  readonly node: string;
  readonly isPublisher: boolean;
}

export interface ErrorFacts {
  /** What was wrong and what would be right; shown to the caller, so it names no host and no secret. */
  readonly detail: string;
  /** The call manager's own number for what it refused. */
  readonly axlCode?: number;
  /** After how long another try makes sense, in seconds. */
  readonly retryAfterSeconds?: number;
  readonly fields?: readonly FieldProblem[];
  /**
   * Whether the call manager may have carried out the request that failed: `false` only where it surely did not
   * (never sent, or refused). It decides whether a write may be sent again.
   */
  readonly mayBeApplied?: boolean;
  /** The node that a write which may be applied was sent to: what proves its effect is read there. */
  readonly sentTo?: SentTo | undefined;
  /** For the log alone: a short word on the cause, such as a system error code. Never a foreign error object. */
  readonly cause?: string;
}

/** The only error that leaves the call manager's side and the use cases. */
export class ServiceError extends Error {
  override readonly name: string = 'ServiceError';
  readonly code: ErrorCode;
  readonly facts: ErrorFacts;

  constructor(code: ErrorCode, facts: ErrorFacts) {
    super(facts.detail);
    this.code = code;
    this.facts = facts;
  }
}

/** @returns whether something thrown is a ServiceError of one of these codes */
export function isServiceError(thrown: unknown, ...codes: ErrorCode[]): thrown is ServiceError {
  return thrown instanceof ServiceError && (codes.length === 0 || codes.includes(thrown.code));
}
