import type { Button } from '../domain/buttons.js';
import { type DeviceKey, deviceId, deviceNoun } from '../domain/device.js';
import { ServiceError } from '../domain/errors.js';
import { untilAborted } from './time-limit.js';

/** How much may wait. Sizes are in bytes of memory, roughly. */
export interface WaitingLimits {
  /** Writes that wait for one device. */
  readonly perDevice: number;
  /** The total size of the writes that wait for one device. */
  readonly bytesPerDevice: number;
}

const usualLimits: WaitingLimits = { perDevice: 50, bytesPerDevice: 4_000_000 };

/** The running and waiting writes of one device. */
interface Queue {
  last: Promise<unknown>;
  waiting: number;
  waitingBytes: number;
}

/**
 * Writes to one device are carried out one after another, in the order in which they came. Writes to other devices do
 * not wait for them. A device is the same in upper and lower case: a call manager may read `sep…` as `SEP…`.
 */
export class WriteTurns {
  readonly #limits: WaitingLimits;
  readonly #queues = new Map<string, Queue>();

  constructor(limits: WaitingLimits = usualLimits) {
    this.#limits = limits;
  }

  /**
   * Waits until all earlier writes of a device are over.
   * @param entries what the write keeps in memory while it waits
   * @param signal until when it waits
   * @returns the function that ends the turn
   * @throws ServiceError `overloaded`: at once if too many writes wait already, or later if the time ends before the
   * turn
   */
  async take(device: DeviceKey, entries: readonly Button[], signal: AbortSignal): Promise<() => void> {
    const key = deviceId(device);
    const present = this.#queues.get(key);
    const queue = present ?? { last: Promise.resolve(), waiting: 0, waitingBytes: 0 };
    const bytes = bytesOf(entries);
    if (present && this.#isFull(present, bytes)) throw tooManyWaiting();
    const { earlier, end } = this.#join(key, queue);
    if (!present && !signal.aborted) return end;
    this.#wait(queue, 1, bytes);
    try {
      await untilAborted(earlier, signal, (reject) => {
        reject(tooLate(device));
      });
      // The time may end just when the turn comes.
      if (signal.aborted) throw tooLate(device);
      return end;
    } catch (thrown) {
      end();
      throw thrown;
    } finally {
      this.#wait(queue, -1, -bytes);
    }
  }

  /** Resolves when no write is running or waiting, even if its caller no longer listens. */
  async idle(): Promise<void> {
    while (this.#queues.size > 0) await Promise.all(Array.from(this.#queues.values(), ({ last }) => last));
  }

  /** Joins a queue. @returns a promise for the end of all earlier writes, and the function that ends this one */
  #join(key: string, queue: Queue): { readonly earlier: Promise<unknown>; readonly end: () => void } {
    const earlier = queue.last;
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const over = earlier.then(() => ended);
    queue.last = over;
    this.#queues.set(key, queue);
    void over.then(() => {
      if (queue.last === over) this.#queues.delete(key);
    });
    return { earlier, end };
  }

  #isFull({ waiting, waitingBytes }: Queue, bytes: number): boolean {
    const { perDevice, bytesPerDevice } = this.#limits;
    return waiting >= perDevice || waitingBytes + bytes > bytesPerDevice;
  }

  #wait(queue: Queue, count: number, bytes: number): void {
    queue.waiting += count;
    queue.waitingBytes += bytes;
  }
}

/** The size of an entry in memory without its characters, roughly. */
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
    detail: 'Too many writes are in the queue, so this one was not sent.',
    retryAfterSeconds: 1,
    effect: 'none',
    cause: 'writes waiting',
  });
}

/** The write waited for earlier writes until its time was over, so it was not sent. */
function tooLate({ kind }: DeviceKey): ServiceError {
  return new ServiceError('overloaded', {
    detail: `Earlier writes to this ${deviceNoun[kind]} took all the time of this request, so it was not sent.`,
    retryAfterSeconds: 1,
    effect: 'none',
  });
}
