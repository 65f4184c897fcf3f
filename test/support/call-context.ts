import { setMaxListeners } from 'node:events';
import type { Holding } from '../../src/use-cases/call-manager.js';
import { type CallContext, newTally } from '../../src/use-cases/call-context.js';

/** Room for everything that a lookup holds. */
export const boundless: Holding = { hold: () => undefined };

let arrivals = 0;

/** A caller's context, as the routes make it. @param deadlineMs from now */
export function callContext(deadlineMs = 20_000, signal = AbortSignal.timeout(deadlineMs)): CallContext {
  arrivals += 1;
  // As in the service: many requests at the same time may listen to one caller's signal.
  setMaxListeners(0, signal);
  const deadline = performance.now() + deadlineMs;
  return {
    requestId: `request-${arrivals}`,
    arrival: arrivals,
    user: 'caller',
    deadline: () => deadline,
    signal,
    tally: newTally(),
    oneAttempt: false,
    undoes: undefined,
    of: undefined,
  };
}
