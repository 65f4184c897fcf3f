import type { CallContext } from '../../use-cases/call-context.js';
import { whenAborted } from '../../use-cases/time-limit.js';
import type { CallKind } from '../../domain/resend-policy.js';
import { isAbandoned, type Overload, RecentTimes, timeLeft } from './overload.js';

/** A waiting caller. A lookup makes many calls, so a caller may wait for several at the same time. */
export interface WaitingCaller {
  readonly kind: CallKind;
  readonly context: CallContext;
  /** What it waits for, in order of the queue. */
  readonly waiters: Waiter[];
  /** Called at the caller's deadline, or when no one waits for its answer any more. */
  readonly leave: () => void;
  /** Removes the listener that calls it. */
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

  /** @param lateError the error of a caller who leaves at its deadline */
  constructor(lateError: (context: CallContext) => Error) {
    this.#lateError = lateError;
  }

  /** In order of arrival. */
  get inOrder(): readonly WaitingCaller[] {
    return this.#callers;
  }

  /**
   * Waits behind all earlier callers.
   * @returns when its turn has come
   * @throws the reason why it was refused
   */
  join(kind: CallKind, context: CallContext): Promise<void> {
    return new Promise((enter, refuse) => {
      const known = this.#callers.findLast((caller) => caller.context === context);
      const caller = known ?? this.#add(kind, context);
      caller.waiters.push({ enter, refuse });
      // This calls `leave` at once if the caller has already left.
      if (!known) caller.stopListening = whenAborted(context.signal, caller.leave);
    });
  }

  /** Admits the first thing that a caller waits for. */
  letIn(caller: WaitingCaller): void {
    const waiter = caller.waiters.shift();
    if (caller.waiters.length === 0) this.#remove(caller);
    waiter?.enter();
  }

  /** Removes a caller, with everything that it waits for. */
  refuse(caller: WaitingCaller, error: Error): void {
    this.#remove(caller);
    for (const waiter of caller.waiters) waiter.refuse(error);
  }

  #add(kind: CallKind, context: CallContext): WaitingCaller {
    const leave = (): void => {
      this.refuse(caller, this.#lateError(context));
    };
    const caller: WaitingCaller = { kind, context, waiters: [], leave, stopListening: () => undefined };
    // Search from the end, because most callers come last.
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
 * The turns of lookups. A limited number runs at the same time, and the others wait in order of arrival. If recent
 * lookups show that a lookup would probably miss its deadline, it is refused as soon as that is known. So a lookup that
 * begins can finish.
 */
export class LookupTurns {
  readonly #most: () => number;
  readonly #overload: Overload;
  /** The lookups at work, by their arrival. */
  readonly #atWork: number[] = [];
  readonly #waiting: WaitingCallers;
  readonly #times = new RecentTimes();

  /** @param most the most lookups that may run now */
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
   * Begins a lookup in its turn.
   * @throws ServiceError if it would be late
   */
  async begin(context: CallContext): Promise<void> {
    const ahead = this.#waiting.inOrder.filter((other) => other.context.arrival <= context.arrival).length;
    const expected = this.#doneIn(ahead);
    if (expected > timeLeft(context)) throw this.#overload.refusal('deadline', context, expected);
    await this.#waiting.join('read', context);
  }

  /** A lookup is over; others may begin. @param tookMs the milliseconds since it began */
  ended(context: CallContext, tookMs: number): void {
    // A lookup that was given up early does not show how long a lookup takes.
    if (!isAbandoned(context)) this.#times.learn(tookMs);
    this.#atWork.splice(this.#atWork.indexOf(context.arrival), 1);
    this.#giveTurns();
    this.#refuseTheLate();
  }

  #giveTurns(): void {
    // Assume one and a half times the duration of recent slow lookups, so that a started lookup can finish. A lookup
    // that need not wait always begins, so that the service notices when lookups get faster.
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

  /** Refuses lookups that would be late. It starts at the end of the queue, where the wait is longest. */
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

  /** The milliseconds until a lookup with so many others before it is done; 0 if that is not known. */
  #doneIn(ahead: number): number {
    const { usual, slow } = this.#times;
    return usual === 0 ? 0 : ((ahead + 1) / this.#most()) * usual + slow;
  }
}
