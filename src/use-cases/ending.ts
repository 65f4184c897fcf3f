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

  /** A listener itself, so that one ending can bring another. */
  readonly end = (): void => {
    if (this.#over) return;
    this.#over = true;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  };
}

/** The time that somebody gives for an answer, from now. */
export interface TimeLimit {
  /** The moment, on the clock of performance.now() in milliseconds, at which the time is over. */
  readonly deadline: () => number;
  /** Comes at the deadline. */
  readonly ending: Ending;
  /** Gives the timer back. */
  readonly release: () => void;
}

export function timeLimit(ms: number): TimeLimit {
  const ending = new Ending();
  let deadline = performance.now() + ms;
  const timer = setTimeout(() => {
    // A timer may fire a little early on this clock; whoever asks must see the deadline as passed.
    deadline = Math.min(deadline, performance.now());
    ending.end();
  }, ms);
  const release = (): void => {
    clearTimeout(timer);
  };
  return { deadline: () => deadline, ending, release };
}
