import { ConnectionError, ProblemError, UnexpectedAnswerError } from '../../client/index.js';
import { shown } from '../output/shown.js';

/**
 * What a failed call means for who made it:
 * - `login`: the login is refused, or may not do this; nothing was done, and nothing else will be
 * - `changed`: the list is another one; nothing was done
 * - `not-done`: surely not carried out
 * - `unknown`: it may have been carried out, or may still be
 */
export interface Failure {
  readonly means: 'login' | 'changed' | 'not-done' | 'unknown';
  /** Whether the same call may do better later. */
  readonly again: boolean;
  /** After how many seconds, where the service says so. */
  readonly afterSeconds: number | undefined;
  /** The code of a problem, where there is one. */
  readonly code: string | undefined;
  /** For people. */
  readonly detail: string;
}

/** What surely never reached a service. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * @param thrown by a call of the typed client
 * @throws what is no failure of a call
 */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof ProblemError) return ofProblem(thrown);
  if (thrown instanceof UnexpectedAnswerError) return ofForeignAnswer(thrown);
  if (thrown instanceof ConnectionError) return ofConnection(thrown);
  throw thrown;
}

function ofProblem({ code, status, detail, requestId, retryAfterSeconds }: ProblemError): Failure {
  const common = { afterSeconds: retryAfterSeconds, code, detail: shown(`${detail} (${code}, request ${requestId})`) };
  if (code === 'unauthenticated' || code === 'forbidden') return { ...common, means: 'login', again: false };
  if (code === 'changed-meanwhile') return { ...common, means: 'changed', again: false };
  // A time-out in front of the answer: only outcome-unknown is about a write, but reading again costs little.
  if (status === 504) return { ...common, means: 'unknown', again: true };
  // A mistake of the service, which may have come after the list was set.
  if (code === 'internal-error') return { ...common, means: 'unknown', again: false };
  const again = status === 503 || status === 429 || code === 'call-manager-unreachable';
  return { ...common, means: 'not-done', again };
}

/** Something in front of the service answered: what it did before is not known, save that a 429 lets nothing through. */
function ofForeignAnswer({ status, message, retryAfterSeconds: afterSeconds }: UnexpectedAnswerError): Failure {
  const common = { afterSeconds, code: undefined, detail: shown(message) };
  if ([401, 403, 407].includes(status)) return { ...common, means: 'login', again: false };
  if (status === 429) return { ...common, means: 'not-done', again: true };
  if (status >= 500) return { ...common, means: 'unknown', again: true };
  return { ...common, means: 'not-done', again: false };
}

function ofConnection({ causeCode = '', message }: ConnectionError): Failure {
  const common = { afterSeconds: undefined, code: undefined, detail: shown(message) };
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL/.test(causeCode)) {
    const detail = `${common.detail} PHONE_PROXY_CA_FILE names the authority of the service's certificate.`;
    return { ...common, detail, means: 'not-done', again: false };
  }
  return { ...common, means: neverSent.has(causeCode) ? 'not-done' : 'unknown', again: true };
}
