import { describe, expect, it } from 'vitest';
import type { DeviceSummary, NumberSummary } from '../../../src/domain/device.js';
import { holds, phoneNameIn, soughtIn } from '../../../src/domain/sought.js';
import { mostSuggestions, onlyNumberIn, suggestionsOf } from '../../../src/domain/suggestion.js';
import { aDevice } from '../../support/made.js';

describe('typed text', () => {
  it.each([
    ['61', '61'],
    [' 61 ', '61'],
    ['+49', '+49'],
    ['\\+49', '+49'],
    ['+49 (89) 12-3.4/5', '+498912345'],
    ['+49 (0)89 12', '+498912'],
    ['+49\u00A089\u200B12', '+498912'],
    ['*55#', '*55#'],
    ['4019 Petra', '4019'],
    ['001122334455', '001122334455'],
  ])('%j begins the number %j', (text, number) => {
    expect(soughtIn(text)).toMatchObject({ number, target: number });
  });

  it.each([
    ['(408) 555-4019', '4085554019'],
    ['+1 408 555 4019', '14085554019'],
    ['0049 89 123', '4989123'],
    ['089 123', '89123'],
    ['0100', undefined],
    ['*4019', undefined],
  ])('%j may be the end %j of a number', (text, ending) => {
    expect(soughtIn(text).ending).toBe(ending);
  });

  it.each([
    ['95551234,,8787', '95551234,,8787'],
    ['9 555-1234, 87', '95551234,87'],
    ['alice@example.com', 'alice@example.com'],
    [' alice@exam\u00ADple.com ', 'alice@example.com'],
  ])('%j is the target %j of a button, and no number', (text, target) => {
    expect(soughtIn(text)).toMatchObject({ target, number: undefined, ending: undefined });
  });

  it.each(['Ana', '6a', '+', '', '6%', '6_', "6'", '\\61', '6+1', '٣٤', '3 Meeting rooms', '00-11-22-33-44-55'])(
    '%j is neither',
    (text) => {
      expect(soughtIn(text)).toMatchObject({ number: undefined, target: undefined });
    },
  );

  it.each(['00:a1:b2', '00-A1-B2', '00a1.b2c3', 'sep00A1', '00 a1 b2 c3 00 11', 'SEP00A1B2C30011'])(
    '%j finds a phone by its MAC address',
    (text) => {
      const device = { name: 'SEP00A1B2C30011', description: '' };
      expect(holds(device, soughtIn(text))).toBe(true);
      expect(holds({ ...device, name: 'SEP00B1B2C30011' }, soughtIn(text))).toBe(false);
    },
  );

  it.each([
    ['00:a1:b2:c3:00:11', 'SEP00A1B2C30011'],
    ['00A1.B2C3.0011', 'SEP00A1B2C30011'],
    ['00-A1-B2-C3-00-11\u200B', 'SEP00A1B2C30011'],
    ['00a1b2c30011', 'SEP00A1B2C30011'],
    ['sep00a1b2c30011', 'SEP00A1B2C30011'],
    ['00a1b2c3001122', undefined],
    ['00:a1:b2', undefined],
    ['x00a1b2c30011', undefined],
    ['CSFANNA', undefined],
  ])('%j names the phone %j', (text, name) => {
    expect(phoneNameIn(text)).toBe(name);
  });

  it.each(['0:a', 'Ana', 'x00a1', '00a1x'])('%j is no beginning of a MAC address', (text) => {
    expect(soughtIn(text).mac).toBeUndefined();
  });

  it.each([
    ['reception', true],
    ['CIPC', true],
    // A combining accent, and one letter.
    ['BU\u0308RO', true],
    ['buro recep', true],
    ['b\u00FCr cipc\u200B', true],
    ['porter', false],
    ['recep porter', false],
    ['recep.', false],
  ])('%j has its words in a name and description, in any letter case: %s', (text, isHeld) => {
    const device = { name: 'cipc1', description: 'Recep\u00ADtion, B\u00FCro' };
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
    expect(suggestionsOf({ numbers, devices: [device('b'), device('a', 'profile'), device('a')] }, '6')).toEqual([
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
    const shown = suggestionsOf(
      {
        numbers: many(numbers).map((dirn) => number(dirn)),
        devices: many(devices).map((name) => device(name)),
      },
      'd',
    );
    expect(shown.filter(({ kind }) => kind === 'number')).toHaveLength(shownNumbers);
    expect(shown.filter(({ kind }) => kind === 'phone')).toHaveLength(shownDevices);
    expect(shown.length).toBeLessThanOrEqual(mostSuggestions);
  });

  it.each([
    ['4019', ['4019', '+14084019'], ['4019']],
    ['(408) 555-4019', ['+14085554019'], ['+14085554019']],
    ['555-4019', ['+14085554019', '+12125554019'], []],
  ])('for %j of %j are %j: an end counts if it is the only one', (text, dirns, suggested) => {
    const found = suggestionsOf({ numbers: dirns.map((dirn) => number(dirn)), devices: [device('a')] }, text);
    expect(found.flatMap((one) => (one.kind === 'number' ? [one.dirn] : []))).toEqual(suggested);
    expect(onlyNumberIn(found)).toBe(suggested[0]);
  });

  it('are about one number if it is in several partitions', () => {
    const found = suggestionsOf(
      { numbers: [number('+14085554019', 'A'), number('+14085554019', 'B')], devices: [] },
      '5554019',
    );
    expect([found.length, onlyNumberIn(found)]).toEqual([2, '+14085554019']);
  });
});
