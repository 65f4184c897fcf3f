import type { CallContext } from '../../use-cases/call-context.js';
import { whenAborted } from '../../use-cases/time-limit.js';
import type { CallKind } from '../../domain/resend-policy.js';

/** A caller who waits, perhaps for several things at once: a lookup has many calls to make. */
export interface WaitingCaller {
  readonly kind: CallKind;
  readonly context: CallContext;
  /** What it waits for, first in line first. */
  readonly waiters: Waiter[];
  /** Called when the caller's time is over, or nobody waits for its answer any more. */
  readonly leave: () => void;
  /** Takes back what calls it. */
  forget: () => void;
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
      if (!known) caller.forget = whenAborted(context.signal, caller.leave);
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
    const caller: WaitingCaller = { kind, context, waiters: [], leave, forget: () => undefined };
    // Looked for from the end, because most come last.
    const place = this.#callers.findLastIndex((other) => other.context.arrival <= context.arrival) + 1;
    this.#callers.splice(place, 0, caller);
    return caller;
  }

  #remove(caller: WaitingCaller): void {
    caller.forget();
    const place = this.#callers.indexOf(caller);
    if (place >= 0) this.#callers.splice(place, 1);
  }
}
