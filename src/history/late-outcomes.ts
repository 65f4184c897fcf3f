import type { Outcome } from './change.js';

/** How long from one round of tries to the next, in milliseconds. */
const againAfterMs = 1_000;

/**
 * Keeps how changes ended. What cannot be kept now is tried again later: the caller has been told already, and the
 * history must say the same.
 */
export class LateOutcomes {
  readonly #keep: (id: string, outcome: Outcome) => Promise<void>;
  readonly #waiting = new Map<string, Outcome>();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;

  /** @param keep keeps an outcome; rejects where that cannot be */
  constructor(keep: (id: string, outcome: Outcome) => Promise<void>) {
    this.#keep = keep;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** Resolves when the outcome is kept, or waits to be; never rejects. */
  async keep(id: string, outcome: Outcome): Promise<void> {
    if (await this.#isKept(id, outcome)) return;
    this.#waiting.set(id, outcome);
    this.#tryLater();
  }

  /** Tries once more, for the last time. */
  async close(): Promise<void> {
    await this.#round;
    clearTimeout(this.#timer);
    await this.#again();
  }

  #tryLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#round = this.#again().then(() => {
        this.#timer = undefined;
        if (this.size > 0) this.#tryLater();
      });
    }, againAfterMs).unref();
  }

  /** One after another, up to the first that cannot be kept: a store that is just coming back is not to be pressed. */
  async #again(): Promise<void> {
    for (const [id, outcome] of [...this.#waiting]) {
      const isKept = await this.#isKept(id, outcome);
      this.#waiting.delete(id);
      if (isKept) continue;
      // Behind the others, so that none keeps them from being tried.
      this.#waiting.set(id, outcome);
      return;
    }
  }

  async #isKept(id: string, outcome: Outcome): Promise<boolean> {
    try {
      await this.#keep(id, outcome);
      return true;
    } catch {
      return false;
    }
  }
}
