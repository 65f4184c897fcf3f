import type { BusyLampField } from '../../src/domain/busy-lamp-field.js';
import type { DeviceKey } from '../../src/domain/device.js';
import type { DeviceName } from '../../src/domain/identifiers.js';
import type { ButtonsOfDevices } from '../../src/use-cases/call-manager.js';
import { connect, startFake } from './axl-backend.js';
import { callContext } from './call-context.js';
import type { FakeOptions } from './fake-axl-server.js';

export const key = '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9';

/**
 * A call manager with one phone and one device profile that share the same busy lamp fields, stored as text. If a list
 * is sent, it replaces these. If a request names no children, the answer has everything.
 * @param lamps the entries as text, each a `<busyLampField>`
 */
export async function startWithLamps(lamps: readonly string[], options: FakeOptions = {}, release = '14.0') {
  const stored = { lamps: lamps.join('') };
  const get = (element: string) => () =>
    `<${element} uuid="{${key.toUpperCase()}}"><name>X</name><lines/><speeddials/>` +
    `<busyLampFields>${stored.lamps}</busyLampFields></${element}>`;
  const update = (body: string): string => {
    stored.lamps = /<busyLampFields>(.*)<\/busyLampFields>/s.exec(body)?.[1] ?? stored.lamps;
    return `{${key.toUpperCase()}}`;
  };
  const fake = await startFake({
    answers: {
      getPhone: get('phone'),
      getDeviceProfile: get('deviceProfile'),
      updatePhone: update,
      updateDeviceProfile: update,
    },
    ...options,
  });
  const { callManager } = await connect(fake.url(), { AXL_VERSION: release });
  return { fake, stored, callManager, change: changing(callManager.buttons.busylampfield) };
}

export type Change = (present: readonly BusyLampField[]) => readonly BusyLampField[];

/** @returns a function that reads a device's busy lamp fields and writes the changed list */
function changing(lamps: ButtonsOfDevices<BusyLampField>) {
  return async (how: Change, device: DeviceKey = phone): Promise<string> => {
    const held = await lamps.readForChange(device, callContext());
    return lamps.replace(device, how(held.entries), held, callContext());
  };
}

export const phone: DeviceKey = { kind: 'phone', name: 'SEP00A1B2C30001' as DeviceName };
export const profile: DeviceKey = { kind: 'profile', name: 'UDP_FRONTDESK' as DeviceName };

/** The entries of a list, each as written. */
export function entriesIn(list: string): string[] {
  return list.match(/<busyLampField>.*?<\/busyLampField>/gs) ?? [];
}
