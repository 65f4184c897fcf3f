import { StoreUnavailable } from '../store/problems.js';
import { ServiceError } from '../domain/errors.js';
import { type Asker, type Cost, FairTurns, type TurnBounds } from '../use-cases/fair-turns.js';
import type { KeptAnswer, KeptButtons, StoreReads } from './store/inventory-store.js';
import type { InventoryStore } from './store/whole-store.js';
import type { FindingFilter } from './store/finding-filter.js';

/** How many reads may wait. A cheap read takes about a millisecond, an expensive one (`dear`) up to seconds. */
const waiting: TurnBounds['waiting'] = {
  cheap: { inAll: 2_000, ofUser: 1_000 },
  dear: { inAll: 200, ofUser: 100 },
};

/** The cost of each read, if nothing else is known about the question. */
const usualCosts: Readonly<Record<keyof StoreReads, Cost>> = {
  ...{ kept: 'cheap', phonesWith: 'cheap', device: 'cheap', list: 'cheap', lists: 'cheap' },
  ...{ buttonsTo: 'cheap', numbers: 'cheap', findingCounts: 'cheap' },
  ...{ devices: 'dear', suggest: 'dear', findings: 'dear' },
};

/** If a question by a number finds more phones or buttons than this, it counts as expensive the next time. */
const many = 200;
/** How many of these questions are remembered. */
const mostRemembered = 1_000;

/** The reads, and the same reads for expensive questions. */
interface Store extends Pick<InventoryStore, 'atOnce'> {
  readonly reads: StoreReads;
  readonly dear: StoreReads;
}

/** The reads of an inventory's store, in fair turns for everyone who asks. */
export class FairReads {
  readonly #store: Store;
  readonly #turns: FairTurns;
  /** Questions that found many, the latest last. */
  readonly #large = new Set<string>();

  constructor(store: Store) {
    this.#store = store;
    const { inAll, dear } = store.atOnce;
    const busy = 'The inventory is busy with other requests. Retry in a moment.';
    this.#turns = new FairTurns({ atOnce: inAll, dearAtOnce: dear, waiting }, { busy, late: inventoryBusy });
  }

  /**
   * @returns the reads for one caller; if the caller stops waiting, its questions leave the queue. Each read rejects
   * with ServiceError `overloaded` if too many wait or if it takes too long, and otherwise like the store's read.
   */
  of(asker: Asker): StoreReads {
    return {
      kept: () => this.#read(asker, 'kept', [], (reads) => reads.kept()),
      phonesWith: (dirn) =>
        this.#read(asker, 'phonesWith', [dirn], (reads, key) => this.#noted(key, reads.phonesWith(dirn), phonesIn)),
      device: (device) => this.#read(asker, 'device', [device], (reads) => reads.device(device)),
      list: (device, kind) => this.#read(asker, 'list', [device, kind], (reads) => reads.list(device, kind)),
      lists: (device) => this.#read(asker, 'lists', [device], (reads) => reads.lists(device)),
      buttonsTo: (dirn) =>
        this.#read(asker, 'buttonsTo', [dirn], (reads, key) => this.#noted(key, reads.buttonsTo(dirn), buttonsIn)),
      numbers: (dirn) => this.#read(asker, 'numbers', [dirn], (reads) => reads.numbers(dirn)),
      devices: (search) => this.#read(asker, 'devices', [search], (reads) => reads.devices(search)),
      suggest: (text) => this.#read(asker, 'suggest', [text], (reads) => reads.suggest(text)),
      findings: (filter, limit, longest) =>
        this.#read(asker, 'findings', [filter, limit, longest], (reads) => reads.findings(filter, limit, longest)),
      findingCounts: () => this.#read(asker, 'findingCounts', [], (reads) => reads.findingCounts()),
    };
  }

  /**
   * Runs several reads, one after another, as one expensive question.
   * @param asked the part of the question that is the same for everyone who shares the answer
   */
  together<Answer>(
    asker: Asker,
    asked: readonly unknown[],
    answer: (reads: StoreReads) => Promise<Answer>,
  ): Promise<Answer> {
    const key = JSON.stringify(['together', ...asked]);
    return this.#turns.take(asker, { cost: 'dear', key, answer: () => answer(this.#store.dear) });
  }

  #read<Answer>(
    asker: Asker,
    name: keyof StoreReads,
    asked: readonly unknown[],
    read: (reads: StoreReads, key: string) => Promise<Answer>,
  ): Promise<Answer> {
    const key = JSON.stringify([name, ...asked]);
    const cost = this.#large.has(key) ? 'dear' : costOf(name, asked);
    const reads = cost === 'dear' ? this.#store.dear : this.#store.reads;
    return this.#turns.take(asker, { cost, key: `${cost} ${key}`, answer: () => read(reads, key) });
  }

  /** Remembers whether much was found. */
  async #noted<Value>(
    key: string,
    answer: Promise<KeptAnswer<Value> | undefined>,
    countOf: (value: Value) => number,
  ): Promise<KeptAnswer<Value> | undefined> {
    const answered = await answer;
    this.#large.delete(key);
    if (answered && countOf(answered.value) >= many) this.#large.add(key);
    const [oldest] = this.#large;
    if (this.#large.size > mostRemembered && oldest !== undefined) this.#large.delete(oldest);
    return answered;
  }
}

function phonesIn(phones: readonly unknown[]): number {
  return phones.length;
}

function buttonsIn({ buttons }: KeptButtons): number {
  return buttons.length;
}

/** A search for one finding by its id is cheap. */
function costOf(name: keyof StoreReads, [filter]: readonly unknown[]): Cost {
  const isOne = name === 'findings' && (filter as FindingFilter).id !== undefined;
  return isOne ? 'cheap' : usualCosts[name];
}

/** @returns the error if an answer takes too long */
export function inventoryBusy(): ServiceError {
  return new ServiceError('overloaded', {
    detail: 'The inventory is busy and did not answer in time. Retry in a moment.',
    ...{ retryAfterSeconds: 2, effect: 'none', cause: 'slow' },
  });
}

/** @returns what the store has answered. @throws ServiceError `inventory-incomplete` before the first whole sweep */
export function known<Answer>(answer: Answer | undefined): Answer {
  if (answer) return answer;
  throw incomplete('The whole cluster has not been read yet. GET /inventory shows how far the sweep is.', 30);
}

/** Reads from the store for a caller. @throws ServiceError `inventory-incomplete` if it cannot answer; `overloaded` */
export async function asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (thrown) {
    if (!(thrown instanceof StoreUnavailable)) throw thrown;
    if (thrown.cause === 'slow') throw inventoryBusy();
    throw incomplete("The inventory's store cannot be reached.", 1, thrown.cause);
  }
}

function incomplete(detail: string, retryAfterSeconds: number, cause?: string): ServiceError {
  return new ServiceError('inventory-incomplete', { detail, retryAfterSeconds, effect: 'none', cause });
}
