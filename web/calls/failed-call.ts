import { failureOf, PhoneProxyError, problemMeanings } from '../../src/client/index.js';

/**
 * @returns the error of a failed call
 * @throws any other error, which is a mistake of this page
 */
export function failedCall(thrown: unknown): PhoneProxyError {
  if (thrown instanceof PhoneProxyError) return thrown;
  throw thrown;
}

/** Whether the same call may succeed later: not if it is refused because of its content. */
export function mayHelpAgain(error: PhoneProxyError): boolean {
  const { again, means, code } = failureOf(error);
  return again || means === 'login' || (code !== undefined && problemMeanings[code].again === 'repaired');
}
