import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { StoreUnavailable, StoreUnusable } from '../problems.js';
import type { Answer, AnswerOf, Answers, Call, Calls, Failed, ValuesOf } from './calls.js';

/** How long a thread may take to start and to open its file, in milliseconds: a large file of 1.0.0 is copied then. */
const openMs = 600_000;

/** A call that takes this long, in milliseconds, may never end, because the disk may hang. */
const stuckMs = 1_000;

/** Calls of the same kind, which wait in one queue. */
export interface Queue<Port> {
  /** The methods; undefined for all that no queue before it has. */
  readonly methods?: readonly (keyof Port)[];
  /** How many calls are sent together, and how often before the first are answered. */
  readonly together: number;
  readonly sent: number;
  /** How many calls may wait; further ones are refused at once. */
  readonly most?: number;
}

export interface ThreadOptions<Port> {
  /** The program of the thread, which calls `serve`, and what it is given. */
  readonly program: string | URL;
  readonly workerData: unknown;
  /** How long a call may take, including its wait, in milliseconds. */
  readonly limitMs: number;
  /** Ends a call when it has waited too long for the disk, and refuses more until the thread answers again. */
  readonly waitsForDisk: boolean;
  readonly queues: readonly Queue<Port>[];
  readonly resourceLimits?: { readonly maxYoungGenerationSizeMb: number };
}

/** A call that waits for the thread, or was sent to it. */
interface Work<Port> {
  readonly call: Call<Port>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (problem: Error) => void;
  isSent: boolean;
  timer: NodeJS.Timeout | undefined;
}

interface Line<Port> extends Queue<Port> {
  readonly waiting: Work<Port>[];
  /** How many messages of this queue are not answered yet. */
  open: number;
}

interface Message<Port> {
  readonly line: Line<Port>;
  readonly works: readonly Work<Port>[];
  readonly since: number;
}

/**
 * A thread that has a file open, as the other threads see it: it is called by the methods of its port. Waiting calls of
 * a queue go together, because the disk takes as long for many writes as for one. If the thread has ended, the next
 * call starts it again.
 */
export class Thread<Port> {
  readonly #options: ThreadOptions<Port>;
  readonly #lines: readonly Line<Port>[];
  readonly #sent = new Map<number, Message<Port>>();
  readonly #asked = new Set<Promise<unknown>>();
  #worker: Worker | undefined;
  #opened: Promise<unknown> | undefined;
  #lastId = 0;
  #isClosed = false;

  constructor(options: ThreadOptions<Port>) {
    this.#options = options;
    this.#lines = options.queues.map((queue) => ({ ...queue, waiting: [], open: 0 }));
  }

  /**
   * Starts the thread and opens its file.
   * @throws StoreUnusable with what is wrong with the file; StoreUnavailable
   */
  async open(): Promise<void> {
    await (this.#opened ??= this.#open());
  }

  /**
   * Calls a method in its turn.
   * @param limitMs how long it may take, including its wait, in milliseconds
   * @throws StoreUnavailable
   */
  ask<Name extends keyof Port>(
    method: Name,
    values: ValuesOf<Port[Name]>,
    limitMs = this.#options.limitMs,
  ): Promise<AnswerOf<Port[Name]>> {
    const line = this.#lines.find(({ methods }) => methods?.includes(method) ?? true);
    const refusal = line ? this.#refusal(line) : 'no such method';
    if (!line || refusal !== undefined) return Promise.reject(new StoreUnavailable(refusal ?? ''));
    const asked = new Promise((resolve, reject) => {
      const work: Work<Port> = { call: { method, values }, resolve, reject, isSent: false, timer: undefined };
      // If the event loop was blocked, an answer that has arrived in the meantime is handled first.
      work.timer = setTimeout(
        () =>
          setImmediate(() => {
            const position = line.waiting.indexOf(work);
            if (position >= 0) line.waiting.splice(position, 1);
            reject(new StoreUnavailable('slow', work.isSent));
          }),
        limitMs,
      );
      line.waiting.push(work);
    }).finally(() => this.#asked.delete(asked));
    this.#asked.add(asked);
    void this.#send(line);
    return asked as Promise<AnswerOf<Port[Name]>>;
  }

  /** Ends the thread if it is idle. Its memory is freed, and the next call starts it again. */
  rest(): void {
    const worker = this.#worker;
    if (!worker || this.#asked.size > 0) return;
    this.#ended(worker);
    worker.unref();
    worker.postMessage({ id: 0, calls: 'close' } satisfies Calls<Port>);
  }

  /** Closes the file when all calls are answered, but does not wait longer than this. */
  async close(mostMs: number): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const over = new AbortController();
    const closed = async (): Promise<void> => {
      await Promise.allSettled([...this.#asked]);
      const worker = this.#worker;
      if (!worker) return;
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage({ id: 0, calls: 'close' } satisfies Calls<Port>);
      await ended;
    };
    await Promise.race([closed(), sleep(mostMs, undefined, { signal: over.signal }).catch(() => undefined)]);
    over.abort();
    // A thread that waits for the disk cannot be ended. It must not keep the process alive.
    this.#worker?.unref();
    void this.#worker?.terminate();
  }

  #refusal({ waiting, most = Infinity }: Line<Port>): string | undefined {
    if (this.#isClosed) return 'closed';
    // The disk is slow. A new call would wait for the same time, and then fail.
    if (this.#options.waitsForDisk && this.#busyMs > this.#options.limitMs) return 'slow';
    return waiting.length >= most ? 'too many readers' : undefined;
  }

  get #busyMs(): number {
    const [oldest] = this.#sent.values();
    return oldest ? performance.now() - oldest.since : 0;
  }

  async #send(line: Line<Port>): Promise<void> {
    try {
      await this.open();
    } catch (thrown) {
      for (const work of line.waiting.splice(0)) settle(work, failedBy(thrown));
      return;
    }
    while (line.open < line.sent && line.waiting.length > 0) {
      const works = line.waiting.splice(0, line.together);
      for (const work of works) work.isSent = true;
      const id = (this.#lastId += 1);
      line.open += 1;
      this.#sent.set(id, { line, works, since: performance.now() });
      this.#worker?.postMessage({ id, calls: works.map(({ call }) => call) } satisfies Calls<Port>);
    }
  }

  #open(): Promise<unknown> {
    let worker: Worker;
    const { program, workerData, resourceLimits = {} } = this.#options;
    try {
      // The thread must not get options of the process, such as --input-type.
      worker = new Worker(program, { workerData, resourceLimits, execArgv: [], stdout: true, stderr: true });
    } catch (thrown) {
      this.#opened = undefined;
      // This happens, for example, if the system has no more threads.
      return Promise.reject(new StoreUnavailable((thrown as { readonly code?: string }).code ?? 'unknown'));
    }
    this.#worker = worker;
    // When the process ends, it waits for its threads. A thread that waits for a hanging disk never ends.
    const endAtOnce = (): void => {
      if (this.#options.waitsForDisk && this.#busyMs > stuckMs) process.kill(process.pid, 'SIGKILL');
    };
    process.on('exit', endAtOnce);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () =>
          setImmediate(() => {
            this.#ended(worker);
            reject(new StoreUnavailable('slow'));
          }),
        openMs,
      );
      worker.on('message', ({ id, answers }: Answers) => {
        if (id !== 0) {
          this.#answered(id, answers);
          return;
        }
        clearTimeout(timer);
        const [opened = threadEnded] = answers;
        if ('ok' in opened) resolve(opened.ok);
        else {
          this.#ended(worker);
          void worker.terminate();
          reject(opened.isUnusable ? new StoreUnusable(opened.failed) : new StoreUnavailable(opened.failed));
        }
      });
      // An error ends the thread, and only its end matters.
      worker.on('error', () => undefined);
      worker.on('exit', () => {
        process.off('exit', endAtOnce);
        clearTimeout(timer);
        reject(new StoreUnavailable(threadEnded.failed));
        this.#ended(worker);
      });
    });
  }

  #answered(id: number, answers: readonly Answer[]): void {
    const message = this.#sent.get(id);
    if (!message) return;
    this.#sent.delete(id);
    message.line.open -= 1;
    message.works.forEach((work, position) => {
      settle(work, answers[position] ?? threadEnded);
    });
    void this.#send(message.line);
  }

  #ended(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#opened = undefined;
    for (const id of [...this.#sent.keys()]) this.#answered(id, []);
  }
}

const threadEnded: Failed = { failed: 'thread ended' };

function failedBy(thrown: unknown): Answer {
  const { cause = 'unknown', problem = cause } = thrown as { readonly cause?: string; readonly problem?: string };
  return { failed: problem };
}

function settle<Port>({ timer, resolve, reject }: Work<Port>, answer: Answer): void {
  clearTimeout(timer);
  if ('ok' in answer) resolve(answer.ok);
  else reject(new StoreUnavailable(answer.failed, answer === threadEnded));
}
