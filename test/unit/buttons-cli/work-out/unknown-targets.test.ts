import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../../src/buttons-cli/lists.js';
import type { ListToSet } from '../../../../src/buttons-cli/work-out/worked-out.js';
import { unknownTargetsOf } from '../../../../src/buttons-cli/work-out/unknown-targets.js';
import { lamps, rememberLists, speedDials, readerOf } from '../../../support/remembered-lists.js';

const lamp = (dirn: string, partition: string, more: { index?: string; label?: string } = {}): Entry => ({
  ...{ index: '1', dirn, partition, label: '', pickup: false },
  ...more,
});

const list = (before: readonly Entry[], after: readonly Entry[]): ListToSet => ({
  ...{ ...lamps('A'), etag: '', before, after },
});

const reader = readerOf(
  rememberLists(
    [],
    ['PT-1', 'PT-2', ''].map((partition) => ({ dirn: '4711', partition, description: '' })),
  ),
);

describe('a busy lamp field that would watch an unknown number', () => {
  const nowhere = 'the call manager has no such number';
  const elsewhere = 'it is in PT-1, PT-2, (none)';
  const several = ['PT-8', 'PT-1', 'PT-9'].map((partition, place) => lamp('4711', partition, { index: String(place) }));

  it.each<[string, ListToSet, string]>([
    ['to a number that no one has', list([], [lamp('9', 'PT-1')]), `9 is not known in the partition PT-1: ${nowhere}`],
    [
      'after a move to another number',
      list([lamp('4711', 'PT-1')], [lamp('9', 'PT-1')]),
      `9 is not known in the partition PT-1: ${nowhere}`,
    ],
    [
      'after a move to a partition without the number',
      list([lamp('4711', 'PT-1')], [lamp('4711', 'PT-9')]),
      `4711 is not known in the partition PT-9: ${elsewhere}`,
    ],
    ['in several', list([], several), `4711 is not known in the partition PT-8, PT-9: ${elsewhere}`],
  ])('is reported with the partitions that have the number: %s', async (_, given, said) => {
    expect(await unknownTargetsOf(reader, [given])).toEqual([`${said}. Choose another with --to-partition`]);
  });

  it.each<[string, ListToSet]>([
    ['the call manager has the number in its partition', list([], [lamp('4711', 'PT-2')])],
    ['the call manager has the number without a partition', list([], [lamp('4711', '')])],
    ['only its label changes', list([lamp('9', 'PT-9')], [lamp('9', 'PT-9', { label: 'New' })])],
    ['it is removed', list([lamp('9', 'PT-9')], [])],
    ['it is free-form', list([], [{ index: '1', destination: '9', label: '', pickup: false }])],
    ['it is a speed dial', { ...list([], []), ...speedDials('A'), after: [{ index: '1', dirn: '9', label: '' }] }],
  ])('is not reported if %s', async (_, given) => {
    expect(await unknownTargetsOf(reader, [given])).toEqual([]);
  });

  it('is reported once for all devices, with the option of the command', async () => {
    const lists = ['A', 'B'].map((device) => ({ ...list([], [lamp('9', '')]), ...lamps(device) }));
    expect(await unknownTargetsOf(reader, lists, '--partition')).toEqual([
      '9 is not known in the partition (none): the call manager has no such number. Choose another with --partition',
    ]);
  });
});
