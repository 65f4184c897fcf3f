import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../domain/errors.js';
import { untilAborted } from '../use-cases/time-limit.js';

/** How often the store is asked for a change that callers watch, in milliseconds: once, however many they are. */
const lookMs = 1_000;
/** How many calls may watch changes at the same time, of one user and in all. */
const most = { ofUser: 20, inAll: 200 };

/** A caller who watches a change. */
export interface Watcher {
  readonly user: string;
  /** How long it waits, in milliseconds. */
  readonly ms: number;
  /** Ends it earlier, for example because the caller has hung up or the service stops. */
  readonly end: AbortSignal;
}

/** Lets callers wait until something changes, with one look at the store a second for each thing that is watched. */
export class Watching<Seen> {
  readonly #read: (id: string) => Promise<Seen | undefined>;
  readonly #looks = new Map<string, Promise<Seen | undefined>>();
  readonly #ofUser = new Map<string, number>();
  #inAll = 0;
  readonly #closing = new AbortController();

  constructor(read: (id: string) => Promise<Seen | undefined>) {
    this.#read = read;
  }

  /**
   * Waits until what is watched is new to the caller.
   * @returns what was seen then; undefined if nothing new came in time, or it is gone
   * @throws ServiceError `overloaded` if too many calls watch
   */
  async until(
    id: string,
    isNew: (seen: Seen) => boolean,
    { user, ms, ...watcher }: Watcher,
  ): Promise<Seen | undefined> {
    const end = AbortSignal.any([watcher.end, this.#closing.signal]);
    const own = this.#ofUser.get(user) ?? 0;
    if (own >= most.ofUser || this.#inAll >= most.inAll) throw tooMany();
    this.#count(user, 1);
    try {
      const over = performance.now() + ms;
      while (!end.aborted && performance.now() < over) {
        const seen = await untilAborted(this.#look(id), end, (reject) => {
          reject(new Ended());
        });
        if (!seen || isNew(seen)) return seen;
      }
      return undefined;
    } catch (thrown) {
      if (thrown instanceof Ended) return undefined;
      throw thrown;
    } finally {
      this.#count(user, -1);
    }
  }

  /** Ends all waiting. */
  close(): void {
    this.#closing.abort();
  }

  #count(user: string, by: number): void {
    this.#inAll += by;
    const own = (this.#ofUser.get(user) ?? 0) + by;
    if (own === 0) this.#ofUser.delete(user);
    else this.#ofUser.set(user, own);
  }

  /** The next look at something; all who watch it share it. */
  #look(id: string): Promise<Seen | undefined> {
    const known = this.#looks.get(id);
    if (known) return known;
    const look = delay(lookMs, undefined, { ref: false })
      .then(() => this.#read(id))
      .finally(() => this.#looks.delete(id));
    this.#looks.set(id, look);
    return look;
  }
}

class Ended extends Error {
  override readonly name = 'Ended';
}

function tooMany(): ServiceError {
  return new ServiceError('overloaded', {
    detail: 'Too many calls wait for changes. Ask again without `wait`, or retry in a moment.',
    retryAfterSeconds: 1,
    effect: 'none',
  });
}
