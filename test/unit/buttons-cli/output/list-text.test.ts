import picocolors from 'picocolors';
import { describe, expect, it } from 'vitest';
import { counted } from '../../../../src/domain/counted.js';
import { listText, Sum } from '../../../../src/buttons-cli/output/list-text.js';
import type { ChangeList } from '../../../../src/client/index.js';

const plain = picocolors.createColors(false);
const lamp = (index: string, dirn: string, partition: string, label: string, pickup: boolean) => ({
  ...{ index, dirn, partition, label, pickup },
});
const dial = (index: string, dirn: string, label: string) => ({ index, dirn, label });

function list(given: Partial<ChangeList>): ChangeList {
  return {
    ...{ device: 'SEP1', deviceKind: 'phone', uuid: null, kind: 'speeddial', position: 0, state: 'open' },
    ...{ problem: null, ifMatch: null, before: [], after: [], changedSince: null, undoneBy: null, undoable: false },
    ...{ sent: null, difference: { added: [], removed: [], changed: [] } },
    ...given,
  };
}

const dials = list({
  difference: {
    removed: [dial('3', '0200', 'Gone\u202e')],
    changed: [{ before: dial('2', '0199', 'Carlos'), after: dial('2', '0200', 'Ana "A"') }],
    added: [dial('12', '0300', 'Free')],
  },
});
const lamps = list({
  ...{ device: 'UDP_1', deviceKind: 'profile', kind: 'busylampfield' },
  difference: {
    removed: [],
    changed: [
      { before: lamp('1', '4019', 'PT', 'Ana', true), after: lamp('1', '4019', 'PT', 'Ana', false) },
      { before: lamp('2', '4020', '', 'Bea', false), after: lamp('2', '4020', 'PT-B', 'Bea', true) },
    ],
    added: [{ index: '3', destination: 'taxi@example.com', label: '', pickup: true }],
  },
});
const already = list({ device: 'SEP2', state: 'already' });

function sumOf(...lists: readonly ChangeList[]): Sum {
  const sum = new Sum();
  for (const one of lists) sum.add(one);
  return sum;
}

describe('a change, as it is shown', () => {
  it('shows for each list the removed, replaced and added buttons', () => {
    expect(`${listText(dials, plain)}\n${listText(lamps, plain, '  (open)')}`.split('\n')).toEqual([
      'SEP1: speed dials',
      '  - 3  0200 "Gone\\u{202E}"',
      '  ~ 2  0199 "Carlos" → 0200 "Ana \\"A\\""',
      '  + 12  0300 "Free"',
      '',
      'device profile UDP_1: busy lamp fields  (open)',
      '  ~ 1  4019 in PT "Ana" pickup → no pickup',
      '  ~ 2  4020 "Bea" → 4020 in PT-B pickup',
      '  + 3  destination "taxi@example.com" "" pickup',
      '',
    ]);
  });

  it('says how much is to be set, and asks about that', () => {
    const sum = sumOf(dials, lamps, already, { ...dials, device: 'SEP3', state: 'changed' });
    expect(sum.text).toBe('To change: 2 devices, 2 lists: 2 added, 1 removed, 3 changed; 1 list already as asked for');
    expect(sum.question).toBe('Change 2 devices: 3 buttons changed, 1 removed, 2 added');
    expect(sumOf(dials, { ...lamps, device: 'SEP1', deviceKind: 'phone' }).devices).toBe(1);
  });

  it('says that there is nothing to change', () => {
    expect(sumOf(already, already).text).toBe('Nothing to change; 2 lists already as asked for');
    expect(sumOf().text).toBe('Nothing to change');
  });

  it('counts one and several', () => {
    expect([0, 1, 2].map((count) => counted(count, 'list'))).toEqual(['0 lists', '1 list', '2 lists']);
  });
});
