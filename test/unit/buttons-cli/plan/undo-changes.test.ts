import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../src/client/index.js';
import type { Entry, ListRef } from '../../../../src/buttons-cli/lists.js';
import { undoChangesNow, type UndoScope } from '../../../../src/buttons-cli/plan/undo-changes.js';
import { aChange } from '../../../support/made.js';
import { rememberLists, speedDials, readerOf } from '../../../support/remembered-lists.js';

const dial = (label: string, index = '1'): Entry => ({ index, dirn: '1', label });
const list = speedDials('A');

function change(id: string, of: Partial<Change>): Change {
  return aChange({ id, ...list, uuid: 'key', run: '1', ...of });
}

/** @param uuid the key of the present device with the name */
async function planned(
  present: readonly (readonly [ListRef, readonly Entry[]])[],
  changes: readonly Change[],
  { scope = 'entries', uuid = 'key' }: { scope?: UndoScope; uuid?: string } = {},
) {
  const { proxy } = rememberLists(present);
  const findDevice = proxy.findDevice.bind(proxy);
  proxy.findDevice = async (...given) => {
    const found = await findDevice(...given);
    return found && { ...found, uuid };
  };
  const { undos, lists } = await undoChangesNow(readerOf({ proxy }), changes, scope);
  return { states: undos.map(({ state }) => state), details: undos.map(({ detail }) => detail), lists };
}

describe('a planned undo', () => {
  const one = change('1', { before: [dial('old')], after: [dial('new')] });

  it.each<[string, readonly Entry[], string, UndoScope]>([
    ['is as the change left it', [dial('new')], 'planned', 'list'],
    ['is as before', [dial('old')], 'already', 'list'],
    ['has another label', [dial('mine')], 'changed-meanwhile', 'entries'],
    ['has another button besides', [dial('new'), dial('x', '2')], 'planned', 'entries'],
    ['has another button besides, of whole lists,', [dial('new'), dial('x', '2')], 'changed-meanwhile', 'list'],
  ])('where the list %s', async (_, entries, state, scope) => {
    const { states, lists } = await planned([[list, entries]], [one], { scope });
    expect(states).toEqual([state]);
    expect(lists).toHaveLength(1);
    expect(lists[0]?.before).toEqual(entries);
    expect(lists[0]?.leave === undefined).toBe(state !== 'changed-meanwhile');
  });

  it('keeps the lists of another device that has the name now', async () => {
    const { states, details, lists } = await planned([[list, [dial('new')]]], [one], { uuid: 'other' });
    expect([states, details]).toEqual([['changed-meanwhile'], ['Another phone has the name A now.']]);
    expect(lists[0]).toMatchObject({ leave: details[0] });
    const unknown = change('1', { ...one, uuid: null });
    expect((await planned([[list, [dial('new')]]], [unknown], { uuid: 'other' })).states).toEqual(['planned']);
  });

  it('skips a device that no longer exists, and says so', async () => {
    const { states, details, lists } = await planned([], [one]);
    expect([states, lists[0]?.leave]).toEqual([['changed-meanwhile'], details[0]]);
    expect(details[0]).toContain('phone-not-found');
    expect(lists).toEqual([{ ...list, etag: '', before: [], after: [], leave: details[0] }]);
  });

  it('of a list ends at a change whose list before is unknown', async () => {
    const later = change('2', { before: null, after: [dial('newer')], undoable: false });
    const { states, lists } = await planned([[list, [dial('newer')]]], [later, one]);
    expect([states, lists[0]?.leave]).toEqual([
      ['not-undoable', 'not-reached'],
      'The list before this change is not known.',
    ]);
    const foreign = [{ index: '1', spin: 4 } as never];
    for (const of of [{ before: foreign }, { after: foreign }]) {
      expect(
        (await planned([[list, [dial('newer')]]], [change('2', { ...later, undoable: true, before: [], ...of })]))
          .details,
      ).toEqual(['It has a button that this command does not know.']);
    }
  });

  it('continues before a change whose list has changed since', async () => {
    const later = change('2', { before: [dial('new')], after: [dial('new'), dial('two', '2')] });
    const { states, lists } = await planned([[list, [dial('new'), dial('mine', '2')]]], [later, one]);
    expect(states).toEqual(['changed-meanwhile', 'planned']);
    expect(lists[0]).toMatchObject({ after: [dial('old'), dial('mine', '2')] });
    expect(lists[0]?.leave).toBeUndefined();
  });

  describe('of two changes of a list', () => {
    const later = (before: string, after: string, more: Partial<Change> = {}) =>
      change('2', { before: [dial(before)], after: [dial(after)], ...more });

    it('needs only the older one if the later one is undone already', async () => {
      const { states, lists } = await planned([[list, [dial('new')]]], [later('new', 'newer'), one]);
      expect([states, lists[0]?.after]).toEqual([['already', 'planned'], [dial('old')]]);
    });

    it('has nothing to do if they cancel each other', async () => {
      const { states, lists } = await planned([[list, [dial('old')]]], [later('new', 'old'), one]);
      expect([states, lists[0]?.leave]).toEqual([['already', 'already'], undefined]);
    });

    it('skips the list if one is undone already and the other cannot be undone', async () => {
      const { states, lists } = await planned([[list, [dial('mine')]]], [later('mine', 'newer'), one]);
      expect([states, lists[0]?.leave]).toEqual([['already', 'changed-meanwhile'], 'It has changed since the run.']);
    });

    it('skips the list if one of them changed another device, which had the name before', async () => {
      const { states, lists } = await planned(
        [[list, [dial('newer')]]],
        [later('new', 'newer'), change('1', { ...one, uuid: 'other' })],
      );
      expect(states).toEqual(['changed-meanwhile', 'changed-meanwhile']);
      expect(lists[0]?.leave).toBe('Another phone has the name A now.');
    });

    it('says of each why it is not undone', async () => {
      const { details } = await planned(
        [[list, [dial('new')]]],
        [later('x', 'y'), change('1', { ...one, uuid: 'other' })],
      );
      expect(details).toEqual(['It has changed since the run.', 'Another phone has the name A now.']);
    });

    it('counts the device only of changes that can be undone', async () => {
      const { states } = await planned([[list, [dial('new')]]], [later('x', 'y', { uuid: 'other' }), one]);
      expect(states).toEqual(['changed-meanwhile', 'planned']);
    });
  });
});
