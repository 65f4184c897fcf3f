import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeStore } from './change-store.js';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** How many changes go at a time: so few that a write which comes meanwhile waits for some milliseconds only. */
const stepSize = 200;

/** What a write may use between two steps, in milliseconds. */
const betweenStepsMs = 50;

/** Deletes changes that are older than they are kept for: at the start and once an hour, in small steps. */
export class Retention {
  readonly #store: ChangeStore;
  readonly #keepMs: number;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #running: Promise<unknown> | undefined;

  /** @param now the time on the clock, in milliseconds */
  constructor(store: ChangeStore, retentionDays: number, now: () => number = Date.now) {
    this.#store = store;
    this.#keepMs = retentionDays * dayMs;
    this.#now = now;
  }

  start(everyMs = hourMs): void {
    const sweep = (): void => {
      // A store that cannot be reached has more urgent troubles, which others tell of; the next hour is soon enough.
      this.#running ??= this.sweep()
        .catch(() => undefined)
        .finally(() => {
          this.#running = undefined;
        });
    };
    this.#timer = setInterval(sweep, everyMs).unref();
    sweep();
  }

  /**
   * Deletes all that is too old now: changes, and runs of which no change is left or none came within a day.
   * @returns how many changes that were
   * @throws HistoryUnavailable
   */
  async sweep(): Promise<number> {
    const oldest = new Date(this.#now() - this.#keepMs);
    let deleted = 0;
    for (let step = stepSize; step === stepSize && !this.#isClosed; deleted += step) {
      if (deleted > 0) await sleep(betweenStepsMs);
      step = await this.#store.deleteOlderThan(oldest, stepSize);
    }
    for (let step = stepSize; step === stepSize && !this.#isClosed;) {
      step = await this.#store.deleteEmptyRuns(new Date(this.#now() - dayMs), stepSize);
    }
    return deleted;
  }

  /** Ends it after the step that is under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#running;
  }
}
