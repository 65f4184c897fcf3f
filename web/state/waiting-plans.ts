import { signal } from '@preact/signals';
import { failedCall } from '../calls/failed-call.js';
import type { Waiting } from '../plans/waiting.js';
import { status } from './health.js';
import { clearWithUser, mayPropose, session } from './session.js';

/** The plans that wait for who is signed in, as they were read last; undefined as long as that is not known. */
export const waitingPlans = signal<Waiting | undefined>(undefined);

/** So often they are read at most while nothing is done here, in milliseconds. */
const everyMs = 60_000;

/** So long after signing in they are read, in milliseconds: what reads them comes after all that is seen first. */
const firstAfterMs = 1_000;

let readAt = 0;

/** Reads which plans wait for who is signed in. What fails is tried again later: the page of plans says what is wrong. */
export async function countPlans(): Promise<void> {
  const now = session.peek();
  if (now === undefined || !mayPropose()) return;
  readAt = Date.now();
  try {
    const { readWaitingPlans } = await import('./plan-calls.js');
    const waiting = await readWaitingPlans(now.user);
    if (session.peek() === now) waitingPlans.value = waiting;
  } catch (thrown) {
    // A file that does not come is no failure of a call.
    if (!(thrown instanceof TypeError)) failedCall(thrown);
  }
}

// As often as the service is asked how it is doing, and no more often than that.
status.subscribe(() => {
  if (Date.now() - readAt < everyMs) return;
  readAt = Date.now();
  setTimeout(() => void countPlans(), firstAfterMs);
});
clearWithUser(() => {
  waitingPlans.value = undefined;
  readAt = 0;
});
