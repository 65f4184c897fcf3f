import type { DeviceKind } from '../../src/domain/device.js';
import { type DeviceRoute, type Route, routeMeant } from './route.js';
import { client } from './session.js';

/** A device that matches the typed text. */
export interface DeviceMeant {
  readonly to: DeviceRoute;
  readonly description: string;
}

/**
 * @returns the devices that match a text: those with this number, the one with this name, or those with the text in
 * their name or description. There are not more than in one answer of the service
 */
export function devicesMeant(text: string): Promise<readonly DeviceMeant[]> {
  const to = routeMeant(text);
  return to === undefined ? Promise.resolve([]) : devicesAt(to);
}

async function devicesAt(to: Route): Promise<readonly DeviceMeant[]> {
  const calls = client();
  if (to.at === 'number')
    return (await calls.findPhones(to.dirn)).map(({ name, description }) => meant('phone', name, description));
  if (to.at === 'device') {
    const found = await calls.findPhone(to.name);
    return found ? [meant(to.kind, found.name, found.description)] : [];
  }
  if (to.at !== 'search') return [];
  const { devices } = await calls.searchDevices(to.text);
  const all = devices.map(({ deviceKind, name, description }) => meant(deviceKind, name, description));
  // If the text is the complete name of a device, only that device matches, even if other names contain the text.
  const named = all.filter((one) => one.to.name.toLowerCase() === to.text.toLowerCase());
  return named.length > 0 ? named : all;
}

function meant(kind: DeviceKind, name: string, description: string): DeviceMeant {
  return { to: { at: 'device', kind, name }, description };
}
