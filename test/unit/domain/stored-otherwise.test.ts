import { describe, expect, it } from 'vitest';
import type { BusyLampField } from '../../../src/domain/busy-lamp-field.js';
import type { ButtonKind, EntryOf } from '../../../src/domain/button-kinds.js';
import type { SpeedDial } from '../../../src/domain/phone.js';
import {
  differingEntries,
  isAsAsked,
  type ListsOfWrite,
  reasonOf,
  StoredOtherwise,
} from '../../../src/domain/stored-otherwise.js';

const dial = (index: string, dirn: string, label: string): SpeedDial => ({ index, dirn, label });
const asked = [dial('1', '2001', 'Erste'), dial('4', '+4930999', 'Vier äöü'), dial('7', '0123', 'Seven')];
const long = 'Reception of the main building, ground floor';
const lamp: BusyLampField = { index: '1', dirn: '2002', partition: 'Internal_PT', label: 'Lamp', pickup: true };
const address: BusyLampField = { index: '2', destination: 'alice@example.com', label: 'Alice', pickup: false };
const many = Array.from({ length: 30 }, (_, at) => dial(String(at + 1), `20${at}`, `E${at}`));

function lists<Kind extends ButtonKind>(
  kind: Kind,
  wanted: readonly EntryOf[Kind][],
  present: readonly EntryOf[Kind][],
  before?: readonly EntryOf[Kind][],
): ListsOfWrite<Kind> {
  return { kind, asked: wanted, present, before };
}

const dials = (wanted: readonly SpeedDial[], present: readonly SpeedDial[], before?: readonly SpeedDial[]) =>
  lists('speeddial', wanted, present, before);
const lamps = (wanted: readonly BusyLampField[], present: readonly BusyLampField[]) =>
  lists('busylampfield', wanted, present);

describe('the list that was read is the one that was asked for', () => {
  it.each<readonly [string, readonly SpeedDial[], readonly SpeedDial[]]>([
    ['white space at the ends of labels', [dial('1', '2001', ' Ana ')], [dial('1', '2001', 'Ana')]],
    ['white space alone', [dial('1', '2001', '  ')], [dial('1', '2001', '')]],
    ['the backslash before a plus', [dial('1', '+4930', 'A')], [dial('1', String.raw`\+4930`, 'A')]],
    ['zeros and the order', [dial('2', '1', 'A'), dial('01', '2', 'B')], [dial('1', '2', 'B'), dial('002', '1', 'A')]],
  ])('with another %s', (_, wanted, present) => {
    expect(isAsAsked('speeddial', wanted, present)).toBe(true);
    expect(reasonOf(dials(wanted, present))).toBeUndefined();
    expect(differingEntries(dials(wanted, present))).toEqual([]);
  });
});

describe('the reason in words', () => {
  type Case = readonly [
    words: string,
    asked: readonly SpeedDial[],
    present: readonly SpeedDial[],
    before?: typeof asked,
  ];
  const speedDialCases: readonly Case[] = [
    ['cut the label at index 3 to 30 characters', [dial('3', '1', long)], [dial('3', '1', long.slice(0, 30))]],
    ['lost the letters outside ASCII of the label at index 4', asked, asked.with(1, dial('4', '+4930999', 'Vier ???'))],
    ['lost the letters outside ASCII of the label at index 1', [dial('1', '1', '😀 Ana')], [dial('1', '1', '?? Ana')]],
    ['lost the plus of the number at index 4', asked, asked.with(1, dial('4', '4930999', 'Vier äöü'))],
    ['closed the gap at 2', asked, asked.map((entry, at) => ({ ...entry, index: String(at + 1) }))],
    ['moved the entry at index 1 to 2', [dial('1', '1', 'A')], [dial('2', '1', 'A')]],
    ['filled the empty label at index 1', [dial('1', '2001', '')], [dial('1', '2001', '2001')]],
    ['lost the label at index 1', [dial('1', '2001', 'Ana')], [dial('1', '2001', '')]],
    ['wrote the label at index 1 in upper case', [dial('1', '1', 'Straße')], [dial('1', '1', 'STRASSE')]],
    ['wrote the label at index 1 in lower case', [dial('1', '1', 'Ana')], [dial('1', '1', 'ana')]],
    ['cut the number at index 1 to 24 characters', [dial('1', '9'.repeat(40), 'A')], [dial('1', '9'.repeat(24), 'A')]],
    ['kept only the first 20 of 30 entries', many, many.slice(0, 20)],
    ['kept no entry of the list', asked, []],
    ['kept the list as it was', asked, [dial('1', '5', 'Old')], [dial('01', '5', 'Old ')]],
    ['kept the list as it was', [], asked, asked],
    [
      'added the entries to the list instead of replacing it: what is at index 4 and 1 more was not asked for',
      asked.slice(0, 1),
      asked,
    ],
    [
      'wrote the label at index 1 in upper case, and changed 1 more entry',
      asked.slice(0, 2),
      [dial('1', '2001', 'ERSTE'), dial('4', '+4930999', 'VIER ÄÖÜ')],
    ],
  ];
  const named = speedDialCases.map(([words, ...given]) => ({ words, given }));
  it.each(named)('$words', ({ words, given }) => {
    expect(reasonOf(dials(...given))).toBe(words);
  });

  it.each([
    ['lost the pickup at index 1', [lamp], [{ ...lamp, pickup: false }]],
    ['lost the route partition at index 1', [lamp], [{ ...lamp, partition: '' }]],
    [
      'stored the number at index 1 as a free destination',
      [lamp],
      [{ index: '1', destination: '2002', label: 'Lamp', pickup: true }],
    ],
    ['lost the domain of the destination at index 2', [address], [{ ...address, destination: 'alice' }]],
  ] as readonly [string, readonly BusyLampField[], readonly BusyLampField[]][])('%s', (words, wanted, present) => {
    expect(reasonOf(lamps(wanted, present))).toBe(words);
  });

  it('is left out for a difference without a known form', () => {
    const error = new StoredOtherwise(
      dials([dial('1', '1', 'Ana')], [dial('1', '77', 'Bob'), dial('2', '3', 'C')]),
      undefined,
    );
    expect(error.facts).toEqual({
      detail: 'The call manager has set other speed dials than the ones that were sent. `present` is the list now.',
      effect: 'changed',
      present: [dial('1', '77', 'Bob'), dial('2', '3', 'C')],
      difference: [
        { index: '1', asked: dial('1', '1', 'Ana'), present: dial('1', '77', 'Bob') },
        { index: '2', asked: null, present: dial('2', '3', 'C') },
      ],
    });
  });

  it('names what else was changed, also if the list is right', () => {
    const { detail, reason, difference } = new StoredOtherwise(dials(asked, asked), 'removed the lines').facts;
    expect(detail).toBe(
      'The speed dials were set, but the write has changed more: it removed the lines. `present` is the list now.',
    );
    expect(reason).toBe('the call manager removed the lines');
    expect(difference).toEqual([]);
  });

  it('names at most 100 entries', () => {
    const wanted = Array.from({ length: 150 }, (_, at) => dial(String(at + 1), '1', long));
    const kept = wanted.map((entry) => ({ ...entry, label: 'R' }));
    const { difference, reason } = new StoredOtherwise(dials(wanted, kept), undefined).facts;
    expect(difference).toHaveLength(100);
    expect(reason).toBe('the call manager cut the label at index 1 to 1 characters, and changed 149 more entries');
  });
});
