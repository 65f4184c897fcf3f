import { expect, it } from 'vitest';
import { changeOfRest, type RestOfDevice, type ShownLine } from '../../../src/domain/rest-of-device.js';

const line = (index: string, more: Partial<ShownLine> = {}): ShownLine => ({
  ...{ index, number: `200${index}`, partition: 'Internal_PT', label: `Label ${index}`, display: `Name ${index}` },
  ...more,
});
const lines = [line('1'), line('2')];
const dials = [
  { index: '1', dirn: '2001', label: 'Ana' },
  { index: '2', dirn: '2002', label: 'Bob' },
];
const before: RestOfDevice = { lines, lists: { speeddial: dials } };

it.each<readonly [string, Partial<RestOfDevice>, ReturnType<typeof changeOfRest>]>([
  ['nothing', {}, undefined],
  [
    'an index with zeros',
    { lines: [line('01', { number: '2001', label: 'Label 1', display: 'Name 1' }), line('2')] },
    undefined,
  ],
  ['what only one read shows', { lines: lines.map((one) => ({ ...one, label: undefined })) }, undefined],
  ['a list that only one read shows', { lists: {} }, undefined],
  ['all lines', { lines: [] }, { words: 'removed the lines', isLoss: true }],
  [
    'all labels',
    { lines: lines.map((one) => ({ ...one, label: '' })) },
    { words: 'emptied the labels of the lines', isLoss: true },
  ],
  [
    'all displays',
    { lines: lines.map((one) => ({ ...one, display: '' })) },
    { words: 'emptied the displays of the lines', isLoss: true },
  ],
  [
    'all partitions',
    { lines: lines.map((one) => ({ ...one, partition: '' })) },
    { words: 'emptied the route partitions of the lines', isLoss: true },
  ],
  ['the other list', { lists: { speeddial: [] } }, { words: 'removed the speed dials', isLoss: true }],
  [
    'lines and the other list',
    { lines: [], lists: { speeddial: [] } },
    { words: 'removed the lines and removed the speed dials', isLoss: true },
  ],
  // What one person may have done in that moment.
  ['one line', { lines: [line('1')] }, { words: 'changed the lines', isLoss: false }],
  ['one more line', { lines: [...lines, line('3')] }, { words: 'changed the lines', isLoss: false }],
  ['one label', { lines: [line('1', { label: '' }), line('2')] }, { words: 'changed the lines', isLoss: false }],
  [
    'another text',
    { lines: [line('1', { display: 'Other' }), line('2')] },
    { words: 'changed the lines', isLoss: false },
  ],
  [
    'another number',
    { lines: [line('1', { number: '2009' }), line('2')] },
    { words: 'changed the lines', isLoss: false },
  ],
  ['one entry', { lists: { speeddial: dials.slice(1) } }, { words: 'changed the speed dials', isLoss: false }],
])('a changed rest of a device: %s', (_, after, change) => {
  expect(changeOfRest(before, { ...before, ...after })).toEqual(change);
});

it('finds no loss where nothing was', () => {
  const empty: RestOfDevice = { lines: [line('1', { label: '', display: '' })], lists: { speeddial: [] } };
  expect(changeOfRest(empty, empty)).toBeUndefined();
  expect(changeOfRest({ lines: [], lists: {} }, before)).toEqual({ words: 'changed the lines', isLoss: false });
});
