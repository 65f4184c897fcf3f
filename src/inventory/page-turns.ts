import { setTimeout as delay } from 'node:timers/promises';
import { openCall, type OpenCall } from '../use-cases/call-context.js';

/** How fast the inventory may request pages. */
export interface PagePace {
  readonly pagesPerMinute: number;
  /** How long one page may take, in milliseconds. */
  readonly pageTimeoutMs: number;
}

/** Knows how busy the call manager is with callers. */
export interface CallManagerLoad {
  /** Resolves when no one waits and the call manager is not busy; rejects with the signal's reason. */
  quiet(signal: AbortSignal): Promise<void>;
}

/** Gives turns to everything that the inventory asks the call manager. */
export class PageTurns {
  readonly #pace: PagePace;
  readonly #load: CallManagerLoad;
  readonly #signal: AbortSignal;
  #nextAt = 0;

  /** @param signal after it aborts, no turn comes any more */
  constructor(pace: PagePace, load: CallManagerLoad, signal: AbortSignal) {
    this.#pace = pace;
    this.#load = load;
    this.#signal = signal;
  }

  /** Waits until the pace allows a request, no caller waits and the call manager is not busy. */
  async next(): Promise<OpenCall> {
    const { pagesPerMinute, pageTimeoutMs } = this.#pace;
    const now = performance.now();
    const at = Math.max(now, this.#nextAt);
    this.#nextAt = at + 60_000 / pagesPerMinute;
    if (at > now) await delay(at - now, undefined, { signal: this.#signal, ref: false });
    await this.#load.quiet(this.#signal);
    this.#nextAt = Math.max(this.#nextAt, performance.now() + 60_000 / pagesPerMinute);
    return openCall({
      requestId: 'inventory',
      timeoutMs: pageTimeoutMs,
      endedBy: this.#signal,
      isBackground: true,
    });
  }
}
