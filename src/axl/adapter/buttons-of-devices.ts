import { type Button, inIndexOrder } from '../../domain/buttons.js';
import type { DeviceKey, DeviceKind } from '../../domain/device.js';
import type { SentTo } from '../../domain/errors.js';
import type { Uuid } from '../../domain/identifiers.js';
import type { CallContext } from '../../use-cases/call-context.js';
import type { ButtonsOfDevices, HeldButtons } from '../../use-cases/call-manager.js';
import type { ConcurrencyLimiter } from '../admission/concurrency-limiter.js';
import type { AxlClient } from '../client/axl-client.js';
import type { Item } from '../soap/envelope.js';
import type { ReleaseTraits } from '../soap/releases.js';
import type { RequestName } from '../soap/requests.js';
import { child, children, type XmlElement } from '../soap/xml.js';
import { getDevice, updateDevice, uuidOf } from './device-operations.js';
import { StoredButtons } from './stored-buttons.js';

interface ButtonRequests {
  /** What callers are shown, by name. */
  readonly read: RequestName;
  /** All that must not be lost by a change. */
  readonly readForChange: RequestName;
  readonly replace: RequestName;
}

/** How AXL writes the buttons of one kind. */
export interface ButtonForm<Entry extends Button> {
  readonly replacesWhatWasRead: boolean;
  readonly requests: Readonly<Record<DeviceKind, ButtonRequests>>;
  /** The element of the list, and that of each entry. */
  readonly elements: readonly [list: string, entry: string];
  shown(element: XmlElement): Entry;
  /**
   * @param stored what the device held when it was read, where it was read
   * @throws ServiceError `not-representable`
   */
  itemsOf(entries: readonly Entry[], stored: StoredButtons<Entry> | undefined, traits: ReleaseTraits): Item[];
}

/** The buttons of one kind, by getPhone and updatePhone, or getDeviceProfile and updateDeviceProfile. */
export class AxlButtons<Entry extends Button> implements ButtonsOfDevices<Entry> {
  readonly #client: AxlClient;
  readonly #limiter: ConcurrencyLimiter;
  readonly #form: ButtonForm<Entry>;
  /** What the lists that were read looked like in AXL. */
  readonly #stored = new WeakMap<HeldButtons<Entry>, StoredButtons<Entry>>();

  constructor(client: AxlClient, limiter: ConcurrencyLimiter, form: ButtonForm<Entry>) {
    this.#client = client;
    this.#limiter = limiter;
    this.#form = form;
  }

  get replacesWhatWasRead(): boolean {
    return this.#form.replacesWhatWasRead;
  }

  read(device: DeviceKey, context: CallContext): Promise<HeldButtons<Entry> | undefined> {
    const { read } = this.#form.requests[device.kind];
    return this.#limiter.lookUp(context, () => this.#get(device, read, context));
  }

  readForChange(device: DeviceKey, context: CallContext, from?: SentTo): Promise<HeldButtons<Entry> | undefined> {
    const { readForChange } = this.#form.requests[device.kind];
    // A subscriber's copy may be from before, so that nothing could be based on it.
    return this.#get(device, readForChange, context, from?.node ?? this.#client.publisher);
  }

  async replace(
    device: DeviceKey,
    entries: readonly Entry[],
    held: HeldButtons<Entry> | undefined,
    context: CallContext,
  ): Promise<Uuid> {
    const { replacesWhatWasRead, requests } = this.#form;
    const stored = held && this.#stored.get(held);
    if (replacesWhatWasRead && !stored) throw new Error('a list that cannot be replaced unseen was not read');
    const items = this.#form.itemsOf(entries, stored, await this.#client.traits(context));
    return updateDevice(this.#client, device, requests[device.kind].replace, items, held !== undefined, context);
  }

  async #get(
    device: DeviceKey,
    request: RequestName,
    context: CallContext,
    node?: string,
  ): Promise<HeldButtons<Entry> | undefined> {
    const found = await getDevice(this.#client, device, request, context, node);
    if (!found) return undefined;
    const [list, entry] = this.#form.elements;
    const stored = children(child(found, list), entry).map((element) => {
      return { element, shown: this.#form.shown(element) };
    });
    const held = { uuid: uuidOf(found, request), entries: inIndexOrder(stored.map(({ shown }) => shown)) };
    this.#stored.set(held, new StoredButtons(stored));
    return held;
  }
}
