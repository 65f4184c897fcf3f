import { signal } from '@preact/signals';
import { failedCall } from '../calls/failed-call.js';
import { countsAt, type Waiting } from '../plans/waiting.js';
import { status } from './health.js';
import { callsOf, clearWithUser, mayPropose, session } from './session.js';

/** How many plans wait for the current user, as they were counted last; undefined while that is not known. */
export const waitingPlans = signal<Waiting | undefined>(undefined);

/** How often they are counted at most while nothing is done on this page, in milliseconds. */
const everyMs = 60_000;

let countedAt = 0;

/** Counts the plans that wait for the current user. A failure is not shown: the page of plans shows what is wrong. */
export async function countPlans(): Promise<void> {
  const now = session.peek();
  if (now === undefined || !mayPropose()) return;
  countedAt = Date.now();
  try {
    const waiting = await callsOf(countsAt).countPlans(now.user);
    if (session.peek() === now) waitingPlans.value = waiting;
  } catch (thrown) {
    failedCall(thrown);
  }
}

// After sign-in, and then with some of the requests for the state of the service.
status.subscribe(() => {
  if (Date.now() - countedAt >= everyMs) void countPlans();
});
clearWithUser(() => {
  waitingPlans.value = undefined;
  countedAt = 0;
});
