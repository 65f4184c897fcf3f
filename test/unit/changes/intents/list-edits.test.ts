import { describe, expect, it } from 'vitest';
import { edited, type FindingToFix, type ListEdits } from '../../../../src/changes/intents/list-edits.js';
import type { ButtonKind, Entry } from '../../../../src/domain/button-kinds.js';
import { dial } from '../../../support/changes.js';

const lamp = (index: string, dirn: string, partition: string, label = 'Old') => ({
  ...{ index, dirn, partition, label, pickup: true },
});

/** @returns the list after edits, or why there is none */
function after(kind: ButtonKind, before: readonly Entry[], edits: ListEdits) {
  const made = edited(kind, before, edits);
  return 'problem' in made ? made.problem : made.after;
}

/** @returns the places that the edits tell, with the code of the note */
function remarks(kind: ButtonKind, before: readonly Entry[], edits: ListEdits) {
  const made = edited(kind, before, edits);
  return 'problem' in made ? [] : made.remarks.map(({ code, why, index }) => [code, why, index]);
}

describe('edits of the buttons to numbers', () => {
  const dials = [dial(1, '6150', 'Old'), dial(2, '6150,42', 'Code'), dial(3, '0199', 'Taxi')];

  it('set the label, and leave buttons with codes behind the number alone', () => {
    const edits = { buttons: [{ dirn: '6150', label: 'New' }] };
    expect(after('speeddial', dials, edits)).toEqual([dial(1, '6150', 'New'), dials[1], dials[2]]);
    expect(remarks('speeddial', dials, edits)).toEqual([
      ['not-edited', expect.stringContaining('pauses or codes'), '2'],
    ]);
  });

  it('set the label of a button with codes if all that it dials, or its label, is named', () => {
    expect(after('speeddial', dials, { buttons: [{ dirn: '6150,42', label: 'New' }] })).toContainEqual(
      dial(2, '6150,42', 'New'),
    );
    const byLabel = { buttons: [{ dirn: '6150', oldLabel: 'Code', label: 'New' }] };
    expect(after('speeddial', dials, byLabel)).toEqual([dials[0], dial(2, '6150,42', 'New'), dials[2]]);
    expect(remarks('speeddial', dials, byLabel)).toEqual([]);
  });

  it('lead elsewhere, with the codes behind the number, and keep the label of what has codes', () => {
    expect(after('speeddial', dials, { buttons: [{ dirn: '6150', to: '7000', label: 'New' }] })).toEqual([
      dial(1, '7000', 'New'),
      dial(2, '7000,42', 'Code'),
      dials[2],
    ]);
  });

  it('edit each button once: two numbers are exchanged', () => {
    const edits = {
      buttons: [
        { dirn: '1', to: '2' },
        { dirn: '2', to: '1' },
        { dirn: '3', remove: true },
      ],
    } as const;
    const three = [dial(1, '1', ''), dial(2, '2', ''), dial(3, '3', '')];
    expect(after('speeddial', three, edits)).toEqual([dial(1, '2', ''), dial(2, '1', '')]);
  });

  it('work in order: the first that means a button counts', () => {
    const buttons = [
      { dirn: '1', oldLabel: 'A', label: 'first' },
      { dirn: '1', label: 'second' },
    ];
    expect(after('speeddial', [dial(1, '1', 'A'), dial(2, '1', 'B')], { buttons })).toEqual([
      dial(1, '1', 'first'),
      dial(2, '1', 'second'),
    ]);
  });

  it('mean lamps in one partition, and give them another', () => {
    const lamps = [lamp('1', '6130', 'PT-1'), lamp('2', '6130', 'PT-2'), lamp('3', '6130', '')];
    const moved = { buttons: [{ dirn: '6130', partition: 'PT-1', to: '6131', toPartition: 'PT-9' }] };
    expect(after('busylampfield', lamps, moved)).toEqual([lamp('1', '6131', 'PT-9'), lamps[1], lamps[2]]);
    const kept = { buttons: [{ dirn: '6130', partition: 'PT-2', to: '6131' }] };
    expect(after('busylampfield', lamps, kept)).toEqual([lamps[0], lamp('2', '6131', 'PT-2'), lamps[2]]);
    const none = { buttons: [{ dirn: '6130', partition: '', remove: true }] } as const;
    expect(after('busylampfield', lamps, none)).toEqual([lamps[0], lamps[1]]);
  });

  it('mean a number in either form of its plus, and free-form lamps', () => {
    expect(after('speeddial', [dial(1, '\\+49', 'Old')], { buttons: [{ dirn: '+49', label: 'New' }] })).toEqual([
      dial(1, '\\+49', 'New'),
    ]);
    const free = { index: '1', destination: '6130', label: 'Old', pickup: false };
    expect(after('busylampfield', [free], { buttons: [{ dirn: '6130', to: 'a@example.com' }] })).toEqual([
      { ...free, destination: 'a@example.com' },
    ]);
  });
});

describe('buttons to add', () => {
  const entry = { dirn: '0100', label: 'Reception' };
  const taken = [dial(1, '1', ''), dial(2, '2', ''), dial(4, '4', '')];

  it('get the first index that no button has, or the one that is asked for', () => {
    const first = after('speeddial', taken, { add: [{ entry, index: undefined }] });
    expect(first).toEqual([taken[0], taken[1], dial(3, '0100', 'Reception'), taken[2]]);
    expect(after('speeddial', taken, { add: [{ entry, index: '09' }] })).toContainEqual({ ...entry, index: '09' });
    const two = {
      add: [
        { entry, index: undefined },
        { entry: { ...entry, dirn: '0199' }, index: undefined },
      ],
    };
    expect(after('speeddial', [], two)).toEqual([dial(1, '0100', 'Reception'), dial(2, '0199', 'Reception')]);
  });

  it('are not added again, and do not replace another button', () => {
    const there = [dial(2, '0100', 'Reception')];
    expect(after('speeddial', there, { add: [{ entry, index: undefined }] })).toEqual(there);
    expect(after('speeddial', there, { add: [{ entry, index: '2' }] })).toEqual(there);
    expect(after('speeddial', taken, { add: [{ entry, index: '4' }] })).toMatch(/has the index 4\. Leave index out/);
  });

  it('are told where there is such a button with another label', () => {
    const there = [dial(1, '0100', 'Desk')];
    expect(remarks('speeddial', there, { add: [{ entry, index: undefined }] })).toEqual([
      ['one-more', 'Devices that have speed dials to 0100 already get one more', undefined],
    ]);
  });
});

describe('the fixes of findings', () => {
  const dials = [dial(1, '2001', 'New'), dial(2, '2001', 'Old')];
  const finding: FindingToFix = {
    ...{ kind: 'old-name', index: '2', dirn: '2001', partition: '', label: 'Old' },
    proposal: { set: dial(2, '2001', 'New') },
  };
  const remove = { remove: true } as const;

  it('set or remove the button, and keep what the inventory does not show', () => {
    expect(after('speeddial', dials, { fix: [finding] })).toEqual([dials[0], dial(2, '2001', 'New')]);
    expect(after('speeddial', dials, { fix: [{ ...finding, kind: 'twice', proposal: remove }] })).toEqual([dials[0]]);
    const field = lamp('3', '2001', 'PT');
    const { pickup, ...set } = { ...field, label: 'New' };
    const shown = { ...finding, index: '3', partition: 'PT', proposal: { set: set as never } };
    expect(after('busylampfield', [field], { fix: [shown] })).toEqual([{ ...field, label: 'New', pickup }]);
  });

  it.each<[string, Partial<FindingToFix>, string]>([
    ['of a button with another label', { label: 'Older' }, 'The button has changed'],
    ['of a button to another number', { dirn: '2002' }, 'The button has changed'],
    ['of a button in another partition', { partition: 'PT' }, 'The button has changed'],
    ['of a button that is gone', { index: '7' }, 'The button has changed'],
    ['of the only one by now', { kind: 'twice', index: '1', label: 'New', proposal: remove }, 'the only button'],
    ['without a proposal', { proposal: null }, 'Nothing is proposed'],
    [
      'that sets another kind of button',
      { proposal: { set: { destination: 'x' } as never } },
      'not a button of this kind',
    ],
  ])('are not followed %s', (_, given, why) => {
    const fix = [{ ...finding, ...given }];
    expect(after('speeddial', dials, { fix })).toEqual(dials);
    expect(remarks('speeddial', dials, { fix })).toEqual([['not-edited', expect.stringContaining(why), fix[0]?.index]]);
  });

  it('remove only one of two buttons that are found to be twice', () => {
    const twice = { ...finding, kind: 'twice', proposal: remove } as const;
    const three = [...dials, dial(3, '2001', 'Old')];
    expect(after('speeddial', three, { fix: [twice, { ...twice, index: '3' }] })).toEqual([dials[0]]);
  });
});
