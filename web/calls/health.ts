import {
  ConnectionError,
  type PhoneProxyError,
  ProblemError,
  problemMeanings,
  type Status,
  UnexpectedAnswerError,
} from '../../src/client/index.js';

/**
 * How the service and the call manager behind it are doing; `offline`: the service itself does not answer; `overloaded`:
 * it is the service that is busy, whatever the call manager does.
 */
export type Health = Status['callManager']['state'] | 'offline' | 'overloaded';

/** @returns what a failed call says of how the service or the call manager is doing; undefined where it says nothing */
export function healthIn(error: PhoneProxyError): Health | undefined {
  if (error instanceof ProblemError) {
    return error.code === 'overloaded' ? error.code : problemMeanings[error.code].callManager;
  }
  // What is in front of the service says that it cannot reach it.
  const isGateway = error instanceof UnexpectedAnswerError && [502, 503, 504].includes(error.status);
  return isGateway || error instanceof ConnectionError ? 'offline' : undefined;
}
