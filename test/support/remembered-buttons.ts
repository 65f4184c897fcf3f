import { noSuchDevice } from '../../src/domain/errors.js';
import type { Button } from '../../src/domain/buttons.js';
import type { DeviceKey } from '../../src/domain/device.js';
import { uuid } from './fake-port.js';

/** The part of a call manager port that reads and sets buttons of devices, and stores them. */
export function rememberedButtons<Entry extends Button>(devices: Readonly<Record<string, readonly Entry[]>>) {
  const held = new Map(Object.entries(devices));
  const read = (device: DeviceKey) => {
    const entries = held.get(device.name);
    return entries ? Promise.resolve({ uuid, entries }) : Promise.reject(noSuchDevice(device));
  };
  const replace = (device: DeviceKey, entries: readonly Entry[]) => {
    if (!held.has(device.name)) return Promise.reject(noSuchDevice(device));
    held.set(device.name, entries);
    return Promise.resolve(uuid);
  };
  return { read, readForChange: read, replace };
}
