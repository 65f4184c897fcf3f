/** How many failures in a row open the breaker. */
const failuresUntilOpen = 6;
/** Pauses between probes of a dead node, in milliseconds; the last one repeats. */
const probePausesMs = [500, 1_000, 2_000, 5_000, 10_000];
/** After a single failure of a node, other nodes are asked first for this time, in milliseconds. */
const coolDownMs = 15_000;

/**
 * What a request to a node shows about the node:
 * - `silent`: nothing answered
 * - `astray`: something answered, but not AXL, or AXL without its database
 * - `busy`: it answers, but cannot serve now
 * - `serves`: AXL answered
 */
export type Health = 'silent' | 'astray' | 'busy' | 'serves';

const rank: Readonly<Record<Health, number>> = { silent: 0, astray: 1, busy: 2, serves: 3 };

/**
 * Whether a node serves. After a few failures in a row the node gets no requests, and one probe at a time checks
 * whether its health is better than at the last failure.
 */
export class CircuitBreaker {
  readonly #probe: () => Promise<Health>;
  readonly #changed: (state: 'open' | 'closed') => void;
  #failures = 0;
  #dead = false;
  /** What the last failure showed. */
  #shown: Health = 'serves';
  /** How many probes were sent since the last answered request. A probe's answer does not prove that requests work. */
  #probes = 0;
  #coolUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  /**
   * @param probe resolves to what it shows about the node
   * @param changed is called with each new state
   */
  constructor(probe: () => Promise<Health>, changed: (state: 'open' | 'closed') => void) {
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

  /** A request was answered. */
  success(): void {
    this.#probes = 0;
    this.#recovered();
  }

  /**
   * The node answered but cannot serve now (busy, or without AXL). Other nodes are asked first for a while; the breaker
   * stays closed.
   */
  coolDown(): void {
    this.#failures = 0;
    this.#coolUntil = performance.now() + coolDownMs;
  }

  /** @param shown what the failed request shows about the node */
  failure(shown: 'silent' | 'astray'): void {
    this.#shown = shown;
    this.#coolUntil = performance.now() + coolDownMs;
    this.#failures += 1;
    if (this.#failures < failuresUntilOpen || this.#dead || this.#ended) return;
    this.#dead = true;
    this.#changed('open');
    this.#probeLater();
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  #recovered(): void {
    this.#failures = 0;
    this.#coolUntil = 0;
    if (!this.#dead) return;
    this.#dead = false;
    clearTimeout(this.#timer);
    this.#changed('closed');
  }

  #probeLater(): void {
    if (this.#ended) return;
    const pause = probePausesMs[Math.min(this.#probes, probePausesMs.length - 1)];
    this.#timer = setTimeout(() => void this.#probeNow(), pause).unref();
  }

  async #probeNow(): Promise<void> {
    this.#probes += 1;
    const health = await this.#probe();
    if (!this.#dead) return;
    if (rank[health] > rank[this.#shown]) this.#recovered();
    else this.#probeLater();
  }
}
