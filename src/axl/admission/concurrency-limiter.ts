import type { Observe } from '../../observability/observations.js';
import { type CallContext, isBackground } from '../../use-cases/call-context.js';
import { LookupTurns, type WaitingCaller, WaitingCallers } from './queues.js';
import { timedOut } from '../transport/network-errors.js';
import { Overload, RecentTimes, timeLeft } from './overload.js';
import type { CallKind } from '../../domain/resend-policy.js';
import { untilAborted } from '../../use-cases/time-limit.js';
import type { Throttle } from './throttle.js';

export interface LimiterOptions {
  /** How many requests may be in flight, and how many lookups may run, at the same time. */
  readonly concurrency: number;
  /** How many callers may wait for their turn. */
  readonly queueLimit: number;
}

/**
 * The only way to the call manager. It has a fixed number of slots for the requests of all callers, and runs at most as
 * many lookups. Other callers wait, and are served in order of arrival. The later requests of a running lookup go
 * before callers who came after it. So under overload, some callers are answered in time, and not all of them too late.
 */
export class ConcurrencyLimiter {
  readonly #options: LimiterOptions;
  readonly #throttle: Throttle;
  readonly #observe: Observe;
  #inFlight = 0;
  readonly #lookups: LookupTurns;
  /** Requests that wait for a slot: of running lookups, and of writes. */
  readonly #waiting: WaitingCallers;
  readonly #times = new RecentTimes();
  readonly #overload: Overload;
  #wakeUp: NodeJS.Timeout | undefined;

  constructor(options: LimiterOptions, throttle: Throttle, observe: Observe) {
    this.#options = options;
    this.#throttle = throttle;
    this.#observe = observe;
    this.#overload = new Overload(observe);
    this.#lookups = new LookupTurns(() => this.#most, this.#overload);
    this.#waiting = new WaitingCallers((context) => this.#overload.refusal('deadline', context, this.usualMs));
  }

  /** The requests that the call manager has not answered yet. Requests of callers who have left are among them. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** The callers who wait for their turn. Further requests of a caller whose work has begun do not count. */
  get queued(): number {
    const writes = this.#waiting.inOrder.filter(({ context }) => !this.#hasBegun(context));
    return this.#lookups.waiting + writes.length;
  }

  /** Whether no one waits, and another read would be sent at once. */
  get hasRoom(): boolean {
    return this.queued === 0 && this.#entersAtOnce('read');
  }

  /** The usual duration of a request, in milliseconds; 0 while it is not known. */
  get usualMs(): number {
    return this.#times.usual;
  }

  /** Does a whole lookup in its turn. From its turn on, its requests do not count as waiting. */
  async turn<Found>(context: CallContext, lookup: () => Promise<Found>): Promise<Found> {
    if (!this.#lookups.beginsAtOnce(context)) {
      this.#refuseIfFull(context);
      await this.#observingWait(this.#lookups.begin(context));
    }
    const started = performance.now();
    try {
      return await lookup();
    } finally {
      this.#lookups.ended(context, performance.now() - started);
    }
  }

  /**
   * Sends one request in a slot. The slot is kept until the request is over, because the call manager works on it
   * until then. A reader gets an error when its own time is over. A writer learns how the request ends, even if that is
   * late.
   */
  async slot<Answer>(kind: CallKind, context: CallContext, send: () => Promise<Answer>): Promise<Answer> {
    if (this.#entersAtOnce(kind)) this.#inFlight += 1;
    else await this.#waitForSlot(kind, context);
    context.tally.begun = true;
    const started = performance.now();
    const ended = (): void => {
      this.#inFlight -= 1;
      // A page of the inventory takes longer than a caller's request, so its time does not count.
      if (!isBackground(context)) this.#times.learn(performance.now() - started);
      this.#refuseTheLate();
      this.#giveSlots();
    };
    const request = send();
    request.then(ended, ended);
    if (kind === 'write') return request;
    return untilAborted(request, context.signal, (reject) => {
      // A request that was not sent rejects with its own error at this moment. That error comes first.
      setImmediate(() => {
        reject(timedOut('unknown', 'time-out'));
      });
    });
  }

  get #most(): number {
    return this.#throttle.allowed(this.#options.concurrency);
  }

  /** Whether work for the caller has begun. If so, the caller does not wait for a turn any more. */
  #hasBegun(context: CallContext): boolean {
    return context.tally.begun || this.#lookups.isAtWork(context);
  }

  #entersAtOnce(kind: CallKind): boolean {
    return this.#waiting.inOrder.length === 0 && this.#inFlight < this.#most && this.#throttle.holdMs(kind) === 0;
  }

  /** Refuses a caller at once if it cannot be served in time. */
  async #waitForSlot(kind: CallKind, context: CallContext): Promise<void> {
    const held = this.#throttle.holdMs(kind);
    if (held >= timeLeft(context)) throw this.#overload.refusal('throttled', context, held);
    const begun = this.#hasBegun(context);
    if (!begun) {
      this.#refuseIfFull(context);
      const expected = this.#slotIn(this.#requestsBefore(context));
      if (expected >= timeLeft(context)) throw this.#overload.refusal('deadline', context, expected);
    }
    const letIn = this.#waiting.join(kind, context);
    this.#giveSlots();
    await (begun ? letIn : this.#observingWait(letIn));
  }

  #refuseIfFull(context: CallContext): void {
    if (this.queued >= this.#options.queueLimit) throw this.#overload.refusal('queue-full', context, this.usualMs);
  }

  async #observingWait(letIn: Promise<void>): Promise<void> {
    const started = performance.now();
    await letIn;
    this.#observe({ kind: 'queue-wait', waitMs: performance.now() - started });
  }

  #requestsBefore({ arrival }: CallContext): number {
    const earlier = this.#waiting.inOrder.filter(({ context }) => context.arrival <= arrival);
    return earlier.reduce((sum, { waiters }) => sum + waiters.length, 0);
  }

  /**
   * How many milliseconds it takes until a slot is free after the given number of requests; 0 while that is not known.
   */
  #slotIn(ahead: number): number {
    return (ahead / this.#most) * this.usualMs;
  }

  /** Refuses callers whose requests cannot all be answered in time, such as a lookup of very many phones. */
  #refuseTheLate(): void {
    let ahead = 0;
    for (const caller of [...this.#waiting.inOrder]) {
      const expected = this.#slotIn(ahead + caller.waiters.length);
      if (expected > timeLeft(caller.context)) this.#refuse(caller, expected);
      else ahead += caller.waiters.length;
    }
  }

  #refuse(caller: WaitingCaller, afterMs: number): void {
    this.#waiting.refuse(caller, this.#overload.refusal('deadline', caller.context, afterMs));
  }

  /** Gives slots to the first waiting callers whose kind of request is not held. */
  #giveSlots(): void {
    const { inOrder } = this.#waiting;
    if (inOrder.length === 0) return;
    clearTimeout(this.#wakeUp);
    while (inOrder.length > 0 && this.#inFlight < this.#most) {
      const caller = inOrder.find(({ kind }) => this.#throttle.holdMs(kind) === 0);
      if (!caller) {
        this.#giveSlotsAfterHold();
        break;
      }
      // Work that cannot be finished in time is not begun, because it would load the call manager without a result.
      if (timeLeft(caller.context) < this.usualMs) this.#refuse(caller, this.usualMs);
      else {
        this.#inFlight += 1;
        this.#waiting.letIn(caller);
      }
    }
  }

  /** Every caller who waits for a slot is held. */
  #giveSlotsAfterHold(): void {
    const holds = this.#waiting.inOrder.map(({ kind }) => this.#throttle.holdMs(kind));
    this.#wakeUp = setTimeout(
      () => {
        this.#giveSlots();
      },
      Math.ceil(Math.min(...holds)) + 1,
    );
  }
}
