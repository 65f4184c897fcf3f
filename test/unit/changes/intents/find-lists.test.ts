import { describe, expect, it } from 'vitest';
import { findLists } from '../../../../src/changes/intents/find-lists.js';
import type { ButtonFilter, IntentToFind } from '../../../../src/changes/intents/intent.js';
import { deviceId } from '../../../../src/domain/device.js';
import type { ListedFinding } from '../../../../src/domain/finding.js';
import { dial } from '../../../support/changes.js';
import { aFinding } from '../../../support/made.js';
import { type Remembered, rememberedFinder } from '../../../support/remembered-finder.js';

const lamp = (index: string, partition: string, label = 'Old') => ({
  ...{ index, dirn: '6130', partition, label, pickup: false },
});
const office: readonly Remembered[] = [
  ['A', 'speeddial', [dial(2, '6130', 'Old')]],
  ['B', 'busylampfield', [lamp('1', 'PT-1'), lamp('2', 'PT-2', 'Else')]],
  ['profile/P', 'busylampfield', [lamp('3', 'PT-1'), { index: '4', destination: '6130', label: 'Old', pickup: true }]],
];

/** @returns the lists that an intent means, in words, and its notes */
async function found(intent: IntentToFind, scene: Parameters<typeof rememberedFinder>[0]) {
  const { lists, notes } = await findLists(intent, rememberedFinder(scene));
  return {
    lists: lists.map(({ device, kind }) => `${deviceId(device)} ${kind}`),
    notes: notes.map(({ code, text }) => `${code}: ${text}`),
    edits: lists.map(({ edits, after }) => edits ?? after),
  };
}

const relabelled = (filter: ButtonFilter, lists = office, numbers: readonly string[] = ['6130 PT-1']) =>
  found({ relabel: [{ dirn: '6130', label: 'New', ...filter }] }, { lists, numbers });

/** Lamps to 6130 in each of these partitions. */
const watching = (...partitions: readonly string[]): readonly Remembered[] =>
  partitions.map((partition, at) => [`D${at}`, 'busylampfield', [lamp('1', partition)]]);
const carriedIn = (...partitions: readonly string[]) => partitions.map((partition) => `6130 ${partition}`.trim());

describe('the buttons to a number', () => {
  it('are refused if the number is in several partitions, unless one is given', async () => {
    await expect(relabelled({})).rejects.toThrow(/several partitions.*: PT-1, PT-2\. Choose one/);
    const { lists, notes, edits } = await relabelled({ partition: 'PT-1' });
    expect(lists).toEqual(['phone/b busylampfield', 'profile/p busylampfield']);
    expect(notes).toEqual([expect.stringMatching(/^not-edited: 3 buttons without a partition|^not-edited: /)]);
    expect(edits[0]).toEqual({ buttons: [{ dirn: '6130', partition: 'PT-1', oldLabel: undefined, label: 'New' }] });
  });

  it('are restricted by kind, device, search and old label', async () => {
    const dials = ['phone/a speeddial'];
    expect((await relabelled({ kinds: ['speeddial'] })).lists).toEqual(dials);
    expect((await relabelled({ devices: ['a'] })).lists).toEqual(dials);
    expect((await relabelled({ search: 'A' })).lists).toEqual(dials);
    expect((await relabelled({ oldLabel: 'Else', partition: 'PT-2' })).lists).toEqual(['phone/b busylampfield']);
    expect((await relabelled({ devices: [{ profile: 'P' }] })).lists).toEqual(['profile/p busylampfield']);
    const sep: readonly Remembered[] = [['SEP00A1B2C30011', 'speeddial', [dial(1, '6130', '')]]];
    expect((await relabelled({ devices: ['00-a1-b2-c3-00-11'] }, sep)).lists).toEqual([
      'phone/sep00a1b2c30011 speeddial',
    ]);
  });

  it('tell the named devices that have none', async () => {
    const { lists, notes } = await relabelled({ kinds: ['speeddial'], devices: ['A', 'B', { profile: 'P' }] });
    expect([lists, notes]).toEqual([['phone/a speeddial'], ['left-out: No such button is on these devices: B, P.']]);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['where it is carried in another one than those that are watched', ['PT-1'], ['PT-1', 'PT-2']],
    ['where it is carried without a partition, and watched with one', ['PT-1'], ['', 'PT-1']],
    ['where it is watched in one that no one carries', ['PT-9'], ['PT-1']],
    ['where it is watched without a partition, and carried with one, too', [''], ['', 'PT-1']],
  ])('are refused if the number may belong to several people: %s', async (_, partitions, carried) => {
    const names = [...new Set([...partitions, ...carried])].sort().map((name) => (name === '' ? '(none)' : name));
    await expect(relabelled({}, watching(...partitions), carriedIn(...carried))).rejects.toThrow(
      `6130 is in several partitions, so it can belong to several people: ${names.join(', ')}. Choose one with partition.`,
    );
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['in one partition', ['PT-1', 'PT-1'], ['PT-1']],
    ['without a partition, which is carried in none', ['', ''], ['']],
    ['in one partition and as free text', ['PT-1', ''], ['PT-1']],
    ['as free text, whatever is carried', ['', ''], ['PT-1', 'PT-2']],
  ])('are all meant: %s', async (_, partitions, carried) => {
    const { lists } = await relabelled({}, watching(...partitions), carriedIn(...carried));
    expect(lists).toEqual(['phone/d0 busylampfield', 'phone/d1 busylampfield']);
  });

  it('are meant without a partition only, which leaves nothing out', async () => {
    const { lists, notes } = await relabelled({ partition: '' }, watching('', 'PT-1'), carriedIn('', 'PT-1'));
    expect([lists, notes]).toEqual([['phone/d0 busylampfield'], [expect.stringContaining('1 button ')]]);
  });

  it.each<[string, ButtonFilter, readonly Remembered[], readonly string[], string]>([
    ['no one has the number', {}, [], [], 'No device has the number, and no button leads to it: 6130.'],
    ['no button leads to it', {}, [], ['6130 PT-1'], 'No button leads to it: 6130.'],
    [
      'of another kind',
      { kinds: ['busylampfield'] },
      office.slice(0, 1),
      [],
      'Buttons lead to it, but none of this kind',
    ],
    [
      'with another label',
      { oldLabel: 'old' },
      office.slice(0, 1),
      [],
      'Buttons lead to it, but none of this kind or label',
    ],
    ['on other devices', { devices: ['Z'] }, office, [], 'Buttons lead to it, but none'],
    [
      'in another partition',
      { partition: 'pt-1' },
      watching('PT-1', ''),
      carriedIn('PT-0', 'PT-1'),
      'Not in the partition pt-1, but in PT-0, PT-1: 6130.',
    ],
    [
      'in an unknown partition',
      { partition: 'PT-9' },
      watching(''),
      [],
      'Not in the partition PT-9, whose partition is not known',
    ],
  ])('are not found, and it is said why: %s', async (_, filter, lists, numbers, said) => {
    await expect(relabelled(filter, lists, numbers)).rejects.toThrow(said);
  });

  it('are left out of several numbers, and told with each reason', async () => {
    const remove = (...dirns: readonly string[]) =>
      found({ remove: [{ dirns }] }, { lists: office.slice(0, 1), numbers: ['4712 PT'] });
    expect(await remove('9', '6130', '8', '4712', '6130')).toMatchObject({
      lists: ['phone/a speeddial'],
      notes: [
        'left-out: No device has the number, and no button leads to it: 9, 8.',
        'left-out: No button leads to it: 4712.',
      ],
    });
    await expect(remove('9', '4712')).rejects.toThrow('no button leads to it: 9. No button leads to it: 4712.');
  });

  it('of two numbers on one list are edited together, in order', async () => {
    const lists: readonly Remembered[] = [['A', 'speeddial', [dial(1, '1', ''), dial(2, '2', '')]]];
    const swapped = await found(
      {
        replace: [
          { dirn: '1', to: '2' },
          { dirn: '\\+2', to: '9' },
          { dirn: '2', to: '1' },
        ],
      },
      { lists },
    );
    expect(swapped.lists).toEqual(['phone/a speeddial']);
    expect(swapped.edits).toMatchObject([
      {
        buttons: [
          { dirn: '1', to: '2' },
          { dirn: '2', to: '1' },
        ],
      },
    ]);
  });
});

describe('a button to add', () => {
  const entry = { dirn: '6130', label: 'Desk' };
  const devices = ['A', 'a', { profile: 'P' }, 'SEP00A1B2C30011', '00a1.b2c3.0012', 'Gone', 'P'];

  it('goes to each device once: by name, MAC address, profile, and search; one that is nowhere is a phone', async () => {
    const lists: readonly Remembered[] = [...office, ['SEP00A1B2C30012', 'speeddial', []]];
    const { lists: to } = await found({ add: [{ devices, search: 'SEP', kind: 'speeddial', entry }] }, { lists });
    expect(to).toEqual(
      ['phone/a', 'profile/p', 'phone/sep00a1b2c30011', 'phone/sep00a1b2c30012', 'phone/gone'].map(
        (id) => `${id} speeddial`,
      ),
    );
    await expect(found({ add: [{ search: 'ZZ', kind: 'speeddial', entry }] }, { lists })).rejects.toThrow(
      'has "ZZ" in',
    );
  });

  it('watches its number in the only partition that it is in', async () => {
    const field = { dirn: '6130', label: 'Desk', pickup: false };
    const add = (...partitions: readonly string[]) =>
      found(
        { add: [{ devices: ['B'], kind: 'busylampfield', entry: field }] },
        { lists: office, numbers: carriedIn(...partitions) },
      );
    expect((await add('PT-1')).edits).toEqual([
      { add: [{ entry: { ...field, partition: 'PT-1' }, index: undefined }] },
    ]);
    expect((await add()).edits).toEqual([{ add: [{ entry: { ...field, partition: '' }, index: undefined }] }]);
    await expect(add('PT-1', 'PT-2')).rejects.toThrow('several partitions');
  });
});

describe('buttons to copy', () => {
  it('replace those of other devices, of the kinds that are meant; a search skips the source', async () => {
    const { lists, edits } = await found(
      { copy: [{ from: 'A', to: ['B'], search: 'A', kinds: ['speeddial'] }] },
      { lists: office },
    );
    expect([lists, edits]).toEqual([['phone/b speeddial'], [[dial(2, '6130', 'Old')]]]);
    expect((await found({ copy: [{ from: 'A', to: ['B'] }] }, { lists: office })).lists).toHaveLength(2);
  });

  it('are refused for the device itself, and for a device that would get those of two', async () => {
    await expect(found({ copy: [{ from: 'A', to: ['a'] }] }, { lists: office })).rejects.toThrow(
      'the device to copy from',
    );
    const twice = [
      { from: 'A', to: ['Z'] },
      { from: 'B', to: ['Z'] },
    ];
    await expect(found({ copy: twice }, { lists: office })).rejects.toThrow('the buttons of two devices');
  });
});

describe('findings to fix', () => {
  const finding = { ...aFinding({ id: 'f1', device: 'D' }), since: 0 } as ListedFinding;
  const gone: ListedFinding = { ...finding, kind: 'nobody-there', proposal: { remove: true } };
  const fixed = (findings: readonly ListedFinding[], scene: object = {}) =>
    found({ fix: { findings: ['f1', 'f2'] } }, { findings, ...scene });

  it('are those of each list together, and those that are gone are told', async () => {
    const { lists, edits, notes } = await fixed([finding]);
    expect(lists).toEqual(['phone/d speeddial']);
    const { kind, index, dirn, partition, label, proposal } = finding;
    expect(edits).toEqual([{ fix: [{ kind, index, dirn, partition, label, proposal }] }]);
    expect(notes).toEqual(['left-out: There is no such finding any more: f2.']);
  });

  it('are not followed without a proposal, or if the number is there again', async () => {
    await expect(fixed([{ ...finding, proposal: null }])).rejects.toThrow(
      /Nothing is proposed.*There is nothing to fix/,
    );
    await expect(fixed([gone], { numbers: ['2001 PT'] })).rejects.toThrow(
      'Someone has the number of these buttons again',
    );
    expect((await fixed([gone], { carried: ['2001'] })).lists).toHaveLength(1);
    const lampGone: ListedFinding = { ...gone, list: 'busylampfield' };
    await expect(fixed([lampGone], { carried: ['2001'] })).rejects.toThrow('again: D, index 1.');
  });
});

describe('what is found', () => {
  it('is bounded, in lists and in bytes', async () => {
    const many = Array.from({ length: 1_000 }, (_, at) => `SEP${String(at).padStart(12, '0')}`);
    const entry = { dirn: '1', label: 'x' };
    const add = (count: number) =>
      found({ add: Array.from({ length: count }, () => ({ devices: many, kind: 'speeddial' as const, entry })) }, {});
    expect((await add(3)).lists).toHaveLength(1_000);
    await expect(add(201)).rejects.toThrow('too many lists, or too long ones');
    const long = Array.from({ length: 1_100 }, (_, at) => dial(at, '1', 'x'.repeat(80)));
    await expect(found({ copy: [{ from: 'A', to: many }] }, { lists: [['A', 'speeddial', long]] })).rejects.toThrow(
      'too long ones',
    );
  });
});
