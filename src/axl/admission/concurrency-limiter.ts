import type { Observe } from '../../observability/observations.js';
import { type CallContext, isBackground } from '../../use-cases/call-context.js';
import { LookupTurns, type WaitingCaller, WaitingCallers } from './queues.js';
import { timedOut } from '../transport/network-errors.js';
import { Overload, RecentTimes, timeLeft } from './overload.js';
import type { CallKind } from '../../domain/resend-policy.js';
import { untilAborted } from '../../use-cases/time-limit.js';
import type { Throttle } from './throttle.js';

export interface LimiterOptions {
  /** How many requests are in flight at most, and how many lookups are at work at most. */
  readonly concurrency: number;
  /** How many callers may wait for their turn. */
  readonly queueLimit: number;
}

/**
 * Keeps a turn or a slot until what it was given for is over; it has to be called, or no one else gets it any more.
 * @returns what came of that
 */
export type KeepFor = <Result>(work: Promise<Result>) => Promise<Result>;

/**
 * The only way to the call manager: so many slots for requests of all callers, and at most as many lookups at work.
 * Further callers wait for their turn, and who came first is served first: also the later requests of a lookup at work
 * go before those of callers who came after it. So under overload some are answered instead of all of them being late.
 */
export class ConcurrencyLimiter {
  readonly #options: LimiterOptions;
  readonly #throttle: Throttle;
  readonly #observe: Observe;
  #inFlight = 0;
  readonly #lookups: LookupTurns;
  /** Requests that wait for a slot: those of lookups at work, and those of writes. */
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

  /** The requests that the call manager has not answered yet, also those whose callers have left. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** The callers who wait for their turn; what else a caller at work has to ask is not counted. */
  get queued(): number {
    const writes = this.#waiting.inOrder.filter(({ context }) => !this.#hasBegun(context));
    return this.#lookups.waiting + writes.length;
  }

  /** Whether a read more would be sent at once, with no one waiting. */
  get hasRoom(): boolean {
    return this.queued === 0 && this.#entersAtOnce('read');
  }

  /** How long a request usually takes, in milliseconds; 0 while that is not known. */
  get usualMs(): number {
    return this.#times.usual;
  }

  /** Waits for the turn of a whole lookup. From then on its requests do not count as waiting. */
  async turn(context: CallContext): Promise<KeepFor> {
    if (!this.#lookups.beginsAtOnce(context)) {
      this.#refuseIfFull(context);
      await this.#observingWait(this.#lookups.begin(context));
    }
    const started = performance.now();
    return async (lookup) => {
      try {
        return await lookup;
      } finally {
        this.#lookups.ended(context, performance.now() - started);
      }
    };
  }

  /**
   * Waits for a slot for one request. It is kept until the request is over, because until then the call manager works on
   * it. Who reads is told when its own time is over; who writes hears how the request ends, however late.
   */
  async slot(kind: CallKind, context: CallContext): Promise<KeepFor> {
    if (this.#entersAtOnce(kind)) this.#inFlight += 1;
    else await this.#waitForSlot(kind, context);
    context.tally.begun = true;
    const started = performance.now();
    const ended = (): void => {
      this.#inFlight -= 1;
      // A page of the inventory takes longer than what callers ask for.
      if (!isBackground(context)) this.#times.learn(performance.now() - started);
      this.#refuseTheLate();
      this.#giveSlots();
    };
    return (request) => {
      request.then(ended, ended);
      if (kind === 'write') return request;
      return untilAborted(request, context.signal, (reject) => {
        // A request that was not sent ends by itself at this moment, and says so: that is known before this.
        setImmediate(() => {
          reject(timedOut('unknown', 'time-out'));
        });
      });
    };
  }

  get #most(): number {
    return this.#throttle.allowed(this.#options.concurrency);
  }

  /** Whether something has been done for a caller: then it waits for its turn no more. */
  #hasBegun(context: CallContext): boolean {
    return context.tally.begun || this.#lookups.isAtWork(context);
  }

  #entersAtOnce(kind: CallKind): boolean {
    return this.#waiting.inOrder.length === 0 && this.#inFlight < this.#most && this.#throttle.holdMs(kind) === 0;
  }

  /** Says no at once to a caller who could not be served in time. */
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

  /** In how many milliseconds there is a slot behind so many requests; 0 while that is not known. */
  #slotIn(ahead: number): number {
    return (ahead / this.#most) * this.usualMs;
  }

  /** Refuses who cannot have all of its requests answered in time, such as a lookup on very many phones. */
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

  /** Lets in who is first in line of those that are not held. */
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
      // What would be given up half-way is not begun: it would cost the call manager for nothing.
      if (timeLeft(caller.context) < this.usualMs) this.#refuse(caller, this.usualMs);
      else {
        this.#inFlight += 1;
        this.#waiting.letIn(caller);
      }
    }
  }

  /** All who wait for a slot are held. */
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
