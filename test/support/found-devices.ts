import type { DevicePosition, DevicesFound, DeviceSummary, DeviceSearch } from '../../src/domain/device.js';

/** How a call manager port answers a search that finds these devices: a page of them, in order of name and kind. */
export function foundDevices(devices: readonly DeviceSummary[]) {
  return ({ after, most }: Pick<DeviceSearch, 'after' | 'most'>): Promise<DevicesFound> => {
    const rest = [...devices].sort(compare).filter((device) => !after || compare(device, after) > 0);
    const last = rest[most - 1];
    const next = rest.length > most && last ? { name: last.name, deviceKind: last.deviceKind } : undefined;
    return Promise.resolve({ devices: rest.slice(0, most), next });
  };
}

function compare(a: DevicePosition, b: DevicePosition): number {
  const [one, other] = [`${a.name}\0${a.deviceKind}`, `${b.name}\0${b.deviceKind}`];
  return one < other ? -1 : one > other ? 1 : 0;
}
