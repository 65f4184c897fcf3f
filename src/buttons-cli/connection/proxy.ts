import { createClient } from '../../client/index.js';
import type { PointingButton } from '../../domain/buttons.js';
import type { DeviceKind, NumberSummary } from '../../domain/device.js';
import type { Phone, SpeedDial } from '../../domain/phone.js';
import type { Entry, ListKey, ReadList } from '../lists.js';
import type { Settings } from './settings.js';

/** What the commands ask of the service. Each call rejects with the errors of the typed client. */
export interface Proxy {
  /** The phones that carry a number. */
  findPhones(number: string, signal: AbortSignal): Promise<readonly Phone[]>;
  /** The number in each of its partitions. */
  findNumbers(number: string, signal: AbortSignal): Promise<readonly NumberSummary[]>;
  /** The buttons that point at a number. */
  findButtons(number: string, signal: AbortSignal): Promise<readonly PointingButton[]>;
  /** The phone or device profile of a name; undefined where there is none. */
  findDevice(deviceKind: DeviceKind, name: string, signal: AbortSignal): Promise<Phone | undefined>;
  readList(key: ListKey, signal: AbortSignal): Promise<ReadList>;
  /** Replaces a list, only where the present one has this entity tag, or is the new one already. */
  replaceList(key: ListKey, entries: readonly Entry[], etag: string, signal: AbortSignal): Promise<void>;
}

/** Connects to the service; nothing is sent yet. */
export async function connect({ url, username, authority }: Settings, password: string): Promise<Proxy> {
  const trusting = authority === undefined ? undefined : await import('./certificate-fetch.js');
  const client = createClient({
    ...{ baseUrl: url, username, password },
    fetch: authority === undefined ? undefined : trusting?.fetchTrusting(authority),
  });
  return {
    findPhones: (number, signal) => client.findPhones(number, { signal }),
    findNumbers: (number, signal) => client.findNumbers(number, { signal }),
    findButtons: (number, signal) => client.findButtons(number, { signal }),
    findDevice: (deviceKind, name, signal) =>
      deviceKind === 'phone' ? client.findPhone(name, { signal }) : client.findProfile(name, { signal }),
    readList: (key, signal) =>
      key.kind === 'speeddial'
        ? client.readSpeedDials(ownerOf(key), { signal })
        : client.readBusyLampFields(ownerOf(key), { signal }),
    replaceList: async (key, entries, ifMatch, signal) => {
      // The list of a kind holds entries of that kind alone.
      if (key.kind === 'speeddial') {
        await client.replaceSpeedDials(ownerOf(key), entries as readonly SpeedDial[], { ifMatch, signal });
      } else {
        await client.replaceBusyLampFields(ownerOf(key), entries, { ifMatch, signal });
      }
    },
  };
}

function ownerOf({ device, deviceKind }: ListKey): string | { profile: string } {
  return deviceKind === 'phone' ? device : { profile: device };
}
