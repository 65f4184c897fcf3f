import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AnswerOf, type Ask, methodsBy, type ValuesOf } from '../../../store/thread/calls.js';
import { Thread } from '../../../store/thread/thread.js';
import { type StoredReads, storeReads } from '../inventory-store.js';
import type { InventoryStore } from '../whole-store.js';
import type { InventoryCalls, ThreadOptions } from './inventory-worker.js';

/**
 * The time limits in milliseconds: for reads in general, for lookups whose caller limits the wait itself, for writes,
 * and for reads of the whole file.
 */
const [readMs, lookUpMs, writeMs, findMs] = [2_000, 60_000, 60_000, 300_000];

/** How long the threads may take to close their file, in milliseconds. */
const closeMs = 1_000;

/** The threads run the built file, also if this file runs from its source. */
const program = createRequire(import.meta.url).resolve('#inventory-thread');

/** The memory for young objects is small, so that garbage is collected often and the process stays small. */
const resourceLimits = { maxYoungGenerationSizeMb: 6 };

/** Every call is sent at once, so that the thread always has a next one. It carries out one after another. */
const queues = [{ together: 1, sent: Infinity }] as const;

type InventoryThread = Thread<InventoryCalls>;

/** @param limitMs how long a call may take, in milliseconds */
export function inventoryThread(workerData: ThreadOptions, limitMs: number): InventoryThread {
  return new Thread({ program, workerData, limitMs, waitsForDisk: false, queues, resourceLimits });
}

type Methods = readonly (keyof InventoryCalls)[];

/** The methods of the writing thread. */
export const written = [
  'claim',
  'release',
  'keep',
  'keepAsked',
  'dropTable',
  'again',
  'settleLeftOut',
  'giveUp',
  'bytes',
  'historyReadTo',
  'forgetFormerLabels',
  'keepRelabellings',
  'keepFormerNumbers',
  'keepPickups',
] as const satisfies Methods;

/** The reads of sweeps, which may take seconds. */
export const analysed = [
  'compare',
  'doubtfulLists',
  'watchedBy',
  'missingNumbers',
  'changedLists',
  'findFindings',
] as const satisfies Methods;

/** Small reads that are not for callers. */
export const read = ['numbersWith'] as const satisfies Methods;

/**
 * The inventory in a SQLite file, for one process: one thread writes it, others read it. Cheap reads use its own
 * methods. Reads that may take long use the methods of `dear`, which have the same names. The file is opened, or
 * created, at the first use.
 */
export function sqliteInventory(path: string): InventoryStore {
  const threads = new Threads(path);
  const { writer, reader, searcher, analyst } = threads;
  const lookUpBy =
    (thread: InventoryThread): Ask<StoredReads> =>
    (name, values) =>
      threads.ask(thread, name, values, name === 'kept' ? readMs : lookUpMs);
  const askBy =
    (thread: InventoryThread): Ask<InventoryCalls> =>
    (name, values) =>
      threads.ask(thread, name, values);
  return {
    ...methodsBy(storeReads, lookUpBy(reader)),
    ...methodsBy(read, askBy(reader)),
    ...methodsBy(written, askBy(writer)),
    ...methodsBy(analysed, askBy(analyst)),
    dear: methodsBy(storeReads, lookUpBy(searcher)),
    // With this many cheap reads, the reader always has a next one.
    atOnce: { inAll: 9, dear: 1 },
    now: () => Promise.resolve(Date.now()),
    publish: async (...values) => {
      analyst.rest();
      await threads.ask(writer, 'publish', values);
      threads.tellAges();
    },
    close: () => threads.close(),
  };
}

/** The threads that have the file open. */
class Threads {
  readonly writer: InventoryThread;
  readonly reader: InventoryThread;
  /** Does callers' reads that may take seconds, so that cheap reads do not wait for them. */
  readonly searcher: InventoryThread;
  /** Does the reads of sweeps that take seconds, so that no one waits for them. */
  readonly analyst: InventoryThread;
  readonly #path: string;
  /** Resolves when there is a file that the reader can open; undefined before the first use. */
  #opened: Promise<unknown> | undefined;

  constructor(path: string) {
    this.#path = path;
    this.writer = inventoryThread({ path, role: 'writer' }, writeMs);
    this.reader = inventoryThread({ path, role: 'reader' }, readMs);
    this.searcher = inventoryThread({ path, role: 'searcher' }, readMs);
    this.analyst = inventoryThread({ path, role: 'analyst' }, findMs);
  }

  /** Asks a thread as soon as there is a file. */
  async ask<Name extends keyof InventoryCalls>(
    thread: InventoryThread,
    name: Name,
    values: ValuesOf<InventoryCalls[Name]>,
    limitMs?: number,
  ): Promise<AnswerOf<InventoryCalls[Name]>> {
    await this.#open();
    return thread.ask(name, values, limitMs);
  }

  /**
   * Makes the searcher read the age of the last generation now. So it knows the age later, even if the clock is set.
   */
  tellAges(): void {
    this.searcher.ask('kept', []).catch(() => undefined);
  }

  async close(): Promise<void> {
    await Promise.all([this.reader, this.searcher, this.analyst].map((thread) => thread.close(closeMs)));
    await this.writer.close(closeMs);
  }

  /**
   * Starts the reader before the writer, so that lookups get answers from the stored generation before anything is
   * written. If the reader finds no file that it can open, the writer creates the file first.
   */
  #open(): Promise<unknown> {
    const make = (): Promise<unknown> => this.writer.ask('now', []);
    return (this.#opened ??= (existsSync(this.#path) ? this.reader.ask('now', []).catch(make) : make()).then(
      () => {
        this.tellAges();
      },
      (thrown: unknown) => {
        this.#opened = undefined;
        throw thrown;
      },
    ));
  }
}
