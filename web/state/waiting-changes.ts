import { signal } from '@preact/signals';
import { failedCall } from '../calls/failed-call.js';
import { status } from './health.js';
import { clearWithUser, mayPropose, session } from './session.js';

/** How many changes wait for a user. */
export interface Waiting {
  readonly count: number;
  /** Whether there may be more than were counted. */
  readonly hasMore: boolean;
}

/** How many changes wait for the current user, as they were counted last; undefined while that is not known. */
export const waitingChanges = signal<Waiting | undefined>(undefined);

/** How often they are counted at most while nothing is done on this page, in milliseconds. */
const everyMs = 60_000;
/** How many proposed changes are looked at. */
const mostWaiting = 50;

let countedAt = 0;

/** Counts the changes that the current user may approve. A failure is not shown: the page of changes shows what is wrong. */
export async function countWaiting(): Promise<void> {
  const now = session.peek();
  if (now === undefined || !mayPropose()) return;
  countedAt = Date.now();
  try {
    const { changes, next } = await now.client.listChanges({ state: 'proposed', limit: mostWaiting });
    const { length: count } = changes.filter(({ may }) => may.includes('approve'));
    if (session.peek() === now) waitingChanges.value = { count, hasMore: next !== undefined };
  } catch (thrown) {
    failedCall(thrown);
  }
}

// After sign-in, and then with some of the requests for the state of the service.
status.subscribe(() => {
  if (Date.now() - countedAt >= everyMs) void countWaiting();
});
clearWithUser(() => {
  waitingChanges.value = undefined;
  countedAt = 0;
});
