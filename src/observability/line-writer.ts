import { setTimeout as sleep } from 'node:timers/promises';

export interface LineWriterOptions {
  /**
   * Writes some of the bytes, or all of them.
   * @returns how many bytes were written
   */
  readonly write: (bytes: Uint8Array) => Promise<number>;
  /** How many bytes may wait. */
  readonly mostBytes: number;
  /** How long lines are collected before they are written together, in milliseconds. */
  readonly collectMs: number;
  /** The pause between a failure and the next try, in milliseconds. */
  readonly retryMs: number;
  /** Called for each line that did not fit and is lost. */
  readonly lost?: () => void;
  /** Called when writing fails, once until it works again. */
  readonly failing?: (cause: string) => void;
  /** Called when writing works again after a failure or a loss, with the number of lines that were lost in between. */
  readonly working?: (lost: number) => void;
}

const nothing: Buffer = Buffer.alloc(0);
const lineBreak = 0x0a;

/** How long to wait until a pipe with a slow reader is tried again, in milliseconds. */
const slowReaderMs = 20;

/**
 * Writes lines to a file or a pipe, in order, each completely and only once. Callers do not wait for it. Lines that
 * cannot be written now stay in memory, up to a number of bytes, and are retried automatically. A line that does not
 * fit is lost. A line that has been partly written is never lost.
 */
export class LineWriter {
  readonly #options: LineWriterOptions;
  #lines: string[] = [];
  /** The lines that are being written, and how many of their bytes are written. */
  #batch = nothing;
  #written = 0;
  #waitingBytes = 0;
  #lost = 0;
  #failure: string | undefined;
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LineWriterOptions) {
    this.#options = options;
  }

  /** @param line including its line break */
  add(line: string): void {
    const bytes = Buffer.byteLength(line);
    if (this.#waitingBytes + bytes > this.#options.mostBytes) {
      this.#lost += 1;
      this.#options.lost?.();
      return;
    }
    this.#lines.push(line);
    this.#waitingBytes += bytes;
    if (this.#writing || this.#timer) return;
    if (this.#options.collectMs === 0) void this.#write();
    else this.#writeAfter(this.#options.collectMs);
  }

  /** How many lines wait. */
  get waiting(): number {
    const rest = this.#batch.subarray(this.#written);
    return this.#lines.length + rest.reduce((count, byte) => count + (byte === lineBreak ? 1 : 0), 0);
  }

  /**
   * Writes everything that waits. It waits for a slow reader, within the time limit. After any other failure, it gives
   * up.
   * @param mostMs how long this may take, in milliseconds
   */
  async flush(mostMs: number): Promise<void> {
    const end = performance.now() + mostMs;
    // Wait for the running write first, because it may have begun before the cause of a failure was fixed.
    await atMost(mostMs, this.#writing);
    while (this.#waitingBytes > 0) {
      await atMost(end - performance.now(), this.#write());
      if (this.#failure !== undefined || performance.now() >= end) break;
      if (this.#waitingBytes > 0) await sleep(slowReaderMs);
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Does something that must not happen during a write, such as opening another file; lines wait in the meantime. */
  async whileNothingIsWritten(work: () => Promise<void>): Promise<void> {
    while (this.#writing) await this.#writing;
    this.#writing = Promise.resolve()
      .then(work)
      .finally(() => {
        this.#writing = undefined;
      });
    await this.#writing;
    if (this.#waitingBytes > 0) void this.#write();
  }

  /**
   * From now on writes to another file. If a part of a line is in the old file already, the whole line is written to
   * the new file.
   */
  restartLine(): void {
    const start = this.#batch.subarray(0, this.#written).lastIndexOf(lineBreak) + 1;
    this.#waitingBytes += this.#written - start;
    this.#written = start;
  }

  #writeAfter(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#write();
    }, ms).unref();
  }

  #write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    try {
      while (this.#waitingBytes > 0) {
        if (this.#batch.length === 0) this.#nextBatch();
        const written = await this.#options.write(this.#batch.subarray(this.#written));
        this.#written += written;
        this.#waitingBytes -= written;
        if (this.#written === this.#batch.length) this.#setBatch(nothing);
        this.#worked();
      }
    } catch (thrown) {
      this.#failed((thrown as NodeJS.ErrnoException).code ?? 'unknown');
    }
  }

  #nextBatch(): void {
    this.#setBatch(Buffer.from(this.#lines.join('')));
    this.#lines = [];
  }

  #setBatch(batch: Buffer): void {
    this.#batch = batch;
    this.#written = 0;
  }

  #worked(): void {
    if (this.#failure === undefined && this.#lost === 0) return;
    // Wait until half of the room is free, because the listener may want to add a line about this.
    if (this.#waitingBytes > this.#options.mostBytes / 2) return;
    const lost = this.#lost;
    this.#failure = undefined;
    this.#lost = 0;
    this.#options.working?.(lost);
  }

  #failed(cause: string): void {
    // This means that the reader of a pipe is slow. It happens often, and is soon over.
    if (cause === 'EAGAIN') {
      this.#writeAfter(slowReaderMs);
      return;
    }
    this.#writeAfter(this.#options.retryMs);
    if (this.#failure !== undefined) return;
    this.#failure = cause;
    this.#options.failing?.(cause);
  }
}

async function atMost(ms: number, work: Promise<void> | undefined): Promise<void> {
  await Promise.race([work, sleep(Math.max(0, ms), undefined, { ref: false })]);
}
