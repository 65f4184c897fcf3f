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

/** What devices are called, by what is one text for each; empty where that was asked for and there is none. */
const descriptions = signal<ReadonlyMap<string, string>>(new Map());

/**
 * So many devices of one page are asked for. Where the service keeps an inventory, it answers; without one each is a
 * request to the call manager, made once for a device as long as the page is open.
 */
const mostAsked = 30;

/** What a device is called seldom changes: a week old, in seconds, it still helps. */
const cacheControl = 'max-age=604800, stale-if-error=604800';

const idOf = ({ device, deviceKind }: NamedDevice): string => deviceId({ kind: deviceKind, name: device });

/**
 * Finds out what devices are called, one after the other, and gives it up with the first that fails: it is there to be
 * read more easily, and not worth more than that.
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
