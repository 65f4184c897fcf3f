import { describe, expect, it } from 'vitest';
import type { PointingButton } from '../../../src/domain/button-kinds.js';
import { deviceId } from '../../../src/domain/device.js';
import { grouped } from '../../../src/domain/grouped.js';
import { compareButtons, compareDevices, compareNumbers, compareTexts } from '../../../src/domain/order.js';

/** Checks that the items are in order, for any order of the input. */
function expectOrder<Item>(compare: (a: Item, b: Item) => number, ordered: readonly Item[]): void {
  for (const [place, item] of ordered.entries()) {
    for (const [other, against] of ordered.entries()) {
      expect(Math.sign(compare(item, against))).toBe(Math.sign(place - other));
    }
  }
}

describe('the orders of answers', () => {
  it('are by code unit for texts, in any language', () => {
    expectOrder(compareTexts, ['', 'A', 'Z', 'a', 'ä']);
  });

  it('are by device, kind, number of the index, and kind of device for buttons', () => {
    const button = (
      device: string,
      kind: PointingButton['kind'],
      index: string,
      more: Partial<PointingButton> = {},
    ) => {
      const common = { deviceKind: 'phone', uuid: '', description: '', dirn: '', partition: '', label: '' } as const;
      return { ...common, device, kind, index, ...more };
    };
    expectOrder(compareButtons, [
      button('A', 'busylampfield', '2'),
      button('A', 'busylampfield', '10'),
      button('A', 'speeddial', '1'),
      button('A', 'speeddial', '1', { deviceKind: 'profile' }),
      button('B', 'busylampfield', '1'),
    ]);
  });

  it('are by number and partition for numbers', () => {
    const number = (dirn: string, partition: string) => ({ dirn, partition, description: '' });
    expectOrder(compareNumbers, [number('1', 'b'), number('2', ''), number('2', 'a')]);
  });

  it('are by name and kind for devices', () => {
    expectOrder(compareDevices, [
      { name: 'A', deviceKind: 'profile' },
      { name: 'B', deviceKind: 'phone' },
      { name: 'B', deviceKind: 'profile' },
    ]);
  });
});

it('a device is the same in any letter case of its name, and another one with another kind', () => {
  expect(deviceId({ kind: 'phone', name: 'SEPaB' })).toBe(deviceId({ kind: 'phone', name: 'sepAb' }));
  expect(deviceId({ kind: 'profile', name: 'SEPAB' })).not.toBe(deviceId({ kind: 'phone', name: 'SEPAB' }));
});

it('groups are in the order in which they start, and their items in the order of the input', () => {
  const groups = grouped(['b1', 'a1', 'b2', 'c1', 'a2'], ([first = '']) => first);
  expect([...groups]).toEqual([
    ['b', ['b1', 'b2']],
    ['a', ['a1', 'a2']],
    ['c', ['c1']],
  ]);
});
