import { describe, expect, it } from 'vitest';
import type { DeviceSummary, NumberSummary } from '../../../src/domain/device.js';
import { holds, soughtIn } from '../../../src/domain/sought.js';
import { beginningIn, fewestMacDigits, mostSuggestions, suggestionsOf } from '../../../src/domain/suggestion.js';
import { aDevice } from '../../support/made.js';

describe('typed text', () => {
  it.each([
    ['61', '61'],
    [' 61 ', '61'],
    ['+49', '+49'],
    ['\\+49', '+49'],
    ['+49 (89) 12-3.4/5', '+498912345'],
    ['*55#', '*55#'],
  ])('%j begins the number %j', (text, beginning) => {
    expect(beginningIn(text)).toBe(beginning);
  });

  it.each(['Ana', '6a', '+', '', '6%', '6_', "6'", '\\61', '6+1', '٣٤'])('%j is not the start of a number', (text) => {
    expect(beginningIn(text)).toBeUndefined();
  });

  it.each(['00:a1:b2', '00-A1-B2', '00a1.b2c3', 'sep00A1', '00 a1 b2 c3 00 11', 'SEP00A1B2C30011'])(
    '%j finds a phone by its MAC address',
    (text) => {
      const device = { name: 'SEP00A1B2C30011', description: '' };
      expect(holds(device, soughtIn(text, fewestMacDigits))).toBe(true);
      expect(holds({ ...device, name: 'SEP00B1B2C30011' }, soughtIn(text, fewestMacDigits))).toBe(false);
    },
  );

  it('is not a MAC address if it has too many or too few digits', () => {
    expect(soughtIn('00a1b2c3001122', fewestMacDigits).mac).toBeUndefined();
    expect(soughtIn('0:a', fewestMacDigits).mac).toBeUndefined();
    expect(soughtIn('00:a1:b2').mac).toBeUndefined();
  });

  it.each([
    ['Ana', undefined],
    ['x00a1', undefined],
    ['00a1x', undefined],
    ['00a1', '00a1'],
    ['SEP00A1B2C30011', '00a1b2c30011'],
  ])('%j is a MAC address of the digits %j', (text, mac) => {
    expect(soughtIn(text, fewestMacDigits)).toEqual({ text: text.toLowerCase(), mac });
  });

  it.each([
    ['reception', true],
    ['CIPC', true],
    // A combining accent, and one letter.
    ['BU\u0308RO', true],
    ['porter', false],
    ['recep.', false],
  ])('%j is in a name or a description, in any letter case: %s', (text, isHeld) => {
    const device = { name: 'cipc1', description: 'Reception, B\u00FCro' };
    expect(holds(device, soughtIn(text))).toBe(isHeld);
  });
});

describe('suggestions', () => {
  const number = (dirn: string, partition = ''): NumberSummary => ({ dirn, partition, description: 'd' });
  const device = (name: string, deviceKind: DeviceSummary['deviceKind'] = 'phone'): DeviceSummary => {
    return aDevice({ deviceKind, name, description: 'd', product: 'p', model: 'm' });
  };
  const many = (count: number) => Array.from({ length: count }, (_, position) => String(position).padStart(2, '0'));

  it('have the fields of their kinds, in order', () => {
    const numbers = [number('62'), number('61', 'PT'), number('61')];
    expect(suggestionsOf({ numbers, devices: [device('b'), device('a', 'profile'), device('a')] })).toEqual([
      { kind: 'number', dirn: '61', partition: '', description: 'd' },
      { kind: 'number', dirn: '61', partition: 'PT', description: 'd' },
      { kind: 'number', dirn: '62', partition: '', description: 'd' },
      { kind: 'phone', name: 'a', description: 'd', product: 'p', model: 'm' },
      { kind: 'profile', name: 'a', description: 'd', product: 'p', model: 'm' },
      { kind: 'phone', name: 'b', description: 'd', product: 'p', model: 'm' },
    ]);
  });

  it.each([
    [20, 20, 10, 10],
    [20, 3, 17, 3],
    [3, 20, 3, 17],
    [0, 20, 0, 20],
    [20, 0, 20, 0],
  ])('of %d numbers and %d devices are %d and %d', (numbers, devices, shownNumbers, shownDevices) => {
    const shown = suggestionsOf({
      numbers: many(numbers).map((dirn) => number(dirn)),
      devices: many(devices).map((name) => device(name)),
    });
    expect(shown.filter(({ kind }) => kind === 'number')).toHaveLength(shownNumbers);
    expect(shown.filter(({ kind }) => kind === 'phone')).toHaveLength(shownDevices);
    expect(shown.length).toBeLessThanOrEqual(mostSuggestions);
  });
});
