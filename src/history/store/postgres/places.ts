import { ServiceError } from '../../../domain/errors.js';
import { whenAborted } from '../../../use-cases/time-limit.js';
import type { Wait } from '../change-store.js';

/** So many at a time, in the order of their arrival. */
export class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /**
   * Waits for a place.
   * @returns what gives it back
   * @throws ServiceError `overloaded` when the time is over before that
   */
  async take({ signal }: Pick<Wait, 'signal'>): Promise<() => void> {
    if (signal.aborted) throw deviceIsBusy();
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(signal);
    return () => {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    };
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const forget = whenAborted(signal, () => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        reject(deviceIsBusy());
      });
      const turn = (): void => {
        forget();
        resolve();
      };
      this.#waiting.push(turn);
    });
  }
}

/** A write that could not have its device in time was not sent. */
export function deviceIsBusy(): ServiceError {
  return new ServiceError('overloaded', {
    detail: 'Earlier writes, of this instance or another, took all the time that this request had; it was not sent.',
    retryAfterSeconds: 1,
    effect: 'none',
    cause: 'device lock',
  });
}
