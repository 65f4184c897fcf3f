import { describe, expect, it } from 'vitest';
import { addButton } from '../../../../src/buttons-cli/work-out/add-button.js';
import { lamps, rememberLists, speedDials, readerOf } from '../../../support/remembered-lists.js';

const dial = (index: string, dirn = '1', label = '') => ({ index, dirn, label });
const indexes = [['2', '3'], ['01', '3'], [], ['1', '2', '10']];
const held = indexes.map((of, place) => [speedDials(`D${place}`), of.map((index) => dial(index))] as const);

const reader = readerOf(
  rememberLists([
    ...held,
    [speedDials('Has'), [dial('7', '0100', 'Desk')]],
    [speedDials('Other'), [dial('7', '0100')]],
  ]),
);
const phone = (device: string) => ({ device, deviceKind: 'phone' }) as const;

async function added(devices: readonly string[], index?: string) {
  const button = { kind: 'speeddial', at: (at: string) => dial(at, '0100', 'Desk'), index } as const;
  const { lists, notes } = await addButton(reader, button, devices.map(phone));
  return { at: lists.map(({ before, after }) => after.find((one) => !before.includes(one))?.index), lists, notes };
}

describe('an added button', () => {
  it('gets the first free index of each device, in order', async () => {
    const { at, lists, notes } = await added(['D0', 'D1', 'D2', 'D3']);
    expect([at, notes]).toEqual([['1', '2', '1', '3'], []]);
    expect(lists[3]?.after.map(({ index }) => index)).toEqual(['1', '2', '3', '10']);
  });

  it('is not added if it exists, and is reported if another button leads to the number', async () => {
    const { at, notes } = await added(['Has', 'Other']);
    expect([at, notes]).toEqual([
      [undefined, '1'],
      ['1 device already with speed dials to this number (Other) would get one more'],
    ]);
    expect((await added(['Has'], '7')).at).toEqual([undefined]);
    expect((await added(['Has'], '1')).at).toEqual(['1']);
  });

  it.each([
    [10, ''],
    [11, ' and others'],
  ])('names at most ten devices: of %i', async (count, more) => {
    const names = Array.from({ length: count }, (_, place) => `D${place}`);
    const many = readerOf(rememberLists(names.map((name) => [speedDials(name), [dial('1')]])));
    const button = { kind: 'speeddial', at: (at: string) => dial(at, '0100'), index: '1' } as const;
    await expect(addButton(many, button, names.map(phone))).rejects.toThrow(
      `index 1 is taken on ${count} devices (D0, D1, D2, D3, D4, D5, D6, D7, D8, D9${more}); nothing was changed.`,
    );
  });

  it('is not reported as one more if the other button watches the number in another partition', async () => {
    const lamp = (index: string, partition: string) => ({ ...dial(index, '0100'), partition, pickup: false });
    const watching = readerOf(rememberLists([[lamps('D'), [lamp('1', 'PT-1')]]]));
    const notes = async (partition: string) => {
      const button = {
        kind: 'busylampfield',
        at: (at: string) => ({ ...lamp(at, partition), label: 'Desk' }),
      } as const;
      return (await addButton(watching, { ...button, index: undefined }, [phone('D')])).notes;
    };
    expect(await notes('PT-2')).toEqual([]);
    expect(await notes('PT-1')).toHaveLength(1);
  });

  it('at a used index is refused for all devices, which are named', async () => {
    await expect(added(['D0', 'D1', 'D2', 'D3'], '1')).rejects.toThrow(
      'index 1 is taken on 2 devices (D1, D3); nothing was changed. Leave --index out',
    );
    expect((await added(['D0', 'D2'], '1')).at).toEqual(['1', '1']);
  });
});
