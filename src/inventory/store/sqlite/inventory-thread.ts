import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { AnswerOf, ValuesOf } from '../../../history/store/sqlite/thread-call.js';
import { InventoryUnavailable } from '../inventory-store.js';
import type { InventoryCalls, NumberedAnswer, NumberedCall, ThreadOptions } from './inventory-worker.js';

/** How long a thread may take to start and to open its file, in milliseconds. */
const openMs = 30_000;
/** How long a thread may take to close its file, in milliseconds. */
const closeMs = 1_000;

/**
 * The memory in MB for a thread's young objects. It is small, so that garbage is collected often. This keeps the memory
 * of the whole process small.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 6 };

/** The thread runs the built file, also if this file runs from its source. */
const threadFile = createRequire(import.meta.url).resolve('#inventory-thread');

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (problem: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * A thread that has the inventory's file open, as the other threads see it. If it has ended, the next task starts it
 * again.
 */
export class InventoryThread {
  readonly #options: ThreadOptions;
  readonly #limitMs: number;
  #worker: Worker | undefined;
  #opened: Promise<void> | undefined;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #isClosed = false;

  /** @param limitMs how long a task may take, including its wait, in milliseconds */
  constructor(options: ThreadOptions, limitMs: number) {
    this.#options = options;
    this.#limitMs = limitMs;
  }

  /**
   * Calls a method in the thread.
   * @param limitMs how long it may take, including its wait, in milliseconds
   * @throws InventoryUnavailable
   */
  async ask<Name extends keyof InventoryCalls>(
    method: Name,
    values: ValuesOf<InventoryCalls[Name]>,
    limitMs = this.#limitMs,
  ): Promise<AnswerOf<InventoryCalls[Name]>> {
    if (this.#isClosed) throw new InventoryUnavailable('closed');
    // If a caller stops waiting, the start continues for later callers.
    await within(limitMs, (this.#opened ??= this.#open()));
    const id = ++this.#lastId;
    const answered = this.#answerTo(id, limitMs);
    this.#worker?.postMessage({ id, method, values });
    return answered as Promise<AnswerOf<InventoryCalls[Name]>>;
  }

  /** Ends the thread if it is idle. Its memory is freed, and the next task starts it again. */
  rest(): void {
    const worker = this.#worker;
    if (!worker || this.#waiting.size > 0) return;
    this.#ended(worker);
    worker.unref();
    // The thread ends after its file is closed. No one waits for the answer.
    const call: NumberedCall = { id: -1, method: 'close', values: [] };
    worker.postMessage(call);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    const worker = this.#worker;
    // Do not wait long for the file to close.
    if (worker)
      await Promise.race([this.ask('close', []).catch(() => undefined), sleep(closeMs, undefined, { ref: false })]);
    this.#isClosed = true;
    // A thread that waits for the disk must not keep the process alive.
    worker?.unref();
    void worker?.terminate();
  }

  #open(): Promise<void> {
    const worker = new Worker(threadFile, {
      ...{ workerData: this.#options, resourceLimits, execArgv: [] },
      ...{ stdout: true, stderr: true },
    });
    this.#worker = worker;
    worker.on('message', (answer: NumberedAnswer) => {
      this.#settle(answer);
    });
    // An error ends the thread, and only its end matters.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      this.#ended(worker);
    });
    return this.#answerTo(0, openMs).then(
      () => undefined,
      (thrown: unknown) => {
        // The next task opens it again.
        this.#ended(worker);
        void worker.terminate();
        throw thrown;
      },
    );
  }

  #answerTo(id: number, limitMs: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const timer = whenOver(limitMs, () => {
        this.#waiting.delete(id);
        reject(new InventoryUnavailable('slow'));
      });
      this.#waiting.set(id, { resolve, reject, timer });
    });
  }

  #settle(answer: NumberedAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    if (!waiting) return;
    this.#waiting.delete(answer.id);
    clearTimeout(waiting.timer);
    if ('ok' in answer) waiting.resolve(answer.ok);
    else waiting.reject(new InventoryUnavailable(answer.failed));
  }

  #ended(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#opened = undefined;
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new InventoryUnavailable('thread ended'));
    }
    this.#waiting.clear();
  }
}

/**
 * Calls a function after a time limit. If the event loop was blocked, an answer that has arrived in the meantime is
 * handled first.
 */
function whenOver(limitMs: number, over: () => void): NodeJS.Timeout {
  return setTimeout(() => setImmediate(over), limitMs);
}

/** @throws InventoryUnavailable if it takes longer */
function within(limitMs: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = whenOver(limitMs, () => {
      reject(new InventoryUnavailable('slow'));
    });
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
}
