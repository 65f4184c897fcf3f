import { describe, expect, it } from 'vitest';
import { type ButtonEdit, editButtons, type Narrowing } from '../../../../src/buttons-cli/plan/edit-buttons.js';
import { Reader } from '../../../../src/buttons-cli/plan/reader.js';
import { type Entry, tagOf } from '../../../../src/buttons-cli/lists.js';
import { lamps, jumpingClock, rememberLists, speedDials } from '../../../support/remembered-lists.js';

const all: Narrowing = { kind: undefined, devices: { names: [] }, oldLabel: undefined, partition: undefined };
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

function readerOf({ proxy }: ReturnType<typeof rememberLists>): Reader {
  return new Reader(proxy, { signal: new AbortController().signal, clock: jumpingClock() }, () => undefined);
}

const relabel =
  (label: string): ButtonEdit =>
  (_, entry) => ({ ...entry, label });

async function edited(number: string, narrowing: Partial<Narrowing>, of = lists()) {
  const { lists: planned, notes } = await editButtons(readerOf(of), [{ number, edit: relabel('New') }], {
    ...all,
    ...narrowing,
  });
  const changed = planned.flatMap(({ device, kind, after }) =>
    after.filter(({ label }) => label === 'New').map(({ index }) => `${device} ${kind} ${index}`),
  );
  return { changed, notes };
}

/** Lamps to 6130 in each of these partitions; the number exists in each of the second list. */
function watching(partitions: readonly string[], carried: readonly string[]) {
  return rememberLists(
    partitions.map((partition, position) => [lamps(`D${position}`), [lamp('1', partition)]]),
    carried.map((partition) => ({ dirn: '6130', partition, description: '' })),
  );
}

describe('editButtons', () => {
  it('refuses a number that is in several partitions, unless one is given', async () => {
    await expect(edited('6130', {})).rejects.toThrow(/several partitions.*: PT-1, PT-2\. Nothing was changed/);
    const { changed, notes } = await edited('6130', { partition: 'PT-1' });
    expect(changed).toEqual(['B busylampfield 1', 'P busylampfield 3']);
    expect(notes).toEqual([expect.stringMatching(/^2 buttons .* skipped/)]);
  });

  it('ignores partitions if only speed dials are meant', async () => {
    expect(await edited('6130', { kind: 'speeddial' })).toEqual({ changed: ['A speeddial 2'], notes: [] });
  });

  it('finds one partition on the given device', async () => {
    expect(await edited('6130', { devices: { names: ['profile:P'] } })).toEqual({
      changed: ['P busylampfield 3', 'P busylampfield 4'],
      notes: [],
    });
    await expect(edited('6130', { devices: { names: ['B'] } })).rejects.toThrow('several partitions');
  });

  it('filters by the old label, and finds a number in either form of its plus', async () => {
    expect((await edited('6130', { oldLabel: 'Else', partition: 'PT-2' })).changed).toEqual(['B busylampfield 2']);
    expect((await edited('+49', {})).changed).toEqual(['A speeddial 1']);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['where it is carried in another one than those that are watched', ['PT-1'], ['PT-1', 'PT-2']],
    ['where it is carried without a partition, and watched with one', ['PT-1'], ['', 'PT-1']],
    ['where it is watched in one that nobody carries', ['PT-9'], ['PT-1']],
  ])('refuses a number of several people %s', async (_, partitions, carried) => {
    const names = [...new Set([...partitions, ...carried])].sort().map((name) => (name === '' ? '(none)' : name));
    await expect(edited('6130', {}, watching(partitions, carried))).rejects.toThrow(
      `6130 is in several partitions, so it can belong to several people: ${names.join(', ')}. Nothing was changed. ` +
        'Choose one with --partition NAME, or skip busy lamp fields with --kind speeddial',
    );
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['in one partition', ['PT-1', 'PT-1'], ['PT-1']],
    ['without a partition, which is carried in none', ['', ''], ['']],
    ['as free text, whatever is carried', ['', ''], ['PT-1', 'PT-2']],
  ])('edits all lamps that watch a number %s', async (_, partitions, carried) => {
    const { changed } = await edited('6130', {}, watching(partitions, carried));
    expect(changed).toEqual(['D0 busylampfield 1', 'D1 busylampfield 1']);
  });

  it('can mean only the buttons without a partition, which leaves nothing out', async () => {
    const scene = watching(['', 'PT-1'], ['', 'PT-1']);
    expect(await edited('6130', { partition: '' }, scene)).toEqual({ changed: ['D0 busylampfield 1'], notes: [] });
  });

  it('knows the partitions of lines and of buttons, and names them', async () => {
    expect(await edited('6130', { partition: 'PT-7' }, watching(['PT-1'], ['PT-7']))).toEqual({
      changed: [],
      notes: [],
    });
    await expect(edited('6130', { partition: 'pt-1' }, watching(['PT-1', ''], ['PT-0', 'PT-1']))).rejects.toThrow(
      '6130 is not in the partition pt-1; it is in PT-0, PT-1.',
    );
    await expect(edited('6130', { partition: '' }, watching(['PT-1'], ['PT-1']))).rejects.toThrow(
      '6130 is not in the partition (none); it is in PT-1.',
    );
  });

  it('distinguishes a number without a line from one without a button', async () => {
    await expect(edited('4711', {})).rejects.toThrow('no device has 4711, and there is no button to it');
    expect(await edited('6130', {}, watching([], ['PT-1']))).toEqual({ changed: [], notes: [] });
  });

  it.each<[string, string, Partial<Narrowing>]>([
    ['of this kind', '--kind', { kind: 'busylampfield' }],
    ['on this device', '--device', { devices: { names: ['B'] } }],
    ['on a device of the file', '--devices-from', { devices: { names: [], listed: ['B'] } }],
    ['with this label', '--old-label', { oldLabel: 'old' }],
    ['of both', '--kind and --old-label', { kind: 'busylampfield', oldLabel: 'old' }],
  ])('says how many buttons there are where none is meant, and why: none %s', async (_, options, narrowing) => {
    const scene = rememberLists([
      [speedDials('A'), [{ index: '1', dirn: '4711', label: 'Old' }]],
      [speedDials('B'), []],
    ]);
    await expect(edited('4711', narrowing, scene)).rejects.toThrow(
      `1 button to 4711 found, and none of them matches: check ${options}.`,
    );
  });

  it('reports one button that is left out because it has no partition', async () => {
    const scene = rememberLists([
      [speedDials('A'), [{ index: '1', dirn: '6130', label: 'Old' }]],
      [lamps('B'), [lamp('1', 'PT-1')]],
    ]);
    expect((await edited('6130', { partition: 'PT-1' }, scene)).notes).toEqual([
      'one button to this number without a partition (speed dials, free-form) skipped, because of --partition',
    ]);
  });

  it('can swap two numbers, and remove a button', async () => {
    const dials = ['1', '2', '3'].map((dirn) => ({ index: dirn, dirn, label: '' }));
    const becomes =
      (dirn: string): ButtonEdit =>
      (_, entry) => ({ ...entry, dirn });
    const { lists: planned } = await editButtons(
      readerOf(rememberLists([[speedDials('A'), dials]])),
      [
        { number: '1', edit: becomes('2') },
        { number: '2', edit: becomes('1') },
        { number: '3', edit: () => undefined },
      ],
      all,
    );
    expect(planned).toEqual([
      {
        ...speedDials('A'),
        etag: tagOf('speeddial', dials),
        before: dials,
        after: [
          { index: '1', dirn: '2', label: '' },
          { index: '2', dirn: '1', label: '' },
        ],
      },
    ]);
  });

  it('uses the list that it reads, not what was found a moment before', async () => {
    const scene = lists();
    const findButtons = scene.proxy.findButtons.bind(scene.proxy);
    scene.proxy.findButtons = async (...given) => {
      const found = await findButtons(...given);
      scene.set(lamps('P', 'profile'), [lamp('1', 'PT-1', 'Mine'), lamp('2', 'PT-2'), lamp('3', 'PT-1')]);
      return found;
    };
    const narrowing = { oldLabel: 'Old', partition: 'PT-1', devices: { names: ['profile:P'] } };
    expect((await edited('6130', narrowing, scene)).changed).toEqual(['P busylampfield 3']);
  });
});
