import picocolors from 'picocolors';
import { describe, expect, it } from 'vitest';
import { counted, originText, planText, summaryOf } from '../../../../src/buttons-cli/output/plan-text.js';
import type { Plan, PlannedList } from '../../../../src/buttons-cli/plan/plan.js';

const plain = picocolors.createColors(false);
const phone = { device: 'SEP1', deviceKind: 'phone', etag: '' } as const;
const lamp = (index: string, dirn: string, partition: string, label: string, pickup: boolean) => ({
  ...{ index, dirn, partition, label, pickup },
});
const dial = (index: string, dirn: string, label: string) => ({ index, dirn, label });

const dials: PlannedList = {
  ...{ ...phone, kind: 'speeddial' },
  before: [dial('1', '0100', 'Bell'), dial('2', '0199', 'Carlos'), dial('3', '0200', 'Gone\u202e')],
  after: [dial('1', '0100', 'Bell'), dial('2', '0200', 'Ana "A"'), dial('12', '0300', 'Free')],
};
const lamps: PlannedList = {
  ...{ ...phone, device: 'UDP_1', deviceKind: 'profile', kind: 'busylampfield' },
  before: [lamp('1', '4019', 'PT', 'Ana', true), lamp('2', '4020', '', 'Bea', false)],
  after: [
    lamp('1', '4019', 'PT', 'Ana', false),
    lamp('2', '4020', 'PT-B', 'Bea', true),
    { index: '3', destination: 'taxi@example.com', label: '', pickup: true },
  ],
};
const same: PlannedList = { ...dials, device: 'SEP2', after: dials.before };
const left: PlannedList = { ...dials, device: 'SEP3', leave: 'changed-meanwhile' };

const plan = (...lists: readonly PlannedList[]): Plan => ({
  ...{ command: '', url: 'https://phones.example.com/', login: 'ingrid', isRollback: false },
  ...{ made: '2026-05-01T00:00:00Z', lists },
});

describe('a plan, as it is shown', () => {
  it('shows for each list the removed, replaced and added buttons, and their number', () => {
    expect(planText(plan(dials, same, lamps, left), plain).split('\n')).toEqual([
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
      'To change: 2 devices, 2 lists: 2 added, 1 removed, 3 changed; 1 list already as planned; 1 list skipped',
    ]);
  });

  it('says that there is nothing to change, and further notes', () => {
    const summary = summaryOf(
      { ...plan(same, { ...same, device: 'SEP4' }), unknownTargets: ['nobody has 4711'] },
      plain,
    );
    expect(summary).toBe('Nothing to change; 2 lists already as planned\nnobody has 4711');
    expect(summaryOf(plan(), plain)).toBe('Nothing to change');
  });

  it.each([
    [-5, '0 s'],
    [180, '3 min'],
    [47 * 3600, '47 h 00 min'],
    [48 * 3600, '2 days'],
  ])('says who made it, and after %i seconds how long ago', (seconds, age) => {
    const now = Date.parse('2026-05-01T00:00:00Z') + seconds * 1000;
    expect(originText(plan(), now)).toBe(`made ${age} ago by ingrid with https://phones.example.com/`);
  });

  it('counts one and several', () => {
    expect([0, 1, 2].map((count) => counted(count, 'list'))).toEqual(['0 lists', '1 list', '2 lists']);
  });
});
