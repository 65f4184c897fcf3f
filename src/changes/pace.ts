import { setTimeout as delay } from 'node:timers/promises';

/** How many lists are taken out of the bucket of an hour's changes at once. */
const takenAtOnce = 10;

/** Takes lists out of the bucket that all instances share. */
export type TakeFromBucket = (most: number) => Promise<{ readonly lists: number; readonly againMs: number }>;

/** Waits, but not after the end. @returns false if the end came first */
export async function pause(ms: number, end: AbortSignal): Promise<boolean> {
  if (end.aborted) return false;
  return delay(ms, true, { signal: end, ref: false }).catch(() => false);
}

/** When the next list may be sent: as the bucket allows. All changes of an instance share what it has taken. */
export class Pace {
  readonly #take: TakeFromBucket;
  #left = 0;
  /** Until when the bucket gives nothing, on the clock of performance.now(). */
  #emptyUntil = 0;
  #asking: Promise<void> | undefined;

  constructor(take: TakeFromBucket) {
    this.#take = take;
  }

  /**
   * Waits until the next list may be sent.
   * @param waits is told when the list waits for the bucket, and when not any more
   * @returns whether to continue; false after the end
   */
  async turn(end: AbortSignal, waits: (isWaiting: boolean) => void): Promise<boolean> {
    while (!end.aborted) {
      const emptyMs = this.#emptyUntil - performance.now();
      if (this.#left > 0) {
        this.#left -= 1;
        waits(false);
        return true;
      }
      if (emptyMs > 0) {
        waits(true);
        await pause(emptyMs, end);
        continue;
      }
      this.#asking ??= this.#ask().finally(() => {
        this.#asking = undefined;
      });
      await this.#asking;
    }
    return false;
  }

  async #ask(): Promise<void> {
    const { lists, againMs } = await this.#take(takenAtOnce);
    this.#left += lists;
    if (lists === 0) this.#emptyUntil = performance.now() + againMs;
  }
}

/**
 * Does work for each item, for some at the same time. After a failure it begins no more. It rejects only when nothing is
 * at work any more.
 * @param failed is called at the first failure, so that the rest ends soon
 */
export async function eachOf<Item>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<void>,
  failed: () => void,
): Promise<void> {
  const rest = items.values();
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    for (const item of rest) {
      if (hasFailed) return;
      await work(item).catch((thrown: unknown) => {
        hasFailed = true;
        failed();
        throw thrown;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: most }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** Places for work that runs at the same time. */
export class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /** Does work when there is a place for it; first come, first served. */
  async in<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
