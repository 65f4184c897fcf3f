import { failureOf, PhoneProxyError, problemMeanings } from '../../src/client/index.js';

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
