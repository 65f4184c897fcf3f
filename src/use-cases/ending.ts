/**
 * Tells once, to whoever listens, that an answer is of no use any more. It is what an AbortSignal is, made for the
 * several that each lookup needs: in Node 20 an AbortSignal takes ten times as long to make, and is kept until the
 * next full garbage collection.
 */
export class Ending {
  #over = false;
  readonly #listeners = new Set<() => void>();

  get over(): boolean {
    return this.#over;
  }

  /** @param listener is told at the end, once; where that has come already, now */
  listen(listener: () => void): void {
    if (this.#over) listener();
    else this.#listeners.add(listener);
  }

  /** Tells a listener nothing any more. */
  forget(listener: () => void): void {
    this.#listeners.delete(listener);
  }

  end(): void {
    if (this.#over) return;
    this.#over = true;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}
