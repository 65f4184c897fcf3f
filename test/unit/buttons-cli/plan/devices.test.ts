import { describe, expect, it } from 'vitest';
import { copyButtons, giveButtons } from '../../../../src/buttons-cli/plan/copy-buttons.js';
import { findDevice, findDevices } from '../../../../src/buttons-cli/plan/devices.js';
import { lostZeros } from '../../../../src/buttons-cli/plan/import-buttons.js';
import { countsOf } from '../../../../src/buttons-cli/plan/plan.js';
import { Reader } from '../../../../src/buttons-cli/plan/reader.js';
import { lamps, jumpingClock, rememberLists, speedDials } from '../../../support/remembered-lists.js';

const dial = (index: string, dirn: string) => ({ index, dirn, label: '' });
const lamp = { index: '1', dirn: '4019', partition: '', label: '', pickup: false };

const { proxy } = rememberLists([
  [speedDials('A'), [dial('1', '0100')]],
  [lamps('A'), [lamp]],
  [speedDials('B'), []],
  [lamps('B'), []],
  [speedDials('A', 'profile'), []],
  [lamps('A', 'profile'), []],
  [speedDials('P:x', 'profile'), []],
]);
const reader = new Reader(proxy, { signal: new AbortController().signal, clock: jumpingClock() }, () => undefined);
const phone = (device: string) => ({ device, deviceKind: 'phone' });

describe('the device of an argument', () => {
  it.each([
    ['B', phone('B')],
    ['phone:A', phone('A')],
    ['profile:A', { device: 'A', deviceKind: 'profile' }],
    ['P:x', { device: 'P:x', deviceKind: 'profile' }],
  ])('is found by its name: %s', async (argument, device) => {
    expect(await findDevice(reader, argument)).toEqual(device);
  });

  it.each([
    ['', "the device's name is empty"],
    ['phone:', "the device's name is empty"],
    ['B\n', "the device's name must not contain control characters"],
    ['profile:B', 'there is no device profile B'],
    ['C', 'there is no phone or device profile C'],
    ['xphone:A', 'there is no phone or device profile xphone:A'],
    ['A', 'A is both a phone and a device profile; write phone:A or profile:A'],
  ])('is refused: %j', async (argument, said) => {
    await expect(findDevice(reader, argument)).rejects.toThrow(said);
  });

  it('is there once, even if it is named several times', async () => {
    expect(await findDevices(reader, ['B', 'phone:B', 'phone:A', 'B'])).toEqual([phone('B'), phone('A')]);
  });
});

describe('the buttons of one device', () => {
  it('are planned for others, in place of theirs', async () => {
    const planned = (await copyButtons(reader, 'phone:A', { names: ['B', 'profile:A'] })).lists;
    expect(planned.map(({ device, kind, before, after }) => [device, kind, before, after])).toEqual([
      ['B', 'speeddial', [], [dial('1', '0100')]],
      ['B', 'busylampfield', [], [lamp]],
      ['A', 'speeddial', [], [dial('1', '0100')]],
      ['A', 'busylampfield', [], [lamp]],
    ]);
    expect(countsOf({ lists: planned })).toMatchObject({
      devices: 2,
      lists: 4,
      added: 4,
      alreadyOk: 0,
    });
  });

  it('are not given to the device itself; only existing lists are copied', async () => {
    await expect(copyButtons(reader, 'phone:A', { names: ['B', 'phone:A'] })).rejects.toThrow(
      'A is the device to copy from',
    );
    const planned = await giveButtons(reader, new Map([['busylampfield', []]]), [{ device: 'A', deviceKind: 'phone' }]);
    expect(planned).toMatchObject([{ kind: 'busylampfield', before: [lamp], after: [] }]);
  });
});

describe('numbers that a spreadsheet treated as amounts', () => {
  const list = (before: string, after: string) => ({
    ...{ ...speedDials('A'), etag: '', before: [dial('1', before)], after: [dial('1', after)] },
  });

  it('only lose or gain leading zeros', () => {
    const lists = [list('0100', '100'), list('1', '2'), list('0', '00'), list('00100', '0100')];
    expect(lostZeros(lists)).toMatch(/^3 numbers would lose .*: 0100 would become 100 on A$/);
    expect(
      lostZeros([list('1', '2'), list('0', ''), list('1', '10'), { ...list('0100', '100'), leave: 'missing' }]),
    ).toBeUndefined();
  });
});
