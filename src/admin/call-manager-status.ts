import type { CallManagerStatus } from '../domain/call-manager-status.js';
import type { NotReady, Readiness } from './readiness.js';

/** @returns how the call manager is doing, for callers; it is asked no more than readiness asks it */
export async function callManagerStatus(
  readiness: Pick<Readiness, 'failure'>,
  backend: { readonly release: () => string | undefined },
): Promise<CallManagerStatus> {
  const failure = await readiness.failure();
  return { state: failure ? stateOf(failure) : 'ready', release: backend.release() ?? null };
}

function stateOf({ reason }: NotReady): CallManagerStatus['state'] {
  switch (reason) {
    case 'stopping':
      return 'unknown';
    case 'call-manager-busy':
    case 'overloaded':
      return 'busy';
    case 'call-manager-refused-credentials':
      return 'credentials-refused';
    default:
      return 'unavailable';
  }
}
