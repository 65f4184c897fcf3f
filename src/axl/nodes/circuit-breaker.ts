/** How many failures in a row open the breaker. */
const failuresUntilOpen = 6;
/** Pauses between probes of a dead node, in milliseconds; the last one repeats. */
const probePausesMs = [500, 1_000, 2_000, 5_000, 10_000];
/** After a single failure of a node, other nodes are asked first for this time, in milliseconds. */
const coolDownMs = 15_000;

/**
 * Whether a node answers. After a few failures in a row the node gets no requests, and one probe at a time checks
 * whether it answers again.
 */
export class CircuitBreaker {
  readonly #probe: () => Promise<boolean>;
  readonly #changed: (state: 'open' | 'closed') => void;
  #failures = 0;
  #dead = false;
  #coolUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  /**
   * @param probe resolves to whether the node answered; any answer counts
   * @param changed is called with each new state
   */
  constructor(probe: () => Promise<boolean>, changed: (state: 'open' | 'closed') => void) {
    this.#probe = probe;
    this.#changed = changed;
  }

  get dead(): boolean {
    return this.#dead;
  }

  /** The node failed recently: other nodes are asked first. */
  get coolingDown(): boolean {
    return this.#dead || performance.now() < this.#coolUntil;
  }

  /** The highest number of seconds until the next probe starts. */
  get retryAfterSeconds(): number {
    return Math.ceil(Math.max(...probePausesMs) / 1000);
  }

  success(): void {
    this.#failures = 0;
    this.#coolUntil = 0;
    if (this.#dead) this.#close();
  }

  /**
   * The node answered but cannot serve now (busy, or without AXL). Other nodes are asked first for a while; the breaker
   * stays closed.
   */
  coolDown(): void {
    this.#failures = 0;
    this.#coolUntil = performance.now() + coolDownMs;
  }

  failure(): void {
    this.#coolUntil = performance.now() + coolDownMs;
    this.#failures += 1;
    if (this.#failures < failuresUntilOpen || this.#dead || this.#ended) return;
    this.#dead = true;
    this.#changed('open');
    this.#probeLater(0);
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  #close(): void {
    this.#dead = false;
    clearTimeout(this.#timer);
    this.#changed('closed');
  }

  #probeLater(round: number): void {
    if (this.#ended) return;
    const pause = probePausesMs[Math.min(round, probePausesMs.length - 1)];
    this.#timer = setTimeout(() => {
      void this.#probeNow(round);
    }, pause).unref();
  }

  async #probeNow(round: number): Promise<void> {
    const back = await this.#probe();
    if (!this.#dead) return;
    if (back) this.success();
    else this.#probeLater(round + 1);
  }
}
