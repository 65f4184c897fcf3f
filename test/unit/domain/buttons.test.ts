import { describe, expect, it } from 'vitest';
import { type BusyLampField, busyLampFieldRules } from '../../../src/domain/busy-lamp-field.js';
import { canonicalList, compareIndexes, inIndexOrder, sameButtons } from '../../../src/domain/buttons.js';
import { type SpeedDial, speedDialRules } from '../../../src/domain/phone.js';
import { dial } from '../../support/fake-port.js';

function same(a: readonly SpeedDial[], b: readonly SpeedDial[]): boolean {
  return sameButtons(speedDialRules, a, b);
}

describe('indexes', () => {
  it.each<[string, string, number]>([
    ['1', '2', -1],
    ['10', '9', 1],
    ['1', '01', 0],
    ['0', '000', 0],
    ['100000000000000000001', '100000000000000000000', 1],
  ])('%s and %s', (a, b, expected) => {
    expect(Math.sign(compareIndexes(a, b))).toBe(expected);
    expect(Math.sign(compareIndexes(b, a))).toBe(expected === 0 ? 0 : -expected);
  });

  it('are put in order without touching what was given', () => {
    const dials = [dial('2'), dial('1')];
    expect(inIndexOrder(dials)).toEqual([dial('1'), dial('2')]);
    expect(dials).toEqual([dial('2'), dial('1')]);
  });
});

describe('two lists', () => {
  const list = [dial('1', '0100', 'a'), dial('2', '0200', 'b')];

  it.each([
    ['the same', list, true],
    ['in another order', [...list].reverse(), true],
    ['with leading zeros', [dial('01', '0100', 'a'), dial('002', '0200', 'b')], true],
    ['with another label', [dial('1', '0100', 'a'), dial('2', '0200', 'B')], false],
    ['with another number', [dial('1', '100', 'a'), dial('2', '0200', 'b')], false],
    ['with another index', [dial('1', '0100', 'a'), dial('3', '0200', 'b')], false],
    ['with one less', [dial('1', '0100', 'a')], false],
    ['with one more', [...list, dial('3')], false],
    ['empty', [], false],
  ])('%s', (_what, other, expected) => {
    expect(same(list, other)).toBe(expected);
    expect(same(other, list)).toBe(expected);
  });

  it('are the same where one has a number as it is stored, and the other as it is dialled', () => {
    expect(same([dial('1', '+1408', 'a')], [dial('1', '\\+1408', 'a')])).toBe(true);
    expect(same([dial('1', '\\+1408', 'a')], [dial('1', '+1408', 'a')])).toBe(true);
    expect(same([dial('1', '\\1408', 'a')], [dial('1', '1408', 'a')])).toBe(false);
  });

  it('are not the same where what one has is unreadable', () => {
    expect(same([dial('1', '0100', 'Büro')], [dial('1', '0100', 'B\uFFFDro')])).toBe(false);
  });

  it('that are both empty are the same', () => {
    expect(same([], [])).toBe(true);
  });
});

describe('the one spelling of a list', () => {
  it('is that of each of its spellings', () => {
    const spellings: readonly (readonly SpeedDial[])[] = [
      [dial('1', '\\+1408', 'a'), dial('10', '0200')],
      [dial('10', '0200'), dial('01', '+1408', 'a')],
      [
        { label: 'a', dirn: '+1408', index: '1' },
        { label: '', index: '010', dirn: '0200' },
      ],
    ];
    expect(new Set(spellings.map((list) => canonicalList(speedDialRules, list)))).toEqual(
      new Set(['[{"index":"1","dirn":"+1408","label":"a"},{"index":"10","dirn":"0200","label":""}]']),
    );
  });

  it('tells busy lamp fields apart by all that callers are shown', () => {
    const lamp = { index: '1', dirn: '+1408', partition: 'P', label: 'a', pickup: false };
    const lamps: readonly BusyLampField[] = [
      lamp,
      { ...lamp, index: '2' },
      { ...lamp, dirn: '1408' },
      { ...lamp, partition: '' },
      { ...lamp, label: 'A' },
      { ...lamp, pickup: true },
      { index: '1', destination: '+1408', label: 'a', pickup: false },
    ];
    expect(new Set(lamps.map((other) => canonicalList(busyLampFieldRules, [other]))).size).toBe(lamps.length);
    const stored: readonly BusyLampField[] = [{ ...lamp, index: '01', dirn: '\\+1408' }];
    expect(sameButtons(busyLampFieldRules, [lamp], stored)).toBe(true);
    const free = { index: '1', destination: '+1408', label: 'a', pickup: false };
    expect(sameButtons(busyLampFieldRules, [free], [{ ...free, destination: '\\+1408' }])).toBe(true);
  });
});
