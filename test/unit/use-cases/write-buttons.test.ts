import { describe, expect, it } from 'vitest';
import type { BusyLampField } from '../../../src/domain/busy-lamp-field.js';
import type { DeviceKey } from '../../../src/domain/device.js';
import { ServiceError } from '../../../src/domain/errors.js';
import type { DeviceName, Uuid } from '../../../src/domain/identifiers.js';
import type { SpeedDial } from '../../../src/domain/phone.js';
import {
  AnotherDevice,
  type ButtonChange,
  ChangedMeanwhile,
  ReplaceButtons,
} from '../../../src/use-cases/replace-buttons.js';
import { observing } from '../../support/app.js';
import { failure, type Reading, scriptedButtons, type Write } from '../../support/scripted-buttons.js';
import { dial, fakePort, openContext, phoneKey, phoneName, uuid } from '../../support/fake-port.js';
import { listTag } from '../../../src/domain/list-tag.js';

const before = [dial('1', '0199', 'old'), dial('2', '0200', 'stays')];
const wanted = [dial('1', '0100', 'new'), dial('2', '0200', 'stays')];
const others = [dial('9', '0999', 'of somebody else')];

const lost = failure('call-manager-timeout', 'unknown');
const refused = failure('rejected-by-call-manager', 'refused');

async function change(
  how: ButtonChange<SpeedDial>,
  writes: readonly Write[],
  readings: readonly Reading<SpeedDial>[],
  device: DeviceKey = phoneKey,
) {
  const { steps, bases, buttons } = scriptedButtons(writes, readings);
  const callManager = fakePort({ speedDials: buttons });
  const { observe, seen } = observing();
  const { context } = openContext();
  const outcome: unknown = await new ReplaceButtons({ callManager, loadsChange: true, observe })
    .set('speeddial', device, how, context)
    .then(
      ({ entries }) => entries,
      (thrown: unknown) => (thrown instanceof ServiceError ? thrown.code : thrown),
    );
  const [audited] = seen.filter(({ kind }) => kind === 'write');
  return { outcome, steps: steps.join(' '), bases, audited, loads: callManager.loadChange.mock.calls.length };
}

const holds = { tags: '*' } as const;
const fails = { tags: ['"of another list"'] };
const conditional = { list: wanted, condition: holds };
/** A change of one entry. */
const edit = { put: wanted[0] ?? dial('1') };

describe('a write with a precondition', () => {
  it('reads the device first, once, and writes if the precondition holds', async () => {
    expect(await change(conditional, ['set'], [before])).toMatchObject({
      outcome: wanted,
      steps: 'read write',
      bases: [before],
      audited: { before, after: wanted, outcome: 'replaced' },
      loads: 1,
    });
  });

  it.each<[string, ButtonChange<SpeedDial>['condition'], unknown]>([
    ['its tag', { tags: ['"of another list"', listTag('speeddial', before)] }, wanted],
    ['no tag', { tags: [] }, 'changed-meanwhile'],
  ])('holds where it names the list that is there, here by %s', async (_how, condition, outcome) => {
    expect(await change({ list: wanted, condition }, ['set'], [before])).toMatchObject({ outcome });
  });

  it.each<[string, readonly SpeedDial[] | undefined, unknown]>([
    ['a list that follows from it', wanted, wanted],
    ['nothing', undefined, 'changed-meanwhile'],
  ])('sets what the change makes of the list that is there: %s', async (_what, list, outcome) => {
    const revise = (present: readonly SpeedDial[]) => (listTag('speeddial', present) === tag ? list : others);
    const tag = listTag('speeddial', before);
    expect(await change({ revise, condition: { tags: '*' } }, ['set'], [before])).toMatchObject({ outcome });
  });

  it('reports the present list and its tag if it does not hold', async () => {
    const callManager = fakePort({
      speedDials: { readForChange: () => Promise.resolve({ uuid, entries: others }) },
    });
    const replaceButtons = new ReplaceButtons({ callManager, loadsChange: false, observe: () => undefined });
    const change = { list: wanted, condition: fails };
    const refusal: unknown = await replaceButtons
      .set('speeddial', phoneKey, change, openContext().context)
      .catch((thrown: unknown) => thrown);
    expect(refusal).toBeInstanceOf(ChangedMeanwhile);
    expect(refusal).toMatchObject({ found: others, tag: listTag('speeddial', others), facts: { effect: 'none' } });
  });

  it('that does not hold writes nothing', async () => {
    const failing = { list: wanted, condition: fails };
    expect(await change(failing, [], [others])).toMatchObject({
      outcome: 'changed-meanwhile',
      steps: 'read',
      audited: { before: others, outcome: 'changed-meanwhile' },
      loads: 0,
    });
  });

  it('that does not hold still succeeds if the list is already there, in any spelling', async () => {
    const there = [dial('02', '0200', 'stays'), dial('1', '0100', 'new')];
    expect(await change({ list: wanted, condition: fails }, [], [there])).toMatchObject({
      outcome: wanted,
      steps: 'read',
      audited: { before: there, outcome: 'confirmed-by-reading' },
      loads: 0,
    });
  });

  it('to a missing device is refused by its kind', async () => {
    expect(await change(conditional, [], ['gone'])).toMatchObject({ outcome: 'phone-not-found', steps: 'read' });
    const profile: DeviceKey = { kind: 'profile', name: phoneName };
    const deleted = await change(conditional, [lost], [before, 'gone'], profile);
    expect(deleted).toMatchObject({ outcome: 'profile-not-found', steps: 'read write read' });
    const refusal = await change(conditional, [], ['gone'], profile);
    expect(refusal).toMatchObject({ outcome: 'profile-not-found', audited: { profile: phoneName } });
    expect(refusal.audited).not.toHaveProperty('phone');
  });

  it('whose read fails has that error, and nothing is written', async () => {
    expect(await change(conditional, [], [lost])).toMatchObject({ outcome: 'call-manager-timeout', steps: 'read' });
  });
});

describe('a write for the device with a key', () => {
  const another = 'ffffffff-4e5f-6071-8293-a4b5c6d7e8f9' as Uuid;

  it('reads the device first, and writes if the name belongs to it', async () => {
    const written = { outcome: wanted, steps: 'read write', bases: [before], audited: { before } };
    expect(await change({ list: wanted, uuid }, ['set'], [before])).toMatchObject(written);
  });

  it('writes nothing if the name belongs to another device now, and shows the list of that one', async () => {
    const refused = { outcome: 'changed-meanwhile', steps: 'read', audited: { before: others }, loads: 0 };
    expect(await change({ list: wanted, uuid: another }, [], [others])).toMatchObject(refused);
    const callManager = fakePort({ speedDials: scriptedButtons([], [others]).buttons });
    const refusal: unknown = await new ReplaceButtons({ callManager, loadsChange: false, observe: () => undefined })
      .set('speeddial', phoneKey, { list: wanted, uuid: another }, openContext().context)
      .catch((thrown: unknown) => thrown);
    expect(refusal).toBeInstanceOf(AnotherDevice);
    const tag = listTag('speeddial', others);
    expect(refusal).toMatchObject({ found: others, tag, facts: { effect: 'none', present: others } });
    for (const named of [phoneName, uuid, another]) expect((refusal as Error).message).toContain(named);
  });
});

describe('what a write passes on to the call manager', () => {
  /** @returns what each write knows of its change */
  async function known(how: ButtonChange<SpeedDial>, writes: readonly Write[]) {
    const { buttons } = scriptedButtons(writes, [before, before]);
    const callManager = fakePort({ speedDials: buttons });
    const replaceButtons = new ReplaceButtons({ callManager, loadsChange: false, observe: () => undefined });
    await replaceButtons.set('speeddial', phoneKey, how, openContext().context);
    return callManager.buttons.speeddial.replace.mock.calls.map(([, , , , last]) => last);
  }

  it.each<[string, ButtonChange<SpeedDial>, boolean, string | undefined]>([
    ['a whole list', { list: wanted }, false, undefined],
    ['a whole list with a precondition', conditional, true, undefined],
    ['one entry, whose index it names', edit, true, '1'],
    ['a list without one entry', { remove: '2' }, true, undefined],
  ])('says whether the device was read before, here for %s', async (_which, how, wasRead, named) => {
    expect(await known(how, ['set'])).toEqual([{ wasRead, named }]);
    expect(await known(how, [lost, 'set'])).toEqual([
      { wasRead, named },
      { wasRead: true, named },
    ]);
  });
});

describe.each([
  ['with a precondition', conditional],
  ['of one entry', edit],
])('the lost answer of a write %s', (_which, how) => {
  it('is a success if the device has the list', async () => {
    expect(await change(how, [lost], [before, wanted])).toMatchObject({
      outcome: wanted,
      steps: 'read write read',
      audited: { before, after: wanted, outcome: 'confirmed-by-reading' },
    });
  });

  it('is followed by a second write if the device has the list from before', async () => {
    expect(await change(how, [lost, 'set'], [before, before])).toMatchObject({
      outcome: wanted,
      steps: 'read write read write',
      audited: { outcome: 'replaced' },
    });
  });

  it('is unknown if the device has any other list: another user’s list is not overwritten', async () => {
    expect(await change(how, [lost], [before, others])).toMatchObject({
      outcome: 'outcome-unknown',
      steps: 'read write read',
      audited: { before, outcome: 'outcome-unknown' },
    });
  });

  it('is unknown if the second write is refused and the device does not have the list', async () => {
    expect(await change(how, [lost, refused], [before, before, others])).toMatchObject({
      outcome: 'outcome-unknown',
      steps: 'read write read write read',
    });
    expect(await change(how, [lost, refused], [before, before, wanted])).toMatchObject({ outcome: wanted });
  });

  it('at a subscriber is unknown: a read there does not prove the list from before', async () => {
    const sentTo = { node: 'sub', isPublisher: false };
    const there = new ServiceError('call-manager-timeout', { detail: '', sentTo, effect: 'unknown' });
    expect(await change(how, [there], [before])).toMatchObject({ outcome: 'outcome-unknown', steps: 'read write' });
  });

  it('is an error of a missing device if it was deleted meanwhile', async () => {
    expect(await change(how, [lost], [before, 'gone'])).toMatchObject({ outcome: 'phone-not-found' });
  });
});

describe('a change of one entry', () => {
  it('reads the device and writes the whole list', async () => {
    expect(await change(edit, ['set'], [before])).toMatchObject({
      outcome: wanted,
      steps: 'read write',
      bases: [before],
      audited: { before, after: wanted, outcome: 'replaced' },
    });
  });

  it('that is impossible is refused, with or without a precondition, and nothing is written', async () => {
    for (const condition of [undefined, holds, fails]) {
      const refusal = await change({ remove: '7', condition }, [], [before]);
      expect(refusal).toMatchObject({ outcome: 'entry-not-found', steps: 'read', audited: { before } });
    }
  });

  it('removes an entry, in any spelling of its index', async () => {
    expect(await change({ remove: '01' }, ['set'], [before])).toMatchObject({ outcome: [before[1]] });
  });

  it('that is impossible says that nothing was done', async () => {
    const callManager = fakePort({ speedDials: scriptedButtons([], [before]).buttons });
    const replaceButtons = new ReplaceButtons({ callManager, loadsChange: false, observe: () => undefined });
    const removing = replaceButtons.set('speeddial', phoneKey, { remove: '7' }, openContext().context);
    await expect(removing).rejects.toMatchObject({ code: 'entry-not-found', facts: { effect: 'none' } });
  });

  it('is based on the list after earlier writes of the same device', async () => {
    let present: readonly SpeedDial[] = [];
    const callManager = fakePort({
      speedDials: {
        readForChange: () => Promise.resolve({ uuid, entries: present }),
        replace: async (_device, entries) => {
          await new Promise((resolve) => setTimeout(resolve, 1));
          present = entries;
          return uuid;
        },
      },
    });
    const replaceButtons = new ReplaceButtons({ callManager, loadsChange: false, observe: () => undefined });
    const add = (index: string) =>
      replaceButtons.set(
        'speeddial',
        { kind: 'phone', name: (Number(index) % 2 ? 'SEP1a' : 'sep1A') as DeviceName },
        { put: dial(index) },
        openContext().context,
      );
    await Promise.all(['1', '2', '3', '4', '5'].map(add));
    expect(present.map(({ index }) => index)).toEqual(['1', '2', '3', '4', '5']);
  });
});

describe('buttons that are replaced only after a read', () => {
  const lamps: readonly BusyLampField[] = [{ index: '1', dirn: '0100', partition: '', label: 'new', pickup: false }];
  const oldLamps: readonly BusyLampField[] = [{ index: '1', destination: '0100', label: 'new', pickup: false }];

  async function setLamps(writes: readonly Write[], readings: readonly Reading<BusyLampField>[]) {
    const { steps, bases, buttons } = scriptedButtons(writes, readings);
    const { observe, seen } = observing();
    const writers = new ReplaceButtons({
      callManager: fakePort({ busyLampFields: buttons }),
      loadsChange: false,
      observe,
    });
    const outcome: unknown = await writers.set('busylampfield', phoneKey, { list: lamps }, openContext().context).then(
      () => 'set',
      (thrown: unknown) => (thrown instanceof ServiceError ? thrown.code : thrown),
    );
    return { outcome, steps: steps.join(' '), bases, audited: seen[0] };
  }

  it('are read first, and written over that list', async () => {
    expect(await setLamps(['set'], [oldLamps])).toMatchObject({
      outcome: 'set',
      steps: 'read write',
      bases: [oldLamps],
      audited: { buttons: 'busylampfield', before: oldLamps, after: lamps },
    });
  });

  it('are read and written once more after a lost answer, even if another user has changed them', async () => {
    const changed: readonly BusyLampField[] = [];
    expect(await setLamps([lost, 'set'], [oldLamps, changed])).toMatchObject({
      outcome: 'set',
      steps: 'read write read write',
      bases: [oldLamps, changed],
      audited: { before: oldLamps },
    });
  });

  it('distinguish a watched number from a destination of the same digits', async () => {
    expect(await setLamps([lost, 'set'], [oldLamps, oldLamps])).toMatchObject({ steps: 'read write read write' });
  });
});

describe('a device profile', () => {
  it('is not told to load a change', async () => {
    const profile: DeviceKey = { kind: 'profile', name: phoneName };
    expect(await change({ list: wanted }, ['set'], [], profile)).toMatchObject({ outcome: wanted, loads: 0 });
  });

  it('does not wait for a phone of the same name', async () => {
    const begun: string[] = [];
    const callManager = fakePort({
      speedDials: {
        replace: ({ kind }) => {
          begun.push(kind);
          return kind === 'phone' ? new Promise(() => undefined) : Promise.resolve(uuid);
        },
      },
    });
    const replaceButtons = new ReplaceButtons({ callManager, loadsChange: false, observe: () => undefined });
    void replaceButtons.set('speeddial', phoneKey, { list: wanted }, openContext().context);
    await replaceButtons.set(
      'speeddial',
      { kind: 'profile', name: phoneName },
      { list: wanted },
      openContext().context,
    );
    expect(begun).toEqual(['phone', 'profile']);
  });
});
