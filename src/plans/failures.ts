import type { Failure as EngineFailure } from '../client/engine/ports.js';
import { catalogued } from '../domain/error-catalogue.js';
import { isServiceError, ServiceError } from '../domain/errors.js';
import { type Observe, unexpected } from '../observability/observations.js';

/** A failed use case: the facts for the engine, and the error to show for the list. */
export interface Failure extends EngineFailure {
  readonly error: ServiceError;
}

/** @returns what a failed use case means */
export function failureOf(thrown: unknown, observe: Observe): Failure {
  const error = isServiceError(thrown) ? thrown : internal(thrown, observe);
  const { means = 'not-done', again } = catalogued(error.code);
  return { means, again: again === 'later', afterSeconds: error.facts.retryAfterSeconds, error };
}

function internal(thrown: unknown, observe: Observe): ServiceError {
  observe(unexpected(thrown));
  const detail = 'This service failed unexpectedly. Its log has the details.';
  return new ServiceError('internal-error', { detail, effect: 'unknown' });
}
