/** How many are remembered. */
const remembered = 16;

/** How long the last few of something took, in milliseconds. */
export class RecentTimes {
  readonly #enough: number;
  readonly #times: number[] = [];
  /** The same in order of length, once somebody has asked for it. */
  #sorted: readonly number[] | undefined;

  /** @param enough fewer than these tell nothing yet: the first ones after a start log in, and take longer */
  constructor(enough = 8) {
    this.#enough = enough;
  }

  learn(ms: number): void {
    this.#sorted = undefined;
    this.#times.push(ms);
    if (this.#times.length > remembered) this.#times.shift();
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

  get #inOrder(): readonly number[] {
    this.#sorted ??= [...this.#times].sort((a, b) => a - b);
    return this.#sorted;
  }
}
