import pRetry from 'p-retry';
import { isServiceError, type ServiceError } from '../../domain/errors.js';
import { allows, type CallKind, mostRepeats } from '../../domain/resend-policy.js';
import type { CallContext } from '../../use-cases/call-context.js';

/** A request that may be sent again. */
export interface Repeated {
  readonly kind: CallKind;
  /** How often it was sent so far. */
  readonly sends: () => number;
  /** Called for each failed attempt that will be repeated. */
  readonly onRetry: (attempt: number, error: ServiceError) => void;
}

/**
 * Sends a request again after a temporary failure if the resend policy allows it, with backoff and jitter, and never
 * past the caller's deadline. The throttle decides how long a busy call manager gets no requests.
 * @throws the error of the last attempt
 */
export function withRetries<Result>(
  attempt: () => Promise<Result>,
  context: CallContext,
  repeated: Repeated,
): Promise<Result> {
  // Most requests succeed at once, so nothing for a retry is prepared before a failure.
  return attempt().catch((thrown: unknown) => {
    if (context.oneAttempt || !mayRepeat(thrown, repeated)) throw thrown;
    return repeat(thrown, attempt, context, repeated);
  });
}

function mayRepeat(thrown: unknown, { kind, sends }: Repeated): thrown is ServiceError {
  if (!isServiceError(thrown)) return false;
  return allows('again', { kind, why: thrown.why, effect: thrown.facts.effect, sends: sends() });
}

async function repeat<Result>(
  first: ServiceError,
  attempt: () => Promise<Result>,
  { signal, deadline }: CallContext,
  repeated: Repeated,
): Promise<Result> {
  let failure: unknown = first;
  let answered: { readonly result: Result } | undefined;
  const again = async (number: number): Promise<Result> => {
    if (number === 1) throw first;
    try {
      answered = { result: await attempt() };
      return answered.result;
    } catch (thrown) {
      failure = thrown;
      throw thrown;
    }
  };
  try {
    return await pRetry(again, {
      retries: mostRepeats,
      minTimeout: 100,
      factor: 3,
      maxTimeout: 2_000,
      randomize: true,
      signal,
      shouldRetry: ({ error }) => mayRepeat(error, repeated) && performance.now() < deadline(),
      onFailedAttempt: ({ error, attemptNumber, retriesLeft }) => {
        if (retriesLeft > 0 && mayRepeat(error, repeated)) repeated.onRetry(attemptNumber, error);
      },
    });
  } catch {
    // When the caller's time is over, p-retry reports only that, even if an attempt was answered at that moment.
    if (answered) return answered.result;
    throw failure;
  }
}
