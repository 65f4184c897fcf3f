/** A generation, and the time of the store's clock in milliseconds since 1970. */
export interface GenerationTimes {
  readonly id: number;
  /** When its first page was requested. */
  readonly began: number;
  /** The latest time in the store, over all sweeps. */
  readonly latest: number;
  readonly now: number;
}

/** The store's clock and its statements may round times differently, by up to this number of milliseconds. */
const roundedMs = 5;
/** The last complete generation, and the running sweep's. */
const mostKnown = 2;

/**
 * How old generations are, even if the store's clock is set. When this process first sees a generation, it begins to
 * measure its age also by a clock that is never set. The greater age counts. So a clock that is set back makes no
 * generation younger.
 */
export class GenerationAges {
  /** The difference between the age of each generation and performance.now(), in milliseconds. */
  readonly #known = new Map<number, { readonly began: number; readonly aheadMs: number }>();

  /** @returns the age in milliseconds; undefined if the clock was set back before this process saw the generation */
  of({ id, began, latest, now }: GenerationTimes): number | undefined {
    const ticks = performance.now();
    const known = this.#known.get(id);
    // If the beginning is later, it is another generation, for example in tables that were created again.
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
