import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { PhoneProxyError } from '../../src/client/index.js';
import { type DeviceKind, deviceId } from '../../src/domain/device.js';
import { client, clearWithUser } from './session.js';

/** A device, as changes name it. */
interface NamedDevice {
  readonly device: string;
  readonly deviceKind: DeviceKind;
}

/** The descriptions of devices, by their ids; empty if the service was asked and there is none. */
const descriptions = signal<ReadonlyMap<string, string>>(new Map());

/**
 * How many devices of one page are looked up. The service's inventory answers, if there is one. If there is none, each
 * lookup is a request to the call manager. It is made only once for each device while the page is open.
 */
const mostAsked = 30;

/** Descriptions rarely change, so a description may be a week old. The times are in seconds. */
const cacheControl = 'max-age=604800, stale-if-error=604800';

const idOf = ({ device, deviceKind }: NamedDevice): string => deviceId({ kind: deviceKind, name: device });

/**
 * Looks up the descriptions of devices, one after another, and stops at the first failure: they only make the page
 * easier to read.
 * @returns the description of a device, as soon as it is known
 */
export function useDescriptions(devices: readonly NamedDevice[]): (device: NamedDevice) => string {
  const ids = new Map(devices.map((device) => [idOf(device), device]));
  useEffect(() => {
    const giveUp = new AbortController();
    void askFor([...ids.values()].slice(0, mostAsked), giveUp.signal);
    return () => {
      giveUp.abort();
    };
  }, [[...ids.keys()].join(' ')]);
  return (device) => descriptions.value.get(idOf(device)) ?? '';
}

async function askFor(devices: readonly NamedDevice[], signal: AbortSignal): Promise<void> {
  try {
    for (const named of devices) {
      if (signal.aborted) return;
      if (descriptions.peek().has(idOf(named))) continue;
      const { devices: found } = await client().searchDevices(named.device, { signal, cacheControl });
      const all = found.map(
        ({ deviceKind, name, description }) => [deviceId({ kind: deviceKind, name }), description] as const,
      );
      descriptions.value = new Map([...descriptions.peek(), [idOf(named), ''], ...all]);
    }
  } catch (error) {
    if (!(error instanceof PhoneProxyError) && !signal.aborted) throw error;
  }
}

clearWithUser(() => {
  descriptions.value = new Map();
});
