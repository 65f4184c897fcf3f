/** How long from one round of tries to the next, in milliseconds. */
const againAfterMs = 1_000;

/**
 * Keeps how changes ended. What cannot be kept now is tried again later: the caller has been told already, and the
 * history must say the same.
 */
export class LateOutcomes {
  readonly #waiting = new Map<string, Keep>();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;

  get size(): number {
    return this.#waiting.size;
  }

  /** Resolves when the outcome of a change is kept, or waits to be; never rejects. */
  async keep(id: string, keep: Keep): Promise<void> {
    if (await isKept(keep)) return;
    this.#waiting.set(id, keep);
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
    for (const [id, keep] of [...this.#waiting]) {
      const isDone = await isKept(keep);
      this.#waiting.delete(id);
      if (isDone) continue;
      // Behind the others, so that none keeps them from being tried.
      this.#waiting.set(id, keep);
      return;
    }
  }
}

/** Keeps how a change ended; rejects if that cannot be. */
type Keep = () => Promise<void>;

async function isKept(keep: Keep): Promise<boolean> {
  try {
    await keep();
    return true;
  } catch {
    return false;
  }
}
