/** How many are remembered. */
const remembered = 16;

/** How long the last few of something took, in milliseconds. */
export class RecentTimes {
  readonly #enough: number;
  /** As they came. */
  readonly #times: number[] = [];
  /** The same, the shortest first. */
  readonly #inOrder: number[] = [];

  /** @param enough fewer than these tell nothing yet: the first ones after a start log in, and take longer */
  constructor(enough = 8) {
    this.#enough = enough;
  }

  learn(ms: number): void {
    const oldest = this.#times.length < remembered ? undefined : this.#times.shift();
    if (oldest !== undefined) this.#inOrder.splice(this.#inOrder.indexOf(oldest), 1);
    this.#times.push(ms);
    this.#inOrder.splice(this.#inOrder.findLastIndex((other) => other <= ms) + 1, 0, ms);
  }

  /** The one in the middle, so that a single slow one changes nothing; 0 while too few are known. */
  get usual(): number {
    if (this.#times.length < this.#enough) return 0;
    const sorted = this.#inOrder;
    return sorted[(sorted.length - 1) >> 1] ?? 0;
  }

  /** Almost all took no longer than this: the slowest eighth is left out. 0 while none is known. */
  get slow(): number {
    const sorted = this.#inOrder;
    return sorted[sorted.length - 1 - Math.floor(sorted.length / 8)] ?? 0;
  }
}
