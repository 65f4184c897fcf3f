import { ConnectionError, type PhoneProxyError, ProblemError, UnexpectedAnswerError } from '../../src/client/index.js';

/** The service's own word for it, and what it did not expect itself. */
const unknownOutcomes: ReadonlySet<string> = new Set(['outcome-unknown', 'internal-error']);

/**
 * Whether a write that failed so may have been made all the same. What is in front of the service may say something of
 * its own instead of the service's answer; only with a status from 400 to 499 did it surely not pass the write on.
 */
export function isOutcomeUnknown(error: PhoneProxyError): boolean {
  if (error instanceof ProblemError) return unknownOutcomes.has(error.code);
  if (error instanceof UnexpectedAnswerError) return error.status < 400 || error.status >= 500;
  return error instanceof ConnectionError;
}

/** Whether the login was refused, or may not do this: nothing else will be done either. */
export function isLoginRefused(error: PhoneProxyError): boolean {
  if (error instanceof ProblemError) return error.code === 'unauthenticated' || error.code === 'forbidden';
  return error instanceof UnexpectedAnswerError && [401, 403, 407].includes(error.status);
}

/** Whether the same may do better a little later. */
export function isPassing(error: PhoneProxyError): boolean {
  if (error instanceof ConnectionError) return true;
  const { status } = error as ProblemError | UnexpectedAnswerError;
  if (error instanceof UnexpectedAnswerError) return status === 429 || status >= 500;
  return [429, 503, 504].includes(status) || isCode(error, 'call-manager-unreachable');
}

/** After how many seconds another try makes sense, where the service says so. */
export function retryAfterSeconds(error: PhoneProxyError): number | undefined {
  const isTimed = error instanceof ProblemError || error instanceof UnexpectedAnswerError;
  return isTimed ? error.retryAfterSeconds : undefined;
}

/** Whether an error is a problem of this code. */
export function isCode(error: unknown, code: ProblemError['code']): error is ProblemError {
  return error instanceof ProblemError && error.code === code;
}
