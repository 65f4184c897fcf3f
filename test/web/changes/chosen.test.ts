import { describe, expect, it } from 'vitest';
import { chosenLists, standingOf, withChanges } from '../../../web/changes/chosen.js';
import type { Entry } from '../../../web/editing/entry.js';
import { button } from './lists-in-memory.js';

const dial = (index: string, dirn: string, label: string): Entry => ({ index, dirn, label });
const lamp = (index: string, partition: string, label: string): Entry => ({
  ...{ index, dirn: '7000', partition, label },
  pickup: true,
});

it('groups chosen buttons by list', () => {
  const [first, second, third] = [button(), button({ kind: 'busylampfield' }), button({ index: '9' })];
  const other = button({ deviceKind: 'profile' });
  const lists = chosenLists([first, second, third, other]);
  expect(lists.map(({ deviceKind, kind, buttons }) => [deviceKind, kind, buttons])).toEqual([
    ['phone', 'speeddial', [first, third]],
    ['phone', 'busylampfield', [second]],
    ['profile', 'speeddial', [other]],
  ]);
});

describe('a list that was read', () => {
  it('is as seen if each button has its index, number, partition and label', () => {
    expect(standingOf([dial('04', '7000', 'Old'), dial('5', '0100', 'x')], [button()])).toBe('as-seen');
    const watching = button({ kind: 'busylampfield', partition: 'A', index: '1' });
    expect(standingOf([lamp('1', 'A', 'Old')], [watching])).toBe('as-seen');
  });

  it('is as seen if the call manager stores the plus with a backslash, or the entry is free-form', () => {
    expect(standingOf([dial('4', '\\+4930', 'Old')], [button({ dirn: '+4930' })])).toBe('as-seen');
    const free: Entry = { index: '4', destination: '7000', label: 'Old', pickup: false };
    expect(standingOf([free], [button({ kind: 'busylampfield' })])).toBe('as-seen');
  });

  it.each([
    ['the label is another', dial('4', '7000', 'Else')],
    ['the number is another', dial('4', '7001', 'Old')],
    ['it stands elsewhere', dial('5', '7000', 'Old')],
    ['the partition is another', lamp('4', 'B', 'Old')],
  ])('has changed meanwhile where %s', (_what, entry) => {
    expect(standingOf([entry], [button()])).toBe('changed-meanwhile');
    expect(standingOf([dial('9', '7000', 'New'), entry], [button({ index: '9' }), button()])).toBe('changed-meanwhile');
  });

  it('already has the label only if all buttons have it', () => {
    const both = [button(), button({ index: '5' })];
    expect(standingOf([dial('4', '7000', 'New'), dial('5', '7000', 'New')], both)).toBe('already');
    expect(standingOf([dial('4', '7000', 'New'), dial('5', '7000', 'Old')], both)).toBe('as-seen');
    expect(standingOf([dial('4', '7000', 'New')], both)).toBe('changed-meanwhile');
  });

  it('gets the label only on the chosen buttons', () => {
    const [kept, other] = [dial('1', '0100', 'Bell'), dial('6', '7000', 'Old')];
    expect(withChanges([kept, dial('4', '7000', 'Old'), other], [button()])).toEqual([
      kept,
      dial('4', '7000', 'New'),
      other,
    ]);
  });

  it('gets another number for each kind of button, and keeps the other properties', () => {
    const edit = { set: { dirn: '7001', partition: 'B' } };
    expect(withChanges([dial('4', '7000', 'Old')], [button({ edit })])).toEqual([dial('4', '7001', 'Old')]);
    const watching = button({ kind: 'busylampfield', partition: 'A', edit });
    expect(withChanges([lamp('4', 'A', 'Old')], [watching])).toEqual([{ ...lamp('4', 'B', 'Old'), dirn: '7001' }]);
    expect(standingOf([{ ...lamp('4', 'B', 'Old'), dirn: '7001' }], [watching])).toBe('already');
    const free: Entry = { index: '4', destination: '7000', label: 'Old', pickup: true };
    expect(withChanges([free], [button({ kind: 'busylampfield', edit })])).toEqual([{ ...free, destination: '7001' }]);
    expect(standingOf([{ ...free, destination: '7001' }], [button({ kind: 'busylampfield', edit })])).toBe('already');
  });

  it('loses removed buttons, and has already lost them only if their indexes are free', () => {
    const gone = button({ edit: { remove: true } });
    const [kept, old] = [dial('1', '0100', 'Bell'), dial('4', '7000', 'Old')];
    expect(standingOf([kept, old], [gone])).toBe('as-seen');
    expect(withChanges([kept, old], [gone])).toEqual([kept]);
    expect(standingOf([kept], [gone])).toBe('already');
    expect(standingOf([kept, dial('4', '7001', 'Else')], [gone])).toBe('changed-meanwhile');
    const both = [gone, button({ index: '5', edit: { set: { label: 'New' } } })];
    expect(withChanges([kept, dial('5', '7000', 'Old')], both)).toEqual([kept, dial('5', '7000', 'New')]);
  });
});
