/** How many failures in a row make a node dead. */
const failuresUntilOpen = 6;
/** Pauses between probes of a dead node, in milliseconds; the last one repeats. */
const probePausesMs = [500, 1_000, 2_000, 5_000, 10_000];
/** How long a node that failed once is left to the others. */
const restMs = 15_000;

/**
 * Whether a node answers at all. After a few failures in a row nothing is sent to it any more, and one probe at a
 * time looks whether it is back.
 */
export class Breaker {
  #failures = 0;
  #open = false;
  #restUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  /**
   * @param probe resolves to whether the node answered, whatever it said
   * @param changed told of each change of state
   */
  constructor(
    private readonly probe: () => Promise<boolean>,
    private readonly changed: (state: 'open' | 'closed') => void,
  ) {}

  get open(): boolean {
    return this.#open;
  }

  /** Failed lately: another node is asked first. */
  get resting(): boolean {
    return this.#open || performance.now() < this.#restUntil;
  }

  /** Did not answer when it was last asked. */
  get failing(): boolean {
    return this.#failures > 0;
  }

  /** In how many seconds the next look is due, at most. */
  get retryAfterSeconds(): number {
    return Math.ceil(Math.max(...probePausesMs) / 1000);
  }

  answered(): void {
    this.#failures = 0;
    this.#restUntil = 0;
    if (this.#open) this.#close();
  }

  /** Answered, but cannot serve for now (busy, or without AXL): left alone for a while, not dead. */
  rest(): void {
    this.#failures = 0;
    this.#restUntil = performance.now() + restMs;
  }

  failed(): void {
    this.#restUntil = performance.now() + restMs;
    this.#failures += 1;
    if (this.#failures < failuresUntilOpen || this.#open || this.#ended) return;
    this.#open = true;
    this.changed('open');
    this.#probeLater(0);
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  #close(): void {
    this.#open = false;
    clearTimeout(this.#timer);
    this.changed('closed');
  }

  #probeLater(round: number): void {
    if (this.#ended) return;
    const pause = probePausesMs[Math.min(round, probePausesMs.length - 1)];
    this.#timer = setTimeout(() => {
      void this.#probeNow(round);
    }, pause).unref();
  }

  async #probeNow(round: number): Promise<void> {
    const back = await this.probe();
    if (!this.#open) return;
    if (back) this.answered();
    else this.#probeLater(round + 1);
  }
}
