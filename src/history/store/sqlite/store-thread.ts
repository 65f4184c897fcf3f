import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { HistoryUnavailable, HistoryUnusable } from '../history-problems.js';
import { type FileAnswer, type FileCall, type FileCalls, type Queue, queueOf } from './file-calls.js';
import type { AnswerOf, ValuesOf } from './thread-call.js';

/** How long it may take to open a file, in milliseconds. What the last process has left must be read first. */
const openMs = 30_000;

/** The thread runs the built file, also if this file runs from its source. */
const threadFile = createRequire(import.meta.url).resolve('#history-thread');

/** A task that takes this long, in milliseconds, may never end, because the disk may hang. */
const stuckMs = 1_000;

/** How many searches may wait; further ones are refused at once. */
const mostSearches = 200;

/**
 * The queues that take turns, and how many tasks of each queue run at once. There is only one search at a time, so a
 * write waits for at most one.
 */
const turns: readonly (readonly [Queue, number])[] = [
  ['writes', 32],
  ['lookUps', 32],
  ['searches', 1],
];

/** A task that waits for the thread or is running. */
interface Work {
  readonly call: FileCall;
  readonly resolve: (value: unknown) => void;
  readonly reject: (problem: Error) => void;
  /** Called if the task may have been carried out although its caller was told that it was not. */
  readonly carriedOutLate: () => void;
  timer: NodeJS.Timeout | undefined;
  isGivenUp: boolean;
}

/**
 * The thread that has the file, as the other threads see it. It gets some tasks at once, and gets more only after it
 * has answered. So a task is never begun if no one waits for it any more. Waiting writes go together, because the disk
 * takes as long for many as for one. If the thread has ended, the next task starts it again.
 */
export class StoreThread {
  readonly #path: string;
  readonly #limitMs: number;
  readonly #program: string | URL;
  readonly #queues: Readonly<Record<Queue, Work[]>> = { writes: [], lookUps: [], searches: [], end: [] };
  /** The queue whose turn it is. */
  #turn = 0;
  #worker: Worker | undefined;
  /** Receives the thread's next answers; undefined if the thread has ended. */
  #answered: ((answers: readonly FileAnswer[]) => void) | undefined;
  /** When the thread got the tasks that it has not answered yet. */
  #busySince: number | undefined;
  #isRunning = false;
  #isClosed = false;

  /**
   * @param limitMs how long a task may take, including its wait, in milliseconds
   * @param program the program of the thread
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
   * Runs a task in its turn.
   * @param carriedOutLate called if the task was, or may have been, carried out after it was refused because of its
   * time limit
   * @throws HistoryUnavailable
   */
  ask<Name extends keyof FileCalls>(
    method: Name,
    values: ValuesOf<FileCalls[Name]>,
    carriedOutLate: () => void = () => undefined,
  ): Promise<AnswerOf<FileCalls[Name]>> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new HistoryUnavailable('closed');
      // The disk is slow. A new task would wait for the same time, and then fail.
      if (this.#busyMs > this.#limitMs) throw new HistoryUnavailable('slow');
      const queue = this.#queues[queueOf[method]];
      if (method === 'search' && queue.length >= mostSearches) throw new HistoryUnavailable('too many readers');
      const call = { method, values } as FileCall;
      const work: Work = {
        call,
        resolve: resolve as Work['resolve'],
        reject,
        carriedOutLate,
        timer: undefined,
        isGivenUp: false,
      };
      work.timer = setTimeout(() => {
        this.#giveUp(work, queue);
      }, this.#limitMs);
      queue.push(work);
      void this.#run();
    });
  }

  /** Runs a task as soon as the thread can, however long that takes, without an answer. */
  askLater(call: FileCall): void {
    const nobody = (): void => undefined;
    this.#queues[queueOf[call.method]].unshift({
      call,
      resolve: nobody,
      reject: nobody,
      carriedOutLate: nobody,
      timer: undefined,
      isGivenUp: false,
    });
    void this.#run();
  }

  /** Ends the thread when its tasks are done, or when the time limit of a task is over. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    const closing = this.#worker && this.ask('close', []).catch(() => undefined);
    this.#isClosed = true;
    await closing;
    await this.#end();
  }

  get #busyMs(): number {
    return this.#busySince === undefined ? 0 : performance.now() - this.#busySince;
  }

  #giveUp(work: Work, queue: Work[]): void {
    work.isGivenUp = true;
    work.reject(new HistoryUnavailable('slow'));
    const position = queue.indexOf(work);
    if (position >= 0) queue.splice(position, 1);
  }

  /**
   * @returns the next tasks: those of the next queue in turn that is not empty. If all queues are empty, the message
   * that ends the thread
   */
  #next(): readonly Work[] {
    for (const [queue, most] of [...turns.slice(this.#turn), ...turns.slice(0, this.#turn)]) {
      this.#turn = (this.#turn + 1) % turns.length;
      const works = this.#queues[queue].splice(0, most);
      if (works.length > 0) return works;
    }
    return this.#queues.end.splice(0);
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let works = this.#next(); works.length > 0; works = this.#next()) {
      const answers = await this.#answersTo(works.map(({ call }) => call));
      works.forEach((work, position) => {
        settle(work, answers[position] ?? { failed: threadEnded });
      });
    }
    this.#isRunning = false;
  }

  async #answersTo(calls: readonly FileCall[]): Promise<readonly FileAnswer[]> {
    if (!this.#worker) {
      const opened = await this.#start();
      if (!('ok' in opened)) {
        await this.#end();
        return calls.map(() => opened);
      }
    }
    return this.#answers(() => this.#worker?.postMessage(calls));
  }

  /** Starts the thread. @returns what it says about the file */
  async #start(): Promise<FileAnswer> {
    let worker: Worker;
    try {
      // The thread must not get options of the process, such as --input-type.
      worker = new Worker(this.#program, { workerData: this.#path, execArgv: [], stdout: true, stderr: true });
    } catch (thrown) {
      // This happens, for example, if the system has no more threads.
      return { failed: (thrown as { readonly code?: string }).code ?? 'unknown' };
    }
    this.#worker = worker;
    // When the process ends, it waits for its threads. A thread that waits for a hanging disk never ends.
    const endAtOnce = (): void => {
      if (this.#busyMs > stuckMs) process.kill(process.pid, 'SIGKILL');
    };
    process.on('exit', endAtOnce);
    worker.on('message', (answers: readonly FileAnswer[]) => {
      this.#busySince = undefined;
      if (this.#worker === worker) this.#answered?.(answers);
    });
    // An error ends the thread, and only its end matters.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      process.off('exit', endAtOnce);
      this.#busySince = undefined;
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#answered?.([]);
    });
    const timer = setTimeout(() => this.#answered?.([{ failed: 'slow' }]), openMs);
    const [answer] = await this.#answers(() => undefined);
    clearTimeout(timer);
    return answer ?? { failed: threadEnded };
  }

  #answers(begin: () => void): Promise<readonly FileAnswer[]> {
    return new Promise((resolve) => {
      this.#answered = (answers) => {
        this.#answered = undefined;
        resolve(answers);
      };
      this.#busySince = performance.now();
      begin();
    });
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    if (!worker) return;
    // A thread that waits for the disk cannot be ended. It must not keep the process alive.
    worker.unref();
    await Promise.race([worker.terminate(), new Promise((resolve) => setTimeout(resolve, this.#limitMs).unref())]);
  }
}

const threadEnded = 'thread ended';

function settle(work: Work, answer: FileAnswer): void {
  clearTimeout(work.timer);
  const mayBeDone = 'ok' in answer || ('failed' in answer && answer.failed === threadEnded);
  if (mayBeDone && (work.isGivenUp || !('ok' in answer))) work.carriedOutLate();
  if ('ok' in answer) work.resolve(answer.ok);
  else work.reject(new HistoryUnavailable('failed' in answer ? answer.failed : answer.unusable));
}
