import { isServiceError, ServiceError } from '../../domain/errors.js';
import type { Effect } from '../../domain/resend-policy.js';

/** What to do about a failed handshake, by the error codes of OpenSSL and Node. */
const handshakeAdvice: readonly (readonly [codes: RegExp, advice: string])[] = [
  [
    /ALTNAME/,
    "The call manager's certificate is for another host name than the one in AXL_URL: use the name in the certificate.",
  ],
  [
    /CERT_(HAS_EXPIRED|NOT_YET_VALID)/,
    "The call manager's certificate, or one that signed it, is expired or not valid yet: renew it there, or set " +
      "this machine's clock.",
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED/,
    "The call manager's certificate could not be verified: set AXL_CA_FILE to its certificate, or to that of the " +
      'authority that signed it.',
  ],
  [
    /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|HANDSHAKE_FAILURE|NO_SHARED_CIPHER/,
    'The call manager speaks no version of TLS that this service accepts. Allow an old version with ' +
      'NODE_OPTIONS="--tls-min-v1.0 --tls-cipher-list=DEFAULT@SECLEVEL=0".',
  ],
  [
    /WRONG_VERSION_NUMBER|UNKNOWN_PROTOCOL|HTTP_REQUEST|PACKET_LENGTH_TOO_LONG/,
    'What answers at AXL_URL does not speak TLS: is it the right port?',
  ],
];

/**
 * The error for a failure below HTTP. It keeps only the code of the library's error: the error itself can contain the
 * request's headers, with the password.
 * @param sent whether sending the request had begun
 */
export function networkError(thrown: unknown, sent: boolean): ServiceError {
  // Recognized by its name: undici gives it no code.
  if (thrown instanceof Error && thrown.name === 'HTTPParserError')
    return notFromAxl('The call manager answered with something that is not HTTP.', 'not HTTP');
  const cause = codeOf(thrown);
  const detail = adviceFor(cause) ?? 'The connection to the call manager failed.';
  return new ServiceError('call-manager-unreachable', { detail, effect: sent ? 'unknown' : 'none', cause });
}

/** @returns a sentence about a failed handshake, and what to do; undefined if the code is not one of a handshake */
export function adviceFor(code: string): string | undefined {
  return handshakeAdvice.find(([codes]) => codes.test(code))?.[1];
}

function codeOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return 'unknown';
  const { code, cause, errors } = thrown as { code?: unknown; cause?: unknown; errors?: unknown };
  if (typeof code === 'string') return code;
  // If several addresses of one name were tried, the error is an AggregateError. Any of its errors can be used.
  if (Array.isArray(errors) && errors.length > 0) return codeOf(errors[0]);
  return cause === undefined ? 'unknown' : codeOf(cause);
}

/** The cause if nothing was sent because the caller stopped waiting. */
export const notSent = 'not sent';

/**
 * Whether a request was ended before it was sent, because no one waits for it any more. That says nothing about the
 * node.
 */
export function wasNotSent(thrown: unknown): boolean {
  return isServiceError(thrown) && thrown.facts.cause === notSent;
}

/** @param effect `none` if the request was not sent before the time was over */
export function timedOut(effect: Effect, cause: string): ServiceError {
  return new ServiceError('call-manager-timeout', {
    detail: 'The call manager did not answer in time.',
    effect,
    cause,
  });
}

/**
 * @param detail a sentence for the caller about what is wrong with AXL's response
 * @returns the error for an invalid response: the effect of the request is unknown
 */
export function responseInvalid(detail: string, cause = 'answer'): ServiceError {
  return new ServiceError('call-manager-answer-invalid', { detail, effect: 'unknown', cause });
}

/**
 * @param detail a sentence for the caller about what answered
 * @returns the error for a response that did not come from AXL, such as a page of a web server
 */
export function notFromAxl(detail: string, cause: string, effect: Effect = 'unknown'): ServiceError {
  return new ServiceError('call-manager-answer-invalid', { detail, effect, cause, why: 'no-axl-answer' });
}
