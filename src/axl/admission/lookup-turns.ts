import type { CallContext } from '../../use-cases/call-context.js';
import { isAbandoned, type Overload, timeLeft } from './overload.js';
import { RecentTimes } from './recent-times.js';
import { type WaitingCaller, WaitingCallers } from './waiting-callers.js';

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
   * @throws ServiceError when it would be late
   */
  async begin(context: CallContext): Promise<void> {
    const ahead = this.#waiting.inOrder.filter((other) => other.context.arrival <= context.arrival).length;
    const expected = this.#doneIn(ahead);
    if (expected > timeLeft(context)) throw this.#overload.refusal('deadline', context, expected);
    await this.#waiting.join('read', context);
  }

  /** A lookup is over; others may begin. @param tookMs since it began */
  over(context: CallContext, tookMs: number): void {
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

  /** From the end of the line, where the wait is longest. */
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
