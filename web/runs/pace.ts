/** The clock, and waiting by it. */
export interface Clock {
  /** In milliseconds. */
  now(): number;
  /** Waits, or until the signal is aborted; a very long time may end sooner. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** A longer time makes a timer go off at once. */
const longestTimerMs = 2 ** 31 - 1;

export const clock: Clock = {
  now: () => Date.now(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, Math.min(ms, longestTimerMs));
      signal.addEventListener('abort', end);
    }),
};

/** The pauses that the service asks for: they hold for the whole run. */
export class Pace {
  readonly #clock: Clock;
  readonly #stop: AbortSignal;
  readonly #onPause: (until: number | undefined) => void;
  #until = 0;

  /** @param onPause hears until when a pause lasts, and undefined when it is over */
  constructor(clock: Clock, stop: AbortSignal, onPause: (until: number | undefined) => void) {
    this.#clock = clock;
    this.#stop = stop;
    this.#onPause = onPause;
  }

  pause(seconds: number): void {
    this.#until = Math.max(this.#until, this.#clock.now() + seconds * 1000);
    this.#onPause(this.#until);
  }

  /** Waits for the end of a pause. @returns whether to go on: not after a stop */
  async rest(): Promise<boolean> {
    let hasWaited = false;
    while (!this.#stop.aborted && this.#clock.now() < this.#until) {
      hasWaited = true;
      await this.#clock.wait(this.#until - this.#clock.now(), this.#stop);
    }
    if (hasWaited) this.#onPause(undefined);
    return !this.#stop.aborted;
  }

  /** Changes are not spread: the next may go out when no pause lasts. */
  turn(): Promise<boolean> {
    return this.rest();
  }
}
