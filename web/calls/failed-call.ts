import { type Failure, failureOf, PhoneProxyError, problemMeanings } from '../../src/client/index.js';

/**
 * @returns the error of a failed call
 * @throws any other error, because it is a bug of this page
 */
export function failedCall(thrown: unknown): PhoneProxyError {
  if (thrown instanceof PhoneProxyError) return thrown;
  throw thrown;
}

/** Whether the same call may succeed later. If it was refused because of its content, it cannot. */
export function mayHelpAgain(error: PhoneProxyError): boolean {
  const { again, means, code } = failureOf(error);
  return again || means === 'login' || (code !== undefined && problemMeanings[code].again === 'repaired');
}

/** A failed call, with its error. */
export interface FailedCall extends Failure {
  readonly error: PhoneProxyError;
}

/** @throws any error that is not a failed call, because it is a bug of this page */
export function failedCallOf(thrown: unknown): FailedCall {
  const error = failedCall(thrown);
  return { ...failureOf(error), error };
}
