import {
  allPages,
  type CallOptions,
  type Change,
  type ChangeFilter,
  changesOfRun,
  type Device,
  isUndone,
  mostInPage,
  type NamedDevice,
  type NumberInPartition,
  type Phone,
  type PointingButton,
  type RunFilter,
  runLimits,
  type RunResult,
  type Finding,
  type FindingFilter,
  type Inventory,
} from '../../client/index.js';
import type { ButtonKind } from '../../domain/button-kinds.js';
import type { DeviceKind } from '../../domain/device.js';
import { compareButtons } from '../../domain/order.js';
import type { Failure } from '../connection/failures.js';
import { orStop, type Retrying, withRetries, stopFor } from '../connection/retries.js';
import type { HistoryCalls, ListsRead, Proxy } from '../connection/proxy.js';
import { deviceKeyOf, type DeviceRef, groupedBy, type ListRef, type ReadList } from '../lists.js';

/** Hears how far something is. */
export type Progress = (done: number, of: number) => void;

/** A list that could be read, or that of a device that there is not. */
export type Found<Ref extends ListRef> = { readonly key: Ref } & (
  { readonly list: ReadList } | { readonly missing: Failure }
);

/** Reads what plans are made of, before anything is changed: patient with failures that pass, and ends with the others. */
export class Reader {
  readonly #proxy: Proxy;
  readonly #retrying: Retrying;
  readonly #progress: Progress;

  constructor(proxy: Proxy, retrying: Omit<Retrying, 'url'>, progress: Progress) {
    this.#proxy = proxy;
    this.#retrying = { url: proxy.url, ...retrying };
    this.#progress = progress;
  }

  findPhones(number: string): Promise<readonly Phone[]> {
    return this.#read((signal) => this.#proxy.findPhones(number, signal));
  }

  findNumbers(number: string): Promise<readonly NumberInPartition[]> {
    return this.#read((signal) => this.#proxy.findNumbers(number, signal));
  }

  /** All of them: page by page where they are more than the service holds at once. */
  async findButtons(number: string): Promise<readonly PointingButton[]> {
    const { signal } = this.#retrying;
    const answered = await withRetries(() => this.#proxy.findButtons(number, signal), this.#retrying);
    if (!('failure' in answered) || answered.failure.code !== 'too-many-buttons') return orStop(answered, signal);
    const found = await allPages(async (after) => {
      const page = await this.#read((until) => this.#proxy.findButtonPage(number, buttonsOfPage, after, until));
      return { items: page.buttons, next: page.next };
    });
    return found.sort(compareButtons);
  }

  findDevice(deviceKind: DeviceKind, name: string): Promise<NamedDevice | undefined> {
    return this.#read((signal) => this.#proxy.findDevice(deviceKind, name, signal));
  }

  readChange(id: string): Promise<Change> {
    return this.#history((history, call) => history.readChange(id, call));
  }

  /** @returns whether the history says that a change is undone */
  isUndone(change: Change): Promise<boolean> {
    return isUndone({ readChange: (id) => this.#history((history, call) => history.readChange(id, call)) }, change);
  }

  readRun(id: string): Promise<RunResult> {
    return this.#history((history, call) => history.readRun(id, call));
  }

  /** @returns all changes of a run, the newest first */
  changesOfRun(id: string): Promise<Change[]> {
    return changesOfRun(
      { listChanges: (filter) => this.#history((history, call) => history.listChanges(filter, call)) },
      id,
    );
  }

  /**
   * @param isMeant which of them, beside what the filter says
   * @returns so many changes at most, the newest first
   */
  async listChanges(
    filter: ChangeFilter,
    most: number,
    isMeant?: (change: Change) => boolean,
  ): Promise<readonly Change[]> {
    const found = await allPages(async (before, wanted) => {
      const limit = isMeant ? mostInPage : wanted;
      const page = await this.#history((history, call) => history.listChanges({ ...filter, limit, before }, call));
      return { items: isMeant ? page.changes.filter(isMeant) : page.changes, next: page.next };
    }, most);
    return found.slice(0, most);
  }

  /** @returns so many runs at most, the newest first */
  listRuns(filter: RunFilter, most: number): Promise<readonly RunResult[]> {
    return allPages(async (before, limit) => {
      const page = await this.#history((history, call) => history.listRuns({ ...filter, limit, before }, call));
      return { items: page.runs, next: page.next };
    }, most);
  }

  readInventory(): Promise<Inventory> {
    return this.#read((signal) => this.#proxy.inventory.readInventory({ signal }));
  }

  /** @returns all findings that a filter leaves */
  async findings(filter: FindingFilter): Promise<Finding[]> {
    const found = await allPages(async (after, limit) => {
      const page = await this.#read((signal) =>
        this.#proxy.inventory.listFindings({ ...filter, limit, after }, { signal }),
      );
      return { items: page.findings, next: page.next };
    });
    // A sweep that ends between two pages may move one.
    return [...new Map(found.map((finding) => [finding.id, finding])).values()];
  }

  /** @returns the devices whose name or description holds a text: all, or so many and a few more, in order of name */
  searchDevices(text: string, most = Infinity): Promise<readonly Device[]> {
    return allPages(async (after) => {
      const page = await this.#read((signal) => this.#proxy.searchDevices(text, after, signal));
      return { items: page.devices, next: page.next };
    }, most);
  }

  /** @returns every list, in the order of the keys */
  async lists<Ref extends ListRef>(keys: readonly Ref[]): Promise<{ key: Ref; list: ReadList }[]> {
    const found = await this.listsOrMissing(keys);
    return found.map((one) => {
      if ('missing' in one) throw stopFor(one.missing);
      return one;
    });
  }

  /** The same, with those of devices that there are not. */
  async listsOrMissing<Ref extends ListRef>(keys: readonly Ref[]): Promise<Found<Ref>[]> {
    const found: Found<Ref>[] = [];
    let done = 0;
    this.#progress(0, keys.length);
    const asked = keys.map((key, position) => ({ key, position }));
    const devices = groupedBy(asked, ({ key }) => deviceKeyOf(key)).values();
    const worker = async (): Promise<void> => {
      for (const device of devices) {
        const read = await this.#listsOf(
          device[0].key,
          device.map(({ key }) => key.kind),
        );
        for (const { key, position } of device) {
          found[position] = { key, ...('missing' in read ? read : { list: read[key.kind] }) };
        }
        done += device.length;
        this.#progress(done, keys.length);
      }
    };
    await Promise.all(Array.from({ length: runLimits.atOnce }, worker));
    return found;
  }

  async #listsOf(of: DeviceRef, kinds: readonly ButtonKind[]): Promise<ListsRead | { readonly missing: Failure }> {
    const { signal } = this.#retrying;
    const answered = await withRetries(() => this.#proxy.readLists(of, kinds, signal), this.#retrying);
    if ('failure' in answered && /^(phone|profile)-not-found$/.test(answered.failure.code ?? '')) {
      return { missing: answered.failure };
    }
    return orStop(answered, signal);
  }

  /** Asks for each item, several at once. @returns what came of them, in their order */
  async each<Item, Value>(items: readonly Item[], ask: (item: Item) => Promise<Value>): Promise<Value[]> {
    const found: Value[] = [];
    const left = items.entries();
    const worker = async (): Promise<void> => {
      for (const [position, item] of left) found[position] = await ask(item);
    };
    await Promise.all(Array.from({ length: runLimits.atOnce }, worker));
    return found;
  }

  #history<Value>(ask: (history: HistoryCalls, call: CallOptions) => Promise<Value>): Promise<Value> {
    return this.#read((signal) => ask(this.#proxy.history, { signal }));
  }

  async #read<Value>(call: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    const { signal } = this.#retrying;
    return orStop(await withRetries(() => call(signal), this.#retrying), signal);
  }
}

/** How many buttons to a number the service gives in one page at most. */
const buttonsOfPage = 5_000;
