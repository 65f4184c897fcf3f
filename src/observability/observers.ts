import type { Observe } from './observations.js';

/** Passes each observation on to everybody who is to hear of it: the log, the metrics, the audit file. */
export class Observers {
  readonly #all: Observe[];

  constructor(...first: readonly Observe[]) {
    this.#all = [...first];
  }

  readonly observe: Observe = (observation) => {
    for (const each of this.#all) each(observation);
  };

  /** @param observer hears of what comes from now on */
  add(observer: Observe): void {
    this.#all.push(observer);
  }
}
