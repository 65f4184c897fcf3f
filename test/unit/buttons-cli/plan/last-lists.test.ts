import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../src/client/index.js';
import { lastLists } from '../../../../src/buttons-cli/plan/last-lists.js';
import { Reader } from '../../../../src/buttons-cli/plan/reader.js';
import { aChange } from '../../../support/made.js';
import { jumpingClock, rememberLists } from '../../../support/remembered-lists.js';

const dial = (label: string) => ({ index: '1', dirn: '0100', label });

const change = (id: number, more: Partial<Change> = {}): Change =>
  aChange({
    ...{ id: String(id), time: '2026-03-04T05:06:07Z', user: 'ingrid', device: 'SEPGONE', uuid: 'u1' },
    ...{ before: [dial(`${id - 1}`)], after: [dial(`${id}`)] },
    ...more,
  });

/** The last lists after these changes, the newest last. */
async function last(changes: readonly Change[], before = false, argument = 'SEPGONE') {
  const { proxy } = rememberLists([]);
  const newest = [...changes].reverse();
  proxy.history.listChanges = ({ of, before: cursor } = {}) => {
    const ofDevice = newest.filter(({ deviceKind }) => deviceKind === (typeof of === 'string' ? 'phone' : 'profile'));
    const at = cursor === undefined ? 0 : ofDevice.findIndex(({ id }) => id === cursor) + 1;
    return Promise.resolve({ changes: ofDevice.slice(at, at + 1), next: ofDevice[at + 1] && ofDevice[at]?.id });
  };
  const reader = new Reader(proxy, { signal: new AbortController().signal, clock: jumpingClock() }, () => undefined);
  const { model, notes } = await lastLists(reader, argument, before);
  return { labels: Object.fromEntries([...model].map(([kind, [entry]]) => [kind, entry?.label])), notes };
}

describe('the last lists of a device', () => {
  it('are those after, or before, its last changes of each kind', async () => {
    const lamp = { ...dial('Lamp'), partition: '', pickup: false };
    const changes = [change(1, { kind: 'busylampfield', after: [lamp] }), change(2), change(3)];
    expect((await last(changes)).labels).toEqual({ speeddial: '3', busylampfield: 'Lamp' });
    expect((await last([change(2), change(3)], true)).labels).toEqual({ speeddial: '2' });
    expect((await last([change(2), change(3)])).notes).toEqual([
      expect.stringMatching(/^the speed dials are those of change 3 of 2026-03-0. .* \(replaced\)$/),
      'the history has no change of the busy lamp fields of SEPGONE: they stay as they are',
    ]);
  });

  it.each<[string, Partial<Change>, string]>([
    ['that was refused', { outcome: 'rejected-by-call-manager' }, '2'],
    [
      'that took the device away',
      { source: 'elsewhere', outcome: 'seen', before: [dial('last')], after: null },
      'last',
    ],
    ['that was found not to be made', { outcome: 'outcome-unknown', foundLater: { list: 'before', time: '' } }, '2'],
    ['that cannot be read', { before: null, after: null }, '2'],
    ['of another device that had the name before the others', { id: '1' }, '2'],
  ])('by a change %s', async (_, more, label) => {
    const changes = more.id === '1' ? [change(1, { uuid: 'u0' }), change(2)] : [change(2), change(3, more)];
    expect((await last(changes)).labels).toEqual({ speeddial: label });
  });

  it('are those of the latest device with the name, and not of an earlier one', async () => {
    const lamp = { ...dial('Lamp'), partition: '', pickup: false };
    const other = change(1, { kind: 'busylampfield', after: [lamp], uuid: 'u0' });
    expect((await last([other, change(2)])).labels).toEqual({ speeddial: '2' });
  });

  it.each<[string, readonly Change[], string]>([
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
