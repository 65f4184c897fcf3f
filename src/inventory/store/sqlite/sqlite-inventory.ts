import { existsSync } from 'node:fs';
import { type AnswerOf, type Ask, methodsBy, type ValuesOf } from '../../../history/store/sqlite/thread-call.js';
import { type InventoryStore, type StoreReads, storeReads } from '../inventory-store.js';
import { InventoryThread } from './inventory-thread.js';
import type { InventoryCalls } from './inventory-worker.js';

/**
 * How long what is asked for may take, in milliseconds: in general, a lookup whose caller knows how long to wait, a write,
 * and what goes through the whole file.
 */
const [readMs, lookUpMs, writeMs, findMs] = [2_000, 60_000, 60_000, 300_000];

type Methods = readonly (keyof InventoryCalls)[];

/** What the thread that writes is asked for. */
const written = [
  'claim',
  'release',
  'next',
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
  'bringUp',
  'own',
] as const satisfies Methods;

/** What sweeps ask for, and what takes seconds. */
const analysed = [
  'compare',
  'doubtfulLists',
  'watchedBy',
  'missingNumbers',
  'changedLists',
  'findFindings',
] as const satisfies Methods;

/** What is asked for beside what callers read, and takes as little. */
const read = ['otherThan', 'changeIn'] as const satisfies Methods;

/**
 * The inventory in a SQLite file, for one process: one thread writes it, others read it. What callers read is cheap where
 * nothing else is said; `dear` has the same reads for what may take long. The file is opened, or made, when it is first
 * asked for something.
 */
export function sqliteInventory(path: string): InventoryStore {
  const threads = new Threads(path);
  const { writer, reader, searcher, analyst } = threads;
  const lookUpBy =
    (thread: InventoryThread): Ask<StoreReads> =>
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
    // Of cheap ones so many that the reader always has the next one.
    atOnce: { inAll: 9, dear: 1 },
    now: () => Promise.resolve(Date.now()),
    publish: async (sweep, found) => {
      analyst.rest();
      await threads.ask(writer, 'publish', [sweep, found]);
      threads.tellAges();
    },
    close: () => threads.close(),
  };
}

/** The threads that have the file. */
class Threads {
  readonly writer: InventoryThread;
  readonly reader: InventoryThread;
  /** Reads for callers what may take seconds: who asks for little does not wait behind it. */
  readonly searcher: InventoryThread;
  /** Reads for sweeps what takes seconds, so that nobody waits for it. */
  readonly analyst: InventoryThread;
  readonly #path: string;
  /** Done when there is a file that the reader can open; undefined until somebody needs it. */
  #opened: Promise<unknown> | undefined;

  constructor(path: string) {
    this.#path = path;
    this.writer = new InventoryThread({ path, role: 'writer' }, writeMs);
    this.reader = new InventoryThread({ path, role: 'reader' }, readMs);
    this.searcher = new InventoryThread({ path, role: 'searcher' }, readMs);
    this.analyst = new InventoryThread({ path, role: 'analyst' }, findMs);
  }

  /** Asks one of them when there is a file. */
  async ask<Name extends keyof InventoryCalls>(
    thread: InventoryThread,
    name: Name,
    values: ValuesOf<InventoryCalls[Name]>,
    limitMs?: number,
  ): Promise<AnswerOf<InventoryCalls[Name]>> {
    await this.#open();
    return thread.ask(name, values, limitMs);
  }

  /** From now on the searcher knows, too, how old the last generation is, whatever becomes of the clock. */
  tellAges(): void {
    this.searcher.ask('kept', []).catch(() => undefined);
  }

  async close(): Promise<void> {
    await Promise.all([this.reader.close(), this.searcher.close(), this.analyst.close()]);
    await this.writer.close();
  }

  /**
   * Starts the reader before the writer: what was kept is answered from before anything is written. Where there is
   * nothing that it can open, the writer makes it first.
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
