import { setTimeout as sleep } from 'node:timers/promises';
import { busyLampFields } from '../../axl/adapter/busy-lamp-fields.js';
import { StoredButtons } from '../../axl/adapter/buttons-of-devices.js';
import { getDevice, rejected, uuidOf } from '../../axl/adapter/operations.js';
import { isTemplate } from '../../axl/adapter/mapping.js';
import type { AxlClient } from '../../axl/client/axl-client.js';
import type { Item } from '../../axl/soap/envelope.js';
import { AxlFault } from '../../axl/soap/soap-faults.js';
import type { ReleaseTraits } from '../../axl/soap/releases.js';
import type { RequestName } from '../../axl/soap/requests.js';
import { child, children, childText, elementOf, type XmlElement } from '../../axl/soap/xml.js';
import { canonicalIndex } from '../../domain/buttons.js';
import { type DeviceKey, deviceNoun, type DeviceKind } from '../../domain/device.js';
import { isServiceError, ServiceError } from '../../domain/errors.js';
import type { SpeedDial } from '../../domain/phone.js';
import { reasonOf } from '../../domain/stored-otherwise.js';
import { dialledForm, longestText, parseUuid, unfitText } from '../../domain/identifiers.js';
import type { CallContext } from '../../use-cases/call-context.js';
import { plain, realNames, type Told, told, written } from '../told.js';
import { type Facts, factsIn } from './facts.js';

/** The two lists of a device, by their names in AXL. */
export const listNames = ['speeddials', 'busyLampFields'] as const;
export type ListName = (typeof listNames)[number];

/** What a user calls the entries of a list. */
export const listTold = {
  speeddials: 'speed dials',
  busyLampFields: 'busy lamp fields',
} as const satisfies Record<ListName, string>;

const entryName = { speeddials: 'speeddial', busyLampFields: 'busyLampField' } as const satisfies Record<
  ListName,
  string
>;

/** How a device is addressed: by its key, or by its name if the call manager does not find the key. */
type By = 'key' | 'name';

interface Requests {
  readonly element: string;
  readonly read: Readonly<Record<By, RequestName>>;
  readonly update: Readonly<Record<By, Readonly<Record<ListName, RequestName>>>>;
  /** An update that changes nothing. */
  readonly nothing: RequestName;
}

const requests: Readonly<Record<DeviceKind, Requests>> = {
  phone: {
    element: 'phone',
    read: { key: 'getWholePhoneByKey', name: 'getWholePhone' },
    update: {
      key: { speeddials: 'updateSpeedDialsByKey', busyLampFields: 'updateBusyLampFieldsByKey' },
      name: { speeddials: 'updateSpeedDials', busyLampFields: 'updateBusyLampFields' },
    },
    nothing: 'updateNothing',
  },
  profile: {
    element: 'deviceProfile',
    read: { key: 'getWholeProfileByKey', name: 'getWholeProfile' },
    update: {
      key: { speeddials: 'updateSpeedDialsOfProfileByKey', busyLampFields: 'updateBusyLampFieldsOfProfileByKey' },
      name: { speeddials: 'updateSpeedDialsOfProfile', busyLampFields: 'updateBusyLampFieldsOfProfile' },
    },
    nothing: 'updateNothingOfProfile',
  },
};

/** A device that may be written to, by its key. The name is the one that the user gave. */
export interface Target extends DeviceKey {
  /** 8-4-4-4-12, lower case, no braces. */
  readonly uuid: string;
}

/** The entries of each list as they were read. */
export type Lists = Readonly<Record<ListName, readonly XmlElement[]>>;

/** A device as it was read from the publisher. */
export interface DeviceRead {
  readonly uuid: string;
  /** Its present name. */
  readonly name: string;
  readonly by: By;
  readonly isTemplate: boolean;
  readonly lines: number;
  readonly lists: Lists;
  /** What an update of a list must not change, besides the other list. */
  readonly beside: Facts;
}

/** @returns what a user calls a device: `profile:` stands before the name of a device profile */
export function shownDevice({ kind, name }: DeviceKey): string {
  return kind === 'phone' ? name : `${kind}:${name}`;
}

/**
 * Reads a whole device by its name.
 * @throws ServiceError `phone-not-found` or `profile-not-found`
 */
export async function readByName(client: AxlClient, device: DeviceKey, context: CallContext): Promise<DeviceRead> {
  const request = requests[device.kind].read.name;
  return readIn(await getDevice(client, device, request, context, { node: client.publisher }), request, 'name');
}

/** There is no device of a key any more. `movedTo` is the key of the device that has its name now, if there is one. */
export interface NoDevice {
  readonly movedTo: string | undefined;
}

/**
 * Reads a whole device by its key. If the call manager does not find it by its key, it is read by its name, and must
 * have the key.
 */
export async function readTarget(
  client: AxlClient,
  target: Target,
  context: CallContext,
): Promise<DeviceRead | NoDevice> {
  const { element, read } = requests[target.kind];
  const values = { uuid: braced(target.uuid) };
  const asked = { kind: 'read', name: read.key, values, node: client.publisher } as const;
  const answer = await client.call(asked, context).catch((thrown: unknown) => {
    if (thrown instanceof AxlFault) return undefined;
    throw thrown;
  });
  const found = child(answer, element);
  if (found && uuidOf(found, read.key) === target.uuid) return readIn(found, read.key, 'key');
  const named = await readByName(client, target, context).catch((thrown: unknown) => {
    if (isServiceError(thrown, 'phone-not-found', 'profile-not-found')) return undefined;
    throw thrown;
  });
  return named?.uuid === target.uuid ? named : { movedTo: named?.uuid };
}

/** How long a publisher may still show an old list after a write, in pauses of milliseconds. */
const pausesMs = [100, 250, 650, 2_000];

/** Reads a device after a write, again while a publisher that lags may still show the old list. */
export async function readSettled<Read>(read: () => Promise<Read>, isSettled: (read: Read) => boolean): Promise<Read> {
  let last = await read();
  for (const pause of pausesMs) {
    if (isSettled(last)) break;
    await sleep(pause);
    last = await read();
  }
  return last;
}

function readIn(found: XmlElement, request: RequestName, by: By): DeviceRead {
  const entries = (list: ListName) => children(child(found, list), entryName[list]);
  return {
    uuid: uuidOf(found, request),
    name: childText(found, 'name'),
    by,
    isTemplate: isTemplate(found),
    lines: children(child(found, 'lines'), 'line').length,
    lists: { speeddials: entries('speeddials'), busyLampFields: entries('busyLampFields') },
    beside: factsIn(found),
  };
}

/**
 * Sends an update of a list, as the device was found a moment ago: by its key, or by its name.
 * @throws ServiceError `rejected-by-call-manager` for a fault. Any answer without a fault is no failure: a read shows
 *   what was set
 */
export async function sendList(
  client: AxlClient,
  { kind, name, uuid }: Target,
  { list, items, by }: { readonly list: ListName; readonly items: readonly Item[]; readonly by: By },
  context: CallContext,
): Promise<void> {
  const values = by === 'key' ? { uuid: braced(uuid) } : { name };
  await update(client, { name: requests[kind].update[by][list], values, items }, context);
}

/**
 * Sends an update by name that changes nothing.
 * @returns the key of the device that it would change, if the answer has it
 * @throws ServiceError `rejected-by-call-manager` for a fault
 */
export async function sendNothing(
  client: AxlClient,
  { kind, name }: DeviceKey,
  context: CallContext,
): Promise<string | undefined> {
  return parseUuid(await update(client, { name: requests[kind].nothing, values: { name } }, context));
}

/** @returns the text of the answer */
async function update(
  client: AxlClient,
  request: { readonly name: RequestName; readonly values: Readonly<Record<string, string>>; items?: readonly Item[] },
  context: CallContext,
): Promise<string> {
  const result = await client.call({ kind: 'write', ...request }, context).catch((thrown: unknown) => {
    throw thrown instanceof AxlFault ? rejected(thrown.facts) : thrown;
  });
  const says = result.text.trim();
  if (says !== 'false') return says;
  throw new ServiceError('rejected-by-call-manager', { detail: 'The answer was "false".', effect: 'refused' });
}

function braced(uuid: string): string {
  return `{${uuid.toUpperCase()}}`;
}

/** An entry in one spelling: index, target, label, features. */
export type Spelled = readonly string[];

/**
 * @returns the normal form of an entry: two entries have the same texts if they set the same button. Spaces at the ends of
 *   a label do not count
 */
export function spelledEntry(list: ListName, entry: XmlElement): Spelled {
  const text = (name: string) => childText(entry, name);
  const index = canonicalIndex(text('index'));
  if (list === 'speeddials') return [index, dialledForm(text('dirn')), text('label').trim()];
  const features = children(child(entry, 'associatedBlfSdFeatures'), 'feature').map((feature) => feature.text.trim());
  const target =
    text('blfDest').trim() === '' ? [dialledForm(text('blfDirn')), text('routePartition')] : [text('blfDest')];
  return [index, ...target, text('label').trim(), ...features];
}

/** @returns the normal form of a list: two lists have the same text if they set the same buttons */
export function spelled(list: ListName, entries: readonly XmlElement[]): string {
  return JSON.stringify(entries.map((entry) => JSON.stringify(spelledEntry(list, entry))).sort());
}

/** A list that was sent, the list that the device has, and the list from before. */
interface ListsOfSet {
  readonly sent: readonly XmlElement[];
  readonly held: readonly XmlElement[];
  readonly before: readonly XmlElement[];
}

/** @returns what the service says that the call manager did to a list; undefined if it has no words for it */
export function reasonTold(list: ListName, { sent, held, before }: ListsOfSet): Told | undefined {
  const reason =
    list === 'speeddials'
      ? reasonOf({ kind: 'speeddial', asked: sent.map(dialIn), present: held.map(dialIn), before: before.map(dialIn) })
      : reasonOf({
          kind: 'busylampfield',
          asked: sent.map(lampIn),
          present: held.map(lampIn),
          before: before.map(lampIn),
        });
  return reason === undefined ? undefined : told`the call manager ${plain(reason)}`;
}

const lampIn = (entry: XmlElement) => busyLampFields.shown(entry);

function dialIn(entry: XmlElement): SpeedDial {
  return { index: childText(entry, 'index'), dirn: childText(entry, 'dirn'), label: childText(entry, 'label') };
}

/** How many entries of a list are shown. */
const mostEntries = 8;

/** @param spelling a list as `spelled` writes it */
export function entriesTold(spelling: string): Told {
  const entries = (JSON.parse(spelling) as string[]).map((entry) => JSON.parse(entry) as string[]);
  if (entries.length === 0) return told`none`;
  const shown = entries.slice(0, mostEntries).map(([index = '', target = '', ...texts]) => {
    const at = /^\d{1,5}$/.test(index) ? plain(index) : index;
    return told`${at}: ${target} ${texts.map((text) => told`“${text}”`)}`;
  });
  const more = entries.length > mostEntries ? told`; and ${entries.length - mostEntries} more` : told``;
  return told`${shown}${more}`;
}

/** @returns a list of `spelled` for the terminal */
export function shownList(spelling: string): string {
  return written(entriesTold(spelling), realNames);
}

/**
 * @returns the items that set a list as it was read
 * @throws ServiceError `not-representable`, or RangeError, if it cannot be written as it was read
 */
export function itemsToRestore(list: ListName, entries: readonly XmlElement[], traits: ReleaseTraits): XmlElement[][] {
  if (list === 'speeddials') {
    return entries.map((entry) => {
      const unfit = ['dirn', 'label', 'index'].find(
        (name) => unfitText(childText(entry, name), longestText) !== undefined,
      );
      if (unfit !== undefined) throw new RangeError(`a speed dial has a ${unfit} that cannot be written`);
      return ['dirn', 'label', 'index'].map((name) => elementOf(name, childText(entry, name)));
    });
  }
  const stored = entries.map((element) => ({ element, shown: busyLampFields.shown(element) }));
  const shown = stored.map((one) => one.shown);
  const items = busyLampFields.itemsOf(shown, new StoredButtons(stored), traits, undefined);
  return items.map((item) => [...(item as readonly XmlElement[])]);
}

/** @returns a sentence for a device that is not there any more */
export function goneTold(device: DeviceKey, { movedTo }: NoDevice): Told {
  const noun = plain(deviceNoun[device.kind]);
  return movedTo === undefined
    ? told`The ${noun} ${device.name} no longer exists.`
    : told`${device.name} is another ${noun} now (${movedTo}), and the one that had the name no longer exists.`;
}
