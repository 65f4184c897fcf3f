import {
  ConnectionError,
  type PhoneProxyError,
  type ProblemCode,
  ProblemError,
  type Status,
  UnexpectedAnswerError,
} from '../../src/client/index.js';

/** How the service and the call manager behind it are doing; `offline`: the service itself does not answer. */
export type Health = Status['callManager']['state'] | 'offline';

/** The problems that say nothing of the call manager, for instance because it did answer. */
type SaysNothing =
  | 'invalid-request'
  | 'unauthenticated'
  | 'forbidden'
  | 'cross-site'
  | 'not-found'
  | 'method-not-allowed'
  | 'payload-too-large'
  | 'unsupported-media-type'
  | 'too-many-failed-logins'
  | 'phone-not-found'
  | 'profile-not-found'
  | 'entry-not-found'
  | 'not-representable'
  | 'changed-meanwhile'
  | 'history-off'
  | 'change-not-found'
  | 'run-not-found'
  | 'history-unavailable'
  | 'inventory-off'
  | 'inventory-incomplete'
  | 'finding-not-found'
  | 'not-kept'
  | 'rejected-by-call-manager'
  | 'call-manager-fault'
  | 'outcome-unknown'
  | 'internal-error';

/** What the other problems say of it. */
const said: Readonly<Record<Exclude<ProblemCode, SaysNothing>, Health>> = {
  'call-manager-refused-credentials': 'credentials-refused',
  'axl-service-unavailable': 'unavailable',
  'axl-version-unsupported': 'unavailable',
  'call-manager-busy': 'busy',
  'call-manager-unavailable': 'unavailable',
  'call-manager-unreachable': 'unavailable',
  'call-manager-timeout': 'unavailable',
  'call-manager-answer-invalid': 'unavailable',
  overloaded: 'busy',
};
const healthAt: Readonly<Partial<Record<ProblemCode, Health>>> = said;

/** @returns what a failed call says of how the service or the call manager is doing; undefined where it says nothing */
export function healthIn(error: PhoneProxyError): Health | undefined {
  if (error instanceof ProblemError) return healthAt[error.code];
  // What is in front of the service says that it cannot reach it.
  const isGateway = error instanceof UnexpectedAnswerError && [502, 503, 504].includes(error.status);
  return isGateway || error instanceof ConnectionError ? 'offline' : undefined;
}
