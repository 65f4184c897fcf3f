import { describe, expect, it } from 'vitest';
import { chooseAmong } from '../../../../src/buttons-cli/work-out/choose-among.js';
import type { DeviceChoice } from '../../../../src/buttons-cli/work-out/devices.js';
import { aDevice } from '../../../support/made.js';
import { lamps, rememberLists, speedDials, readerOf } from '../../../support/remembered-lists.js';

const { proxy } = rememberLists([]);
proxy.searchDevices = (text) =>
  Promise.resolve({ devices: [aDevice({ name: text }), aDevice({ name: 'Other' })], next: undefined });
const reader = readerOf({ proxy });

const items = [speedDials('SEPa'), lamps('SEPa'), speedDials('B'), speedDials('B', 'profile')];
const choose = (choice: DeviceChoice) => chooseAmong(reader, items, choice, 'the plan changes');

describe('the items of a device', () => {
  it('are all of its items, found by its name in any letter case', async () => {
    expect(await choose({ names: ['phone:sepA'] })).toEqual({ items: items.slice(0, 2), leftOut: [] });
    expect((await choose({ names: ['profile:b'] })).items).toEqual(items.slice(3));
    expect(await choose({ names: [] })).toEqual({ items, leftOut: [] });
  });

  it.each([
    ['B', 'B is both a phone and a device profile'],
    ['profile:SEPA', 'the plan changes nothing on profile:SEPA; nothing was changed'],
    ['', 'the plan changes nothing on '],
  ])('are refused: %s', async (name, said) => {
    await expect(choose({ names: [name] })).rejects.toThrow(said);
  });

  it('are those of the devices that a search finds, if it finds one that has some', async () => {
    expect((await choose({ names: ['profile:B'], searched: ['B'] })).items).toEqual(items.slice(2));
    await expect(choose({ names: [], searched: ['B', 'C'] })).rejects.toThrow(
      'the plan changes nothing on a device with C; nothing was changed',
    );
  });

  it('leave out devices of a file that have none, if any device has some', async () => {
    const { items: chosen, leftOut } = await choose({ names: [], listed: ['x', 'sepa', 'x'] });
    expect([chosen.length, leftOut]).toEqual([2, [{ name: 'x', why: 'the plan changes nothing on' }]]);
    await expect(choose({ names: [], listed: ['x'] })).rejects.toThrow('the plan changes nothing on: x');
  });
});
