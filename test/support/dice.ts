import { seededRandom } from '../../src/simulator/misbehaviour/rules.js';

/** Random choices from a seeded generator, so that a run can be repeated as far as timing allows. */
export class Dice {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  /** An integer from 0, less than the limit. */
  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  chance(probability: number): boolean {
    return this.#random() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('there is nothing to pick from');
    return item;
  }

  /** A separate generator for one caller, so that callers do not depend on each other's speed. */
  split(): Dice {
    return new Dice(this.below(2 ** 31));
  }
}
