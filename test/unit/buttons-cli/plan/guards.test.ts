import { describe, expect, it } from 'vitest';
import { checkGuards, missingOptions } from '../../../../src/buttons-cli/plan/guards.js';
import type { Plan } from '../../../../src/buttons-cli/plan/plan.js';
import { speedDials } from '../../../support/remembered-lists.js';

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
});
