import { setMaxListeners } from 'node:events';
import { ServiceError } from '../domain/errors.js';
import type { CallContext } from './call-manager.js';

interface Trip<Result> {
  readonly result: Promise<Result>;
  readonly waiting: Set<CallContext>;
  readonly abandoned: AbortController;
}

/** Lets callers who ask the same thing at the same moment share one trip to the call manager. */
export class SharedTrips<Key, Result> {
  readonly #trips = new Map<Key, Trip<Result>>();

  /**
   * @param go makes the trip; its context ends when nobody waits for the result any more
   * @returns the trip's result, within the caller's own deadline
   */
  async join(key: Key, context: CallContext, go: (trip: CallContext) => Promise<Result>): Promise<Result> {
    const trip = this.#trips.get(key) ?? this.#start(key, context, go);
    trip.waiting.add(context);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        trip.waiting.delete(context);
        // The last to leave hears from the trip itself why there is no result: late, or never begun.
        if (trip.waiting.size === 0) trip.abandoned.abort();
        else reject(lateAnswer());
      };
      context.signal.addEventListener('abort', leave, { once: true });
      if (context.signal.aborted) leave();
      trip.result.then(resolve, reject).finally(() => {
        context.signal.removeEventListener('abort', leave);
        trip.waiting.delete(context);
      });
    });
  }

  /** The trips under way go on for those who wait for them, and take nobody else. */
  takeNobodyElse(): void {
    this.#trips.clear();
  }

  #start(key: Key, context: CallContext, go: (trip: CallContext) => Promise<Result>): Trip<Result> {
    const waiting = new Set<CallContext>();
    const abandoned = new AbortController();
    // A lookup makes two calls for each phone side by side, and each listens.
    setMaxListeners(0, abandoned.signal);
    const result = go({
      ...context,
      deadline: () => Math.max(context.deadline(), ...[...waiting].map((waiter) => waiter.deadline())),
      signal: abandoned.signal,
    });
    const trip = { result, waiting, abandoned };
    this.#trips.set(key, trip);
    const over = (): void => {
      if (this.#trips.get(key) === trip) this.#trips.delete(key);
    };
    // Given up by all, it is of no use to who comes next.
    abandoned.signal.addEventListener('abort', over, { once: true });
    // When one of several calls side by side fails, the others are of no use: they are not sent any more.
    result.then(over, () => {
      abandoned.abort();
    });
    return trip;
  }
}

/** For one who has to leave while others go on waiting. */
function lateAnswer(): ServiceError {
  return new ServiceError('call-manager-timeout', { detail: 'The call manager did not answer in time.' });
}
