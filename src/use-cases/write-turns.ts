import { ServiceError } from '../domain/errors.js';
import type { DeviceName } from '../domain/identifiers.js';
import type { SpeedDial } from '../domain/phone.js';

/** How much may wait. Sizes are in bytes of memory, roughly. */
export interface WaitingLimits {
  /** Writes that wait for one phone. */
  readonly perPhone: number;
  /** What the writes that wait for one phone hold together. */
  readonly bytesPerPhone: number;
}

const usualLimits: WaitingLimits = { perPhone: 50, bytesPerPhone: 4_000_000 };

/** The writes of one phone that are under way or waiting. */
interface Line {
  last: Promise<unknown>;
  waiting: number;
  waitingBytes: number;
}

/**
 * Writes to one phone go one after another, in the order in which they came; other phones do not wait. A phone is
 * the same whatever the letter case of its name: a call manager may take `sep…` for `SEP…`.
 */
export class WriteTurns {
  readonly #limits: WaitingLimits;
  readonly #lines = new Map<string, Line>();

  constructor(limits: WaitingLimits = usualLimits) {
    this.#limits = limits;
  }

  /**
   * Runs a write when all earlier writes of its phone are over.
   * @param dials what it keeps in memory while it waits
   * @throws ServiceError `overloaded` at once when too much waits already; the write was not run
   */
  async take<Result>(phone: DeviceName, dials: readonly SpeedDial[], write: () => Promise<Result>): Promise<Result> {
    const key = phone.toLowerCase();
    const line = this.#lines.get(key);
    if (!line) return this.#run(key, { last: Promise.resolve(), waiting: 0, waitingBytes: 0 }, write);
    const bytes = bytesOf(dials);
    if (this.#isFull(line, bytes)) throw tooManyWaiting();
    this.#wait(line, 1, bytes);
    return this.#run(key, line, () => {
      this.#wait(line, -1, -bytes);
      return write();
    });
  }

  /** Resolves when no write is under way or waiting, whether or not its caller still listens. */
  async idle(): Promise<void> {
    while (this.#lines.size > 0) await Promise.all(Array.from(this.#lines.values(), ({ last }) => last));
  }

  #run<Result>(key: string, line: Line, write: () => Promise<Result>): Promise<Result> {
    const result = line.last.then(write);
    const over = result.then(
      () => undefined,
      () => undefined,
    );
    line.last = over;
    this.#lines.set(key, line);
    void over.then(() => {
      if (line.last === over) this.#lines.delete(key);
    });
    return result;
  }

  #isFull({ waiting, waitingBytes }: Line, bytes: number): boolean {
    const { perPhone, bytesPerPhone } = this.#limits;
    return waiting >= perPhone || waitingBytes + bytes > bytesPerPhone;
  }

  #wait(line: Line, count: number, bytes: number): void {
    line.waiting += count;
    line.waitingBytes += bytes;
  }
}

/** What an entry takes in memory besides its characters, roughly. */
const bytesPerEntry = 128;

function bytesOf(dials: readonly SpeedDial[]): number {
  return dials.reduce(
    (sum, { index, dirn, label }) => sum + bytesPerEntry + index.length + dirn.length + label.length,
    0,
  );
}

function tooManyWaiting(): ServiceError {
  return new ServiceError('overloaded', {
    detail: 'Too many writes wait for their turn already; this one was not sent.',
    retryAfterSeconds: 1,
    effect: 'none',
    cause: 'writes waiting',
  });
}
