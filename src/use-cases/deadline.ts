import { ServiceError } from '../domain/errors.js';
import type { CallContext } from './call-manager.js';

/**
 * Waits for something that goes on without this caller, but no longer than the caller may wait.
 * @throws ServiceError at the caller's deadline, or as soon as the caller has gone
 */
export function untilDeadline<Result>(result: Promise<Result>, { signal }: CallContext): Promise<Result> {
  return new Promise((resolve, reject) => {
    const late = (): void => {
      reject(lateAnswer());
    };
    signal.addEventListener('abort', late, { once: true });
    if (signal.aborted) late();
    result.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', late);
    });
  });
}

export function lateAnswer(): ServiceError {
  return new ServiceError('call-manager-timeout', { detail: 'The call manager did not answer in time.' });
}
