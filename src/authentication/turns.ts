/** Runs what has the same key one after another, in order of arrival. */
export class Turns {
  /** The last work of each key that has some under way or waiting. */
  readonly #last = new Map<string, Promise<unknown>>();

  /** @returns what the work returns, when its turn has come and it is done */
  take<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const previous = this.#last.get(key) ?? Promise.resolve();
    const result = previous.then(work);
    const over = result.catch(() => undefined);
    this.#last.set(key, over);
    void over.then(() => {
      if (this.#last.get(key) === over) this.#last.delete(key);
    });
    return result;
  }
}
