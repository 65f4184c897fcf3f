import type { ButtonKind, EntryOf, ButtonLists } from '../../domain/button-kinds.js';
import { type Button, type ButtonRules, canonicalIndex, inIndexOrder, sameButtons } from '../../domain/buttons.js';
import type { DeviceKey, DeviceKind } from '../../domain/device.js';
import { isServiceError, noSuchDevice, type SentTo, ServiceError } from '../../domain/errors.js';
import { grouped } from '../../domain/grouped.js';
import type { Uuid } from '../../domain/identifiers.js';
import type { CallContext } from '../../use-cases/call-context.js';
import type { ButtonsOfDevices, HeldButtons, KnownOfChange } from '../../use-cases/call-manager.js';
import type { ConcurrencyLimiter } from '../admission/concurrency-limiter.js';
import type { AxlClient } from '../client/axl-client.js';
import type { Item } from '../soap/envelope.js';
import type { ReleaseTraits } from '../soap/releases.js';
import type { RequestName } from '../soap/requests.js';
import { AxlFault } from '../soap/soap-faults.js';
import { child, children, type XmlElement } from '../soap/xml.js';
import { getDevice, type Nodes, rejected, updateDevice, uuidOf } from './operations.js';
import { isTemplate, shownLinesOf } from './mapping.js';

interface ButtonRequests {
  /** The request for what callers see. */
  readonly read: RequestName;
  /** The request for everything that a change must not lose. */
  readonly readForChange: RequestName;
  readonly replace: RequestName;
}

/** How AXL writes the buttons of one kind. */
export interface ButtonForm<Entry extends Button> {
  readonly replacesWhatWasRead: boolean;
  readonly requests: Readonly<Record<DeviceKind, ButtonRequests>>;
  /** The names of the list's element and of an entry's element. */
  readonly elements: readonly [list: string, entry: string];
  shown(element: XmlElement): Entry;
  /**
   * @param stored what the device had when it was read; undefined if it was not read
   * @param named the index of the one entry that the caller sets, if it sets only one
   * @throws ServiceError `not-representable`
   */
  itemsOf(
    entries: readonly Entry[],
    stored: StoredButtons<Entry> | undefined,
    traits: ReleaseTraits,
    named?: string,
  ): Item[];
}

/**
 * Reads and replaces the buttons of one kind, by getPhone and updatePhone, or getDeviceProfile and updateDeviceProfile.
 */
export class AxlButtons<Entry extends Button> implements ButtonsOfDevices<Entry> {
  readonly #client: AxlClient;
  readonly #limiter: ConcurrencyLimiter;
  readonly #form: ButtonForm<Entry>;
  readonly #otherLists: (device: XmlElement) => Partial<ButtonLists>;
  /** The lists that were read, as AXL gave them. */
  readonly #stored = new WeakMap<HeldButtons<Entry>, StoredButtons<Entry>>();

  /**
   * Whether the call manager shows the texts of lines only if everything is requested; undefined until a device with
   * lines without texts was read.
   */
  #mustAskForAll: boolean | undefined;

  /** @param otherLists finds the lists of the other kinds in a device that was read */
  constructor(
    client: AxlClient,
    limiter: ConcurrencyLimiter,
    form: ButtonForm<Entry>,
    otherLists: (device: XmlElement) => Partial<ButtonLists> = () => ({}),
  ) {
    this.#client = client;
    this.#limiter = limiter;
    this.#form = form;
    this.#otherLists = otherLists;
  }

  get replacesWhatWasRead(): boolean {
    return this.#form.replacesWhatWasRead;
  }

  async read(device: DeviceKey, context: CallContext): Promise<HeldButtons<Entry>> {
    const { read } = this.#form.requests[device.kind];
    return this.#limiter.turn(context, () => this.#get(device, read, context));
  }

  async readForChange(device: DeviceKey, context: CallContext, from?: SentTo): Promise<HeldButtons<Entry>> {
    const { readForChange } = this.#form.requests[device.kind];
    // A subscriber's copy may be out of date, so no change may be based on it.
    const nodes = { node: from?.node ?? this.#client.publisher };
    const whole = requestOfWhole[device.kind];
    const held = await this.#get(device, this.#mustAskForAll ? whole : readForChange, context, nodes);
    if (this.#mustAskForAll !== undefined || readForChange === whole || showsTexts(held)) return held;
    const all = await this.#get(device, whole, context, nodes);
    this.#mustAskForAll = showsTexts(all);
    return all;
  }

  async replace(
    device: DeviceKey,
    entries: readonly Entry[],
    held: HeldButtons<Entry> | undefined,
    context: CallContext,
    { wasRead = held !== undefined, named }: KnownOfChange = {},
  ): Promise<Uuid> {
    const { replacesWhatWasRead, requests } = this.#form;
    const stored = held && this.#stored.get(held);
    if (replacesWhatWasRead && !stored) throw new Error('a list that cannot be replaced unseen was not read');
    if (!wasRead && mayBeTemplate(device)) await this.#refuseTemplate(device, context);
    const items = this.#form.itemsOf(entries, stored, await this.#client.traits(context), named);
    return updateDevice(this.#client, device, requests[device.kind].replace, items, held !== undefined, context);
  }

  /**
   * Only a device's class shows that it is a template. The class is read from the node that would get the list, so an
   * unreachable node causes the same error as for the write. If the read fails, no list was sent.
   */
  async #refuseTemplate(device: DeviceKey, context: CallContext): Promise<void> {
    const { read } = this.#form.requests[device.kind];
    await this.#get(device, read, context, { inOrderOf: 'write' }).catch((thrown: unknown) => {
      if (!isServiceError(thrown)) throw thrown;
      if (thrown instanceof AxlFault) throw rejected(thrown.facts);
      throw new ServiceError(thrown.code, { ...thrown.facts, effect: 'none' });
    });
  }

  async #get(
    device: DeviceKey,
    request: RequestName,
    context: CallContext,
    nodes?: Nodes,
  ): Promise<HeldButtons<Entry>> {
    const { found, uuid } = await readDevice(this.#client, device, request, context, nodes);
    const stored = storedIn(found, this.#form);
    const entries = inIndexOrder(stored.map(({ shown }) => shown));
    const rest = { lines: shownLinesOf(found), lists: this.#otherLists(found) };
    const held = { uuid, entries, rest };
    this.#stored.set(held, new StoredButtons(stored));
    return held;
  }
}

const requestOfWhole = { phone: 'getWholePhone', profile: 'getWholeProfile' } as const satisfies Record<
  DeviceKind,
  RequestName
>;

/** Whether a read shows the texts of lines, as far as there are lines. */
function showsTexts({ rest = { lines: [], lists: {} } }: Pick<HeldButtons<Button>, 'rest'>): boolean {
  return (
    rest.lines.length === 0 || rest.lines.some(({ label, display }) => label !== undefined || display !== undefined)
  );
}

const requestOfLists = { phone: 'getLists', profile: 'getListsOfProfile' } as const satisfies Record<
  DeviceKind,
  RequestName
>;

/** Reads every list of a device in one call, by getPhone or getDeviceProfile. */
export async function readLists(
  client: AxlClient,
  forms: { readonly [Kind in ButtonKind]: ButtonForm<EntryOf[Kind]> },
  device: DeviceKey,
  context: CallContext,
): Promise<ButtonLists> {
  const { found } = await readDevice(client, device, requestOfLists[device.kind], context);
  return { speeddial: entriesIn(found, forms.speeddial), busylampfield: entriesIn(found, forms.busylampfield) };
}

/** @returns the list of one kind in a device that was read, in numeric order of index */
export function entriesIn<Entry extends Button>(device: XmlElement, form: ButtonForm<Entry>): Entry[] {
  return inIndexOrder(storedIn(device, form).map(({ shown }) => shown));
}

/** @throws ServiceError `phone-not-found` or `profile-not-found`, also for a template */
async function readDevice(
  client: AxlClient,
  device: DeviceKey,
  request: RequestName,
  context: CallContext,
  nodes?: Nodes,
): Promise<{ readonly found: XmlElement; readonly uuid: Uuid }> {
  const found = await getDevice(client, device, request, context, nodes);
  if (isTemplate(found)) throw noSuchDevice(device);
  return { found, uuid: uuidOf(found, request) };
}

function storedIn<Entry extends Button>(device: XmlElement, form: ButtonForm<Entry>): StoredButton<Entry>[] {
  const [list, entry] = form.elements;
  return children(child(device, list), entry).map((element) => ({ element, shown: form.shown(element) }));
}

/**
 * AXL reads and updates phone templates like phones. The name of a template is never a MAC address, as the name of a
 * hardware phone is.
 */
function mayBeTemplate({ kind, name }: DeviceKey): boolean {
  return kind === 'phone' && !/^SEP[0-9A-F]{12}$/i.test(name);
}

/** A button as the call manager gave it, and as callers see it. */
export interface StoredButton<Entry extends Button> {
  readonly element: XmlElement;
  readonly shown: Entry;
}

/** The buttons that a device had when it was read. */
export class StoredButtons<Entry extends Button> {
  readonly #byIndex: ReadonlyMap<string, readonly StoredButton<Entry>[]>;

  constructor(stored: readonly StoredButton<Entry>[]) {
    this.#byIndex = grouped(stored, ({ shown }) => canonicalIndex(shown.index));
  }

  /** @returns the buttons at an index: one, unless the call manager gave more */
  at(index: string): readonly StoredButton<Entry>[] {
    return this.#byIndex.get(canonicalIndex(index)) ?? [];
  }

  /**
   * Finds the button that stays when an entry is set.
   * @param stays whether a button of the same index is the entry's button
   * @returns the button; undefined if the entry is new
   * @throws ServiceError `not-representable` if the button could not be written back as it was read
   */
  keptFor(
    {
      rules,
      entry,
      once,
    }: { readonly rules: ButtonRules<Entry>; readonly entry: Entry; readonly once: readonly string[] },
    stays: (shown: Entry) => boolean,
  ): StoredButton<Entry> | undefined {
    const there = this.at(entry.index);
    const kept = there.find(({ shown }) => stays(shown));
    const why = kept && (there.length > 1 ? 'is not the only one there' : whyNotWritable(kept.element, once));
    if (why !== undefined) throw notRepresentable(rules, entry, why);
    return kept;
  }
}

/** @returns whether two entries are the same button with the same properties, by their normal forms */
export function isSame<Entry extends Button>(rules: ButtonRules<Entry>, a: Entry, b: Entry): boolean {
  return sameButtons(rules, [a], [b]);
}

/** @param why the reason, which follows the name of the entry in the message */
export function notRepresentable<Entry extends Button>(
  { singular }: ButtonRules<Entry>,
  { index }: Entry,
  why: string,
): ServiceError {
  return new ServiceError('not-representable', {
    detail:
      `The ${singular} at index ${index.trim()} ${why}, so it cannot be written back as it is. ` +
      'Nothing was changed. Remove that entry, or fix it in the call manager.',
    effect: 'none',
  });
}

/**
 * @param once the children that may appear only once
 * @returns why an element cannot be written as it was read; undefined if it can
 */
function whyNotWritable(element: XmlElement, once: readonly string[]): string | undefined {
  if (isUnreadable(element)) return 'has characters that cannot be read';
  if (isMixed(element)) return 'has text between its elements';
  const twice = once.find((name) => element.children.filter((child) => child.name === name).length > 1);
  return twice === undefined ? undefined : `has its ${twice} more than once`;
}

/** Unreadable characters were replaced by U+FFFD. */
function isUnreadable({ text, children }: XmlElement): boolean {
  return text.includes('\uFFFD') || children.some(isUnreadable);
}

function isMixed({ text, children }: XmlElement): boolean {
  return children.length > 0 && (text.trim() !== '' || children.some(isMixed));
}
