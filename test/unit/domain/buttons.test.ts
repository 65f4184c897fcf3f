import { describe, expect, it } from 'vitest';
import { type BusyLampField, busyLampFieldRules } from '../../../src/domain/busy-lamp-field.js';
import {
  canonicalIndex,
  canonicalList,
  compareIndexes,
  hasForm,
  inIndexOrder,
  sameButtons,
  shownList,
  withUnshown,
} from '../../../src/domain/buttons.js';
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

  it.each([
    ['007', '7'],
    ['000', '0'],
    ['100', '100'],
    [' 05 ', '5'],
  ])('%j is %j', (index, canonical) => {
    expect(canonicalIndex(index)).toBe(canonical);
  });

  it('are sorted in a copy', () => {
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

  it('are equal if one has a number as it is stored, and the other as it is dialled', () => {
    expect(same([dial('1', '+1408', 'a')], [dial('1', '\\+1408', 'a')])).toBe(true);
    expect(same([dial('1', '\\+1408', 'a')], [dial('1', '+1408', 'a')])).toBe(true);
    expect(same([dial('1', '\\1408', 'a')], [dial('1', '1408', 'a')])).toBe(false);
  });

  it('are not equal if one has an unreadable value', () => {
    expect(same([dial('1', '0100', 'Büro')], [dial('1', '0100', 'B\uFFFDro')])).toBe(false);
  });

  it('that are both empty are equal', () => {
    expect(same([], [])).toBe(true);
  });
});

describe('the canonical spelling of a list', () => {
  it('is the same for each of its spellings', () => {
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

  it('distinguishes busy lamp fields by all that callers see', () => {
    const lamp = { index: '1', dirn: '+1408', partition: 'P', label: 'a', pickup: false };
    const lamps: readonly BusyLampField[] = [
      lamp,
      { ...lamp, index: '2' },
      { ...lamp, dirn: '1408' },
      { ...lamp, partition: '' },
      { ...lamp, label: 'A' },
      { ...lamp, pickup: true },
      { index: '1', destination: '+1408', label: 'a', pickup: false },
      { index: '1', destination: '+1408', label: 'b', pickup: false },
      { index: '1', destination: '', label: 'a', pickup: false },
    ];
    expect(new Set(lamps.map((other) => canonicalList(busyLampFieldRules, [other]))).size).toBe(lamps.length);
    const stored: readonly BusyLampField[] = [{ ...lamp, index: '01', dirn: '\\+1408' }];
    expect(sameButtons(busyLampFieldRules, [lamp], stored)).toBe(true);
    const free = { index: '1', destination: '+1408', label: 'a', pickup: false };
    expect(sameButtons(busyLampFieldRules, [free], [{ ...free, destination: '\\+1408' }])).toBe(true);
  });
});

describe('a value of unknown origin', () => {
  const lamp = { index: '1', label: '', pickup: false };

  it.each([
    ['a speed dial', speedDialRules, dial('1'), true],
    ['a speed dial with a number for a text', speedDialRules, { ...dial('1'), dirn: 100 }, false],
    ['a speed dial without a label', speedDialRules, { index: '1', dirn: '' }, false],
    ['a speed dial without an index', speedDialRules, { dirn: '', label: '' }, false],
    ['a lamp of a number', busyLampFieldRules, { ...lamp, dirn: '', partition: '' }, true],
    ['a lamp of a number without a partition', busyLampFieldRules, { ...lamp, dirn: '' }, false],
    ['a lamp of a destination', busyLampFieldRules, { ...lamp, destination: '' }, true],
    ['a lamp of nothing', busyLampFieldRules, lamp, false],
    ['a lamp with a text for a flag', busyLampFieldRules, { ...lamp, destination: '', pickup: 'false' }, false],
    ['a lamp without an index', busyLampFieldRules, { label: '', pickup: true, destination: '' }, false],
    ['a lamp without a label', busyLampFieldRules, { index: '', pickup: true, destination: '' }, false],
    ['null', speedDialRules, null, false],
    ['nothing', speedDialRules, undefined, false],
    ['a text', speedDialRules, 'x', false],
  ] as const)('%s', (_what, { isEntry }, value, expected) => {
    expect(isEntry(value)).toBe(expected);
  });

  it('must be an object, even if its properties are not checked', () => {
    expect(hasForm({}, {})).toBe(true);
    expect(hasForm(null, {})).toBe(false);
    expect(hasForm('x', {})).toBe(false);
  });
});

describe('the target of a button', () => {
  it('is a number in the dialled form, with its partition', () => {
    expect(speedDialRules.targetOf(dial('1', '\\+1408'))).toEqual({
      property: 'dirn',
      number: '+1408',
      partition: undefined,
    });
    const lamp = { index: '1', label: '', pickup: false };
    expect(busyLampFieldRules.targetOf({ ...lamp, dirn: '\\+1408', partition: 'P' })).toEqual({
      property: 'dirn',
      number: '+1408',
      partition: 'P',
    });
    expect(busyLampFieldRules.targetOf({ ...lamp, destination: '\\+1408' })).toEqual({
      property: 'destination',
      number: '+1408',
      partition: undefined,
    });
  });
});

describe('a list from the inventory', () => {
  const lamp = (index: string, dirn: string, pickup: boolean): BusyLampField => {
    return { index, dirn, partition: '', label: 'a', pickup };
  };

  it('gets hidden properties from the entry at the same index with the same target', () => {
    const seen = [lamp('1', '0101', false), lamp('2', '0102', false), lamp('3', '0103', false)];
    const held = [lamp('01', '0101', true), lamp('2', '0199', true)];
    expect(withUnshown(busyLampFieldRules, seen, held)).toEqual([
      lamp('1', '0101', true),
      lamp('2', '0102', false),
      lamp('3', '0103', false),
    ]);
  });

  it('is spelled without hidden properties, in order of index', () => {
    const spelling = shownList(busyLampFieldRules, [lamp('02', '0102', true), lamp('1', '\\+1', false)]);
    expect(spelling).toBe(
      '[{"index":"1","dirn":"+1","partition":"","label":"a"},{"index":"2","dirn":"0102","partition":"","label":"a"}]',
    );
    expect(shownList(speedDialRules, [dial('1', '0', 'x')])).toBe('[{"index":"1","dirn":"0","label":"x"}]');
  });
});
