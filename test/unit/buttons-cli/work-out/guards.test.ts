import { describe, expect, it } from 'vitest';
import { checkGuards, missingOptions, warningsOf } from '../../../../src/buttons-cli/work-out/guards.js';
import type { WorkedOut } from '../../../../src/buttons-cli/work-out/worked-out.js';
import { lamps, speedDials } from '../../../support/remembered-lists.js';

const change = (devices: number, after: WorkedOut['lists'][number]['after']): WorkedOut => ({
  command: '',
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
    expect(missingOptions(change(devices, after), guards)).toEqual(missing);
    const check = () => {
      checkGuards(change(devices, after), guards, false);
    };
    if (missing.length === 0) expect(check).not.toThrow();
    else expect(check).toThrow(missing.join(' '));
  });

  const none = { maxDevices: 0, allowRemovals: false, allowUnknownTarget: false };

  it('say what the change does, and which options allow it', () => {
    const one = { ...change(1, []), unknownTargets: ['nobody has 4711'] };
    expect(() => {
      checkGuards(one, none, false);
    }).toThrow(
      'this change changes 1 device and removes 1 button and points at a number that the call manager does not know; ' +
        'nothing was changed. If you want that, add --max-devices 1 --allow-removals --allow-unknown-target',
    );
    expect(() => {
      checkGuards(change(2, []), { ...none, maxDevices: 2 }, false);
    }).toThrow('removes 2 buttons');
  });

  it('of devices and removals count only if no question is asked', () => {
    expect(() => {
      checkGuards(change(2, []), none, true);
    }).not.toThrow();
    expect(() => {
      checkGuards({ ...change(2, []), unknownTargets: ['x'] }, none, true);
    }).toThrow('add --allow-unknown-target');
  });

  it.each([
    [
      'an unknown number that is permitted',
      { ...change(1, changed), unknownTargets: ['x'] },
      { ...none, maxDevices: 1, allowUnknownTarget: true },
    ],
    [
      'an unknown number that changes nothing',
      { ...change(1, [{ index: '1', dirn: '1', label: '' }]), unknownTargets: ['x'] },
      none,
    ],
    ['no unknown number', { ...change(1, changed), unknownTargets: [] }, { ...none, maxDevices: 1 }],
  ])('miss nothing for %s', (_what, asked, guards) => {
    expect(missingOptions(asked, guards)).toEqual([]);
  });
});

describe('warnings about a change', () => {
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
    ];
    expect(warningsOf(lists)).toEqual([
      '2 buttons with an index above 500, sent anyway (D2, index 501: "2")',
      '2 buttons to a number with characters that no published rule allows, sent anyway (D2, index 502: "x2@")',
    ]);
    expect(warningsOf(lists.slice(2))).toEqual([]);
  });
});
