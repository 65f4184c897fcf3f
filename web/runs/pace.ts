/** A clock, and a wait that uses it. */
export interface Clock {
  /** In milliseconds. */
  now(): number;
  /** Waits until the time is over or the signal aborts; a very long wait may end earlier. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** If the time were longer, a timer would fire at once. */
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

/** The pauses that the service asks for. They apply to the whole run. */
export class Pace {
  readonly #clock: Clock;
  readonly #stop: AbortSignal;
  readonly #onPause: (until: number | undefined) => void;
  #until = 0;

  /** @param onPause is called with the end of a pause, and with undefined when it is over */
  constructor(clock: Clock, stop: AbortSignal, onPause: (until: number | undefined) => void) {
    this.#clock = clock;
    this.#stop = stop;
    this.#onPause = onPause;
  }

  pause(seconds: number): void {
    this.#until = Math.max(this.#until, this.#clock.now() + seconds * 1000);
    this.#onPause(this.#until);
  }

  /** Waits for the end of a pause. @returns whether to continue; false after a stop */
  async rest(): Promise<boolean> {
    let hasWaited = false;
    while (!this.#stop.aborted && this.#clock.now() < this.#until) {
      hasWaited = true;
      await this.#clock.wait(this.#until - this.#clock.now(), this.#stop);
    }
    if (hasWaited) this.#onPause(undefined);
    return !this.#stop.aborted;
  }

  /** Changes are not spread over time. The next one may be sent when there is no pause. */
  turn(): Promise<boolean> {
    return this.rest();
  }
}
