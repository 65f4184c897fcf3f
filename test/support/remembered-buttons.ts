import type { Button } from '../../src/domain/buttons.js';
import type { DeviceKey } from '../../src/domain/device.js';
import { noSuchDevice } from '../../src/use-cases/no-such-device.js';
import { uuid } from './call-manager.js';

/** The part of a call manager port that reads and sets the buttons of devices, and remembers them. */
export function rememberedButtons<Entry extends Button>(devices: Readonly<Record<string, readonly Entry[]>>) {
  const held = new Map(Object.entries(devices));
  const read = ({ name }: DeviceKey) => {
    const entries = held.get(name);
    return Promise.resolve(entries && { uuid, entries });
  };
  const replace = (device: DeviceKey, entries: readonly Entry[]) => {
    if (!held.has(device.name)) return Promise.reject(noSuchDevice(device));
    held.set(device.name, entries);
    return Promise.resolve(uuid);
  };
  return { read, readForChange: read, replace };
}
