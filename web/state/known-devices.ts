import { failedCall } from '../calls/failed-call.js';
import { type DeviceKind, deviceId } from '../../src/domain/device.js';
import { client, clearWithUser, session } from './session.js';

/** A device, as changes name it. */
interface NamedDevice {
  readonly device: string;
  readonly deviceKind: DeviceKind;
}

/** The descriptions of devices, by their ids. */
const known = new Map<string, Promise<string>>();

/** The latest lookup. */
let before: Promise<unknown> = Promise.resolve();

/** How many lookups have failed. Those that waited for a failed one are not made. */
let failures = 0;

/** Descriptions rarely change, so a description may be a week old. The times are in seconds. */
const cacheControl = 'max-age=604800, stale-if-error=604800';

/**
 * Looks up the description of a device: one after another, and each once while the page is open, because without an
 * inventory each is a request to the call manager.
 * @returns empty if it has none, or if it cannot be read now
 */
export function descriptionOf(named: NamedDevice): Promise<string> {
  const id = idOf(named);
  const asked = known.get(id);
  if (asked) return asked;
  const failuresBefore = failures;
  const found = before.then(async () => {
    try {
      if (failures === failuresBefore && session.peek() !== undefined) return await read(named);
    } catch (thrown) {
      failures += 1;
      failedCall(thrown);
    }
    known.delete(id);
    return '';
  });
  known.set(id, found);
  before = found;
  return found;
}

async function read(named: NamedDevice): Promise<string> {
  const { devices } = await client().searchDevices(named.device, { cacheControl });
  const all = new Map(devices.map(({ name, ...one }) => [idOf({ device: name, ...one }), one.description]));
  for (const [id, description] of all) if (!known.has(id)) known.set(id, Promise.resolve(description));
  return all.get(idOf(named)) ?? '';
}

function idOf({ device, deviceKind }: NamedDevice): string {
  return deviceId({ kind: deviceKind, name: device });
}

clearWithUser(() => {
  known.clear();
});
