import type { DeviceKind, NumberSummary } from '../../domain/device.js';
import type { PointingButton } from '../../domain/buttons.js';
import type { Phone } from '../../domain/phone.js';
import type { Failure } from '../connection/failures.js';
import { orStop, patiently, stopFor } from '../connection/patience.js';
import type { Proxy } from '../connection/proxy.js';
import type { ListKey, ReadList } from '../lists.js';
import type { Waiting } from '../waiting.js';

/** How many calls are under way at once. */
export const atOnce = 2;

/** Hears how far something is. */
export type Progress = (done: number, of: number) => void;

/** A list that could be read, or that of a device that there is not. */
export type Found<Key extends ListKey> = { readonly key: Key } & (
  { readonly list: ReadList } | { readonly missing: Failure }
);

/** Reads what plans are made of, before anything is changed: patient with failures that pass, and ends with the others. */
export class Reader {
  readonly #proxy: Proxy;
  readonly #signal: AbortSignal;
  readonly #waiting: Waiting;
  readonly #progress: Progress;

  /** @param signal gives up */
  constructor(proxy: Proxy, signal: AbortSignal, waiting: Waiting, progress: Progress) {
    this.#proxy = proxy;
    this.#signal = signal;
    this.#waiting = waiting;
    this.#progress = progress;
  }

  findPhones(number: string): Promise<readonly Phone[]> {
    return this.#read((signal) => this.#proxy.findPhones(number, signal));
  }

  findNumbers(number: string): Promise<readonly NumberSummary[]> {
    return this.#read((signal) => this.#proxy.findNumbers(number, signal));
  }

  findButtons(number: string): Promise<readonly PointingButton[]> {
    return this.#read((signal) => this.#proxy.findButtons(number, signal));
  }

  findDevice(deviceKind: DeviceKind, name: string): Promise<Phone | undefined> {
    return this.#read((signal) => this.#proxy.findDevice(deviceKind, name, signal));
  }

  /** @returns every list, in the order of the keys */
  async lists<Key extends ListKey>(keys: readonly Key[]): Promise<{ key: Key; list: ReadList }[]> {
    const found = await this.listsOrMissing(keys);
    return found.map((one) => {
      if ('missing' in one) throw stopFor(one.missing);
      return one;
    });
  }

  /** The same, with those of devices that there are not. */
  async listsOrMissing<Key extends ListKey>(keys: readonly Key[]): Promise<Found<Key>[]> {
    const found: Found<Key>[] = [];
    let [next, done] = [0, 0];
    const worker = async (): Promise<void> => {
      for (let place = next++; place < keys.length; place = next++) {
        const key = keys[place];
        if (key === undefined) return;
        found[place] = await this.#list(key);
        done += 1;
        this.#progress(done, keys.length);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    return found;
  }

  async #list<Key extends ListKey>(key: Key): Promise<Found<Key>> {
    const answered = await patiently(() => this.#proxy.readList(key, this.#signal), this.#signal, this.#waiting);
    if ('failure' in answered && /^(phone|profile)-not-found$/.test(answered.failure.code ?? '')) {
      return { key, missing: answered.failure };
    }
    return { key, list: orStop(answered, this.#signal) };
  }

  async #read<Value>(call: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    return orStop(await patiently(() => call(this.#signal), this.#signal, this.#waiting), this.#signal);
  }
}
