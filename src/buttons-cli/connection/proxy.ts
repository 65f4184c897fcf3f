import {
  type ButtonPage,
  type CallOptions,
  type ChangeCalls,
  type DevicePage,
  type NamedDevice,
  type NumberInPartition,
  type Phone,
  type PhoneProxyClient,
  type PointingButton,
  ProblemError,
  type Status,
  type Suggestion,
} from '../../client/index.js';
import type { ButtonKind } from '../../domain/button-kinds.js';
import type { DeviceKind } from '../../domain/device.js';
import type { DeviceRef, ListRef, ReadList } from '../lists.js';
import { openClient } from './open-client.js';
import type { Settings } from './settings.js';

/** The calls of the commands to the service. Each call rejects with the errors of the typed client. */
export interface Proxy {
  /** The address of the service, for people. */
  readonly url: string;
  /** The calling user, and what that user may do. */
  readStatus(signal: AbortSignal): Promise<Status>;
  /** The phones that carry a number. */
  findPhones(number: string, signal: AbortSignal): Promise<readonly Phone[]>;
  /** The number in each of its partitions. */
  findNumbers(number: string, signal: AbortSignal): Promise<readonly NumberInPartition[]>;
  /** The buttons that point at a number. */
  findButtons(number: string, signal: AbortSignal): Promise<readonly PointingButton[]>;
  /** A page of these buttons. */
  findButtonPage(number: string, limit: number, after: string | undefined, signal: AbortSignal): Promise<ButtonPage>;
  /** The phone or device profile with a name; undefined if there is none. */
  findDevice(deviceKind: DeviceKind, name: string, signal: AbortSignal): Promise<NamedDevice | undefined>;
  /** Numbers, phones and device profiles for a typed text. */
  suggest(text: string, options: CallOptions): Promise<readonly Suggestion[]>;
  /** The devices whose name and description contain the words of a text. */
  searchDevices(text: string, options: CallOptions & { readonly after?: string | undefined }): Promise<DevicePage>;
  readList(key: ListRef, signal: AbortSignal): Promise<ReadList>;
  /** The lists of these kinds of one device. */
  readLists(of: DeviceRef, kinds: readonly ButtonKind[], signal: AbortSignal): Promise<ListsRead>;
  /** Changes: asked for, watched, decided. */
  readonly changes: ChangeCalls;
  /** The service's inventory of the whole cluster. */
  readonly inventory: InventoryCalls;
}

/** The requested lists of one device. */
export type ListsRead = Readonly<Record<ButtonKind, ReadList>>;

export type InventoryCalls = Pick<PhoneProxyClient, 'readInventory' | 'listFindings'>;

type Owner = string | { readonly profile: string };

/** How the list of each kind is read. */
const calls: Readonly<
  Record<ButtonKind, (client: PhoneProxyClient, of: Owner, signal: AbortSignal) => Promise<ReadList>>
> = {
  speeddial: (client, of, signal) => client.readSpeedDials(of, { signal }),
  busylampfield: (client, of, signal) => client.readBusyLampFields(of, { signal }),
};

/** Connects to the service; nothing is sent yet. */
export async function connect(settings: Settings, password: string): Promise<Proxy> {
  const { url } = settings;
  const client = await openClient(settings, password);
  const finders: Readonly<Record<DeviceKind, PhoneProxyClient['findPhone']>> = {
    phone: (name, options) => client.findPhone(name, options),
    profile: (name, options) => client.findProfile(name, options),
  };
  return {
    url: url.href,
    readStatus: (signal) => client.readStatus({ signal }),
    findPhones: (number, signal) => client.findPhones(number, { signal }),
    findNumbers: (number, signal) => client.findNumbers(number, { signal }),
    findButtons: (number, signal) => client.findButtons(number, { signal }),
    findButtonPage: (number, limit, after, signal) => client.findButtonPage(number, { limit, after, signal }),
    findDevice: (deviceKind, name, signal) => finders[deviceKind](name, { signal }),
    suggest: (text, options) => client.suggest(text, options),
    searchDevices: (text, options) => client.searchDevices(text, options),
    inventory: client,
    readList: (key, signal) => calls[key.kind](client, ownerOf(key), signal),
    readLists: listReader(client),
    changes: client,
  };
}

/** Both lists come in one call, unless the service is too old for that call. */
function listReader(client: PhoneProxyClient): Proxy['readLists'] {
  let isOlder = false;
  return async (of, kinds, signal) => {
    if (kinds.length > 1 && !isOlder) {
      try {
        const { speeddials, busylampfields, etags } = await client.readLists(ownerOf(of), { signal });
        return {
          speeddial: { entries: speeddials, etag: etags.speeddials },
          busylampfield: { entries: busylampfields, etag: etags.busylampfields },
        };
      } catch (thrown) {
        if (!(thrown instanceof ProblemError) || thrown.code !== 'not-found') throw thrown;
        isOlder = true;
      }
    }
    const read: Partial<Record<ButtonKind, ReadList>> = {};
    for (const kind of kinds) read[kind] = await calls[kind](client, ownerOf(of), signal);
    return read as ListsRead;
  };
}

const owners: Readonly<Record<DeviceKind, (name: string) => Owner>> = {
  phone: (name) => name,
  profile: (name) => ({ profile: name }),
};

function ownerOf({ device, deviceKind }: DeviceRef): Owner {
  return owners[deviceKind](device);
}
