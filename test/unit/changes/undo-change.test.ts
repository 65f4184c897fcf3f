import { describe, expect, it } from 'vitest';
import type { BusyLampField } from '../../../src/domain/busy-lamp-field.js';
import { ServiceError } from '../../../src/domain/errors.js';
import type { SentList } from '../../../src/changes/change.js';
import { undoChange, type UndoScope } from '../../../src/changes/undo-change.js';
import { ChangedMeanwhile, ReplaceButtons } from '../../../src/use-cases/replace-buttons.js';
import { observing } from '../../support/app.js';
import { dial, phoneNamed, sentList, sentOf } from '../../support/changes.js';
import { fakePort, openContext } from '../../support/fake-port.js';
import { rememberedButtons } from '../../support/remembered-buttons.js';

const device = phoneNamed('SEP00A1B2C30001');
const lamp = (label: string): BusyLampField => ({ index: '3', destination: 'a@b', label, pickup: false });

/** A phone with these buttons, and the undo of a change of them. */
function phoneWith(present: { dials?: ReturnType<typeof dial>[]; fields?: BusyLampField[] } = {}) {
  const { dials = [], fields = [] } = present;
  const callManager = fakePort({
    speedDials: rememberedButtons({ [device.name]: dials }),
    busyLampFields: rememberedButtons({ [device.name]: fields }),
  });
  const { observe } = observing();
  const writers = new ReplaceButtons({ callManager, loadsChange: false, observe });
  const undo = (change: Partial<SentList>, scope: UndoScope = 'list') => {
    const whole = sentList({ device, ...change });
    return undoChange(whole, scope, writers, openContext().context);
  };
  return { undo, callManager };
}

describe('a change that cannot be undone', () => {
  it.each<[string, Partial<SentList>, string]>([
    ['its lists are damaged', { before: null, after: null }, 'The record of this change in the history is damaged'],
    [
      'nothing could be read before',
      { before: null, after: [dial(1, '1')] },
      'The list from before this change is not known',
    ],
    [
      'what was read cannot be set',
      { before: [dial(1, '1'), dial(2, '2', 'caf\uFFFD')], after: [] },
      'The list from before this change cannot be set: the label of the speed dial at index 2 must not contain',
    ],
    [
      'a busy lamp field that was read cannot be set',
      { kind: 'busylampfield', before: [lamp('\u0007')], after: [] },
      'The list from before this change cannot be set: the label of the busy lamp field at index 3 must not contain',
    ],
  ])('says why, and asks the call manager nothing: %s', async (_, change, why) => {
    const { undo, callManager } = phoneWith();
    const refused = await undo(change).catch((thrown: unknown) => thrown);
    expect(refused).toBeInstanceOf(ServiceError);
    const { code, facts } = refused as ServiceError;
    expect([code, facts.effect]).toEqual(['not-representable', 'none']);
    expect(facts.detail.startsWith(why)).toBe(true);
    expect(facts.detail).toMatch(/, so it cannot be undone\. Nothing was changed\.$/);
    expect(callManager.buttons.speeddial.readForChange).not.toHaveBeenCalled();
  });

  it.each<[UndoScope, Partial<SentList>, string]>([
    ['list', {}, 'The speed dials have been changed since; `present` shows them. Nothing was undone.'],
    [
      'entries',
      {},
      'The speed dials that it touched have been changed since; `present` shows them. Nothing was undone.',
    ],
    [
      'entries',
      { kind: 'busylampfield', before: [lamp('old')], after: [lamp('new')] },
      'The busy lamp fields that it touched have been changed since; `present` shows them. Nothing was undone.',
    ],
  ])('by %s says what others have changed since, and shows it', async (scope, change, detail) => {
    const present = { dials: [dial(2, '2', 'of others')], fields: [lamp('of others')] };
    const { undo } = phoneWith(present);
    const refused = await undo(change, scope).catch((thrown: unknown) => thrown);
    expect(refused).toBeInstanceOf(ChangedMeanwhile);
    const { found, facts, tag } = refused as ChangedMeanwhile;
    const there = change.kind === 'busylampfield' ? present.fields : present.dials;
    expect([found, facts.present, facts.detail]).toEqual([there, there, detail]);
    expect(tag).toMatch(/^"[\w-]+"$/);
  });

  it('because of an answer of the call manager has that answer as its error', async () => {
    const { undo, callManager } = phoneWith({ dials: [dial(1, '2')] });
    const refused = new ServiceError('rejected-by-call-manager', { detail: 'no', effect: 'refused' });
    callManager.buttons.speeddial.replace.mockRejectedValue(refused);
    await expect(undo({ before: [dial(1, '1')], after: [dial(1, '2')] })).rejects.toBe(refused);
  });
});

describe('a change that can be undone', () => {
  const unread = dial(7, '7', 'caf\uFFFD');

  it('by entries may keep an entry that cannot be set, which the list before also had', async () => {
    const { undo, callManager } = phoneWith({ dials: [dial(1, '2'), unread] });
    const change = { before: [dial(1, '1'), unread], after: [dial(1, '2'), unread] };
    await expect(undo(change, 'list')).rejects.toMatchObject({ code: 'not-representable' });
    await undo(change, 'entries');
    expect(callManager.buttons.speeddial.replace.mock.lastCall?.[1]).toEqual([dial(1, '1'), unread]);
  });

  it('by entries may not restore an entry that cannot be set, whether it was changed or removed', async () => {
    const { undo } = phoneWith({ dials: [] });
    for (const after of [[], [dial(7, '8')]]) {
      await expect(undo({ before: [unread], after }, 'entries')).rejects.toMatchObject({ code: 'not-representable' });
    }
  });

  it('by entries keeps later changes of others, and by the list does not', async () => {
    const theirs = dial(9, '9', 'theirs');
    const { undo, callManager } = phoneWith({ dials: [dial(1, '2'), theirs] });
    const change = { before: [dial(1, '1')], after: [dial(1, '2')] };
    await expect(undo(change, 'list')).rejects.toBeInstanceOf(ChangedMeanwhile);
    await undo(change, 'entries');
    expect(callManager.buttons.speeddial.replace.mock.lastCall?.[1]).toEqual([dial(1, '1'), theirs]);
  });

  it('that was made elsewhere keeps what the inventory does not see, and is refused if it removed the device', async () => {
    const field = (label: string, pickup: boolean): BusyLampField => ({
      ...{ index: '1', dirn: '1', partition: 'P', label, pickup },
    });
    const { undo, callManager } = phoneWith({ fields: [field('new', true)] });
    const seen = { kind: 'busylampfield', sent: sentOf({ user: null, seenAfter: new Date(0) }) } as const;
    await expect(undo({ ...seen, before: [field('old', false)], after: null })).rejects.toThrow(ChangedMeanwhile);
    await undo({ ...seen, before: [field('old', false)], after: [field('new', false)] });
    expect(callManager.buttons.busylampfield.replace.mock.lastCall?.[1]).toEqual([field('old', true)]);
  });
});
