import { ServiceError } from '../domain/errors.js';
import type { CallContext } from './call-context.js';
import { whenAborted } from './time-limit.js';

/** Who waits for an answer: whose turn it takes, and the signal that is aborted when it waits no longer. */
export type Asker = Pick<CallContext, 'user' | 'signal'>;

/** What a question costs: something of one device or number, or a look through many. */
export type Cost = 'cheap' | 'dear';

/** How many questions may wait. */
export interface WaitingBounds {
  readonly inAll: number;
  readonly ofUser: number;
}

export interface TurnBounds {
  /** So many are at work at once. */
  readonly atOnce: number;
  /** So many of these are dear at most: where it is fewer, a cheap one never waits for a dear one. */
  readonly dearAtOnce: number;
  readonly waiting: Readonly<Record<Cost, WaitingBounds>>;
}

/** What is asked, and how it is answered. */
export interface Question<Answer> {
  readonly cost: Cost;
  /** Who asks by the same key shares one answer; undefined is that no one does. */
  readonly key?: string | undefined;
  /** Is called when its turn has come, and not at all where no one waits for it any more. */
  readonly answer: () => Promise<Answer>;
}

interface Waiter {
  readonly user: string;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (thrown: unknown) => void;
}

/** A question, and all who wait for its answer. */
interface Asked extends Question<unknown> {
  readonly waiters: Set<Waiter>;
  hasBegun: boolean;
}

/** What is said to those who get no answer. */
export interface Refusals {
  /** Where too many wait, or the turn has not come in time. */
  readonly busy: string;
  /** @returns the error for who waits no longer for an answer that was begun */
  readonly late: () => Error;
}

/**
 * The turns of questions to something that answers few at once. Users take turns, whoever of them has asked for most.
 * Where too many wait, the user with most of them gives way. So no one keeps others from being answered.
 *
 * Only those that wait are shared: an answer that was begun earlier may be older than what its caller has done since.
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
   * @throws ServiceError `overloaded` if too many wait, and where the asker waits no longer before it was begun
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

  /** Begins as much as may be at work. A dear one that may begin goes first: there is always room left for cheap ones. */
  #begin(): void {
    const { atOnce, dearAtOnce } = this.#bounds;
    const work = this.#atWork;
    while (work.cheap + work.dear < atOnce) {
      const asked = (work.dear < dearAtOnce ? this.#queues.dear.next() : undefined) ?? this.#queues.cheap.next();
      if (!asked) return;
      void this.#carryOut(asked);
    }
  }

  /** No one can leave it any more so that it is not carried out: its place is free when it is over. */
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

/** The questions of one cost that wait. */
class Queue {
  readonly #bounds: WaitingBounds;
  /** Those of each user in order of arrival; the user who was served last is the last. One may be that of several. */
  readonly #ofUsers = new Map<string, Asked[]>();
  readonly #byKey = new Map<string, Asked>();

  constructor(bounds: WaitingBounds) {
    this.#bounds = bounds;
  }

  /**
   * Makes room for one more question of a user: the last of the user with most of them gives way.
   * @returns those who do not get an answer; undefined if the user has most
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

  /** @returns the question, which may be one that others wait for already */
  add(waiter: Waiter, question: Question<unknown>): Asked {
    const shared = question.key === undefined ? undefined : this.#byKey.get(question.key);
    const asked = shared ?? { ...question, waiters: new Set(), hasBegun: false };
    if (question.key !== undefined) this.#byKey.set(question.key, asked);
    asked.waiters.add(waiter);
    const own = this.#ofUsers.get(waiter.user) ?? [];
    // Where others have asked before, their turn or this user's answers it, whichever comes first.
    if (!own.includes(asked)) this.#ofUsers.set(waiter.user, [...own, asked]);
    return asked;
  }

  /** Whoever waits no longer; a question that no one waits for is not asked any more. */
  leave(waiter: Waiter, asked: Asked): void {
    asked.waiters.delete(waiter);
    if (![...asked.waiters].some(({ user }) => user === waiter.user)) this.#drop(waiter.user, asked);
    if (asked.waiters.size === 0) this.#forget(asked);
  }

  /** Takes the question whose turn it is. */
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
