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

/** A thread's garbage is collected often instead of late: so many MB for what is young. The process counts for all. */
const resourceLimits = { maxYoungGenerationSizeMb: 6 };

/** The thread runs what is built, also where this file is not. */
const threadFile = createRequire(import.meta.url).resolve('#inventory-thread');

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (problem: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** A thread that has the inventory's file, as the others see it. One that has ended is started again for the next task. */
export class InventoryThread {
  readonly #options: ThreadOptions;
  readonly #limitMs: number;
  #worker: Worker | undefined;
  #opened: Promise<void> | undefined;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #isClosed = false;

  /** @param limitMs how long a task may take, its waiting included, in milliseconds */
  constructor(options: ThreadOptions, limitMs: number) {
    this.#options = options;
    this.#limitMs = limitMs;
  }

  /**
   * Asks for a method of what the thread has.
   * @param limitMs how long it may take, its waiting included, in milliseconds
   * @throws InventoryUnavailable
   */
  async ask<Name extends keyof InventoryCalls>(
    method: Name,
    values: ValuesOf<InventoryCalls[Name]>,
    limitMs = this.#limitMs,
  ): Promise<AnswerOf<InventoryCalls[Name]>> {
    if (this.#isClosed) throw new InventoryUnavailable('closed');
    // Whoever waits for it may give up; it goes on for those who come later.
    await within(limitMs, (this.#opened ??= this.#open()));
    const id = ++this.#lastId;
    const answered = this.#answerTo(id, limitMs);
    this.#worker?.postMessage({ id, method, values });
    return answered as Promise<AnswerOf<InventoryCalls[Name]>>;
  }

  /** Ends the thread, where it does nothing: its memory goes back, and the next task starts it again. */
  rest(): void {
    const worker = this.#worker;
    if (!worker || this.#waiting.size > 0) return;
    this.#ended(worker);
    worker.unref();
    // It ends when its file is closed; nobody waits for the answer.
    const call: NumberedCall = { id: -1, method: 'close', values: [] };
    worker.postMessage(call);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    const worker = this.#worker;
    // What takes long is not waited for.
    if (worker)
      await Promise.race([this.ask('close', []).catch(() => undefined), sleep(closeMs, undefined, { ref: false })]);
    this.#isClosed = true;
    // A thread that waits for the disk must not keep the process.
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
    // What it throws ends it, and that is what counts.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      this.#ended(worker);
    });
    return this.#answerTo(0, openMs).then(
      () => undefined,
      (thrown: unknown) => {
        // It is opened anew with the next task.
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

/** Where the event loop was held, an answer that has come meanwhile is taken in before the time is over. */
function whenOver(limitMs: number, over: () => void): NodeJS.Timeout {
  return setTimeout(() => setImmediate(over), limitMs);
}

/** @throws InventoryUnavailable where it takes longer */
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
