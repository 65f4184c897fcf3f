import { ServiceError } from '../../domain/errors.js';
import type { Observe } from '../../observability/observations.js';
import type { CallContext } from '../../use-cases/call-context.js';

/** Why a caller is refused: too many wait, its time is too short, or the call manager asked to be left alone. */
export type OverloadReason = 'queue-full' | 'deadline' | 'throttled';

/** Makes the errors for callers who are refused because they would be late, and tells of each refusal. */
export class Overload {
  readonly #observe: Observe;

  constructor(observe: Observe) {
    this.#observe = observe;
  }

  /** @param afterMs after how long another try makes sense, in milliseconds */
  refusal(reason: OverloadReason, context: CallContext, afterMs: number): ServiceError {
    // Where nobody waits any more, nothing is refused to anyone.
    if (!isAbandoned(context)) this.#observe({ kind: 'shed', requestId: context.requestId, reason });
    return new ServiceError(reason === 'throttled' ? 'call-manager-busy' : 'overloaded', {
      detail:
        reason === 'throttled'
          ? 'The call manager is busy and asked to be left alone for longer than this request may take.'
          : 'More requests are waiting for the call manager than can be answered in time.',
      retryAfterSeconds: Math.min(60, Math.max(1, Math.ceil(afterMs / 1000))),
      effect: 'none',
      cause: reason,
    });
  }
}

/** How long a caller may still wait for its answer, in milliseconds. */
export function timeLeft({ deadline }: CallContext): number {
  return deadline() - performance.now();
}

/** Whether a caller's request ended before its deadline: nobody waits for the answer any more. */
export function isAbandoned(context: CallContext): boolean {
  return context.signal.aborted && timeLeft(context) > 0;
}
