import { changeItem } from './change-item.js';
import { runLimits } from './retries.js';
import type { Calls, Failure, Journal, Pace, Progress, Result, RunEnd } from './ports.js';

export interface ManyParts<Item, Basis, After, F extends Failure> {
  readonly calls: Calls<Item, Basis, After, F>;
  readonly pace: Pace<F>;
  readonly journal?: Journal<Item, After, F>;
  readonly progress?: Progress<Item, After, F>;
  /** Continues, regardless of how many items fail. */
  readonly keepGoing?: boolean | undefined;
}

export interface Many<After, F extends Failure> {
  /** In the order of the items. */
  readonly results: readonly Result<After, F>[];
  /** Why the run ended before every item had its turn. */
  readonly ended: RunEnd<Result<After, F>> | undefined;
}

/**
 * Changes many lists: three devices at the same time, the items of one device one after another.
 * @returns the result of each item; it does not reject for an item that cannot be changed
 */
export function changeMany<Item, Basis, After, F extends Failure>(
  items: readonly Item[],
  parts: ManyParts<Item, Basis, After, F>,
): Promise<Many<After, F>> {
  return new ManyChanges(parts).run(items);
}

class ManyChanges<Item, Basis, After, F extends Failure> {
  readonly #parts: ManyParts<Item, Basis, After, F>;
  /** How many items were begun. */
  #begun = 0;
  /** By the number of the item in the order of the beginnings, so that slow answers put no failures in a row. */
  readonly #failures = new Map<number, Result<After, F>>();
  readonly #reasons = new Map<string, number>();
  #settled: Promise<void> = Promise.resolve();
  #isStopped = false;
  #ended: RunEnd<Result<After, F>> | undefined;

  constructor(parts: ManyParts<Item, Basis, After, F>) {
    this.#parts = parts;
  }

  async run(items: readonly Item[]): Promise<Many<After, F>> {
    const results: Result<After, F>[] = [];
    const devices = byDevice(items, (item) => this.#parts.calls.deviceOf(item)).values();
    const worker = async (): Promise<void> => {
      for (const device of devices) await this.#device(device, items, results);
    };
    await Promise.all(Array.from({ length: runLimits.atOnce }, worker));
    await this.#settled;
    const ended = this.#ended ?? (this.#isStopped ? { why: 'stopped' } : undefined);
    // A run that has reached its last item did not end early.
    const isThrough = isByFailures(ended) && results.every(({ state }) => state !== 'not-reached');
    return { results, ended: isThrough ? undefined : ended };
  }

  /** @param positions of the items of one device */
  async #device(positions: readonly number[], items: readonly Item[], results: Result<After, F>[]): Promise<void> {
    const blocked = new Set<string | undefined>();
    let isUnderWay = false;
    for (const position of positions) {
      const item = items[position] as Item;
      const list = this.#parts.calls.listOf?.(item);
      const result: Result<After, F> = blocked.has(list)
        ? { state: 'not-reached' }
        : await this.#item(item, isUnderWay);
      if (list !== undefined && isBlocking(result)) blocked.add(list);
      if (result.state !== 'left') isUnderWay = result.state !== 'not-reached';
      results[position] = result;
      this.#parts.progress?.onResult?.(item, result);
    }
  }

  async #item(item: Item, isUnderWay: boolean): Promise<Result<After, F>> {
    if (this.#hasEnded() || (this.#isStopped && !isUnderWay)) return { state: 'not-reached' };
    const { calls, pace, progress, journal } = this.#parts;
    const foreseen = await calls.foresee?.(item);
    if (foreseen?.state === 'left' || foreseen?.state === 'not-reached') return foreseen;
    const number = (this.#begun += 1);
    const result =
      foreseen ??
      (await changeItem(item, {
        ...{ calls, isUnderWay },
        pace: {
          rest: async (isBegun) => this.#heard(await pace.rest(isBegun)),
          turn: async (isBegun) => this.#heard(await pace.turn(isBegun)),
          pause: (seconds, because) => {
            pace.pause(seconds, because);
          },
        },
        hasEnded: () => this.#hasEnded(),
        onBegin: () => progress?.onBegin?.(item),
        intend: () => (journal ? this.#written(journal.intend(item)) : Promise.resolve(true)),
      }));
    if (result.state === 'left' || result.state === 'not-reached') return result;
    // The journal stores this result before the next intention, so nothing waits for the result alone.
    if (journal) this.#settled = this.#written(journal.settle(item, result)).then(() => undefined);
    this.#count(number, item, result);
    return result;
  }

  #hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  #heard(goesOn: boolean): boolean {
    if (!goesOn) this.#isStopped = true;
    return goesOn;
  }

  async #written(line: Promise<void>): Promise<boolean> {
    try {
      await line;
      return true;
    } catch (because) {
      this.#ended ??= { why: 'journal', because };
      return false;
    }
  }

  #count(number: number, item: Item, result: Result<After, F>): void {
    if (result.state !== 'refused' && result.state !== 'uncertain') return;
    if (failuresOf(result).some(({ means }) => means === 'login')) this.#ended ??= { why: 'login', result };
    const { mostFailuresInARow: most } = runLimits;
    if (this.#parts.keepGoing === true) return;
    this.#failures.set(number, result);
    const row = this.#rowOf(number);
    if (row.length >= most) this.#ended ??= { why: 'failures', results: row };
    const reason = result.state === 'refused' ? this.#parts.calls.reasonOf?.(item, result.failure) : undefined;
    if (reason === undefined) return;
    const count = (this.#reasons.get(reason) ?? 0) + 1;
    this.#reasons.set(reason, count);
    if (count >= most) this.#ended ??= { why: 'same-reason', result };
  }

  /** @returns the failures around one, without a success or an item in progress between them */
  #rowOf(number: number): Result<After, F>[] {
    let first = number;
    while (this.#failures.has(first - 1)) first -= 1;
    const row: Result<After, F>[] = [];
    for (let next = first, failure = this.#failures.get(next); failure; failure = this.#failures.get((next += 1))) {
      row.push(failure);
    }
    return row;
  }
}

function isByFailures(ended: RunEnd<unknown> | undefined): boolean {
  return ended?.why === 'failures' || ended?.why === 'same-reason';
}

function isBlocking(result: Result<unknown, Failure>): boolean {
  return result.state === 'refused' || result.state === 'uncertain' || (result.state === 'left' && result.blocks);
}

/** @returns all known failures of one item */
function failuresOf<F extends Failure>(result: Extract<Result<unknown, F>, { state: 'refused' | 'uncertain' }>): F[] {
  if (result.state === 'refused') return [result.failure];
  const { last, read } = result;
  return [...(last ? [last] : []), ...(read !== undefined && read !== 'as-before' ? [read] : [])];
}

/** @returns for each device the positions of its items, in the given order */
function byDevice<Item>(items: readonly Item[], deviceOf: (item: Item) => string): number[][] {
  const devices = new Map<string, number[]>();
  for (const [position, item] of items.entries()) {
    const name = deviceOf(item);
    const device = devices.get(name);
    if (device) device.push(position);
    else devices.set(name, [position]);
  }
  return [...devices.values()];
}
