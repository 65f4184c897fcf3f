import { describe, expect, it } from 'vitest';
import { checkGuards, missingOptions, warningsOf } from '../../../../src/buttons-cli/plan/guards.js';
import type { Plan } from '../../../../src/buttons-cli/plan/plan.js';
import { lamps, speedDials } from '../../../support/remembered-lists.js';

const plan = (devices: number, after: Plan['lists'][number]['after']): Plan => ({
  ...{ command: '', url: '', login: '', made: '', isRollback: false },
  lists: Array.from({ length: devices }, (_, place) => ({
    ...speedDials(`D${place}`),
    ...{ etag: '', before: [{ index: '1', dirn: '1', label: '' }], after },
  })),
});
const changed = [{ index: '1', dirn: '1', label: 'x' }];

describe('the guards', () => {
  it.each([
    [50, changed, 50, false, []],
    [51, changed, 50, false, ['--max-devices 51']],
    [51, changed, 51, false, []],
    [1, [], 50, false, ['--allow-removals']],
    [1, [], 50, true, []],
    [60, [], 50, false, ['--max-devices 60', '--allow-removals']],
  ])('for %i devices to %j, with %i and %s, miss %j', (devices, after, maxDevices, allowRemovals, missing) => {
    const guards = { maxDevices, allowRemovals, allowUnknownTarget: false };
    expect(missingOptions(plan(devices, after), guards)).toEqual(missing);
    const check = () => {
      checkGuards(plan(devices, after), guards);
    };
    if (missing.length === 0) expect(check).not.toThrow();
    else expect(check).toThrow(missing.join(' '));
  });

  const none = { maxDevices: 0, allowRemovals: false, allowUnknownTarget: false };

  it('say what the plan does, and which options allow it', () => {
    const one = { ...plan(1, []), unknownTargets: ['nobody has 4711'] };
    expect(() => {
      checkGuards(one, none);
    }).toThrow(
      'this plan changes 1 devices and removes 1 button and points at a number that the call manager does not know; ' +
        'nothing was changed. If you want that, add --max-devices 1 --allow-removals --allow-unknown-target',
    );
    expect(() => {
      checkGuards(plan(2, []), { ...none, maxDevices: 2 });
    }).toThrow('removes 2 buttons');
  });

  it.each([
    ['a rollback', { ...plan(9, []), isRollback: true }, none],
    [
      'an unknown number that is permitted',
      { ...plan(1, changed), unknownTargets: ['x'] },
      { ...none, maxDevices: 1, allowUnknownTarget: true },
    ],
    [
      'an unknown number that changes nothing',
      { ...plan(1, [{ index: '1', dirn: '1', label: '' }]), unknownTargets: ['x'] },
      none,
    ],
    ['no unknown number', { ...plan(1, changed), unknownTargets: [] }, { ...none, maxDevices: 1 }],
    [
      'lists that are left alone',
      { ...plan(1, []), lists: plan(1, []).lists.map((list) => ({ ...list, leave: 'missing' as never })) },
      none,
    ],
  ])('miss nothing for %s', (_what, asked, guards) => {
    expect(missingOptions(asked, guards)).toEqual([]);
  });
});

describe('warnings about a plan', () => {
  const dial = (index: string, dirn: string) => ({ index, dirn, label: '' });

  it('come once for each doubt about new values, with the first example', () => {
    const lamp = { index: '1', destination: 'a@b', label: '', pickup: false };
    const lists = [
      {
        ...speedDials('D1'),
        etag: '',
        before: [dial('900', '1')],
        after: [dial('900', '1'), dial('500', '\\+4*9#,1'), dial('499', 'ada.l@example.com')],
      },
      {
        ...speedDials('D2'),
        etag: '',
        before: [dial('1', '1')],
        after: [dial('1', '1x'), dial('501', '2'), dial('502', 'x2@')],
      },
      { ...lamps('D3'), etag: '', before: [], after: [lamp] },
      { ...speedDials('D4'), etag: '', before: [], after: [dial('999', '1')], leave: 'missing' as never },
    ];
    expect(warningsOf(lists)).toEqual([
      '2 buttons with an index above 500, sent anyway (D2, index 501: "2")',
      '2 buttons to a number with characters that no published rule allows, sent anyway (D2, index 502: "x2@")',
    ]);
    expect(warningsOf(lists.slice(2))).toEqual([]);
  });
});
