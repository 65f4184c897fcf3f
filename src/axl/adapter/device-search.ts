import type { DeviceKey, DeviceKind, DeviceSummary } from '../../domain/device.js';
import type { Phone } from '../../domain/phone.js';
import type { CallContext } from '../../use-cases/call-context.js';
import type { AxlClient } from '../client/axl-client.js';
import { getDevice } from './device-operations.js';
import { findPhone } from './lookup-by-lines.js';
import { isTemplate, linesOf, phoneOf, speedDialsOf, summaryOf } from './mapping.js';
import { listDevices } from './operations.js';

/** Finds a phone by listPhone beside getPhone, as the lookup by lines does; a device profile by getDeviceProfile alone. */
export async function findDevice(
  client: AxlClient,
  device: DeviceKey,
  context: CallContext,
): Promise<Phone | undefined> {
  if (device.kind === 'phone') return findPhone(client, device.name, context);
  const profile = await getDevice(client, device, 'getProfile', context);
  if (!profile || isTemplate(profile)) return undefined;
  return phoneOf(profile, profile.attributes['uuid'] ?? '', linesOf(profile), speedDialsOf(profile));
}

const searches = [
  ['phone', 'listPhonesByName'],
  ['phone', 'listPhonesByDescription'],
  ['profile', 'listProfilesByName'],
  ['profile', 'listProfilesByDescription'],
] as const satisfies readonly (readonly [DeviceKind, string])[];

/** A wildcard for one character finds each of them, and the comparison leaves out what else it finds. */
const wildcards = /[%_\\]/g;

/**
 * The first letters of words. Whether a call manager's search minds letter case is not known; with a wildcard in their
 * place, `reception` finds `Reception` in either case. Shorter words would find too much else.
 */
const firstLetters = /(?<![\p{L}\p{N}])\p{L}(?=[\p{L}\p{N}]{2})/gu;

/**
 * Finds phones and device profiles whose name or description holds a text. AXL wants every criterion of a search to
 * hold, so each takes a request, side by side. What it finds is compared without regard to letter case.
 */
export async function searchDevices(client: AxlClient, text: string, context: CallContext): Promise<DeviceSummary[]> {
  const pattern = `%${text.replace(wildcards, '_').replace(firstLetters, '_')}%`;
  const lists = await Promise.all(
    searches.map(async ([kind, by]) => {
      const rows = await listDevices(client, by, pattern, context);
      return rows.filter((row) => !isTemplate(row)).map((row) => summaryOf(row, kind));
    }),
  );
  const sought = text.toLowerCase();
  const found = lists
    .flat()
    .filter(({ name, description }) => [name, description].some((value) => value.toLowerCase().includes(sought)));
  return [...new Map(found.map((device) => [`${device.deviceKind} ${device.name}`, device])).values()];
}
