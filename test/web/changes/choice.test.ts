import { describe, expect, it } from 'vitest';
import {
  idOf,
  isChoosable,
  narrowed,
  partitionsToChoose,
  presentLabels,
  stillMeant,
} from '../../../web/changes/choice.js';
import { button } from './lists-in-memory.js';

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

describe('a button may be chosen', () => {
  const numbers = [inPartition('A'), inPartition('B')];
  const partitions = ['A', 'B'];

  it('if no partition must be chosen', () => {
    expect(isChoosable(lamp('A'), [inPartition('A')], [], undefined)).toBe(true);
  });

  it('in the chosen partition only', () => {
    expect(isChoosable(lamp('A'), numbers, partitions, undefined)).toBe(false);
    expect(isChoosable(lamp('A'), numbers, partitions, 'A')).toBe(true);
    expect(isChoosable(lamp('A'), numbers, partitions, 'B')).toBe(false);
  });

  it('if it has no partition: a speed dial, a free-form busy lamp field', () => {
    expect(isChoosable(button(), numbers, partitions, undefined)).toBe(true);
    expect(isChoosable(lamp(''), numbers, partitions, undefined)).toBe(true);
  });

  it('not if its number may be the one without a partition', () => {
    const known = [inPartition(''), inPartition('A')];
    expect(isChoosable(lamp(''), known, ['', 'A'], undefined)).toBe(false);
    expect(isChoosable(lamp(''), known, ['', 'A'], '')).toBe(true);
  });
});

describe('a filter of buttons', () => {
  const some = [button(), button({ label: 'New', index: '5' }), lamp('A'), button({ label: '', index: '6' })];
  const all = { kind: undefined, label: undefined, partition: undefined };

  it('may be empty', () => {
    expect(narrowed(some, all)).toEqual(some);
  });

  it('matches their kind and their present label, which may be empty', () => {
    expect(narrowed(some, { ...all, kind: 'busylampfield' })).toEqual([some[2]]);
    expect(narrowed(some, { ...all, label: 'Old' })).toEqual([some[0], some[2]]);
    expect(narrowed(some, { ...all, label: '' })).toEqual([some[3]]);
    expect(narrowed(some, { ...all, kind: 'speeddial', label: 'Old' })).toEqual([some[0]]);
  });
});

it('ignores a label or a partition that no longer exists', () => {
  const kept = { kind: 'speeddial', label: 'Old', partition: 'A' } as const;
  expect(stillMeant(kept, [button()], ['A', 'B'])).toEqual(kept);
  expect(stillMeant(kept, [button({ label: 'New' })], [])).toEqual({
    kind: 'speeddial',
    label: undefined,
    partition: undefined,
  });
});

it('lists the present labels, the most frequent first', () => {
  const some = [button({ label: 'A' }), button({ label: 'B' }), button({ label: 'B' }), button({ label: '' })];
  expect(presentLabels(some)).toEqual([
    { label: 'B', count: 2 },
    { label: 'A', count: 1 },
    { label: '', count: 1 },
  ]);
});

it('gives each button a unique name', () => {
  const some = [button(), button({ index: '5' }), button({ kind: 'busylampfield' }), button({ device: 'SEP2' })];
  expect(new Set(some.map(idOf)).size).toBe(4);
});
