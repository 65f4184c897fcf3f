import type { Entry } from './button-kinds.js';
import { type DeviceKey, deviceNoun } from './device.js';
import type { DifferingEntry } from './difference.js';
import type { ErrorCode } from './error-catalogue.js';
import type { Effect, Why } from './resend-policy.js';

/** One thing wrong with a request, and where. */
export interface FieldProblem {
  /** `query.dirn`, `body[2].label`. */
  readonly field: string;
  readonly detail: string;
}

/** A node of the call manager. A subscriber may lag behind the publisher, without a limit. */
export interface SentTo {
  readonly node: string;
  readonly isPublisher: boolean;
}

export interface ErrorFacts {
  /** What is wrong and what to do. The caller sees it, so it names no host and no secret. */
  readonly detail: string;
  /** The call manager's own error number. */
  readonly axlCode?: number | undefined;
  /** How long to wait before a retry, in seconds. */
  readonly retryAfterSeconds?: number;
  readonly fields?: readonly FieldProblem[];
  /** The current list, so that the caller can decide again. */
  readonly present?: readonly Entry[];
  /** What the call manager did instead of what was asked for, in words: `the call manager cut the label at index 3`. */
  readonly reason?: string;
  /** The entries of a list that was set, as far as they differ from what was asked for. */
  readonly difference?: readonly DifferingEntry[];
  /** What the request may have done at the call manager. This decides whether a write may be sent again. */
  readonly effect: Effect;
  /** The reason for the resend policy; without it, the code is the reason. */
  readonly why?: Why;
  /** The node that got a write of unknown effect. The service reads there what the write did. */
  readonly sentTo?: SentTo | undefined;
  /** Only for the log: the cause in a short word, such as a system error code. Never another library's error object. */
  readonly cause?: string | undefined;
}

/** The only error that src/axl and the use cases throw. */
export class ServiceError extends Error {
  override readonly name: string = 'ServiceError';
  readonly code: ErrorCode;
  readonly facts: ErrorFacts;

  constructor(code: ErrorCode, facts: ErrorFacts) {
    super(facts.detail);
    this.code = code;
    this.facts = facts;
  }

  /** The reason for the resend policy. */
  get why(): Why {
    return this.facts.why ?? this.code;
  }
}

/** A request that was refused before anything was sent to the call manager. */
export class RequestRefused extends ServiceError {
  constructor(
    code:
      | 'invalid-request'
      | 'unauthenticated'
      | 'forbidden'
      | 'may-only-propose'
      | 'cross-site'
      | 'history-off'
      | 'change-not-found'
      | 'change-state'
      | 'too-many-changes'
      | 'nothing-to-change'
      | 'idempotency-key-reused'
      | 'other-digest'
      | 'own-change'
      | 'inventory-off'
      | 'finding-not-found'
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

/** @returns true for a ServiceError with one of these codes */
export function isServiceError(thrown: unknown, ...codes: ErrorCode[]): thrown is ServiceError {
  return thrown instanceof ServiceError && (codes.length === 0 || codes.includes(thrown.code));
}

/**
 * @param since ` any more` if the device existed before
 * @param effect what the request may have changed before
 * @param axlCode the error number of the fault, if there was one
 * @returns the error for a device that the call manager does not have
 */
export function noSuchDevice(
  { kind, name }: DeviceKey,
  {
    since = '',
    effect = 'refused',
    axlCode,
  }: { readonly since?: string; readonly effect?: Effect; readonly axlCode?: number | undefined } = {},
): ServiceError {
  return new ServiceError(`${kind}-not-found`, {
    detail: `There is no ${deviceNoun[kind]} ${name}${since}.`,
    ...(axlCode !== undefined && { axlCode }),
    effect,
  });
}

/** @param problems at least one */
export function invalidRequest(problems: readonly FieldProblem[]): ServiceError {
  const detail = problems.map((problem) => `${problem.field} ${problem.detail}`).join('; ');
  return new RequestRefused('invalid-request', { detail: `${detail}.`, fields: problems });
}
