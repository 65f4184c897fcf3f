import type { Button } from '../domain/buttons.js';
import { type DeviceKey, deviceId } from '../domain/device.js';
import { ServiceError } from '../domain/errors.js';

/** How much may wait. Sizes are in bytes of memory, roughly. */
export interface WaitingLimits {
  /** Writes that wait for one device. */
  readonly perDevice: number;
  /** What the writes that wait for one device hold together. */
  readonly bytesPerDevice: number;
}

const usualLimits: WaitingLimits = { perDevice: 50, bytesPerDevice: 4_000_000 };

/** The writes of one device that are under way or waiting. */
interface Line {
  last: Promise<unknown>;
  waiting: number;
  waitingBytes: number;
}

/**
 * Writes to one device go one after another, in the order in which they came; other devices do not wait. A device is
 * the same whatever the letter case of its name: a call manager may take `sep…` for `SEP…`.
 */
export class WriteTurns {
  readonly #limits: WaitingLimits;
  readonly #lines = new Map<string, Line>();

  constructor(limits: WaitingLimits = usualLimits) {
    this.#limits = limits;
  }

  /**
   * Runs a write when all earlier writes of its device are over.
   * @param entries what it keeps in memory while it waits
   * @throws ServiceError `overloaded` at once when too much waits already; the write was not run
   */
  async take<Result>(device: DeviceKey, entries: readonly Button[], write: () => Promise<Result>): Promise<Result> {
    const key = deviceId(device);
    const line = this.#lines.get(key);
    if (!line) return this.#run(key, { last: Promise.resolve(), waiting: 0, waitingBytes: 0 }, write);
    const bytes = bytesOf(entries);
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
    const { perDevice, bytesPerDevice } = this.#limits;
    return waiting >= perDevice || waitingBytes + bytes > bytesPerDevice;
  }

  #wait(line: Line, count: number, bytes: number): void {
    line.waiting += count;
    line.waitingBytes += bytes;
  }
}

/** What an entry takes in memory besides its characters, roughly. */
const bytesPerEntry = 128;

function bytesOf(entries: readonly Button[]): number {
  const lengths = (entry: Button): number =>
    Object.values(entry).reduce(
      (sum: number, value: unknown) => sum + (typeof value === 'string' ? value.length : 0),
      0,
    );
  return entries.reduce((sum, entry) => sum + bytesPerEntry + lengths(entry), 0);
}

function tooManyWaiting(): ServiceError {
  return new ServiceError('overloaded', {
    detail: 'Too many writes wait for their turn already; this one was not sent.',
    retryAfterSeconds: 1,
    effect: 'none',
    cause: 'writes waiting',
  });
}
