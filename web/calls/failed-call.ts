import { failureOf, PhoneProxyError, problemMeanings } from '../../src/client/index.js';

/**
 * @returns what a call was rejected with
 * @throws what is no failure of a call, but a mistake of this page
 */
export function failedCall(thrown: unknown): PhoneProxyError {
  if (thrown instanceof PhoneProxyError) return thrown;
  throw thrown;
}

/** Whether the same call may be answered otherwise one day: not where it is refused for what it asks. */
export function mayHelpAgain(error: PhoneProxyError): boolean {
  const { again, means, code } = failureOf(error);
  return again || means === 'login' || (code !== undefined && problemMeanings[code].again === 'repaired');
}
