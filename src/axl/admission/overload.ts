import { ServiceError } from '../../domain/errors.js';
import { type Observe, ofRequest } from '../../observability/observations.js';
import type { CallContext } from '../../use-cases/call-context.js';

/** Why a caller is refused: too many wait, its time is too short, or the call manager asked to be left alone. */
type OverloadReason = 'queue-full' | 'deadline' | 'throttled';

/** Makes the errors for callers who are refused because they would be late, and tells of each refusal. */
export class Overload {
  readonly #observe: Observe;

  constructor(observe: Observe) {
    this.#observe = observe;
  }

  /** @param afterMs after how long another try makes sense, in milliseconds */
  refusal(reason: OverloadReason, context: CallContext, afterMs: number): ServiceError {
    // Where no one waits any more, nothing is refused to anyone.
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

/** How long a caller may still wait for its answer, in milliseconds. */
export function timeLeft({ deadline }: CallContext): number {
  return deadline() - performance.now();
}

/** Whether a caller's request ended before its deadline: no one waits for the answer any more. */
export function isAbandoned(context: CallContext): boolean {
  return context.signal.aborted && timeLeft(context) > 0;
}

/** How many are remembered. */
const remembered = 16;

/** How long the last few of something took, in milliseconds. */
export class RecentTimes {
  readonly #enough: number;
  /** As they came. */
  readonly #times: number[] = [];
  /** The same, the shortest first. */
  readonly #inOrder: number[] = [];

  /** @param enough fewer than these tell nothing yet: the first ones after a start log in, and take longer */
  constructor(enough = 8) {
    this.#enough = enough;
  }

  learn(ms: number): void {
    const oldest = this.#times.length < remembered ? undefined : this.#times.shift();
    if (oldest !== undefined) this.#inOrder.splice(this.#inOrder.indexOf(oldest), 1);
    this.#times.push(ms);
    this.#inOrder.splice(this.#inOrder.findLastIndex((other) => other <= ms) + 1, 0, ms);
  }

  /** The one in the middle, so that a single slow one changes nothing; 0 while too few are known. */
  get usual(): number {
    if (this.#times.length < this.#enough) return 0;
    const sorted = this.#inOrder;
    return sorted[(sorted.length - 1) >> 1] ?? 0;
  }

  /** Almost all took no longer than this: the slowest eighth is left out. 0 while none is known. */
  get slow(): number {
    const sorted = this.#inOrder;
    return sorted[sorted.length - 1 - Math.floor(sorted.length / 8)] ?? 0;
  }
}
