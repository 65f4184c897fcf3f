/** A generation, and what time it is by the store's clock; milliseconds since 1970. */
export interface GenerationTimes {
  readonly id: number;
  /** When its first page was asked for. */
  readonly began: number;
  /** The latest time that the store has of any sweep. */
  readonly latest: number;
  readonly now: number;
}

/** The store's clock and its statements may round otherwise, in milliseconds. */
const roundedMs = 5;
/** The last whole generation, and that of the sweep under way. */
const mostKnown = 2;

/**
 * How old generations are, whatever happens to the store's clock. From when on this process has seen a generation, its
 * age grows by a clock that is never set, too, and the greater age counts: a clock that is set back makes none younger.
 */
export class GenerationAges {
  /** By how much the age of each is ahead of performance.now(), in milliseconds. */
  readonly #known = new Map<number, { readonly began: number; readonly aheadMs: number }>();

  /** @returns in milliseconds; undefined if the clock was set back before this process has seen the generation */
  of({ id, began, latest, now }: GenerationTimes): number | undefined {
    const ticks = performance.now();
    const known = this.#known.get(id);
    // One that began later is another, such as of tables that were made again.
    const knownMs = known && began <= known.began ? known.aheadMs : undefined;
    if (knownMs === undefined && now < latest - roundedMs) return undefined;
    const aheadMs = Math.max(now - began - ticks, knownMs ?? -Infinity);
    this.#known.delete(id);
    this.#known.set(id, { began, aheadMs });
    const [oldest] = this.#known.keys();
    if (this.#known.size > mostKnown && oldest !== undefined) this.#known.delete(oldest);
    return Math.ceil(ticks + aheadMs);
  }
}
