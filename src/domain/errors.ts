import type { BusyLampField } from './busy-lamp-field.js';
import type { ErrorCode } from './error-catalogue.js';
import type { SpeedDial } from './phone.js';
import type { Effect } from './resend-policy.js';

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
  readonly axlCode?: number | undefined;
  /** After how long another try makes sense, in seconds. */
  readonly retryAfterSeconds?: number;
  readonly fields?: readonly FieldProblem[];
  /** The list that stands there now, for who may want to decide anew. */
  readonly present?: readonly (SpeedDial | BusyLampField)[];
  /** What the request may have done in the call manager. It decides whether a write may be sent again. */
  readonly effect: Effect;
  /** The node that a write of unknown effect was sent to: what it did is read there. */
  readonly sentTo?: SentTo | undefined;
  /** For the log alone: a short word on the cause, such as a system error code. Never a foreign error object. */
  readonly cause?: string | undefined;
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

/** A request that was refused before anything was asked of the call manager. */
export class RequestRefused extends ServiceError {
  constructor(
    code:
      | 'invalid-request'
      | 'unauthenticated'
      | 'forbidden'
      | 'cross-site'
      | 'history-off'
      | 'change-not-found'
      | 'not-found'
      | 'method-not-allowed'
      | 'payload-too-large'
      | 'unsupported-media-type'
      | 'too-many-failed-logins',
    facts: Omit<ErrorFacts, 'effect'>,
  ) {
    super(code, { ...facts, effect: 'none' });
  }
}

/** @returns whether something thrown is a ServiceError of one of these codes */
export function isServiceError(thrown: unknown, ...codes: ErrorCode[]): thrown is ServiceError {
  return thrown instanceof ServiceError && (codes.length === 0 || codes.includes(thrown.code));
}
