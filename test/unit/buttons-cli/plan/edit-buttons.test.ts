import { describe, expect, it } from 'vitest';
import { editButtons, type Narrowing } from '../../../../src/buttons-cli/plan/edit-buttons.js';
import { Reader } from '../../../../src/buttons-cli/plan/reader.js';
import type { Entry } from '../../../../src/buttons-cli/lists.js';
import { lamps, patientClock, rememberLists, speedDials } from '../../../support/remembered-lists.js';

const all: Narrowing = { kind: undefined, devices: [], oldLabel: undefined, partition: undefined };
const lamp = (index: string, partition: string, label = 'Old') => ({
  index,
  dirn: '6130',
  partition,
  label,
  pickup: false,
});
const others: Entry = { index: '9', dirn: '1', label: 'Old' };

function lists() {
  return rememberLists(
    [
      [
        speedDials('A'),
        [{ index: '1', dirn: '\\+49', label: 'Old' }, { index: '2', dirn: '6130', label: 'Old' }, others],
      ],
      [lamps('B'), [lamp('1', 'PT-1'), lamp('2', 'PT-2', 'Else')]],
      [lamps('P', 'profile'), [lamp('3', 'PT-1'), { index: '4', destination: '6130', label: 'Old', pickup: true }]],
    ],
    [{ dirn: '6130', partition: 'PT-1', description: '' }],
  );
}

async function edited(number: string, narrowing: Partial<Narrowing>) {
  const reader = new Reader(
    lists().proxy,
    { signal: new AbortController().signal, clock: patientClock() },
    () => undefined,
  );
  const { lists: planned, notes } = await editButtons(
    reader,
    [{ number, edit: (_, entry) => ({ ...entry, label: 'New' }) }],
    { ...all, ...narrowing },
  );
  const changed = planned.flatMap(({ device, kind, after }) =>
    after.filter(({ label }) => label === 'New').map(({ index }) => `${device} ${kind} ${index}`),
  );
  return { changed, notes };
}

describe('editButtons', () => {
  it('refuses a number that is in several partitions, unless one is named', async () => {
    await expect(edited('6130', {})).rejects.toThrow(/several partitions.*: PT-1, PT-2\. Nothing was changed/);
    const { changed, notes } = await edited('6130', { partition: 'PT-1' });
    expect(changed).toEqual(['B busylampfield 1', 'P busylampfield 3']);
    expect(notes).toEqual([expect.stringMatching(/^2 buttons .* left out/)]);
  });

  it('does not mind partitions where only speed dials are meant', async () => {
    expect((await edited('6130', { kind: 'speeddial' })).changed).toEqual(['A speeddial 2']);
  });

  it('takes one partition on the device that is named', async () => {
    expect((await edited('6130', { devices: ['profile:P'] })).changed).toEqual([
      'P busylampfield 3',
      'P busylampfield 4',
    ]);
    await expect(edited('6130', { devices: ['B'] })).rejects.toThrow('several partitions');
  });

  it('narrows by the old label, and finds a number in either form of its plus', async () => {
    expect((await edited('6130', { oldLabel: 'Else', partition: 'PT-2' })).changed).toEqual(['B busylampfield 2']);
    expect((await edited('+49', {})).changed).toEqual(['A speeddial 1']);
  });
});
