/** The period from which the remaining time is estimated, in milliseconds. */
const windowMs = 60_000;

/**
 * `goOn` is called twice a second. If it was not called for this time, the machine was asleep or the process was
 * stopped.
 */
const asleepMs = 5_000;

/**
 * The remaining time is not shown if nothing was done for this time, and if the usual time between two steps has passed
 * several times.
 */
const stalledMs = 10_000;
const severalTimes = 3;

/** The speed of some work over its last minute. Times when a wait is shown or the machine is asleep do not count. */
export class RestReckoned {
  #last: number;
  #awake = 0;
  #work = 0;
  #progressAt = 0;
  readonly #past: { work: number; done: number }[];

  /**
   * @param now milliseconds on a clock that never goes back
   * @param done before this work began
   */
  constructor(now: number, done = 0) {
    this.#last = now;
    this.#past = [{ work: 0, done }];
  }

  /** Records how much is done by now. */
  goOn(now: number, done: number, isWaiting: boolean): void {
    const passed = now - this.#last;
    this.#last = now;
    if (passed < asleepMs) this.#awake += passed;
    if (passed < asleepMs && !isWaiting) this.#work += passed;
    if (done === this.#past.at(-1)?.done) return;
    this.#progressAt = this.#work;
    this.#past.push({ work: this.#work, done });
    while (this.#past.length > 2 && (this.#past[1]?.work ?? 0) < this.#work - windowMs) this.#past.shift();
  }

  /** For how long it has been running, in seconds. */
  get seconds(): number {
    return this.#awake / 1000;
  }

  /** How much is done in a second of work. */
  get rate(): number {
    const [first, last] = [this.#past[0], this.#past.at(-1)];
    const [from, done] = [first?.work ?? 0, (last?.done ?? 0) - (first?.done ?? 0)];
    return (done * 1000) / Math.max(1, this.#work - from);
  }

  /** How many seconds ago something was last done, if that is unusually long. */
  get stalled(): number | undefined {
    const ago = this.#work - this.#progressAt;
    const isLong = ago > stalledMs && ago / 1000 > severalTimes / this.#rateUntilThen();
    return isLong ? ago / 1000 : undefined;
  }

  #rateUntilThen(): number {
    const [first, last] = [this.#past[0], this.#past.at(-1)];
    if (!first || !last || first === last) return Infinity;
    return ((last.done - first.done) * 1000) / Math.max(1, last.work - first.work);
  }
}
