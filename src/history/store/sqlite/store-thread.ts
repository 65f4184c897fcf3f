import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { HistoryUnavailable, HistoryUnusable } from '../history-problems.js';
import type { Answer, Task } from './thread-messages.js';

/** How long it may take to open a file, in milliseconds: what the last process has left must be read first. */
const openMs = 30_000;

/** The thread runs what is built, also where this file is not. */
const threadFile = createRequire(import.meta.url).resolve('#history-thread');

/** A task that waits for the thread or is under way. */
interface Work {
  readonly task: Task;
  readonly resolve: (value: unknown) => void;
  readonly reject: (problem: Error) => void;
  /** Told when it was perhaps carried out although whoever asked was told that it was not. */
  readonly carriedOutLate: () => void;
  timer: NodeJS.Timeout | undefined;
  isGivenUp: boolean;
}

/**
 * The thread that has the file, as the others see it. It gets one task at a time, so that those that nobody waits for
 * any more are never begun. A thread that has ended is started again for the next task.
 */
export class StoreThread {
  readonly #path: string;
  readonly #limitMs: number;
  readonly #program: string | URL;
  readonly #waiting: Work[] = [];
  #worker: Worker | undefined;
  /** Takes the next answer of the thread. */
  #answered: ((answer: Answer) => void) | undefined;
  #running: Work | undefined;
  #isRunning = false;
  #isClosed = false;

  /**
   * @param limitMs how long a task may take, its waiting included, in milliseconds
   * @param program what the thread runs
   */
  constructor(path: string, limitMs: number, program: string | URL = threadFile) {
    this.#path = path;
    this.#limitMs = limitMs;
    this.#program = program;
  }

  /**
   * Starts the thread and opens the file.
   * @returns the highest sequence in it
   * @throws HistoryUnusable
   */
  async open(): Promise<number> {
    const answer = await this.#start();
    if ('ok' in answer) return answer.ok as number;
    await this.#end();
    throw new HistoryUnusable(
      'unusable' in answer ? answer.unusable : `names a file that cannot be used (${answer.failed})`,
    );
  }

  /**
   * Does a task when all before it are done.
   * @param carriedOutLate told when it was, or may have been, carried out after it had been refused for want of time
   * @throws HistoryUnavailable
   */
  ask(task: Task, carriedOutLate: () => void = () => undefined): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new HistoryUnavailable('closed');
      // The disk is behind: whoever comes now would wait as long for nothing.
      if (this.#running?.isGivenUp) throw new HistoryUnavailable('slow');
      const work: Work = { task, resolve, reject, carriedOutLate, timer: undefined, isGivenUp: false };
      work.timer = setTimeout(() => {
        this.#giveUp(work);
      }, this.#limitMs);
      this.#waiting.push(work);
      void this.#run();
    });
  }

  /** Does a task as soon as the thread can, however long that takes, and tells nobody. */
  askLater(task: Task): void {
    const nobody = (): void => undefined;
    this.#waiting.unshift({
      task,
      resolve: nobody,
      reject: nobody,
      carriedOutLate: nobody,
      timer: undefined,
      isGivenUp: false,
    });
    void this.#run();
  }

  /** Ends the thread when what it was asked for is done, or when the time for a task is over. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    const closing = this.#worker && this.ask({ task: 'close' }).catch(() => undefined);
    this.#isClosed = true;
    await closing;
    await this.#end();
  }

  #giveUp(work: Work): void {
    work.isGivenUp = true;
    work.reject(new HistoryUnavailable('slow'));
    const place = this.#waiting.indexOf(work);
    if (place >= 0) this.#waiting.splice(place, 1);
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let work = this.#waiting.shift(); work; work = this.#waiting.shift()) {
      this.#running = work;
      settle(work, await this.#answerTo(work.task));
    }
    this.#running = undefined;
    this.#isRunning = false;
  }

  async #answerTo(task: Task): Promise<Answer> {
    if (!this.#worker) {
      const opened = await this.#start();
      if (!('ok' in opened)) {
        await this.#end();
        return opened;
      }
    }
    return this.#next(() => this.#worker?.postMessage(task));
  }

  /** Starts the thread. @returns what it says of the file */
  async #start(): Promise<Answer> {
    let worker: Worker;
    try {
      // Options of the process, such as --input-type, are not meant for it.
      worker = new Worker(this.#program, { workerData: this.#path, execArgv: [], stdout: true, stderr: true });
    } catch (thrown) {
      // The system has no more threads, for one.
      return { failed: (thrown as { readonly code?: string }).code ?? 'unknown' };
    }
    this.#worker = worker;
    worker.on('message', (answer: Answer) => {
      if (this.#worker === worker) this.#answered?.(answer);
    });
    // What it throws ends it, and that is what counts.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#answered?.({ failed: threadEnded });
    });
    const timer = setTimeout(() => this.#answered?.({ failed: 'slow' }), openMs);
    const answer = await this.#next(() => undefined);
    clearTimeout(timer);
    return answer;
  }

  #next(begin: () => void): Promise<Answer> {
    return new Promise((resolve) => {
      this.#answered = (answer) => {
        this.#answered = undefined;
        resolve(answer);
      };
      begin();
    });
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    if (!worker) return;
    // A thread that waits for the disk cannot be ended; it must not keep the process.
    worker.unref();
    await Promise.race([worker.terminate(), new Promise((resolve) => setTimeout(resolve, this.#limitMs).unref())]);
  }
}

const threadEnded = 'thread ended';

function settle(work: Work, answer: Answer): void {
  clearTimeout(work.timer);
  const mayBeDone = 'ok' in answer || ('failed' in answer && answer.failed === threadEnded);
  if (mayBeDone && (work.isGivenUp || !('ok' in answer))) work.carriedOutLate();
  if ('ok' in answer) work.resolve(answer.ok);
  else work.reject(new HistoryUnavailable('failed' in answer ? answer.failed : answer.unusable));
}
