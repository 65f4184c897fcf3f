import { ServiceError } from '../domain/errors.js';
import type { Observe } from '../observability/observations.js';
import type { CallContext } from '../use-cases/call-manager.js';
import type { CallKind, Throttle } from './throttle.js';

interface Waiting {
  readonly kind: CallKind;
  readonly context: CallContext;
  readonly enter: () => void;
  readonly leave: () => void;
}

/**
 * The only way to the call manager: at most so many requests in flight over all callers, and a bounded queue
 * behind it. The caller who came first is served first: the later calls of a lookup do not queue behind callers
 * who came after it, so under overload some lookups are answered instead of all of them being late.
 */
export class Gate {
  #inFlight = 0;
  readonly #queue: Waiting[] = [];
  /** How long a request holds its place, a moving average in milliseconds. */
  #usualMs = 0;
  #wakeUp: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: { readonly concurrency: number; readonly queueLimit: number },
    private readonly throttle: Throttle,
    private readonly observe: Observe,
  ) {}

  get inFlight(): number {
    return this.#inFlight;
  }

  get queued(): number {
    return this.#queue.length;
  }

  /** Runs a request when there is place for it; gives the place back when the request is over. */
  async run<Result>(kind: CallKind, context: CallContext, request: () => Promise<Result>): Promise<Result> {
    if (!this.#enterAtOnce(kind)) await this.#queueUp(kind, context);
    const started = performance.now();
    try {
      return await request();
    } finally {
      this.#inFlight -= 1;
      this.#usualMs += (performance.now() - started - this.#usualMs) / 8;
      this.#admit();
    }
  }

  #hasPlace(): boolean {
    return this.#inFlight < this.throttle.allowed(this.options.concurrency);
  }

  #enterAtOnce(kind: CallKind): boolean {
    if (this.#queue.length > 0 || !this.#hasPlace() || this.throttle.holdMs(kind) > 0) return false;
    this.#inFlight += 1;
    return true;
  }

  async #queueUp(kind: CallKind, context: CallContext): Promise<void> {
    const started = performance.now();
    const place = this.#placeOf(context);
    this.#refuseIfHopeless(kind, context, place, started);
    await this.#wait(kind, context, place);
    this.observe({ kind: 'queue-wait', waitMs: performance.now() - started });
  }

  /** Behind all who came before; looked for from the end, because most come last. */
  #placeOf({ arrival }: CallContext): number {
    return this.#queue.findLastIndex(({ context }) => context.arrival <= arrival) + 1;
  }

  /** Says no at once to a caller who could not be served in time. */
  #refuseIfHopeless(kind: CallKind, context: CallContext, ahead: number, now: number): void {
    const left = context.deadline() - now;
    const held = this.throttle.holdMs(kind);
    if (held >= left) throw this.#shed('throttled', context, held);
    if (this.#queue.length >= this.options.queueLimit) throw this.#shed('queue-full', context, this.#usualMs);
    const expected = (ahead / this.throttle.allowed(this.options.concurrency)) * this.#usualMs;
    if (expected >= left) throw this.#shed('deadline', context, expected);
  }

  #wait(kind: CallKind, context: CallContext, place: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        context.ending.forget(leave);
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        reject(this.#shed('deadline', context, this.#usualMs));
      };
      const enter = (): void => {
        context.ending.forget(leave);
        resolve();
      };
      const waiting: Waiting = { kind, context, enter, leave };
      this.#queue.splice(place, 0, waiting);
      context.ending.listen(leave);
      this.#admit();
    });
  }

  /** Lets in who is first in line of those that are not held. */
  #admit(): void {
    if (this.#queue.length === 0) return;
    clearTimeout(this.#wakeUp);
    while (this.#queue.length > 0 && this.#hasPlace()) {
      const place = this.#queue.findIndex(({ kind }) => this.throttle.holdMs(kind) === 0);
      const waiting = this.#queue[place];
      if (!waiting) {
        this.#admitAfterHold();
        break;
      }
      // What would be given up half-way is not begun: it would cost the call manager for nothing.
      if (waiting.context.deadline() - performance.now() < this.#usualMs) {
        waiting.leave();
        continue;
      }
      this.#queue.splice(place, 1);
      this.#inFlight += 1;
      waiting.enter();
    }
  }

  /** All in the queue are held. */
  #admitAfterHold(): void {
    const holds = this.#queue.map(({ kind }) => this.throttle.holdMs(kind));
    this.#wakeUp = setTimeout(
      () => {
        this.#admit();
      },
      Math.ceil(Math.min(...holds)) + 1,
    );
  }

  #shed(reason: 'queue-full' | 'deadline' | 'throttled', context: CallContext, afterMs: number): ServiceError {
    // Left the queue before its deadline: nobody waits any more, so nothing was refused to anyone.
    const abandoned = context.ending.over && performance.now() < context.deadline();
    if (!abandoned) this.observe({ kind: 'shed', requestId: context.requestId, reason });
    return new ServiceError(reason === 'throttled' ? 'call-manager-busy' : 'overloaded', {
      detail:
        reason === 'throttled'
          ? 'The call manager is busy and asked to be left alone for longer than this request may take.'
          : 'More requests are waiting for the call manager than can be answered in time.',
      retryAfterSeconds: Math.min(60, Math.max(1, Math.ceil(afterMs / 1000))),
      mayBeApplied: false,
      cause: reason,
    });
  }
}
