import {
  type CallOptions,
  type Change,
  type ChangeFilter,
  changesOfRun,
  type Device,
  isUndone,
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
import type { Failure } from '../connection/failures.js';
import { orStop, type Patience, patiently, stopFor } from '../connection/patience.js';
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
  readonly #patience: Patience;
  readonly #progress: Progress;

  constructor(proxy: Proxy, patience: Omit<Patience, 'url'>, progress: Progress) {
    this.#proxy = proxy;
    this.#patience = { url: proxy.url, ...patience };
    this.#progress = progress;
  }

  findPhones(number: string): Promise<readonly Phone[]> {
    return this.#read((signal) => this.#proxy.findPhones(number, signal));
  }

  findNumbers(number: string): Promise<readonly NumberInPartition[]> {
    return this.#read((signal) => this.#proxy.findNumbers(number, signal));
  }

  findButtons(number: string): Promise<readonly PointingButton[]> {
    return this.#read((signal) => this.#proxy.findButtons(number, signal));
  }

  findDevice(deviceKind: DeviceKind, name: string): Promise<NamedDevice | undefined> {
    return this.#read((signal) => this.#proxy.findDevice(deviceKind, name, signal));
  }

  /** @returns the keys of devices, by what they are known by; of one that there is not, none */
  async keysOf(devices: readonly DeviceRef[]): Promise<ReadonlyMap<string, string>> {
    const keys = new Map<string, string>();
    const left = groupedBy(devices, deviceKeyOf).values();
    const worker = async (): Promise<void> => {
      for (const [{ device, deviceKind }] of left) {
        const found = await this.findDevice(deviceKind, device);
        if (found) keys.set(deviceKeyOf({ device, deviceKind }), found.uuid);
      }
    };
    await Promise.all(Array.from({ length: runLimits.atOnce }, worker));
    return keys;
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

  /** @returns so many changes at most, the newest first */
  listChanges(filter: ChangeFilter, most: number): Promise<readonly Change[]> {
    return allPages(async (before, limit) => {
      const page = await this.#history((history, call) => history.listChanges({ ...filter, limit, before }, call));
      return { items: page.changes, next: page.next };
    }, most);
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

  /** @returns all devices whose name or description holds a text */
  searchDevices(text: string): Promise<readonly Device[]> {
    return allPages(async (after) => {
      const page = await this.#read((signal) => this.#proxy.searchDevices(text, after, signal));
      return { items: page.devices, next: page.next };
    });
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
    const { signal } = this.#patience;
    const answered = await patiently(() => this.#proxy.readLists(of, kinds, signal), this.#patience);
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
    const { signal } = this.#patience;
    return orStop(await patiently(() => call(signal), this.#patience), signal);
  }
}

/** How many the service gives in one page at most. */
const pageSize = 500;

/**
 * Reads page after page, until nothing follows or enough is there.
 * @param read one page behind a cursor, of so many at most
 */
async function allPages<Item>(
  read: (
    cursor: string | undefined,
    limit: number,
  ) => Promise<{ readonly items: readonly Item[]; readonly next: string | undefined }>,
  most = Infinity,
): Promise<Item[]> {
  const found: Item[] = [];
  let cursor: string | undefined;
  do {
    const { items, next } = await read(cursor, Math.min(most - found.length, pageSize));
    found.push(...items);
    cursor = next;
  } while (cursor !== undefined && found.length < most);
  return found;
}
