import type { CallContext } from '../../use-cases/call-context.js';
import { whenAborted } from '../../use-cases/time-limit.js';
import type { CallKind } from '../../domain/resend-policy.js';
import { isAbandoned, type Overload, RecentTimes, timeLeft } from './overload.js';

/** A caller who waits, perhaps for several things at once: a lookup has many calls to make. */
export interface WaitingCaller {
  readonly kind: CallKind;
  readonly context: CallContext;
  /** What it waits for, the first of the queue first. */
  readonly waiters: Waiter[];
  /** Called when the caller's time is over, or no one waits for its answer any more. */
  readonly leave: () => void;
  /** Takes back what calls it. */
  stopListening: () => void;
}

interface Waiter {
  readonly enter: () => void;
  readonly refuse: (error: Error) => void;
}

/** Callers who wait, in the order of their arrival. Each leaves by itself when its request ends. */
export class WaitingCallers {
  readonly #lateError: (context: CallContext) => Error;
  readonly #callers: WaitingCaller[] = [];

  /** @param lateError what a caller who leaves by itself is told */
  constructor(lateError: (context: CallContext) => Error) {
    this.#lateError = lateError;
  }

  /** Who came first stands first. */
  get inOrder(): readonly WaitingCaller[] {
    return this.#callers;
  }

  /**
   * Waits behind all who came before.
   * @returns when it was let in
   * @throws why it was not
   */
  join(kind: CallKind, context: CallContext): Promise<void> {
    return new Promise((enter, refuse) => {
      const known = this.#callers.findLast((caller) => caller.context === context);
      const caller = known ?? this.#add(kind, context);
      caller.waiters.push({ enter, refuse });
      // At once for one who has gone already.
      if (!known) caller.stopListening = whenAborted(context.signal, caller.leave);
    });
  }

  /** Lets in what a caller waits for first. */
  letIn(caller: WaitingCaller): void {
    const waiter = caller.waiters.shift();
    if (caller.waiters.length === 0) this.#remove(caller);
    waiter?.enter();
  }

  /** Sends a caller away, with all that it waits for. */
  refuse(caller: WaitingCaller, error: Error): void {
    this.#remove(caller);
    for (const waiter of caller.waiters) waiter.refuse(error);
  }

  #add(kind: CallKind, context: CallContext): WaitingCaller {
    const leave = (): void => {
      this.refuse(caller, this.#lateError(context));
    };
    const caller: WaitingCaller = { kind, context, waiters: [], leave, stopListening: () => undefined };
    // Looked for from the end, because most come last.
    const index = this.#callers.findLastIndex((other) => other.context.arrival <= context.arrival) + 1;
    this.#callers.splice(index, 0, caller);
    return caller;
  }

  #remove(caller: WaitingCaller): void {
    caller.stopListening();
    const index = this.#callers.indexOf(caller);
    if (index >= 0) this.#callers.splice(index, 1);
  }
}

/**
 * Who may look up now: so many lookups are at work at the same time, further ones wait for their turn in the order of
 * their arrival. A lookup that, by what lookups took of late, would not be done by its deadline is refused as soon as
 * that is known; one that begins has the time to be finished.
 */
export class LookupTurns {
  readonly #most: () => number;
  readonly #overload: Overload;
  /** The lookups at work, by their arrival. */
  readonly #atWork: number[] = [];
  readonly #waiting: WaitingCallers;
  readonly #times = new RecentTimes();

  /** @param most how many lookups may be at work now */
  constructor(most: () => number, overload: Overload) {
    this.#most = most;
    this.#overload = overload;
    this.#waiting = new WaitingCallers((context) => overload.refusal('deadline', context, this.#times.usual));
  }

  get waiting(): number {
    return this.#waiting.inOrder.length;
  }

  isAtWork({ arrival }: CallContext): boolean {
    return this.#atWork.includes(arrival);
  }

  /** Begins a lookup that need not wait. @returns whether it has begun */
  beginsAtOnce({ arrival }: CallContext): boolean {
    if (this.waiting > 0 || this.#atWork.length >= this.#most()) return false;
    this.#atWork.push(arrival);
    return true;
  }

  /**
   * Begins a lookup when it is its turn.
   * @throws ServiceError if it would be late
   */
  async begin(context: CallContext): Promise<void> {
    const ahead = this.#waiting.inOrder.filter((other) => other.context.arrival <= context.arrival).length;
    const expected = this.#doneIn(ahead);
    if (expected > timeLeft(context)) throw this.#overload.refusal('deadline', context, expected);
    await this.#waiting.join('read', context);
  }

  /** A lookup is over; others may begin. @param tookMs since it began */
  ended(context: CallContext, tookMs: number): void {
    // One that was given up early does not tell how long a lookup takes.
    if (!isAbandoned(context)) this.#times.learn(tookMs);
    this.#atWork.splice(this.#atWork.indexOf(context.arrival), 1);
    this.#giveTurns();
    this.#refuseTheLate();
  }

  #giveTurns(): void {
    // Half as long again as slow ones took of late: what is begun is to be finished. One that need not wait begins in any
    // case, so that better times are noticed.
    const needed = this.#times.slow * 1.5;
    for (const caller of [...this.#waiting.inOrder]) {
      if (this.#atWork.length >= this.#most()) return;
      if (timeLeft(caller.context) < needed) this.#refuse(caller, needed);
      else {
        this.#atWork.push(caller.context.arrival);
        this.#waiting.letIn(caller);
      }
    }
  }

  /** From the end of the queue, where the wait is longest. */
  #refuseTheLate(): void {
    const { inOrder } = this.#waiting;
    for (let last = inOrder.at(-1); last; last = inOrder.at(-1)) {
      const expected = this.#doneIn(inOrder.length - 1);
      if (expected <= timeLeft(last.context)) return;
      this.#refuse(last, expected);
    }
  }

  #refuse(caller: WaitingCaller, afterMs: number): void {
    this.#waiting.refuse(caller, this.#overload.refusal('deadline', caller.context, afterMs));
  }

  /** In how many milliseconds a lookup is done that has so many waiting before it; 0 while that is not known. */
  #doneIn(ahead: number): number {
    const { usual, slow } = this.#times;
    return usual === 0 ? 0 : ((ahead + 1) / this.#most()) * usual + slow;
  }
}
