import { catalogued, type ErrorCode } from '../domain/error-catalogue.js';
import { isServiceError, ServiceError } from '../domain/errors.js';
import { type Observe, unexpected } from '../observability/observations.js';

/**
 * What a failed call says:
 * - `login`: the call manager refuses the service's login; no list can be set
 * - `away`: the call manager, or the database, cannot be asked now, or all writing is stopped; nothing was done, and
 *   later it may be possible
 * - `list`: something about this list alone
 */
export type FailureMeaning = 'login' | 'away' | 'list';

/** A failed call for a list of a change. */
export interface Failure {
  readonly means: FailureMeaning;
  /** Whether the call manager was asked and did not answer as it should; another device may show whether it still does. */
  readonly isOfCallManager: boolean;
  /** Whether the list may have been set. */
  readonly isUnknown: boolean;
  /** Whether the same call may succeed a little later. */
  readonly again: boolean;
  /** After how many seconds, if the service says so. */
  readonly afterSeconds: number | undefined;
  readonly error: ServiceError;
}

/** @returns what a failed call means. What it may have done decides, not what its code usually means */
export function failureOf(thrown: unknown, observe: Observe): Failure {
  const error = isServiceError(thrown) ? thrown : internal(thrown, observe);
  const { again, callManager } = catalogued(error.code);
  const isUnknown = error.facts.effect === 'unknown';
  const isOfCallManager = callManager === 'busy' || callManager === 'unavailable';
  return {
    means: isUnknown ? 'list' : meaningOf(error.code),
    isOfCallManager,
    isUnknown,
    again: again === 'later',
    afterSeconds: error.facts.retryAfterSeconds,
    error,
  };
}

/** @returns what a failure of a call means that has done nothing */
function meaningOf(code: ErrorCode): FailureMeaning {
  const { again, callManager } = catalogued(code);
  if (callManager === 'credentials-refused') return 'login';
  return again === 'later' || callManager !== undefined || code === 'writing-stopped' ? 'away' : 'list';
}

function internal(thrown: unknown, observe: Observe): ServiceError {
  observe(unexpected(thrown));
  const detail = 'This service failed unexpectedly. Its log has the details.';
  return new ServiceError('internal-error', { detail, effect: 'unknown' });
}
