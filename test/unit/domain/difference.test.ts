import { describe, expect, it } from 'vitest';
import { differenceOf, withoutChange } from '../../../src/domain/difference.js';
import { type SpeedDial, speedDialRules } from '../../../src/domain/phone.js';
import { dial } from '../../support/fake-port.js';

const [one, two, three] = [dial('1', '0101', 'one'), dial('2', '0102', 'two'), dial('3', '0103', 'three')];

describe('the difference of two lists', () => {
  const between = (before: readonly SpeedDial[], after: readonly SpeedDial[]) =>
    differenceOf(speedDialRules, before, after);

  it('is what was added, removed and changed, by index', () => {
    const renamed = dial('2', '0102', 'new');
    expect(between([one, two], [renamed, three])).toEqual({
      added: [three],
      removed: [one],
      changed: [{ before: two, after: renamed }],
    });
  });

  it('is empty if only the spelling or the order differs', () => {
    const respelled = [dial('02', '0102', 'two'), dial('001', '0101', 'one')];
    expect(between([one, two], respelled)).toEqual({ added: [], removed: [], changed: [] });
  });

  it('has additions and changes in the order of the later list, and removals in that of the earlier one', () => {
    const [changedOne, changedTwo] = [dial('1', '1'), dial('2', '2')];
    expect(between([one, two], [changedTwo, changedOne]).changed).toEqual([
      { before: two, after: changedTwo },
      { before: one, after: changedOne },
    ]);
    expect(between([], [three, one, two]).added).toEqual([three, one, two]);
    expect(between([three, one, two], []).removed).toEqual([three, one, two]);
  });

  it('counts an index that is there twice as two entries', () => {
    const again = dial('1', '0199', 'again');
    expect(between([one], [one, again])).toEqual({ added: [again], removed: [], changed: [] });
    expect(between([one, again, three], [one])).toEqual({ added: [], removed: [again, three], changed: [] });
    expect(between([one, again, again], [one, again])).toEqual({ added: [], removed: [again], changed: [] });
  });
});

describe('a change that is undone', () => {
  const back = (before: readonly SpeedDial[], after: readonly SpeedDial[], present: readonly SpeedDial[]) =>
    withoutChange(speedDialRules, { before, after }, present);

  it('removes additions, adds removed entries, and reverts changes', () => {
    const renamed = dial('2', '0102', 'new');
    expect(back([one, two], [renamed, three], [three, renamed])).toEqual([one, two]);
  });

  it('keeps entries that the change did not touch, as they are now', () => {
    const theirs = dial('1', '0101', 'theirs');
    expect(back([one, two], [one], [theirs, three])).toEqual([theirs, two, three]);
  });

  it('is the present list if all of it is already as before', () => {
    const present = [three, dial('02', '0102', 'two')];
    expect(back([one, two], [one], present)).toBe(present);
    expect(back([one], [one], present)).toBe(present);
  });

  it('is impossible if an entry is neither as after the change nor as before', () => {
    const renamed = dial('2', '0102', 'new');
    expect(back([two], [renamed], [dial('2', '0102', 'later')])).toBeUndefined();
    expect(back([two], [renamed], [])).toBeUndefined();
    expect(back([], [two], [renamed])).toBeUndefined();
    expect(back([two], [], [renamed])).toBeUndefined();
  });

  it('is impossible if one entry is as before, and another as after the change', () => {
    expect(back([one, two], [], [one])).toBeUndefined();
    expect(back([], [one, two], [two])).toBeUndefined();
  });
});
