import {
  type ButtonPage,
  type CallOptions,
  type DevicePage,
  type NamedDevice,
  type NumberInPartition,
  type Phone,
  type PhoneProxyClient,
  type PointingButton,
  ProblemError,
  type SpeedDial,
  type Status,
  type Suggestion,
} from '../../client/index.js';
import type { ButtonKind } from '../../domain/button-kinds.js';
import type { DeviceKind } from '../../domain/device.js';
import { type DeviceRef, type Entry, type ListRef, type ReadList } from '../lists.js';
import { listTag } from '../../domain/list-tag.js';
import { openClient } from './open-client.js';
import type { Settings } from './settings.js';

/** The result for a list to set: `already` if the list was there before, so that nothing was sent. */
export type Replacement = 'changed' | 'already';

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
  /** Replaces a list, only if the present one has this entity tag. A list that is already as wanted is not sent. */
  replaceList(key: ListRef, entries: readonly Entry[], etag: string, sent: SentInRun): Promise<Replacement>;
  /** The service's history of changes and runs. */
  readonly history: HistoryCalls;
  /** Plans that are proposed to the service and approved there. */
  readonly plans: PlanCalls;
  /** The service's inventory of the whole cluster. */
  readonly inventory: InventoryCalls;
}

/** How a list is sent. */
export interface SentInRun {
  /** The run in the service's history; undefined if it keeps no history. */
  readonly run: string | undefined;
  readonly signal: AbortSignal;
}

export type HistoryCalls = Pick<
  PhoneProxyClient,
  'beginRun' | 'listRuns' | 'readRun' | 'listChanges' | 'readChange' | 'undoChange'
>;

export type PlanCalls = Pick<
  PhoneProxyClient,
  'proposePlan' | 'listPlans' | 'readPlan' | 'approvePlan' | 'rejectPlan' | 'applyPlan' | 'stopPlan'
>;

/** The requested lists of one device. */
export type ListsRead = Readonly<Record<ButtonKind, ReadList>>;

export type InventoryCalls = Pick<PhoneProxyClient, 'readInventory' | 'listFindings'>;

type Owner = string | { readonly profile: string };

/** How the list of each kind is read and set. */
const calls: Readonly<
  Record<
    ButtonKind,
    {
      readonly read: (client: PhoneProxyClient, of: Owner, signal: AbortSignal) => Promise<ReadList>;
      readonly replace: (
        client: PhoneProxyClient,
        of: Owner,
        entries: readonly Entry[],
        options: SentInRun & { readonly ifMatch: string; readonly ifNoneMatch: string },
      ) => Promise<unknown>;
    }
  >
> = {
  speeddial: {
    read: (client, of, signal) => client.readSpeedDials(of, { signal }),
    // A list of a kind has only entries of that kind.
    replace: (client, of, entries, options) => client.replaceSpeedDials(of, entries as readonly SpeedDial[], options),
  },
  busylampfield: {
    read: (client, of, signal) => client.readBusyLampFields(of, { signal }),
    replace: (client, of, entries, options) => client.replaceBusyLampFields(of, entries, options),
  },
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
    readList: (key, signal) => calls[key.kind].read(client, ownerOf(key), signal),
    readLists: listReader(client),
    history: client,
    plans: client,
    replaceList: async (key, entries, ifMatch, sent) => {
      const wanted = listTag(key.kind, entries);
      try {
        await calls[key.kind].replace(client, ownerOf(key), entries, { ...sent, ifMatch, ifNoneMatch: wanted });
        return 'changed';
      } catch (thrown) {
        if (thrown instanceof ProblemError && thrown.code === 'changed-meanwhile' && thrown.etag === wanted) {
          return 'already';
        }
        throw thrown;
      }
    },
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
    for (const kind of kinds) read[kind] = await calls[kind].read(client, ownerOf(of), signal);
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
