import { describe, expect, it } from 'vitest';
import { type ButtonEdit, editButtons, type Narrowing } from '../../../../src/buttons-cli/work-out/edit-buttons.js';
import { type Entry } from '../../../../src/buttons-cli/lists.js';
import { listTag } from '../../../../src/domain/list-tag.js';
import { aDevice } from '../../../support/made.js';
import { lamps, rememberLists, speedDials, readerOf } from '../../../support/remembered-lists.js';

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

/** The number 6130 in each of these partitions. */
const carriedIn = (...partitions: readonly string[]) =>
  partitions.map((partition) => ({ dirn: '6130', partition, description: '' }));

/** Lamps to 6130 in each of these partitions; the number exists in each of the second list. */
function watching(partitions: readonly string[], carried: readonly string[]) {
  return rememberLists(
    partitions.map((partition, position) => [lamps(`D${position}`), [lamp('1', partition)]]),
    carriedIn(...carried),
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
    ['where it is watched without a partition, and carried with one, too', [''], ['', 'PT-1']],
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
    ['in one partition and as free text', ['PT-1', ''], ['PT-1']],
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

  it.each<[string, string, string, ReturnType<typeof rememberLists>]>([
    ['of lines and lamps in order', 'PT-9', 'it is in PT-1, PT-2', watching(['', 'PT-1'], ['PT-2'])],
    ['except those of free text', 'PT-9', 'its partition is not known', watching([''], [])],
    [
      'except those of speed dials',
      ...(['', 'its partition is not known'] as const),
      rememberLists([[speedDials('A'), [{ index: '1', dirn: '6130', label: '' }]]]),
    ],
  ])('names the partitions %s', async (_, partition, said, scene) => {
    const named = partition === '' ? '(none)' : partition;
    await expect(edited('6130', { partition }, scene)).rejects.toThrow(
      `6130 is not in the partition ${named}; ${said}.`,
    );
  });

  it('edits a speed dial to a number that is in several partitions', async () => {
    const dials = [{ index: '1', dirn: '6130', label: '' }];
    const scene = rememberLists([[speedDials('A'), dials]], carriedIn('', 'PT-1'));
    expect((await edited('6130', {}, scene)).changed).toEqual(['A speeddial 1']);
  });

  it('plans only lists with a button that is meant, and keeps their other buttons', async () => {
    const given = { ...all, partition: 'PT-2' };
    const { lists: planned } = await editButtons(readerOf(lists()), [{ number: '6130', edit: () => undefined }], given);
    expect(planned).toMatchObject([{ ...lamps('B'), after: [lamp('1', 'PT-1')] }]);
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
    ['on a device that a search finds', '--search', { devices: { names: [], searched: ['B'] } }],
    ['of both', '--kind and --old-label', { kind: 'busylampfield', oldLabel: 'old' }],
  ])('says how many buttons there are where none is meant, and why: none %s', async (_, options, narrowing) => {
    const scene = rememberLists([
      [speedDials('A'), [{ index: '1', dirn: '4711', label: 'Old' }]],
      [speedDials('B'), []],
    ]);
    scene.proxy.searchDevices = (name) => Promise.resolve({ devices: [aDevice({ name })], next: undefined });
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
        etag: listTag('speeddial', dials),
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

describe('the numbers of a file', () => {
  /** Removes the buttons to each number; says what is left out. */
  async function leftOut(numbers: readonly string[], narrowing: Partial<Narrowing> = {}) {
    const scene = rememberLists(
      [
        [speedDials('A'), [{ index: '1', dirn: '4711', label: '' }]],
        [lamps('B'), [lamp('1', 'PT-1')]],
      ],
      [{ dirn: '4712', partition: 'PT-1', description: '' }, ...carriedIn('PT-1')],
    );
    const edits = numbers.map((number) => ({ number, edit: () => undefined }));
    const edited = await editButtons(readerOf(scene), edits, { ...all, ...narrowing }, true);
    return { lists: edited.lists.map(({ device }) => device), leftOut: edited.leftOut };
  }

  it.each<[string, Partial<Narrowing>, string]>([
    ['9', {}, 'no device has, and there is no button to'],
    ['4712', {}, 'there is no button to'],
    ['4711', { kind: 'busylampfield' }, 'no button matches (check --kind) to'],
    ['4711', { partition: 'PT-1' }, 'not in the partition PT-1'],
  ])('are left out if they have no button: %s, %j', async (number, narrowing, why) => {
    expect(await leftOut([number, '6130'], narrowing)).toEqual({ lists: ['B'], leftOut: [{ name: number, why }] });
    await expect(leftOut([number], narrowing)).rejects.toThrow(
      `nothing in the file matches; nothing was changed\n  ${why}: ${number}`,
    );
  });

  it('are left out like the devices of a file', async () => {
    const devices = { names: [], listed: ['C', 'B'] };
    expect((await leftOut(['9', '6130'], { devices })).leftOut.map(({ name }) => name)).toEqual(['C', '9']);
  });

  it('are all refused if one of them cannot be read, or is in several partitions', async () => {
    const scene = watching(['PT-1', 'PT-2'], []);
    const edits = [{ number: '6130', edit: () => undefined }];
    await expect(editButtons(readerOf(scene), edits, all, true)).rejects.toThrow('several partitions');
  });
});
