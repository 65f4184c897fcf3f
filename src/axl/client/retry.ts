import pRetry from 'p-retry';
import { isServiceError, type ServiceError } from '../../domain/errors.js';
import type { CallContext } from '../../use-cases/call-manager.js';
import type { CallKind } from '../admission/throttle.js';

/** Tries after the first one. */
const retries = 2;

/**
 * Whether sending the same request again is safe and of use. A read can always be sent again; a write only where
 * the call manager surely did not carry it out.
 */
export function mayRepeat(kind: CallKind, error: unknown): error is ServiceError {
  if (!isServiceError(error, 'call-manager-unreachable', 'call-manager-timeout', 'call-manager-busy')) return false;
  return kind === 'read' || error.facts.mayBeApplied === false;
}

/**
 * Sends a request again after a passing failure: few times, with backoff and jitter, and never past the caller's
 * deadline. How long a busy call manager is left alone is the throttle's part.
 * @param onRetry told of each attempt that failed and will be repeated
 * @throws what the last attempt threw
 */
export function withRetries<Result>(
  kind: CallKind,
  context: CallContext,
  attempt: () => Promise<Result>,
  onRetry: (attempt: number, error: ServiceError) => void,
): Promise<Result> {
  // Most requests are answered at once and need nothing of what repeating takes.
  return attempt().catch((thrown: unknown) => {
    if (context.oneAttempt || !mayRepeat(kind, thrown)) throw thrown;
    return repeat(thrown, kind, context, attempt, onRetry);
  });
}

async function repeat<Result>(
  first: ServiceError,
  kind: CallKind,
  context: CallContext,
  attempt: () => Promise<Result>,
  onRetry: (attempt: number, error: ServiceError) => void,
): Promise<Result> {
  let failure: unknown = first;
  let answer: { readonly result: Result } | undefined;
  const again = async (number: number): Promise<Result> => {
    if (number === 1) throw first;
    try {
      answer = { result: await attempt() };
      return answer.result;
    } catch (thrown) {
      failure = thrown;
      throw thrown;
    }
  };
  // p-retry takes nothing else.
  const aborting = new AbortController();
  const abort = (): void => {
    aborting.abort();
  };
  context.ending.listen(abort);
  try {
    return await pRetry(again, {
      retries,
      minTimeout: 100,
      factor: 3,
      maxTimeout: 2_000,
      randomize: true,
      signal: aborting.signal,
      shouldRetry: ({ error }) => mayRepeat(kind, error) && performance.now() < context.deadline(),
      onFailedAttempt: ({ error, attemptNumber, retriesLeft }) => {
        if (retriesLeft > 0 && mayRepeat(kind, error)) onRetry(attemptNumber, error);
      },
    });
  } catch {
    // When the caller's time is over, p-retry says just that, even of an attempt that was answered in that moment.
    if (answer) return answer.result;
    throw failure;
  } finally {
    context.ending.forget(abort);
  }
}
