import { describe, expect, it } from 'vitest';
import type { ChangeList, ChangeWithLists } from '../../../../src/client/index.js';
import { changesOf, lastLists } from '../../../../src/buttons-cli/work-out/last-lists.js';
import type { Reader } from '../../../../src/buttons-cli/work-out/reader.js';
import { aChange, aChangeList } from '../../../support/made.js';
import { rememberLists, readerOf } from '../../../support/remembered-lists.js';

const dial = (label: string) => ({ index: '1', dirn: '0100', label });

type More = Partial<ChangeList> & Partial<Pick<ChangeWithLists, 'id' | 'source'>>;

const change = (id: number, { source = 'service', ...more }: More = {}): ChangeWithLists => ({
  ...aChange({ id: String(id), time: '2026-03-04T05:06:07Z', user: 'ingrid', source }),
  lists: [
    aChangeList({
      ...{ device: 'SEPGONE', uuid: 'u1', before: [dial(`${id - 1}`)], after: [dial(`${id}`)] },
      ...more,
    }),
  ],
});

/** A reader of a history with these changes, the newest last. Each page has one change. */
function readerOfChanges(changes: readonly ChangeWithLists[]): Reader {
  const { proxy } = rememberLists([]);
  const newest = [...changes].reverse();
  proxy.changes.listChanges = ({ of, before: cursor } = {}) => {
    const [kind, name] = typeof of === 'string' ? ['phone', of] : ['profile', of?.profile];
    const ofDevice = newest.filter(({ lists }) =>
      lists.some(({ deviceKind, device }) => deviceKind === kind && device === name),
    );
    const at = cursor === undefined ? 0 : ofDevice.findIndex(({ id }) => id === cursor) + 1;
    return Promise.resolve({ changes: ofDevice.slice(at, at + 1), next: ofDevice[at + 1] && ofDevice[at]?.id });
  };
  return readerOf({ proxy });
}

/** The last lists after these changes. */
async function last(changes: readonly ChangeWithLists[], before = false, argument = 'SEPGONE') {
  const { model, notes } = await lastLists(readerOfChanges(changes), argument, before);
  return { labels: Object.fromEntries([...model].map(([kind, [entry]]) => [kind, entry?.label])), notes };
}

describe('the last lists of a device', () => {
  it('are those after, or before, its last changes of each kind', async () => {
    const lamp = { ...dial('Lamp'), partition: '', pickup: false };
    const changes = [change(1, { kind: 'busylampfield', after: [lamp] }), change(2), change(3)];
    expect((await last(changes)).labels).toEqual({ speeddial: '3', busylampfield: 'Lamp' });
    expect((await last([change(2), change(3)], true)).labels).toEqual({ speeddial: '2' });
    expect((await last([change(2), change(3)])).notes).toEqual([
      expect.stringMatching(/^the speed dials are those of change 3 of 2026-03-0. .* \(changed\)$/),
      'the history has no change of the busy lamp fields of SEPGONE: they stay as they are',
    ]);
  });

  it.each<[string, More, string]>([
    ['that was refused', { state: 'refused' }, '2'],
    ['that took the device away', { source: 'elsewhere', before: [dial('last')], after: null }, 'last'],
    ['that was found not to be made', { state: 'uncertain', foundLater: { list: 'before', time: '' } }, '2'],
    ['that cannot be read', { before: null, after: null }, '2'],
    ['that left an unknown list', { before: [dial('was')], after: null }, '2'],
    ['that someone else made', { source: 'elsewhere' }, '3'],
    ['after which another list was found', { state: 'uncertain', foundLater: { list: 'other', time: '' } }, '2'],
    ['of another device that had the name before the others', { id: '1' }, '2'],
  ])('by a change %s', async (_, more, label) => {
    const changes = more.id === '1' ? [change(1, { uuid: 'u0' }), change(2)] : [change(2), change(3, more)];
    expect((await last(changes)).labels).toEqual({ speeddial: label });
  });

  it('are said not to be the newest if the outcome of later changes is not known', async () => {
    const { notes } = await last([change(2), change(3, { before: null, after: null })]);
    expect(notes[0]).toMatch(/ change 2 of .* \(changed\), because the outcome of later changes is not known$/);
  });

  it('are of each kind, even if the last change has left a list of one kind empty', async () => {
    const changes = [change(2), change(3, { kind: 'busylampfield', after: [] })];
    expect((await last(changes)).labels).toEqual({ speeddial: '2', busylampfield: undefined });
  });

  it.each([
    ['older', null, 'u1'],
    ['newest', 'u1', null],
  ])('are those of one device if the device of the %s change is not known', async (_, older, newest) => {
    const lamp = { ...dial('Lamp'), partition: '', pickup: false };
    const changes = [change(1, { kind: 'busylampfield', after: [lamp], uuid: older }), change(2, { uuid: newest })];
    expect((await last(changes)).labels).toEqual({ speeddial: '2', busylampfield: 'Lamp' });
  });

  it('are those of the latest device with the name, and not of an earlier one', async () => {
    const lamp = { ...dial('Lamp'), partition: '', pickup: false };
    const other = change(1, { kind: 'busylampfield', after: [lamp], uuid: 'u0' });
    expect((await last([other, change(2)])).labels).toEqual({ speeddial: '2' });
  });

  it.each<[string, readonly ChangeWithLists[], string]>([
    ['no change is kept', [], 'the history has no change of SEPGONE'],
    [
      'none can be read',
      [change(1, { before: null, after: null })],
      'the history does not know the buttons of SEPGONE',
    ],
    [
      'a phone and a profile had the name',
      [change(1), change(2, { deviceKind: 'profile' })],
      'SEPGONE is both a phone and a device profile; write phone:SEPGONE or profile:SEPGONE',
    ],
  ])('are refused where %s', async (_, changes, said) => {
    await expect(last(changes)).rejects.toThrow(said);
    if (changes.length === 2)
      expect((await last(changes, false, 'profile:SEPGONE')).labels).toEqual({ speeddial: '2' });
  });
});

describe('the changes of a device', () => {
  it('are the newest ones of the phone and the device profile with the name', async () => {
    const of = (id: number, deviceKind: ChangeList['deviceKind']) => change(id, { deviceKind });
    const changes = [of(3, 'profile'), of(4, 'phone'), of(9, 'phone'), of(10, 'profile'), of(11, 'phone')];
    const found = await changesOf(readerOfChanges(changes), 'SEPGONE', {}, 4);
    expect(found.map(({ id }) => id)).toEqual(['11', '10', '9', '4']);
  });

  it.each(['', 'profile:'])('need a name: %j', async (argument) => {
    await expect(changesOf(readerOfChanges([]), argument, {}, 4)).rejects.toThrow("the device's name is empty");
  });
});
