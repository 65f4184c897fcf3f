import type { Observe } from '../observability/observations.js';
import type { ChangeStore } from './store/change-store.js';
import { History } from './history.js';
import type { HistoryOptions } from './store/history-options.js';
import { openChangeStore } from './store/open-change-store.js';
import { Retention } from './store/retention.js';

/** How often changes are looked for that an instance has left in progress when it ended, in milliseconds. */
const settleEveryMs = 30_000;

/** A history that looks after itself until it is closed. */
export interface OpenHistory {
  readonly history: History;
  close(): Promise<void>;
}

/**
 * Opens the history, which settles what a crash left in progress, and deletes what is too old; both are done again and
 * again while it is open.
 * @param mostLocks how many devices may be written to at a time
 * @throws HistoryUnusable, with what to mend
 */
export async function openHistory(options: HistoryOptions, mostLocks: number, observe: Observe): Promise<OpenHistory> {
  const store = await openChangeStore(options, mostLocks);
  const history = new History(store, observe);
  const retention = new Retention(store, options.retentionDays);
  retention.start();
  const timer = setInterval(() => void settleAbandoned(store), settleEveryMs).unref();
  return {
    history,
    close: async () => {
      clearInterval(timer);
      await retention.close();
      await history.close();
    },
  };
}

/** A store that cannot be reached now is asked again later; a device's own are settled before its next write anyhow. */
async function settleAbandoned(store: ChangeStore): Promise<void> {
  await store.settleAbandoned().catch(() => undefined);
}
