import { ServiceError } from '../domain/errors.js';
import type { CallContext } from './call-context.js';
import { whenAborted } from './time-limit.js';

/**
 * Someone who waits for an answer: the user whose turn it is, and the signal that aborts when no one waits any more.
 */
export type Asker = Pick<CallContext, 'user' | 'signal'>;

/** The cost of a question. A cheap one looks up one device or number; an expensive one (`dear`) searches many. */
export type Cost = 'cheap' | 'dear';

/** How many questions may wait. */
export interface WaitingBounds {
  readonly inAll: number;
  readonly ofUser: number;
}

export interface TurnBounds {
  /** How many questions are answered at the same time. */
  readonly atOnce: number;
  /**
   * How many of them may be expensive. If this is less than `atOnce`, a cheap question never waits for an expensive
   * one.
   */
  readonly dearAtOnce: number;
  readonly waiting: Readonly<Record<Cost, WaitingBounds>>;
}

/** A question, and how to answer it. */
export interface Question<Answer> {
  readonly cost: Cost;
  /** Questions with the same key share one answer. Undefined: the answer is not shared. */
  readonly key?: string | undefined;
  /** Called when it is the question's turn. Not called if no one waits for it any more. */
  readonly answer: () => Promise<Answer>;
}

interface Waiter {
  readonly user: string;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (thrown: unknown) => void;
}

/** A question, and everyone who waits for its answer. */
interface Asked extends Question<unknown> {
  readonly waiters: Set<Waiter>;
  hasBegun: boolean;
}

/** The errors for callers who get no answer. */
export interface Refusals {
  /** The detail if too many questions wait, or if the turn did not come in time. */
  readonly busy: string;
  /** @returns the error for a caller whose time is over after the answer was begun */
  readonly late: () => Error;
}

/**
 * Queues questions to something that can answer only a few at a time. Users take turns, regardless of how many
 * questions each one has asked. If too many questions wait, the user with the most questions loses one. So no user can
 * block the others. Callers share a question only while it waits, because an answer that was begun earlier may be older
 * than the caller's last change.
 */
export class FairTurns {
  readonly #bounds: TurnBounds;
  readonly #refusals: Refusals;
  readonly #queues: Readonly<Record<Cost, Queue>>;
  readonly #atWork: Record<Cost, number> = { cheap: 0, dear: 0 };

  constructor(bounds: TurnBounds, refusals: Refusals) {
    this.#bounds = bounds;
    this.#refusals = refusals;
    this.#queues = { cheap: new Queue(bounds.waiting.cheap), dear: new Queue(bounds.waiting.dear) };
  }

  /**
   * @returns the answer
   * @throws ServiceError `overloaded` if too many questions wait, or if the signal aborts before the answer is begun
   */
  take<Answer>({ user, signal }: Asker, question: Question<Answer>): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      if (signal.aborted) {
        reject(this.#refusal('deadline'));
        return;
      }
      const queue = this.#queues[question.cost];
      const refused = queue.makeRoom(user, question.key);
      for (const waiter of refused ?? []) waiter.reject(this.#refusal('queue-full'));
      if (!refused) {
        reject(this.#refusal('queue-full'));
        return;
      }
      const waiter: Waiter = {
        user,
        resolve: (answer) => {
          stopListening();
          resolve(answer as Answer);
        },
        reject: (thrown) => {
          stopListening();
          // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- it is passed on as it came
          reject(thrown);
        },
      };
      const asked = queue.add(waiter, question);
      const stopListening = whenAborted(signal, () => {
        queue.leave(waiter, asked);
        waiter.reject(asked.hasBegun ? this.#refusals.late() : this.#refusal('deadline'));
      });
      this.#begin();
    });
  }

  /**
   * Begins as many questions as the bounds allow. An expensive question goes first, because there is always room left
   * for cheap ones.
   */
  #begin(): void {
    const { atOnce, dearAtOnce } = this.#bounds;
    const work = this.#atWork;
    while (work.cheap + work.dear < atOnce) {
      const asked = (work.dear < dearAtOnce ? this.#queues.dear.next() : undefined) ?? this.#queues.cheap.next();
      if (!asked) return;
      void this.#carryOut(asked);
    }
  }

  /** Answers a question. It keeps its place until the answer is there, even if everyone has stopped waiting. */
  async #carryOut(asked: Asked): Promise<void> {
    const { cost, answer, waiters } = asked;
    asked.hasBegun = true;
    this.#atWork[cost] += 1;
    try {
      const answered = await answer();
      for (const waiter of waiters) waiter.resolve(answered);
    } catch (thrown) {
      for (const waiter of waiters) waiter.reject(thrown);
    }
    this.#atWork[cost] -= 1;
    this.#begin();
  }

  #refusal(cause: 'queue-full' | 'deadline'): ServiceError {
    const { busy: detail } = this.#refusals;
    return new ServiceError('overloaded', { detail, retryAfterSeconds: 1, effect: 'none', cause });
  }
}

/** The waiting questions of one cost. */
class Queue {
  readonly #bounds: WaitingBounds;
  /**
   * Each user's questions in order of arrival. The user who was served last is at the end. Several users may share a
   * question.
   */
  readonly #ofUsers = new Map<string, Asked[]>();
  readonly #byKey = new Map<string, Asked>();

  constructor(bounds: WaitingBounds) {
    this.#bounds = bounds;
  }

  /**
   * Makes room for one more question of a user. If the queue is full, the user with the most questions loses the last
   * one.
   * @returns the waiters that get no answer; undefined if the new question must be refused
   */
  makeRoom(user: string, key: string | undefined): readonly Waiter[] | undefined {
    const own = this.#ofUsers.get(user)?.length ?? 0;
    const shared = key === undefined ? undefined : this.#byKey.get(key);
    if (shared && this.#ofUsers.get(user)?.includes(shared)) return [];
    if (own >= this.#bounds.ofUser) return undefined;
    const all = [...this.#ofUsers].reduce((sum, [, questions]) => sum + questions.length, 0);
    if (all < this.#bounds.inAll) return [];
    const [most, theirs] = [...this.#ofUsers].reduce((one, other) => (other[1].length > one[1].length ? other : one));
    const last = theirs.at(-1);
    if (!last || own >= theirs.length) return undefined;
    const refused = [...last.waiters].filter((waiter) => waiter.user === most);
    for (const waiter of refused) this.leave(waiter, last);
    return refused;
  }

  /** @returns the question, for which others may wait already */
  add(waiter: Waiter, question: Question<unknown>): Asked {
    const shared = question.key === undefined ? undefined : this.#byKey.get(question.key);
    const asked = shared ?? { ...question, waiters: new Set(), hasBegun: false };
    if (question.key !== undefined) this.#byKey.set(question.key, asked);
    asked.waiters.add(waiter);
    const own = this.#ofUsers.get(waiter.user) ?? [];
    // A shared question is in the queue of each of its users. When the turn of one of them comes, it is answered for
    // all.
    if (!own.includes(asked)) this.#ofUsers.set(waiter.user, [...own, asked]);
    return asked;
  }

  /** Removes a waiter. A question without waiters is not asked any more. */
  leave(waiter: Waiter, asked: Asked): void {
    asked.waiters.delete(waiter);
    if (![...asked.waiters].some(({ user }) => user === waiter.user)) this.#drop(waiter.user, asked);
    if (asked.waiters.size === 0) this.#forget(asked);
  }

  /** Takes the next question out of the queue. */
  next(): Asked | undefined {
    const [first] = this.#ofUsers;
    if (!first) return undefined;
    const [user, [asked]] = first;
    if (!asked) return undefined;
    const users = new Set([...asked.waiters].map((waiter) => waiter.user));
    for (const one of users) this.#drop(one, asked);
    this.#forget(asked);
    const rest = this.#ofUsers.get(user);
    if (rest) {
      this.#ofUsers.delete(user);
      this.#ofUsers.set(user, rest);
    }
    return asked;
  }

  #drop(user: string, asked: Asked): void {
    const rest = this.#ofUsers.get(user)?.filter((one) => one !== asked) ?? [];
    if (rest.length > 0) this.#ofUsers.set(user, rest);
    else this.#ofUsers.delete(user);
  }

  #forget(asked: Asked): void {
    if (asked.key !== undefined && this.#byKey.get(asked.key) === asked) this.#byKey.delete(asked.key);
  }
}
