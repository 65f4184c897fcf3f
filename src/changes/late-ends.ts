/** The pause between two rounds of retries, in milliseconds. */
const againAfterMs = 1_000;

/**
 * Stores how lists ended. If that cannot be stored, it is retried later, because the caller knows the end already, and
 * the history must have the same one.
 */
export class LateEnds {
  readonly #waiting = new Map<string, Keep>();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;

  get size(): number {
    return this.#waiting.size;
  }

  /** Resolves when the end of a list is stored or waits for a retry. Never rejects. */
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

  /** Retries one after another until one fails, so that a store is not overloaded when it has just come back. */
  async #again(): Promise<void> {
    for (const [id, keep] of [...this.#waiting]) {
      const isDone = await isKept(keep);
      this.#waiting.delete(id);
      if (isDone) continue;
      // Moves it to the end of the queue, so that the others are tried too.
      this.#waiting.set(id, keep);
      return;
    }
  }
}

/** Stores how a list ended; rejects if that fails. */
type Keep = () => Promise<void>;

async function isKept(keep: Keep): Promise<boolean> {
  try {
    await keep();
    return true;
  } catch {
    return false;
  }
}
