import { ServiceError } from '../../domain/errors.js';
import { type Observe, ofRequest } from '../../observability/observations.js';
import type { CallContext } from '../../use-cases/call-context.js';

/** Why a caller is refused: too many wait, its time is too short, or the call manager has asked for a pause. */
type OverloadReason = 'queue-full' | 'deadline' | 'throttled';

/** Makes the errors for callers who are refused because they would be late, and reports each refusal. */
export class Overload {
  readonly #observe: Observe;

  constructor(observe: Observe) {
    this.#observe = observe;
  }

  /** @param afterMs the time until a retry makes sense, in milliseconds */
  refusal(reason: OverloadReason, context: CallContext, afterMs: number): ServiceError {
    // If no one waits for the answer any more, it does not count as a refusal.
    if (!isAbandoned(context)) this.#observe({ kind: 'shed', ...ofRequest(context), reason });
    return new ServiceError(reason === 'throttled' ? 'call-manager-busy' : 'overloaded', {
      detail:
        reason === 'throttled'
          ? 'The call manager is busy and asked for a longer pause than this request can wait.'
          : 'More requests are waiting for the call manager than can be answered in time.',
      retryAfterSeconds: Math.min(60, Math.max(1, Math.ceil(afterMs / 1000))),
      effect: 'none',
      cause: reason,
    });
  }
}

/** The time until a caller's deadline, in milliseconds. */
export function timeLeft({ deadline }: CallContext): number {
  return deadline() - performance.now();
}

/** Whether a caller's request ended before its deadline: no one waits for the answer any more. */
export function isAbandoned(context: CallContext): boolean {
  return context.signal.aborted && timeLeft(context) > 0;
}

/** How many durations are remembered. */
const remembered = 16;

/** The durations of the last few events, in milliseconds. */
export class RecentTimes {
  readonly #enough: number;
  /** The durations in order of arrival. */
  readonly #times: number[] = [];
  /** The same durations, shortest first. */
  readonly #inOrder: number[] = [];

  /**
   * @param enough how many durations are needed for an estimate, because the first requests after a start log in and
   * take longer
   */
  constructor(enough = 8) {
    this.#enough = enough;
  }

  learn(ms: number): void {
    const oldest = this.#times.length < remembered ? undefined : this.#times.shift();
    if (oldest !== undefined) this.#inOrder.splice(this.#inOrder.indexOf(oldest), 1);
    this.#times.push(ms);
    this.#inOrder.splice(this.#inOrder.findLastIndex((other) => other <= ms) + 1, 0, ms);
  }

  /** The median, so that a single slow event changes nothing; 0 while too few durations are known. */
  get usual(): number {
    if (this.#times.length < this.#enough) return 0;
    const sorted = this.#inOrder;
    return sorted[(sorted.length - 1) >> 1] ?? 0;
  }

  /** Almost all events took no longer than this: the slowest eighth is left out. 0 while none is known. */
  get slow(): number {
    const sorted = this.#inOrder;
    return sorted[sorted.length - 1 - Math.floor(sorted.length / 8)] ?? 0;
  }
}
