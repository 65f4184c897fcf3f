import { setTimeout as delay } from 'node:timers/promises';

/** The clock, and waiting by it. */
export interface Waiting {
  /** Milliseconds that only go up. */
  now(): number;
  /** Waits, or until the signal is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const realWaiting: Waiting = {
  now: () => performance.now(),
  wait: async (ms, signal) => {
    // setTimeout takes no longer ones; the caller looks at the clock again.
    await delay(Math.min(ms, 2 ** 31 - 1), undefined, { signal }).catch(() => undefined);
  },
};
