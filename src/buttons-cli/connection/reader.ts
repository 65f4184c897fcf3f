import { allPages, type CallOptions, callLimits, type Page, type PhoneProxyClient } from '../../client/index.js';
import type { Answered } from '../../client/retries.js';
import type { Failure } from './failures.js';
import { orStop, type Retrying, withRetries } from './retries.js';

/** A call that reads. */
export type ReadCall<Value> = (client: PhoneProxyClient, options: CallOptions) => Promise<Value>;

/** Reads what a command shows. After temporary failures it retries, and after other failures it stops. */
export class Reader {
  readonly #client: PhoneProxyClient;
  readonly #retrying: Retrying;

  constructor(
    client: PhoneProxyClient,
    retrying: Retrying,
    /** Called with the progress: how much is done, of how much. */
    readonly progress: (done: number, of: number) => void = () => undefined,
  ) {
    this.#client = client;
    this.#retrying = retrying;
  }

  async ask<Value>(call: ReadCall<Value>): Promise<Value> {
    return this.valueOf(await this.try(call));
  }

  /** @returns the value of an answer. @throws Stop if there is none */
  valueOf<Value>(answered: Answered<Value, Failure>): Value {
    return orStop(answered, this.#retrying.signal);
  }

  /** Like `ask`, but a failure is returned. */
  try<Value>(call: ReadCall<Value>) {
    return withRetries(() => call(this.#client, { signal: this.#retrying.signal }), this.#retrying);
  }

  /** Reads a list page by page, until it ends or enough items are there. */
  pages<Item>(
    read: (
      client: PhoneProxyClient,
      options: CallOptions,
      cursor: string | undefined,
      limit: number,
    ) => Promise<Page<Item>>,
    most?: number,
  ): Promise<Item[]> {
    return allPages((cursor, limit) => this.ask((client, options) => read(client, options, cursor, limit)), most);
  }

  /** Reads each item, several at the same time. @returns the results, in the order of the items */
  async each<Item, Value>(items: readonly Item[], read: (item: Item) => Promise<Value>): Promise<Value[]> {
    const found: Value[] = [];
    const left = items.entries();
    let done = 0;
    const worker = async (): Promise<void> => {
      for (const [position, item] of left) {
        found[position] = await read(item);
        done += 1;
        this.progress(done, items.length);
      }
    };
    await Promise.all(Array.from({ length: callLimits.atOnce }, worker));
    return found;
  }
}
