/** By how much of what is past the rest is reckoned. */
const windowMs = 60_000;

/** It is asked twice a second: where no one asks for so long, the machine sleeps, or the process is stopped. */
const asleepMs = 5_000;

/** Nothing is said of the rest where nothing was done for so long, and for several times as long as usual. */
const stalledMs = 10_000;
const severalTimes = 3;

/** How fast something goes on, by its last minute: waits that are told, and sleep, are no part of that. */
export class RestReckoned {
  #last: number;
  #awake = 0;
  #work = 0;
  #progressAt = 0;
  readonly #past = [{ work: 0, done: 0 }];

  /** @param now in milliseconds that only go up */
  constructor(now: number) {
    this.#last = now;
  }

  /** Tells how much is done by now. */
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

  /** For how long it goes on, in seconds. */
  get seconds(): number {
    return this.#awake / 1000;
  }

  /** How much is done in a second of work. */
  get rate(): number {
    const [first, last] = [this.#past[0], this.#past.at(-1)];
    const [from, done] = [first?.work ?? 0, (last?.done ?? 0) - (first?.done ?? 0)];
    return (done * 1000) / Math.max(1, this.#work - from);
  }

  /** How many seconds ago the last was done, where it is unusually long ago. */
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
