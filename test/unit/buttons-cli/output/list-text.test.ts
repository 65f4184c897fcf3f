import picocolors from 'picocolors';
import { describe, expect, it } from 'vitest';
import { counted, differenceText, summaryOf } from '../../../../src/buttons-cli/output/list-text.js';
import type { ListToSet, WorkedOut } from '../../../../src/buttons-cli/work-out/worked-out.js';

const plain = picocolors.createColors(false);
const phone = { device: 'SEP1', deviceKind: 'phone', etag: '' } as const;
const lamp = (index: string, dirn: string, partition: string, label: string, pickup: boolean) => ({
  ...{ index, dirn, partition, label, pickup },
});
const dial = (index: string, dirn: string, label: string) => ({ index, dirn, label });

const dials: ListToSet = {
  ...{ ...phone, kind: 'speeddial' },
  before: [dial('1', '0100', 'Bell'), dial('2', '0199', 'Carlos'), dial('3', '0200', 'Gone\u202e')],
  after: [dial('1', '0100', 'Bell'), dial('2', '0200', 'Ana "A"'), dial('12', '0300', 'Free')],
};
const lamps: ListToSet = {
  ...{ ...phone, device: 'UDP_1', deviceKind: 'profile', kind: 'busylampfield' },
  before: [lamp('1', '4019', 'PT', 'Ana', true), lamp('2', '4020', '', 'Bea', false)],
  after: [
    lamp('1', '4019', 'PT', 'Ana', false),
    lamp('2', '4020', 'PT-B', 'Bea', true),
    { index: '3', destination: 'taxi@example.com', label: '', pickup: true },
  ],
};
const same: ListToSet = { ...dials, device: 'SEP2', after: dials.before };

const change = (...lists: readonly ListToSet[]): WorkedOut => ({ command: '', lists });

describe('a change, as it is shown', () => {
  it('shows for each list the removed, replaced and added buttons, and their number', () => {
    expect(differenceText(change(dials, same, lamps), plain).split('\n')).toEqual([
      'SEP1: speed dials',
      '  - 3  0200 "Gone\\u{202E}"',
      '  ~ 2  0199 "Carlos" → 0200 "Ana \\"A\\""',
      '  + 12  0300 "Free"',
      '',
      'device profile UDP_1: busy lamp fields',
      '  ~ 1  4019 in PT "Ana" pickup → no pickup',
      '  ~ 2  4020 "Bea" → 4020 in PT-B pickup',
      '  + 3  destination "taxi@example.com" "" pickup',
      '',
      'To change: 2 devices, 2 lists: 2 added, 1 removed, 3 changed; 1 list already as asked for',
    ]);
  });

  it('says that there is nothing to change, and further notes', () => {
    const summary = summaryOf(
      { ...change(same, { ...same, device: 'SEP4' }), unknownTargets: ['nobody has 4711'] },
      plain,
    );
    expect(summary).toBe('Nothing to change; 2 lists already as asked for\nnobody has 4711');
    expect(summaryOf(change(), plain)).toBe('Nothing to change');
  });

  it('counts one and several', () => {
    expect([0, 1, 2].map((count) => counted(count, 'list'))).toEqual(['0 lists', '1 list', '2 lists']);
  });
});
