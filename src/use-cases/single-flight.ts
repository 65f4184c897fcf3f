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
  /** The span of the caller who asked first. The lookup's calls belong to this span. */
  readonly span: CallContext['span'];
  /** Called when no one waits for the result any more. */
  readonly abandon: () => void;
}

/** Lets callers who ask the same thing at the same moment share one answer. */
export class SingleFlight<Key, Result> {
  /**
   * This is a list, because a Map would hold memory: when a Map grows, V8 keeps its old table until the next full
   * garbage collection, with each flight in it and everything that the lookup has read.
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
      // The last caller gets the error of the flight itself. That error says whether the lookup was late, or never
      // begun.
      if (flight.waiting.length === 0) flight.abandon();
      else reject(flight.tally.begun ? late() : notBegun());
    });
  }

  /**
   * Callers who ask from now on do not share an answer that was begun earlier. Callers who wait already continue to
   * wait.
   */
  forgetAll(): void {
    this.#flights = [];
  }

  #start(key: Key, context: CallContext, ask: (context: CallContext) => Promise<Result>): Flight<Key, Result> {
    const waiting: CallContext[] = [];
    const deadline = (): number =>
      waiting.reduce((latest, waiter) => Math.max(latest, waiter.deadline()), context.deadline());
    const abandoned = new AbortController();
    // One lookup may be many requests to the call manager. Each adds a listener, which is no leak.
    setMaxListeners(0, abandoned.signal);
    const over = (): void => {
      this.#flights = this.#flights.filter((other) => other !== flight);
    };
    const abandon = (): void => {
      // Everyone has stopped waiting, so later callers must not share this flight.
      over();
      abandoned.abort();
    };
    const result = ask({ ...context, deadline, signal: abandoned.signal });
    const flight = { key, result, waiting, tally: context.tally, span: context.span, abandon };
    this.#flights = [...this.#flights, flight];
    // If one of several parallel calls fails, the others are useless, so they are not sent any more.
    result.then(over, abandon);
    return flight;
  }
}

/** The error for a caller whose time is over while others continue to wait. */
function late(): ServiceError {
  return new ServiceError('call-manager-timeout', {
    detail: 'The call manager did not answer in time.',
    effect: 'unknown',
  });
}

/** The error for a caller whose time is over before anything was asked. */
function notBegun(): ServiceError {
  return new ServiceError('overloaded', {
    detail: 'More requests are waiting for the call manager than can be answered in time.',
    retryAfterSeconds: 1,
    effect: 'none',
    cause: 'deadline',
  });
}
