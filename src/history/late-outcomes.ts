import type { Outcome } from './change.js';

/** How long until it is tried again, in milliseconds. */
const againAfterMs = 1_000;

/**
 * Keeps how changes ended. What cannot be kept now is tried again every second: the caller has been told already, and
 * the history must say the same.
 */
export class LateOutcomes {
  readonly #keep: (id: string, outcome: Outcome) => Promise<void>;
  readonly #waiting = new Map<string, Outcome>();
  #timer: NodeJS.Timeout | undefined;

  /** @param keep keeps an outcome; rejects where that cannot be */
  constructor(keep: (id: string, outcome: Outcome) => Promise<void>) {
    this.#keep = keep;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** Resolves when the outcome is kept, or waits to be; never rejects. */
  async keep(id: string, outcome: Outcome): Promise<void> {
    try {
      await this.#keep(id, outcome);
      this.#waiting.delete(id);
    } catch {
      this.#waiting.set(id, outcome);
      this.#timer ??= setTimeout(() => void this.#again(), againAfterMs).unref();
    }
  }

  /** Tries once more, for the last time. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#again();
    clearTimeout(this.#timer);
  }

  async #again(): Promise<void> {
    this.#timer = undefined;
    // One after another: a store that is just coming back is not to be pressed.
    for (const [id, outcome] of [...this.#waiting]) await this.keep(id, outcome);
  }
}
