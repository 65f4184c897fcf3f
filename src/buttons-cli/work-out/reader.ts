import { groupsOf } from '../../domain/grouped.js';
import {
  allPages,
  type Device,
  mostInPage,
  type NamedDevice,
  type NumberInPartition,
  type Phone,
  type PointingButton,
  callLimits,
  type Suggestion,
  type Finding,
  type FindingFilter,
  type Inventory,
} from '../../client/index.js';
import type { ButtonKind } from '../../domain/button-kinds.js';
import type { DeviceKind } from '../../domain/device.js';
import { compareButtons } from '../../domain/order.js';
import { keptSearch } from '../../domain/sought.js';
import type { Failure } from '../connection/failures.js';
import { orStop, type Retrying, withRetries, stopFor } from '../connection/retries.js';
import type { ChangeFilter, ChangeWithLists } from '../../client/index.js';
import type { ListsRead, Proxy } from '../connection/proxy.js';
import { deviceKeyOf, type DeviceRef, type ListRef, type ReadList } from '../lists.js';

/** Called with the progress of a read. */
export type Progress = (done: number, of: number) => void;

/** A list that was read, or whose device does not exist. */
export type Found<Ref extends ListRef> = { readonly key: Ref } & (
  | { readonly list: ReadList }
  | { readonly missing: Failure }
);

/**
 * Reads what a command needs, before anything is changed. After temporary failures it retries, and after other failures it
 * stops.
 */
export class Reader {
  /** The names that were taken for MAC addresses, by what was written. */
  readonly namesTaken = new Map<string, string>();
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

  /** Finds all buttons; page by page, if there are more than the service holds at once. */
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

  /**
   * Reads a change with its lists.
   * @param problems true for only the lists with a problem
   */
  async readChange(id: string, problems?: true): Promise<ChangeWithLists> {
    const read = (after?: string) =>
      this.#read((signal) => this.#proxy.changes.readChange(id, { limit: mostInPage, after, problems, signal }));
    const first = await read();
    let { next } = first;
    const lists = [...first.change.lists];
    while (next !== undefined) {
      const page = await read(next);
      lists.push(...page.change.lists);
      next = page.next;
    }
    return { ...first.change, lists };
  }

  /** @returns at most `most` changes, newest first, each with the lists that match the filter, at most 20 */
  async listChanges(filter: ChangeFilter, most: number): Promise<readonly ChangeWithLists[]> {
    const found = await allPages(async (before, limit) => {
      const page = await this.#read((signal) =>
        this.#proxy.changes.listChanges({ ...filter, limit, before }, { signal }),
      );
      return { items: page.changes, next: page.next };
    }, most);
    return found.slice(0, most);
  }

  readInventory(): Promise<Inventory> {
    return this.#read((signal) => this.#proxy.inventory.readInventory({ signal }));
  }

  /** @returns all findings that match a filter */
  async findings(filter: FindingFilter): Promise<Finding[]> {
    const found = await allPages(async (after, limit) => {
      const page = await this.#read((signal) =>
        this.#proxy.inventory.listFindings({ ...filter, limit, after }, { signal }),
      );
      return { items: page.findings, next: page.next };
    });
    // If a sweep ends between two pages, a finding may be on both.
    return [...new Map(found.map((finding) => [finding.id, finding])).values()];
  }

  /** @returns the suggestions of numbers, phones and device profiles for a typed text */
  suggest(text: string): Promise<readonly Suggestion[]> {
    return this.#read((signal) => this.#proxy.suggest(text, { signal, cacheControl: keptSearch }));
  }

  /**
   * @param cacheControl whether the inventory may answer
   * @returns the devices whose name and description contain the words of a text: all of them, or about as many as
   * requested, in order of name
   */
  searchDevices(text: string, most = Infinity, cacheControl?: string): Promise<readonly Device[]> {
    return allPages(async (after) => {
      const page = await this.#read((signal) => this.#proxy.searchDevices(text, { after, signal, cacheControl }));
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

  /** Like `lists`, but a device that does not exist is not an error. */
  async listsOrMissing<Ref extends ListRef>(keys: readonly Ref[]): Promise<Found<Ref>[]> {
    const found: Found<Ref>[] = [];
    let done = 0;
    this.#progress(0, keys.length);
    const asked = keys.map((key, position) => ({ key, position }));
    const devices = groupsOf(asked, ({ key }) => deviceKeyOf(key)).values();
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
    await Promise.all(Array.from({ length: callLimits.atOnce }, worker));
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

  /** Reads each item, several at the same time. @returns the results, in the order of the items */
  async each<Item, Value>(items: readonly Item[], ask: (item: Item) => Promise<Value>): Promise<Value[]> {
    const found: Value[] = [];
    const left = items.entries();
    const worker = async (): Promise<void> => {
      for (const [position, item] of left) found[position] = await ask(item);
    };
    await Promise.all(Array.from({ length: callLimits.atOnce }, worker));
    return found;
  }

  async #read<Value>(call: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    const { signal } = this.#retrying;
    return orStop(await withRetries(() => call(signal), this.#retrying), signal);
  }
}

/** The most buttons in one page of the service's answer. */
const buttonsOfPage = 5_000;
