import {
  ConnectionError,
  type PhoneProxyError,
  ProblemError,
  problemMeanings,
  type Status,
  UnexpectedAnswerError,
} from '../../src/client/index.js';

/**
 * The state of the service and the call manager behind it. `offline`: the service itself does not answer. `overloaded`:
 * the service is busy, regardless of the call manager.
 */
export type Health = Status['callManager']['state'] | 'offline' | 'overloaded';

/**
 * @returns what a failed call shows about the state of the service or the call manager; undefined if it shows nothing
 */
export function healthIn(error: PhoneProxyError): Health | undefined {
  if (error instanceof ProblemError) {
    return error.code === 'overloaded' ? error.code : problemMeanings[error.code].callManager;
  }
  // A proxy in front of the service cannot reach it.
  const isGateway = error instanceof UnexpectedAnswerError && [502, 503, 504].includes(error.status);
  return isGateway || error instanceof ConnectionError ? 'offline' : undefined;
}
