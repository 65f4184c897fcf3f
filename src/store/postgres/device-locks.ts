import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../domain/errors.js';
import { whenAborted } from '../../use-cases/time-limit.js';
import type { Lock, Wait } from '../sql.js';
import { type LockNumbers, lockNumbers } from './advisory-lock.js';
import type { Pool } from './driver.js';
import { LockSession, type Watch } from './lock-session.js';

/** The pause between two tries for locks that others hold, in milliseconds. */
const againAfterMs = 25;

/**
 * How many devices may be locked, or have callers who wait for the lock, at the same time. The limit is needed because
 * all users of the server share its limited table of locks.
 */
const mostAtATime = 1_000;

/** A caller who waits for the lock of a device. */
interface Waiter extends LockNumbers {
  readonly key: string;
  /** False if the caller has left, or has its result. */
  isWaiting: boolean;
  /** An attempt is running. It releases the lock if the caller has left in the meantime. */
  isAsked: boolean;
  /** The session in which the caller is next to get the lock. */
  turnIn: LockSession | undefined;
  readonly taken: (lock: Lock) => void;
  readonly failed: (thrown: unknown) => void;
}

/**
 * The locks of devices over all instances. One session of the server has all of them, so that waiting callers use no
 * other connection. It repeatedly takes all requested locks that are free, with one statement.
 */
export class DeviceLocks {
  readonly #pool: Pool;
  readonly #watch: Watch;
  #session: Promise<LockSession> | undefined;
  #waiting: readonly Waiter[] = [];
  #held = 0;
  #isTrying = false;
  #news = new AbortController();

  constructor(pool: Pool, watch: Watch) {
    this.#pool = pool;
    this.#watch = watch;
  }

  /**
   * Waits for the lock of a device.
   * @throws ServiceError `overloaded` if the time is over before that; or the driver's error
   */
  lock(key: string, { signal }: Wait): Promise<Lock> {
    if (signal.aborted || this.#waiting.length + this.#held >= mostAtATime) return Promise.reject(deviceIsBusy());
    return new Promise((resolve, reject) => {
      const stopListening = whenAborted(signal, () => {
        this.#leave(waiter);
        reject(deviceIsBusy());
      });
      const waiter: Waiter = {
        ...{ ...lockNumbers(key), key, isWaiting: true, isAsked: false, turnIn: undefined },
        taken: (lock) => {
          stopListening();
          this.#remove(waiter);
          resolve(lock);
        },
        failed: (thrown) => {
          stopListening();
          this.#remove(waiter);
          // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- it is passed on as it came
          reject(thrown);
        },
      };
      this.#waiting = [...this.#waiting, waiter];
      this.#wake();
    });
  }

  /**
   * @returns the session that has the locks; a new session if the last one has ended
   * @throws like LockSession.open
   */
  session(): Promise<LockSession> {
    const over = (): void => {
      this.#session = undefined;
    };
    this.#session ??= LockSession.open(this.#pool, this.#watch).then(
      (session) => {
        whenAborted(session.ended, over);
        return session;
      },
      (thrown: unknown) => {
        over();
        throw thrown;
      },
    );
    return this.#session;
  }

  /** Releases all locks; there is no time left for their holders. */
  async close(): Promise<void> {
    const session = await this.#session?.catch(() => undefined);
    session?.end();
  }

  #wake(): void {
    this.#news.abort();
    if (!this.#isTrying) void this.#try();
  }

  async #try(): Promise<void> {
    this.#isTrying = true;
    while (this.#waiting.length > 0) {
      this.#news = new AbortController();
      const { signal } = this.#news;
      try {
        await this.#takeWhatIsFree(await this.session());
      } catch (thrown) {
        for (const waiter of this.#waiting) waiter.failed(thrown);
      }
      if (this.#waiting.length > 0) await sleep(againAfterMs, undefined, { signal }).catch(() => undefined);
    }
    this.#isTrying = false;
  }

  async #takeWhatIsFree(session: LockSession): Promise<void> {
    const asked = this.#nextOfEach(session);
    if (asked.length === 0) return;
    for (const waiter of asked) waiter.isAsked = true;
    const states = await session.take(asked.map((waiter) => ({ ...waiter, hasTurn: waiter.turnIn === session })));
    for (const waiter of asked) {
      waiter.isAsked = false;
      const state = states.get(waiter.device);
      if (state === 'turn') waiter.turnIn = session;
      if (state === 'taken') {
        waiter.turnIn = undefined;
        if (waiter.isWaiting) waiter.taken(this.#heldLock(session, waiter));
        else void session.giveBack(waiter.device);
      } else if (!waiter.isWaiting) this.#giveTurnBack(waiter);
    }
  }

  /** @returns the first caller for each device that this instance itself has not locked */
  #nextOfEach(session: LockSession): Waiter[] {
    const first = new Map<string, Waiter>();
    for (const waiter of this.#waiting) {
      if (!session.held.has(waiter.key) && !first.has(waiter.key)) first.set(waiter.key, waiter);
    }
    return [...first.values()];
  }

  #heldLock(session: LockSession, { key, device }: Waiter): Lock {
    session.held.add(key);
    this.#held += 1;
    let released: Promise<void> | undefined;
    const release = (): Promise<void> => {
      session.held.delete(key);
      this.#held -= 1;
      const given = session.giveBack(device);
      if (this.#waiting.length > 0) this.#wake();
      return given;
    };
    return { lost: session.ended, verify: () => session.verify(), release: () => (released ??= release()) };
  }

  #leave(waiter: Waiter): void {
    this.#remove(waiter);
    if (!waiter.isAsked) this.#giveTurnBack(waiter);
  }

  #remove(waiter: Waiter): void {
    waiter.isWaiting = false;
    this.#waiting = this.#waiting.filter((other) => other !== waiter);
  }

  #giveTurnBack({ turnIn, turn }: Waiter): void {
    if (turnIn && !turnIn.ended.aborted) void turnIn.giveBack(turn);
  }
}

/** The write did not get its device in time, so it was not sent. */
function deviceIsBusy(): ServiceError {
  return new ServiceError('overloaded', {
    detail: 'Earlier writes, of this instance or another, took all the time of this request, so it was not sent.',
    retryAfterSeconds: 1,
    effect: 'none',
    cause: 'device lock',
  });
}
