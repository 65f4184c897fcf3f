import { ServiceError } from '../domain/errors.js';
import type { Observation, Observe } from '../observability/observations.js';
import type { CallContext } from '../use-cases/call-context.js';
import { FairTurns } from '../use-cases/fair-turns.js';
import { untilAborted } from '../use-cases/time-limit.js';
import { StoreUnavailable } from './problems.js';

/** A caller who waits for an answer of the store. */
export type Caller = Pick<CallContext, 'signal' | 'span'>;
export type NamedCaller = Caller & Pick<CallContext, 'user'>;

export type StoreOperation = Extract<Observation, { readonly kind: 'history' }>['operation'];

/** How many searches run at the same time, and how many may wait. */
const searchesAtOnce = 4;
const waitingSearches = { inAll: 200, ofUser: 100 };
const searchBounds = {
  ...{ atOnce: searchesAtOnce, dearAtOnce: searchesAtOnce },
  waiting: { cheap: waitingSearches, dear: waitingSearches },
};

/** Asks a store for callers: observes how long that takes, and makes its failures theirs. */
export class AskedStore {
  readonly #observe: Observe;
  readonly #searches = new FairTurns(searchBounds, {
    busy: 'The history is busy with other searches. Retry in a moment.',
    late: () => historyUnavailable('deadline'),
  });

  constructor(observe: Observe) {
    this.#observe = observe;
  }

  /**
   * @param caller the caller who waits, if any. When its signal aborts, the caller gets an error, but a running
   * statement continues to its end
   * @throws ServiceError `history-unavailable`
   */
  async ask<Result>(
    operation: StoreOperation,
    { signal, span }: Partial<Caller>,
    ask: () => Promise<Result>,
  ): Promise<Result> {
    const started = performance.now();
    const observed = (cause: string | undefined): void => {
      this.#observe({ kind: 'history', operation, span, durationMs: performance.now() - started, cause });
    };
    try {
      const result = await (signal ? untilAborted(ask(), signal, late) : ask());
      observed(undefined);
      return result;
    } catch (thrown) {
      if (!(thrown instanceof StoreUnavailable)) throw thrown;
      observed(thrown.cause);
      throw historyUnavailable(thrown.cause);
    }
  }

  /**
   * Searches in turns. A search keeps its turn until the store has finished it, even if its caller stops waiting.
   * @throws ServiceError `history-unavailable`; `overloaded` if too many searches wait
   */
  search<Result>({ user, signal, span }: NamedCaller, search: () => Promise<Result>): Promise<Result> {
    const answer = (): Promise<Result> => this.ask('list', { span }, search);
    return this.#searches.take({ user, signal }, { cost: 'dear', answer });
  }
}

/** Rejects if there is no answer at the caller's deadline. */
export function late(reject: (error: Error) => void): void {
  reject(new StoreUnavailable('deadline'));
}

export function historyUnavailable(cause: string): ServiceError {
  return new ServiceError('history-unavailable', {
    detail: 'The history of changes cannot be reached, and without it nothing is changed. Nothing was sent.',
    retryAfterSeconds: 1,
    effect: 'none',
    cause,
  });
}
