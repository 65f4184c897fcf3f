import { describe, expect, it } from 'vitest';
import { chooseDevices } from '../../../../src/buttons-cli/work-out/devices.js';
import { keysOf } from '../../../../src/buttons-cli/work-out/devices-by-name.js';
import type { DeviceKind, DeviceSummary } from '../../../../src/domain/device.js';
import { problem, rememberLists, readerOf } from '../../../support/remembered-lists.js';
import { aDevice } from '../../../support/made.js';

const named = (prefix: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, place) => `${prefix}${String(from + place).padStart(4, '0')}`);

/** A cluster of devices, which records its requests: a page of a search has ten. */
function clusterOf(
  devices: readonly (readonly [name: string, deviceKind: DeviceKind])[],
  beforeSearch: () => void = () => undefined,
) {
  const all = devices
    .map(([name, deviceKind]): DeviceSummary => {
      return aDevice({ name, deviceKind, description: '', product: '', model: '', uuid: `${deviceKind}-${name}` });
    })
    .sort((a, b) => (a.name + a.deviceKind < b.name + b.deviceKind ? -1 : 1));
  const asked: string[] = [];
  const proxy = {
    ...rememberLists([]).proxy,
    searchDevices: async (text: string, { after }: { after?: string | undefined }) => {
      beforeSearch();
      asked.push(`search ${text}`);
      const found = all.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
      const end = Number(after ?? 0) + 10;
      return Promise.resolve({
        devices: found.slice(end - 10, end),
        next: end < found.length ? String(end) : undefined,
      });
    },
    findDevice: (deviceKind: DeviceKind, name: string) => {
      asked.push(`${deviceKind} ${name}`);
      const found = all.find((one) => one.deviceKind === deviceKind && one.name === name);
      return Promise.resolve(found && { ...found, dirns: [], speeddials: [] });
    },
  };
  const reader = readerOf({ proxy });
  return { reader, asked };
}

const phones = (names: readonly string[]) => names.map((name) => [name, 'phone'] as const);

describe('the devices of many names', () => {
  it('are found by a search for each common start of twenty names; a few are read one by one', async () => {
    const [many, others, few] = [named('SEP', 0, 40), named('CSF', 0, 20), named('TCT', 0, 3)];
    const { reader, asked } = clusterOf([...phones([...many, ...others, ...few])]);
    const { devices, leftOut } = await chooseDevices(reader, { names: [], listed: [...many, ...others, ...few] });
    expect(devices.map(({ device }) => device)).toEqual([...many, ...others, ...few]);
    expect(leftOut).toEqual([]);
    expect(asked.filter((what) => what.startsWith('search'))).toEqual([
      ...Array.from({ length: 4 }, () => 'search SEP00'),
      ...Array.from({ length: 2 }, () => 'search CSF00'),
    ]);
    expect(asked.filter((what) => !what.startsWith('search'))).toHaveLength(6);
  });

  it('may be of a phone and of a device profile, which is refused without the kind', async () => {
    const names = named('SEP', 0, 30);
    const { reader } = clusterOf([...phones(names), ['SEP0007', 'profile']]);
    await expect(chooseDevices(reader, { names: [], listed: names })).rejects.toThrow(
      'SEP0007 is both a phone and a device profile',
    );
    const said = names.map((name) => (name === 'SEP0007' ? 'profile:SEP0007' : name));
    const { devices } = await chooseDevices(reader, { names: [], listed: said });
    expect(devices[7]).toEqual({ device: 'SEP0007', deviceKind: 'profile' });
  });

  it('after the end of a search are read one by one, and so is the last name of its result', async () => {
    const { reader, asked } = clusterOf([...phones(named('SEP', 0, 999)), ['SEP0199', 'profile']]);
    const names = [...named('SEP', 190, 200), ...named('SEP', 700, 710)];
    await expect(chooseDevices(reader, { names: [], listed: names })).rejects.toThrow(
      'SEP0199 is both a phone and a device profile',
    );
    expect(asked.filter((what) => what.startsWith('search'))).toHaveLength(20);
    expect(asked).toContain('profile SEP0199');
    expect(asked).not.toContain('phone SEP0198');
  });

  it('are read one by one if the search fails', async () => {
    const names = named('SEP', 0, 20);
    const { reader, asked } = clusterOf(phones(names), () => {
      throw problem(422, 'rejected-by-call-manager');
    });
    const { devices } = await chooseDevices(reader, { names: [], listed: names });
    expect(devices.map(({ device }) => device)).toEqual(names);
    expect(asked).toHaveLength(40);
  });

  it('and their keys come from the same search', async () => {
    const names = named('SEP', 0, 25);
    const { reader, asked } = clusterOf(phones(names.slice(1)));
    const keys = await keysOf(reader, [
      ...names.map((device) => ({ device, deviceKind: 'phone' as const })),
      { device: 'SEP0001', deviceKind: 'profile' },
    ]);
    expect([keys.size, keys.get('phone/sep0001'), keys.get('profile/sep0001')]).toEqual([
      ...[24, 'phone-SEP0001', undefined],
    ]);
    expect(asked.filter((what) => !what.startsWith('search'))).toEqual(['phone SEP0000']);
  });
});
