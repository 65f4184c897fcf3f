import { createRequire } from 'node:module';
import { sqliteDialect } from '../dialect.js';
import { tablesOf, type Wing } from '../migrations.js';
import { fileProblem, StoreUnavailable, StoreUnusable } from '../problems.js';
import type { Lock, SqlValue, Step, Store } from '../sql.js';
import { Thread } from '../thread/thread.js';
import type { FileToOpen } from './open-file.js';
import type { SqliteFile } from './sqlite-file.js';

/** How long a call may take before the disk counts as too slow, in milliseconds. */
const usualLimitMs = 5_000;

/** The thread runs the built file, also if this file runs from its source. */
const program = createRequire(import.meta.url).resolve('#store-thread');

/**
 * The queues of the file's thread. There is only one search at a time, so a write waits for at most one. A message is
 * sent only after the one before it is answered, so few calls are begun if no one waits for them any more.
 */
export const storeQueues = [
  { methods: ['transact'], together: 32, sent: 1 },
  { methods: ['all'], together: 32, sent: 1 },
  { together: 1, sent: 1, most: 200 },
] as const;

/** In the header of the file: "axlh". */
const applicationId = 0x61786c68;

/**
 * One SQLite file, for one process: the file's lock keeps others out. A thread does all work on it, so that a slow disk
 * delays nothing else.
 */
export class SqliteStore implements Store {
  readonly dialect = sqliteDialect;
  readonly #thread: Thread<SqliteFile>;
  readonly #limitMs: number;

  private constructor(workerData: FileToOpen, limitMs: number) {
    this.#limitMs = limitMs;
    this.#thread = new Thread({ program, workerData, limitMs, waitsForDisk: true, queues: storeQueues });
  }

  /**
   * Opens the file, or creates it.
   * @param path of the file, absolute
   * @param wings whose tables are in it
   * @throws StoreUnusable
   */
  static async open(path: string, wings: readonly Wing[], limitMs = usualLimitMs): Promise<SqliteStore> {
    const tables = tablesOf(wings, sqliteDialect);
    const store = new SqliteStore({ path, tables, applicationId }, limitMs);
    await store.#thread.open().catch((thrown: unknown) => {
      const isPassing = thrown instanceof StoreUnavailable;
      throw isPassing ? new StoreUnusable(fileProblem(path, thrown.cause)) : thrown;
    });
    return store;
  }

  all<Row>(text: string, values: readonly SqlValue[]): Promise<Row[]> {
    return this.#thread.ask('all', [text, values]) as Promise<Row[]>;
  }

  search<Row>(text: string, values: readonly SqlValue[]): Promise<Row[]> {
    return this.#thread.ask('search', [text, values]) as Promise<Row[]>;
  }

  transact<Row>(steps: readonly Step[]): Promise<Row[][]> {
    return this.#thread.ask('transact', [steps]) as Promise<Row[][]>;
  }

  /** No lock is needed: there is only one process, and within it the use cases keep the order of writes. */
  lock(): Promise<Lock> {
    return Promise.resolve(neverLost);
  }

  close(): Promise<void> {
    return this.#thread.close(this.#limitMs);
  }
}

const neverLost: Lock = {
  lost: new AbortController().signal,
  verify: () => Promise.resolve(true),
  release: () => Promise.resolve(),
};
