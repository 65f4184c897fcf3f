import { blockedPort, ConnectionError, type PhoneProxyError, ProblemError, UnexpectedAnswerError } from './errors.js';
import type { AnyFailure, FailureMeaning } from './retries.js';
import { type ProblemCode, problemMeanings } from './problems.js';

export interface Failure extends AnyFailure {
  /** The code of a problem, if the service itself answered. */
  readonly code: ProblemCode | undefined;
}

/** System codes of requests that certainly never reached a service. */
const neverSent: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** The codes of a certificate that is not trusted, or of a handshake that failed. */
const notTrusted = /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL/;

/** @returns what a failed call means; every program that sends changes uses it to decide what to do next */
export function failureOf(error: PhoneProxyError): Failure {
  if (error instanceof ProblemError) {
    const { means, again } = problemMeanings[error.code];
    return { means, again: again === 'later', afterSeconds: error.retryAfterSeconds, code: error.code };
  }
  if (error instanceof UnexpectedAnswerError) {
    const { status, retryAfterSeconds: afterSeconds } = error;
    return { means: meaningOfForeign(status), again: status === 429 || status >= 500, afterSeconds, code: undefined };
  }
  const causeCode = error instanceof ConnectionError ? (error.causeCode ?? '') : '';
  const isHopeless = causeCode === blockedPort || notTrusted.test(causeCode);
  const means = isHopeless || neverSent.has(causeCode) ? 'not-done' : 'unknown';
  return { means, again: !isHopeless, afterSeconds: undefined, code: undefined };
}

/**
 * A proxy in front of the service answered. The effect is unknown, unless the answer means that the service did not get
 * the request.
 */
function meaningOfForeign(status: number): FailureMeaning {
  if (status === 401 || status === 407) return 'login';
  return status === 429 ? 'not-done' : 'unknown';
}
