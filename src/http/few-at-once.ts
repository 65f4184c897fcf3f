import { ServiceError } from '../domain/errors.js';

/** How many requests of a kind are at work in this instance. */
interface Bounds {
  readonly inAll: number;
  readonly ofUser: number;
}

/** Bounds long requests, which nothing else bounds. */
export class FewAtOnce {
  readonly #bounds: Bounds;
  readonly #what: string;
  readonly #atWork = new Map<string, number>();

  /** @param what the requests: `exports` */
  constructor(bounds: Bounds, what: string) {
    this.#bounds = bounds;
    this.#what = what;
  }

  /**
   * @returns a function that is called when the request is over
   * @throws ServiceError `overloaded`
   */
  take(user: string): () => void {
    const { inAll, ofUser } = this.#bounds;
    const own = this.#atWork.get(user) ?? 0;
    const all = [...this.#atWork.values()].reduce((sum, one) => sum + one, 0);
    if (own >= ofUser || all >= inAll) {
      const whose = own >= ofUser ? 'of this user ' : '';
      throw new ServiceError('overloaded', {
        detail: `Other ${this.#what} ${whose}are at work. Wait until one of them is over.`,
        retryAfterSeconds: 5,
        effect: 'none',
        cause: `many-${this.#what}`,
      });
    }
    this.#atWork.set(user, own + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (this.#atWork.get(user) ?? 1) - 1;
      if (left > 0) this.#atWork.set(user, left);
      else this.#atWork.delete(user);
    };
  }
}
