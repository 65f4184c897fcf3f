import { setTimeout as sleep } from 'node:timers/promises';
import { AxlClient, type AxlRequest } from '../axl/client/axl-client.js';
import type { Answered } from '../axl/nodes/cluster.js';
import { isServiceError, type ServiceError } from '../domain/errors.js';
import type { CallKind } from '../domain/resend-policy.js';
import type { CallContext } from '../use-cases/call-context.js';
import { causeOf, type CauseName } from './causes.js';

/** The pauses before a request is repeated, in milliseconds. */
const pausesMs = [500, 1_500, 4_000];
/** The longest pause that a call manager may ask for, in milliseconds. */
const longestMs = 10_000;

/**
 * Repeats a request while the call manager is busy or a connection is lost: such a failure counts only if it stays.
 * @param kind a write is repeated only if it was certainly not carried out
 */
export async function patiently<Result>(
  request: () => Promise<Result>,
  kind: CallKind,
  { signal }: CallContext,
): Promise<Result> {
  for (const pause of pausesMs) {
    try {
      return await request();
    } catch (thrown) {
      if (!isServiceError(thrown) || !mayPass(thrown, kind)) throw thrown;
      const asked = (thrown.facts.retryAfterSeconds ?? 0) * 1_000;
      const wait = sleep(Math.min(Math.max(pause, asked), longestMs), undefined, { signal });
      await wait.catch(() => {
        throw thrown;
      });
    }
  }
  return request();
}

const passing: ReadonlySet<CauseName | undefined> = new Set<CauseName>(['throttled', 'connection-lost']);

function mayPass(failure: ServiceError, kind: CallKind): boolean {
  return passing.has(causeOf(failure)?.name) && (kind === 'read' || failure.facts.effect !== 'unknown');
}

/** The service's client, with more patience. */
export class PatientClient extends AxlClient {
  override ask(request: AxlRequest, context: CallContext): Promise<Answered> {
    return patiently(() => super.ask(request, context), request.kind, context);
  }

  override version(context: CallContext): Promise<string> {
    return patiently(() => super.version(context), 'read', context);
  }
}
