import { ServiceError } from '../domain/errors.js';
import { siteOf } from './network-of.js';

/** How many requests may wait for their logins to be checked. */
export interface WaitingBounds {
  readonly ofNetwork: number;
  readonly inAll: number;
}

interface Waiting {
  /** Ends the wait. */
  readonly end: () => void;
  /** Frees its place in the queue. */
  readonly leave: () => void;
}

interface Site {
  /** The requests of each network, in order of arrival. */
  readonly networks: Map<string, Waiting[]>;
  waiting: number;
}

/**
 * Limits how many requests wait for the check of their logins. If there are too many, one is refused: in the site with
 * most requests, the last request of the network with most requests. So callers who flood the queue exclude only
 * themselves. If several sites have equally many, the last site loses a request; if several networks have equally many,
 * the first network does. LoginChecks would serve these last.
 */
export class WaitingLogins {
  readonly #bounds: WaitingBounds;
  readonly #sites = new Map<string, Site>();
  #waiting = 0;

  constructor(bounds: WaitingBounds) {
    this.#bounds = bounds;
  }

  /**
   * Lets a request wait.
   * @param end is called if the request must give way to another one
   * @returns the function to call when it stops waiting
   * @throws ServiceError `overloaded` if it may not wait
   */
  enter(network: string, end: () => void): () => void {
    const siteName = siteOf(network);
    this.#makeRoom(siteName, network);
    const site = this.#sites.get(siteName) ?? { networks: new Map<string, Waiting[]>(), waiting: 0 };
    const ofNetwork = site.networks.get(network) ?? [];
    this.#sites.set(siteName, site);
    site.networks.set(network, ofNetwork);
    const leave = (): void => {
      const index = ofNetwork.indexOf(waiting);
      if (index === -1) return;
      ofNetwork.splice(index, 1);
      site.waiting -= 1;
      this.#waiting -= 1;
      if (ofNetwork.length === 0) site.networks.delete(network);
      if (site.waiting === 0) this.#sites.delete(siteName);
    };
    const waiting: Waiting = { end, leave };
    ofNetwork.push(waiting);
    site.waiting += 1;
    this.#waiting += 1;
    return leave;
  }

  #makeRoom(siteName: string, network: string): void {
    const own = this.#sites.get(siteName);
    const ofNetwork = own?.networks.get(network)?.length ?? 0;
    if (ofNetwork >= this.#bounds.ofNetwork) throw tooManyLogins();
    if (this.#waiting < this.#bounds.inAll) return;
    const largest = largestOf([...this.#sites.values()].reverse(), ({ waiting }) => waiting);
    const site = own && own.waiting >= (largest?.waiting ?? 0) ? own : largest;
    const most = largestOf([...(site?.networks.values() ?? [])], ({ length }) => length);
    const last = most?.at(-1);
    if (!most || !last || (site === own && ofNetwork >= most.length)) throw tooManyLogins();
    last.leave();
    last.end();
  }
}

/** @returns the largest item; the first one if several are as large */
function largestOf<Item>(items: readonly Item[], size: (item: Item) => number): Item | undefined {
  return items.reduce<Item | undefined>(
    (found, item) => (found && size(found) >= size(item) ? found : item),
    undefined,
  );
}

/** The login of a request could not be checked, or not in time. */
export function tooManyLogins(): ServiceError {
  return new ServiceError('overloaded', {
    detail: 'More logins are waiting to be checked than can be checked in time.',
    retryAfterSeconds: 2,
    effect: 'none',
    cause: 'logins',
  });
}
