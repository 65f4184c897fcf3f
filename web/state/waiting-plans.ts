import { signal } from '@preact/signals';
import { failedCall } from '../calls/failed-call.js';
import type { Waiting } from '../plans/waiting.js';
import { status } from './health.js';
import { clearWithUser, mayPropose, session } from './session.js';

/** The plans that wait for the user, as last read; undefined until then. */
export const waitingPlans = signal<Waiting | undefined>(undefined);

/** How often they are read at most while nothing is done here, in milliseconds. */
const everyMs = 60_000;

/**
 * How long after the sign-in they are read, in milliseconds: the code for it is loaded after everything that is visible
 * first.
 */
const firstAfterMs = 1_000;

let readAt = 0;

/** Reads the plans that wait for the user. A failure is tried again later: the page of plans shows the error. */
export async function countPlans(): Promise<void> {
  const now = session.peek();
  if (now === undefined || !mayPropose()) return;
  readAt = Date.now();
  try {
    const { readWaitingPlans } = await import('./plan-calls.js');
    const waiting = await readWaitingPlans(now.user);
    if (session.peek() === now) waitingPlans.value = waiting;
  } catch (thrown) {
    // A file that could not be loaded is not a failed call.
    if (!(thrown instanceof TypeError)) failedCall(thrown);
  }
}

// Each time the status of the service is loaded, unless they were read shortly before.
status.subscribe(() => {
  if (Date.now() - readAt < everyMs) return;
  readAt = Date.now();
  setTimeout(() => void countPlans(), firstAfterMs);
});
clearWithUser(() => {
  waitingPlans.value = undefined;
  readAt = 0;
});
