import type { CallContext } from '../../src/use-cases/call-manager.js';
import { Ending } from '../../src/use-cases/ending.js';

let arrivals = 0;

/** A caller's context as the routes make it. @param deadlineMs from now */
export function callContext(deadlineMs = 20_000, ending = endingAfter(deadlineMs)): CallContext {
  arrivals += 1;
  const deadline = performance.now() + deadlineMs;
  return {
    requestId: `request-${arrivals}`,
    arrival: arrivals,
    user: 'caller',
    deadline: () => deadline,
    ending,
    tally: { axlCalls: 0, axlMs: 0 },
  };
}

function endingAfter(ms: number): Ending {
  const ending = new Ending();
  setTimeout(() => {
    ending.end();
  }, ms).unref();
  return ending;
}
