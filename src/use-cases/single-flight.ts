import { ServiceError } from '../domain/errors.js';
import type { CallContext } from './call-manager.js';
import { Ending } from './ending.js';

interface Trip<Result> {
  readonly result: Promise<Result>;
  readonly waiting: CallContext[];
  readonly tally: CallContext['tally'];
  /** Comes when nobody waits for the result any more. */
  readonly abandoned: Ending;
}

/** Lets callers who ask the same thing at the same moment share one trip to the call manager. */
export class SharedTrips<Key extends string, Result> {
  /**
   * No Map: one that is changed with each request leaves old tables behind, each holding the next, which only a full
   * garbage collection clears away.
   */
  #trips = noTrips<Key, Result>();

  /**
   * @param go makes the trip; its context ends when nobody waits for the result any more
   * @returns the trip's result, within the caller's own deadline
   */
  join(key: Key, context: CallContext, go: (trip: CallContext) => Promise<Result>): Promise<Result> {
    const trip = this.#trips[key] ?? this.#start(key, context, go);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        trip.waiting.splice(trip.waiting.indexOf(context), 1);
        // The last to leave hears from the trip itself why there is no result: late, or never begun.
        if (trip.waiting.length === 0) trip.abandoned.end();
        else reject(trip.tally.begun ? lateAnswer() : notBegun());
      };
      trip.waiting.push(context);
      context.ending.listen(leave);
      const arrived = (): void => {
        context.ending.forget(leave);
      };
      trip.result.then(arrived, arrived);
      trip.result.then(resolve, reject);
    });
  }

  /** The trips under way go on for those who wait for them, and take nobody else. */
  takeNobodyElse(): void {
    this.#trips = noTrips();
  }

  #start(key: Key, context: CallContext, go: (trip: CallContext) => Promise<Result>): Trip<Result> {
    const waiting: CallContext[] = [];
    const deadline = (): number =>
      waiting.reduce((latest, waiter) => Math.max(latest, waiter.deadline()), context.deadline());
    const abandoned = new Ending();
    const result = go({ ...context, deadline, ending: abandoned });
    const trip = { result, waiting, tally: context.tally, abandoned };
    this.#trips[key] = trip;
    const over = (): void => {
      if (this.#trips[key] === trip) Reflect.deleteProperty(this.#trips, key);
    };
    // Given up by all, it is of no use to who comes next.
    abandoned.listen(over);
    // When one of several calls side by side fails, the others are of no use: they are not sent any more.
    result.then(over, abandoned.end);
    return trip;
  }
}

/** An object without any names of its own, such as `constructor`. */
function noTrips<Key extends string, Result>(): Partial<Record<Key, Trip<Result>>> {
  return Object.create(null) as Partial<Record<Key, Trip<Result>>>;
}

/** For one who has to leave while others go on waiting. */
function lateAnswer(): ServiceError {
  return new ServiceError('call-manager-timeout', { detail: 'The call manager did not answer in time.' });
}

/** For one who has to leave before it was the trip's turn. */
function notBegun(): ServiceError {
  return new ServiceError('overloaded', {
    detail: 'More requests are waiting for the call manager than can be answered in time.',
    retryAfterSeconds: 1,
    cause: 'deadline',
  });
}
