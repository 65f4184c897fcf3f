import { describe, expect, it } from 'vitest';
import {
  buttonsMeant,
  idOf,
  narrowed,
  partitionsToChoose,
  presentValues,
  type SeenButton,
} from '../../../web/changes/choice.js';

/** A button to 7000. */
function button(otherwise: Partial<SeenButton> = {}): SeenButton {
  return {
    ...{ device: 'SEP00A1B2C30001', deviceKind: 'phone', description: 'Desk 1' },
    ...{ kind: 'speeddial', index: '4', dirn: '7000', partition: '', label: 'Old' },
    ...otherwise,
  };
}

const lamp = (partition: string, index = '1') => button({ kind: 'busylampfield', partition, index });
const inPartition = (partition: string) => ({ dirn: '7000', partition, description: '' });

describe('the partitions to choose from', () => {
  it('are none if the number is in only one', () => {
    expect(partitionsToChoose([lamp('A'), button()], [inPartition('A')])).toEqual([]);
  });

  it('are all in which the number is watched or known, in order', () => {
    expect(partitionsToChoose([lamp('B')], [inPartition('C'), inPartition('B')])).toEqual(['B', 'C']);
    expect(partitionsToChoose([lamp('B'), lamp('A')], [])).toEqual(['A', 'B']);
  });

  it('include no partition, if the number exists without one', () => {
    expect(partitionsToChoose([lamp('A'), lamp('')], [inPartition('A'), inPartition('')])).toEqual(['', 'A']);
  });

  it('are none for speed dials and free-form busy lamp fields, which have no partition', () => {
    expect(partitionsToChoose([button()], [inPartition('A'), inPartition('B')])).toEqual([]);
    expect(partitionsToChoose([lamp('')], [inPartition('A'), inPartition('B')])).toEqual([]);
  });
});

describe('selected buttons', () => {
  it('are named by their kind, label, partition and devices, those that have the same together', () => {
    const some = [
      button(),
      button({ device: 'SEP2', index: '9' }),
      button({ device: 'SEP2', index: '10' }),
      button({ device: 'UDP1', deviceKind: 'profile' }),
      button({ label: '' }),
      lamp('A'),
      lamp('B'),
    ];
    expect(buttonsMeant(some, [inPartition('A'), inPartition('B')])).toEqual([
      {
        ...{ kinds: ['speeddial'], oldLabel: 'Old', partition: undefined },
        devices: ['SEP00A1B2C30001', 'SEP2', { profile: 'UDP1' }],
      },
      { kinds: ['speeddial'], oldLabel: '', partition: undefined, devices: ['SEP00A1B2C30001'] },
      ...['A', 'B'].map((partition) => ({
        ...{ kinds: ['busylampfield'], oldLabel: 'Old', partition },
        devices: ['SEP00A1B2C30001'],
      })),
    ]);
  });

  it('name no partition if they are free-form, and the number is in none', () => {
    expect(buttonsMeant([lamp('')], [inPartition('A')])).toMatchObject([{ partition: undefined }]);
    expect(buttonsMeant([lamp('')], [inPartition('A'), inPartition('')])).toMatchObject([{ partition: '' }]);
  });
});

describe('a filter of buttons', () => {
  const some = [button(), button({ label: 'New', index: '5' }), lamp('A'), button({ label: '', index: '6' })];
  const all = { kind: undefined, label: undefined, partition: undefined };

  it('may be empty', () => {
    expect(narrowed(some, all)).toEqual(some);
  });

  it('matches their kind, their partition and their present label, which may be empty', () => {
    expect(narrowed(some, { ...all, partition: 'A' })).toEqual([some[2]]);
    expect(narrowed(some, { ...all, kind: 'busylampfield' })).toEqual([some[2]]);
    expect(narrowed(some, { ...all, label: 'Old' })).toEqual([some[0], some[2]]);
    expect(narrowed(some, { ...all, label: '' })).toEqual([some[3]]);
    expect(narrowed(some, { ...all, kind: 'speeddial', label: 'Old' })).toEqual([some[0]]);
  });
});

it('lists the present labels, the most frequent first', () => {
  const some = [button({ label: 'A' }), button({ label: 'B' }), button({ label: 'B' }), button({ label: '' })];
  expect(presentValues(some, 'label')).toEqual([
    { value: 'B', count: 2 },
    { value: 'A', count: 1 },
    { value: '', count: 1 },
  ]);
});

it('gives each button a unique name', () => {
  const some = [button(), button({ index: '5' }), button({ kind: 'busylampfield' }), button({ device: 'SEP2' })];
  expect(new Set(some.map(idOf)).size).toBe(4);
});
