import { SqlTables } from '../sql/tables.js';
import { CallManagerState } from '../state/call-manager-state.js';
import type { Device, DeviceChange, NameRule } from '../state/devices.js';
import type { Seed } from '../state/seed.js';

/** The state as one node sees it, with its SQL tables. */
export interface Copy {
  readonly state: CallManagerState;
  readonly tables: SqlTables;
}

interface Subscriber extends Copy {
  /** Changes that this node does not see yet, in the publisher's order. */
  readonly coming: { readonly at: number; readonly uuid: string; readonly change: DeviceChange }[];
}

/**
 * The copies of a cluster's state. Every change is made in the publisher's copy, also if another node got the request.
 * Each subscriber sees the change after its own lag.
 */
export class Replication {
  readonly #lags: readonly number[];
  readonly #now: () => number;
  readonly publisher: Copy;
  readonly #subscribers: readonly Subscriber[];

  /**
   * @param lags in milliseconds, by the number of the node; they may change at any time
   * @param now the clock, in milliseconds
   */
  constructor(seed: Seed, names: NameRule, lags: readonly number[], now: () => number) {
    this.#lags = lags;
    this.#now = now;
    this.publisher = freshCopy(seed, names);
    this.#subscribers = lags.slice(1).map(() => ({ ...freshCopy(seed, names), coming: [] }));
  }

  /** What the node sees now. */
  seenBy(node: number): Copy {
    const subscriber = this.#subscribers[node - 1];
    if (subscriber === undefined) return this.publisher;
    const { coming, state } = subscriber;
    while (coming[0] !== undefined && coming[0].at <= this.#now()) {
      const { uuid, change } = coming[0];
      const device = state.deviceWithUuid(uuid);
      if (device !== undefined) state.change(device, change);
      coming.shift();
    }
    return subscriber;
  }

  /**
   * Applies a checked change as a whole.
   * @param device the publisher's device
   * @throws AxlFault -239 if the new name belongs to another device; nothing is changed then
   */
  change(device: Device, change: DeviceChange): void {
    this.publisher.state.change(device, change);
    for (const [subscriber, { coming }] of this.#subscribers.entries()) {
      // If the lag was shortened in the meantime, a later change must not overtake an earlier one.
      const at = Math.max(coming.at(-1)?.at ?? 0, this.#now() + (this.#lags[subscriber + 1] ?? 0));
      coming.push({ at, uuid: device.uuid, change });
    }
  }

  close(): void {
    for (const { tables } of [this.publisher, ...this.#subscribers]) tables.close();
  }
}

function freshCopy(seed: Seed, names: NameRule): Copy {
  const state = new CallManagerState(seed, names);
  return { state, tables: new SqlTables(state) };
}
