import { whenAborted } from '../use-cases/time-limit.js';
import { siteOf } from './network-of.js';

/** A waiting or running check. */
interface Check<Result> {
  readonly begin: () => void;
  readonly result: Promise<Result>;
  /** How many requests wait for this check. */
  wanted: number;
}

interface Network<Result> {
  readonly name: string;
  /** The failed logins of this network that count now. */
  failures: number;
  /** The waiting checks by digest, in order of arrival. */
  readonly waiting: Map<string, Check<Result>>;
  readonly underWay: Map<string, Check<Result>>;
}

/**
 * Orders the logins that must be checked. A fixed number of checks runs at the same time. The logins of one network are
 * checked one after another. So if guesses are sent together, each of them is counted.
 * Sites (see siteOf) take turns. Within a site, the network with the fewest failures is next, so each wrong guess moves
 * a network back. If several networks have equally few failures, the one that came last is next. So during a flood from
 * a whole site, some callers are served in time, and not all of them too late.
 */
export class LoginChecks<Result> {
  readonly #atOnce: number;
  readonly #failuresOf: (network: string) => number;
  /** The networks of each site, in order of arrival. The site that was served last is at the end. */
  readonly #sites = new Map<string, Map<string, Network<Result>>>();
  #underWay = 0;

  /**
   * @param failuresOf how many failed logins of a network count now; called when the network comes and after each check
   */
  constructor(atOnce: number, failuresOf: (network: string) => number) {
    this.#atOnce = atOnce;
    this.#failuresOf = failuresOf;
  }

  /**
   * @param digest identifies one login from one network: requests with the same digest share a check
   * @param signal aborts when the request stops waiting; a check that no one waits for is never begun
   * @param check is called when its turn comes
   * @returns what the check returns; it continues after the signal aborts
   */
  take(digest: string, network: string, signal: AbortSignal, check: () => Promise<Result>): Promise<Result> {
    const queue = this.#queueOf(network);
    const shared = queue.underWay.get(digest) ?? queue.waiting.get(digest) ?? newCheck(check);
    if (shared.wanted === 0) queue.waiting.set(digest, shared);
    shared.wanted += 1;
    const stopListening = whenAborted(signal, () => {
      shared.wanted -= 1;
      if (shared.wanted === 0 && queue.waiting.delete(digest)) this.#drop(queue);
    });
    const result = shared.result.finally(stopListening);
    this.#beginNext();
    return result;
  }

  #beginNext(): void {
    while (this.#underWay < this.#atOnce) {
      const queue = this.#next();
      const [first] = queue?.waiting ?? [];
      if (!queue || !first) return;
      const [digest, check] = first;
      queue.waiting.delete(digest);
      queue.underWay.set(digest, check);
      this.#underWay += 1;
      const done = (): void => {
        queue.underWay.delete(digest);
        queue.failures = this.#failuresOf(queue.name);
        this.#underWay -= 1;
        this.#drop(queue);
        this.#beginNext();
      };
      check.result.then(done, done);
      check.begin();
    }
  }

  /** @returns the network whose turn it is */
  #next(): Network<Result> | undefined {
    for (const [site, networks] of this.#sites) {
      const ready = [...networks.values()].filter(({ waiting, underWay }) => waiting.size > 0 && underWay.size === 0);
      const fewest = ready.reduce((least, { failures }) => Math.min(least, failures), Infinity);
      const next = ready.findLast(({ failures }) => failures === fewest);
      if (!next) continue;
      this.#sites.delete(site);
      this.#sites.set(site, networks);
      return next;
    }
    return undefined;
  }

  #queueOf(name: string): Network<Result> {
    const site = siteOf(name);
    const networks = this.#sites.get(site) ?? new Map<string, Network<Result>>();
    const queue = networks.get(name) ?? this.#newNetwork(name);
    this.#sites.set(site, networks.set(name, queue));
    return queue;
  }

  #newNetwork(name: string): Network<Result> {
    return { name, failures: this.#failuresOf(name), waiting: new Map(), underWay: new Map() };
  }

  #drop({ name, waiting, underWay }: Network<Result>): void {
    if (waiting.size + underWay.size > 0) return;
    const site = siteOf(name);
    const networks = this.#sites.get(site);
    networks?.delete(name);
    if (networks?.size === 0) this.#sites.delete(site);
  }
}

function newCheck<Result>(check: () => Promise<Result>): Check<Result> {
  let begin = (): void => undefined;
  const result = new Promise<Result>((resolve) => {
    begin = () => {
      resolve(check());
    };
  });
  return { begin, result, wanted: 0 };
}
