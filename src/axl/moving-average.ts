/** How long something usually takes, in milliseconds: an average in which each new value counts for an eighth. */
export class MovingAverage {
  #ms: number | undefined;

  /** 0 as long as nothing is known. */
  get ms(): number {
    return this.#ms ?? 0;
  }

  add(ms: number): void {
    this.#ms = this.#ms === undefined ? ms : this.#ms + (ms - this.#ms) / 8;
  }
}
