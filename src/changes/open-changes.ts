import type { Observe } from '../observability/observations.js';
import type { Store } from '../store/sql.js';
import type { KeptStop } from '../use-cases/writing-stop.js';
import { Changes, type ChangesOptions } from './changes.js';
import { History } from './journal.js';
import type { ChangeStore } from './store/change-store.js';
import { SqlChanges } from './store/sql-changes.js';
import { Retention, type RetentionOptions } from './store/retention.js';
import type { ChangeWorkOptions } from './held-change.js';
import { ChangeWork } from './work.js';

/** The interval, in milliseconds, between searches for lists that an ended instance was sending. */
const settleEveryMs = 30_000;

/** The open history. Until it is closed, it settles what a crash left, and deletes what is old. */
export interface OpenHistory {
  readonly history: History;
  readonly store: ChangeStore;
  /** Keeps that writing is stopped. */
  readonly keptStop: KeptStop;
  /** What is deleted, and when. */
  readonly retention: Retention;
  close(): Promise<void>;
}

/** Opens the history in a store, which it closes. */
export async function openHistory(store: Store, options: RetentionOptions, observe: Observe): Promise<OpenHistory> {
  const changes = await SqlChanges.open(store);
  const history = new History(changes, observe);
  const retention = new Retention(changes, options, (text) => {
    observe({ kind: 'warning', text });
  });
  retention.start();
  // If the store cannot be reached now, this is retried later. Metrics and log show the failure.
  const settleAbandoned = (): Promise<void> => history.settleAbandoned().catch(() => undefined);
  const timer = setInterval(() => void settleAbandoned(), settleEveryMs).unref();
  return {
    history,
    store: changes,
    keptStop: {
      writingStopped: () => history.asked.ask('change', {}, () => changes.writingStopped()),
      stopWriting: (stopped) => history.asked.ask('change', {}, () => changes.stopWriting(stopped)),
      resumeWriting: () => history.asked.ask('change', {}, () => changes.resumeWriting()),
    },
    retention,
    close: async () => {
      clearInterval(timer);
      await retention.close();
      await history.close();
    },
  };
}

export type OpenChangesOptions = ChangeWorkOptions & Omit<ChangesOptions, 'work'>;

/** Changes for callers, and the work on them. */
export interface OpenChanges {
  readonly changes: Changes;
  readonly work: ChangeWork;
  close(): Promise<void>;
}

export function openChanges(options: OpenChangesOptions): OpenChanges {
  const work = new ChangeWork(options);
  return { changes: new Changes({ ...options, work }), work, close: () => work.close() };
}
