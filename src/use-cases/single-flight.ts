import { setMaxListeners } from 'node:events';
import { ServiceError } from '../domain/errors.js';
import { linkSpan } from '../observability/tracing.js';
import type { CallContext } from './call-context.js';
import { untilAborted } from './time-limit.js';

interface Flight<Key, Result> {
  readonly key: Key;
  readonly result: Promise<Result>;
  readonly waiting: CallContext[];
  readonly tally: CallContext['tally'];
  /** What its calls belong to: the span of who asked first. */
  readonly span: CallContext['span'];
  /** No one waits for the result any more. */
  readonly abandon: () => void;
}

/** Lets callers who ask the same thing at the same moment share one answer. */
export class SingleFlight<Key, Result> {
  /**
   * A list, not a Map: V8 keeps what was in a Map when its table was renewed until the next full garbage collection,
   * and with a flight all that its lookup has read.
   */
  #flights: readonly Flight<Key, Result>[] = [];

  /**
   * @param ask is called for the first caller; its context ends when no one waits for the result any more
   * @returns the result, within the caller's own deadline
   */
  do(key: Key, context: CallContext, ask: (context: CallContext) => Promise<Result>): Promise<Result> {
    const shared = this.#flights.find((other) => other.key === key);
    if (shared) linkSpan(context.span, shared.span);
    const flight = shared ?? this.#start(key, context, ask);
    flight.waiting.push(context);
    return untilAborted(flight.result, context.signal, (reject) => {
      flight.waiting.splice(flight.waiting.indexOf(context), 1);
      // The last to leave hears from the flight itself why there is no result: late, or never begun.
      if (flight.waiting.length === 0) flight.abandon();
      else reject(flight.tally.begun ? late() : notBegun());
    });
  }

  /** Who asks from now on shares nothing that began before. Those who wait already go on waiting. */
  forgetAll(): void {
    this.#flights = [];
  }

  #start(key: Key, context: CallContext, ask: (context: CallContext) => Promise<Result>): Flight<Key, Result> {
    const waiting: CallContext[] = [];
    const deadline = (): number =>
      waiting.reduce((latest, waiter) => Math.max(latest, waiter.deadline()), context.deadline());
    const abandoned = new AbortController();
    // One lookup may be many requests to the call manager, each of which listens: that is no leak.
    setMaxListeners(0, abandoned.signal);
    const over = (): void => {
      this.#flights = this.#flights.filter((other) => other !== flight);
    };
    const abandon = (): void => {
      // Given up by all, it is of no use to who comes next.
      over();
      abandoned.abort();
    };
    const result = ask({ ...context, deadline, signal: abandoned.signal });
    const flight = { key, result, waiting, tally: context.tally, span: context.span, abandon };
    this.#flights = [...this.#flights, flight];
    // When one of several calls side by side fails, the others are of no use: they are not sent any more.
    result.then(over, abandon);
    return flight;
  }
}

/** For one who has to leave while others go on waiting. */
function late(): ServiceError {
  return new ServiceError('call-manager-timeout', {
    detail: 'The call manager did not answer in time.',
    effect: 'unknown',
  });
}

/** For one who has to leave before anything was asked. */
function notBegun(): ServiceError {
  return new ServiceError('overloaded', {
    detail: 'More requests are waiting for the call manager than can be answered in time.',
    retryAfterSeconds: 1,
    effect: 'none',
    cause: 'deadline',
  });
}
