import { describe, expect, it } from 'vitest';
import { copyButtons, giveButtons } from '../../../../src/buttons-cli/work-out/copy-buttons.js';
import { chooseDevices, findDevice, findDevices, isNoChoice } from '../../../../src/buttons-cli/work-out/devices.js';
import { lostZeros } from '../../../../src/buttons-cli/work-out/import-buttons.js';
import { countsOf } from '../../../../src/buttons-cli/work-out/worked-out.js';
import { aDevice } from '../../../support/made.js';
import { lamps, rememberLists, speedDials, readerOf } from '../../../support/remembered-lists.js';

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
const held = [aDevice({ name: 'A' }), aDevice({ name: 'A', deviceKind: 'profile' }), aDevice({ name: 'B' })];
proxy.searchDevices = (text) => Promise.resolve({ devices: held.filter(({ name }) => name === text), next: undefined });
const reader = readerOf({ proxy });
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
    ['B\n', "the device's name must not contain control characters or broken Unicode (found U+000A)"],
    ['profile:B', 'there is no device profile B'],
    ['C', 'there is no phone or device profile C'],
    ['xphone:A', 'there is no phone or device profile xphone:A'],
    ['A', 'A is both a phone and a device profile; write phone:A or profile:A'],
  ])('is refused: %j', async (argument, said) => {
    await expect(findDevice(reader, argument)).rejects.toMatchObject({ message: said });
  });

  it('is there once, even if it is named several times', async () => {
    expect(await findDevices(reader, ['B', 'phone:B', 'phone:A', 'B'])).toEqual([phone('B'), phone('A')]);
  });
});

describe('the chosen devices', () => {
  it('are those of names, of a file and of searches, each once', async () => {
    const { devices, leftOut } = await chooseDevices(reader, {
      ...{ names: ['phone:A'], listed: ['B', 'phone:B'], searched: ['A', 'B'] },
    });
    expect(devices).toEqual([phone('A'), phone('B'), { device: 'A', deviceKind: 'profile' }]);
    expect(leftOut).toEqual([]);
  });

  it('leave out the names in a file that no device has, and say why', async () => {
    expect(await chooseDevices(reader, { names: [], listed: ['C', 'B', 'profile:B'] })).toEqual({
      devices: [phone('B')],
      leftOut: [
        { name: 'C', why: 'there is no phone or device profile' },
        { name: 'profile:B', why: 'there is no device profile' },
      ],
    });
  });

  it.each([
    [
      { names: [], listed: ['C', 'D'] },
      'nothing in the file matches; nothing was changed\n  there is no phone or device profile: C, D',
    ],
    [{ names: [], searched: ['B', ''] }, 'the text of --search is empty'],
    [
      { names: [], searched: ['B\n'] },
      'the text of --search must not contain control characters or broken Unicode (found U+000A)',
    ],
    [
      { names: [], searched: ['C'] },
      'no phone or device profile has C in its name or description; nothing was changed',
    ],
  ])('are refused if there is none: %j', async (choice, said) => {
    await expect(chooseDevices(reader, choice)).rejects.toMatchObject({ message: said });
  });

  it('do not include a name that no device has; nothing was changed then', async () => {
    await expect(chooseDevices(reader, { names: ['C'] })).rejects.toMatchObject({ isUntouched: true });
  });

  it.each([
    [{ names: [] }, true],
    [{ names: [], searched: [] }, true],
    [{ names: [], searched: ['A'] }, false],
    [{ names: [], listed: [] }, false],
    [{ names: ['A'] }, false],
  ])('may be not given at all: %j', (choice, is) => {
    expect(isNoChoice(choice)).toBe(is);
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
    expect(countsOf(planned)).toMatchObject({
      devices: 2,
      lists: 4,
      added: 4,
      already: 0,
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

describe('the device to copy from', () => {
  it('is skipped if a search finds it, too', async () => {
    const { lists: planned } = await copyButtons(reader, 'phone:A', { names: ['B'], searched: ['A'] });
    expect(planned.map(({ device, deviceKind }) => `${deviceKind} ${device}`)).toEqual([
      ...['phone B', 'phone B', 'profile A', 'profile A'],
    ]);
    await expect(copyButtons(reader, 'B', { names: [], searched: ['B'] })).rejects.toThrow(
      'B is the device to copy from; name other devices after it',
    );
  });
});

describe('numbers that a spreadsheet treated as amounts', () => {
  const list = (before: string, after: string) => ({
    ...{ ...speedDials('A'), etag: '', before: [dial('1', before)], after: [dial('1', after)] },
  });

  it('only lose or gain leading zeros', () => {
    const lists = [list('0100', '100'), list('1', '2'), list('0', '00'), list('00100', '0100')];
    expect(lostZeros(lists)).toMatch(/^3 numbers would lose .*: 0100 would become 100 on A$/);
    expect(lostZeros([list('1', '2'), list('0', ''), list('1', '10')])).toBeUndefined();
  });
});
