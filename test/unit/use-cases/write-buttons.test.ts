import { describe, expect, it } from 'vitest';
import type { BusyLampField } from '../../../src/domain/busy-lamp-field.js';
import type { DeviceKey } from '../../../src/domain/device.js';
import { ServiceError } from '../../../src/domain/errors.js';
import type { DeviceName } from '../../../src/domain/identifiers.js';
import type { SpeedDial } from '../../../src/domain/phone.js';
import { createButtonWriters } from '../../../src/use-cases/button-writers.js';
import type { ButtonChange } from '../../../src/use-cases/replace-buttons.js';
import { observing } from '../../support/app.js';
import { failure, type Reading, scriptedButtons, type Write } from '../../support/scripted-buttons.js';
import { dial, fakeCallManager, openContext, phoneKey, phoneName, uuid } from '../../support/call-manager.js';

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
  const callManager = fakeCallManager({ speedDials: buttons });
  const { observe, seen } = observing();
  const { context } = openContext();
  const outcome: unknown = await createButtonWriters({ callManager, loadsChange: true, observe })
    .speedDials.set(device, how, context)
    .then(
      ({ entries }) => entries,
      (thrown: unknown) => (thrown instanceof ServiceError ? thrown.code : thrown),
    );
  const [audited] = seen.filter(({ kind }) => kind === 'write');
  return { outcome, steps: steps.join(' '), bases, audited, loads: callManager.loadChange.mock.calls.length };
}

const holds = (): boolean => true;
const fails = (): boolean => false;
const conditional = { entries: wanted, precondition: holds };
/** A change of one entry. */
const edit = { entries: (present: readonly SpeedDial[]) => [wanted[0] ?? dial('1'), ...present.slice(1)] };

describe('a write with a precondition', () => {
  it('reads the device first, once, and writes when the precondition holds', async () => {
    expect(await change(conditional, ['set'], [before])).toMatchObject({
      outcome: wanted,
      steps: 'read write',
      bases: [before],
      audited: { before, after: wanted, outcome: 'replaced' },
      loads: 1,
    });
  });

  it('is asked about the list that is there', async () => {
    const asked: unknown[] = [];
    const precondition = (present: readonly SpeedDial[]) => {
      asked.push(present);
      return true;
    };
    await change({ entries: wanted, precondition }, ['set'], [before]);
    expect(asked).toEqual([before]);
  });

  it('that does not hold writes nothing', async () => {
    const failing = { entries: wanted, precondition: fails };
    expect(await change(failing, [], [others])).toMatchObject({
      outcome: 'changed-meanwhile',
      steps: 'read',
      audited: { before: others, outcome: 'changed-meanwhile' },
      loads: 0,
    });
  });

  it('that does not hold is done all the same where the list is there already, whatever its spelling', async () => {
    const there = [dial('02', '0200', 'stays'), dial('1', '0100', 'new')];
    expect(await change({ entries: wanted, precondition: fails }, [], [there])).toMatchObject({
      outcome: wanted,
      steps: 'read',
      audited: { before: there, outcome: 'confirmed-by-reading' },
      loads: 0,
    });
  });

  it('to a device that is not there is refused by its kind', async () => {
    expect(await change(conditional, [], ['gone'])).toMatchObject({ outcome: 'phone-not-found', steps: 'read' });
    const profile: DeviceKey = { kind: 'profile', name: phoneName };
    const refusal = await change(conditional, [], ['gone'], profile);
    expect(refusal).toMatchObject({ outcome: 'profile-not-found', audited: { profile: phoneName } });
    expect(refusal.audited).not.toHaveProperty('phone');
  });

  it('whose reading fails is told so, and nothing is written', async () => {
    expect(await change(conditional, [], [lost])).toMatchObject({ outcome: 'call-manager-timeout', steps: 'read' });
  });
});

describe.each([
  ['with a precondition', conditional],
  ['of one entry', edit],
])('the lost answer of a write %s', (_which, how) => {
  it('is a success when the device holds the list', async () => {
    expect(await change(how, [lost], [before, wanted])).toMatchObject({
      outcome: wanted,
      steps: 'read write read',
      audited: { before, after: wanted, outcome: 'confirmed-by-reading' },
    });
  });

  it('is followed by a second write when the device holds the list from before', async () => {
    expect(await change(how, [lost, 'set'], [before, before])).toMatchObject({
      outcome: wanted,
      steps: 'read write read write',
      audited: { outcome: 'replaced' },
    });
  });

  it('is unknown when the device holds any other list: that of somebody else is not written over', async () => {
    expect(await change(how, [lost], [before, others])).toMatchObject({
      outcome: 'outcome-unknown',
      steps: 'read write read',
      audited: { before, outcome: 'outcome-unknown' },
    });
  });

  it('is unknown when the second write is refused and the device does not hold the list', async () => {
    expect(await change(how, [lost, refused], [before, before, others])).toMatchObject({
      outcome: 'outcome-unknown',
      steps: 'read write read write read',
    });
    expect(await change(how, [lost, refused], [before, before, wanted])).toMatchObject({ outcome: wanted });
  });

  it('at a subscriber is unknown: nothing that is read there shows the list from before', async () => {
    const sentTo = { node: 'sub', isPublisher: false };
    const there = new ServiceError('call-manager-timeout', { detail: '', sentTo, effect: 'unknown' });
    expect(await change(how, [there], [before])).toMatchObject({ outcome: 'outcome-unknown', steps: 'read write' });
  });

  it('is that of a device that is gone meanwhile', async () => {
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

  it('that cannot be made is refused, precondition or not, and nothing is written', async () => {
    const entries = (): never => {
      throw failure('entry-not-found', 'none');
    };
    for (const precondition of [undefined, holds, fails]) {
      const refusal = await change({ entries, precondition }, [], [before]);
      expect(refusal).toMatchObject({ outcome: 'entry-not-found', steps: 'read', audited: { before } });
    }
  });

  it('is based on the list that earlier writes of the same device left', async () => {
    let present: readonly SpeedDial[] = [];
    const callManager = fakeCallManager({
      speedDials: {
        readForChange: () => Promise.resolve({ uuid, entries: present }),
        replace: async (_device, entries) => {
          await new Promise((resolve) => setTimeout(resolve, 1));
          present = entries;
          return uuid;
        },
      },
    });
    const { speedDials } = createButtonWriters({ callManager, loadsChange: false, observe: () => undefined });
    const add = (index: string) =>
      speedDials.set(
        { kind: 'phone', name: (Number(index) % 2 ? 'SEP1a' : 'sep1A') as DeviceName },
        { entries: (held) => [...held, dial(index)] },
        openContext().context,
      );
    await Promise.all(['1', '2', '3', '4', '5'].map(add));
    expect(present.map(({ index }) => index)).toEqual(['1', '2', '3', '4', '5']);
  });
});

describe('buttons that are replaced only where they were read', () => {
  const lamps: readonly BusyLampField[] = [{ index: '1', dirn: '0100', partition: '', label: 'new', pickup: false }];
  const oldLamps: readonly BusyLampField[] = [{ index: '1', destination: '0100', label: 'new', pickup: false }];

  async function setLamps(writes: readonly Write[], readings: readonly Reading<BusyLampField>[]) {
    const { steps, bases, buttons } = scriptedButtons(writes, readings);
    const { observe, seen } = observing();
    const writers = createButtonWriters({
      callManager: fakeCallManager({ busyLampFields: buttons }),
      loadsChange: false,
      observe,
    });
    const outcome: unknown = await writers.busyLampFields.set(phoneKey, { entries: lamps }, openContext().context).then(
      () => 'set',
      (thrown: unknown) => (thrown instanceof ServiceError ? thrown.code : thrown),
    );
    return { outcome, steps: steps.join(' '), bases, audited: seen[0] };
  }

  it('are read first, and written over what was read', async () => {
    expect(await setLamps(['set'], [oldLamps])).toMatchObject({
      outcome: 'set',
      steps: 'read write',
      bases: [oldLamps],
      audited: { buttons: 'busylampfield', before: oldLamps, after: lamps },
    });
  });

  it('are written once more over what is read after a lost answer, also where somebody else has changed it', async () => {
    const changed: readonly BusyLampField[] = [];
    expect(await setLamps([lost, 'set'], [oldLamps, changed])).toMatchObject({
      outcome: 'set',
      steps: 'read write read write',
      bases: [oldLamps, changed],
      audited: { before: oldLamps },
    });
  });

  it('tell a number that is watched from a destination of the same digits', async () => {
    expect(await setLamps([lost, 'set'], [oldLamps, oldLamps])).toMatchObject({ steps: 'read write read write' });
  });
});

describe('a device profile', () => {
  it('is not made to load a change', async () => {
    const profile: DeviceKey = { kind: 'profile', name: phoneName };
    expect(await change({ entries: wanted }, ['set'], [], profile)).toMatchObject({ outcome: wanted, loads: 0 });
  });

  it('does not wait for a phone of the same name', async () => {
    const begun: string[] = [];
    const callManager = fakeCallManager({
      speedDials: {
        replace: ({ kind }) => {
          begun.push(kind);
          return kind === 'phone' ? new Promise(() => undefined) : Promise.resolve(uuid);
        },
      },
    });
    const { speedDials } = createButtonWriters({ callManager, loadsChange: false, observe: () => undefined });
    void speedDials.set(phoneKey, { entries: wanted }, openContext().context);
    await speedDials.set({ kind: 'profile', name: phoneName }, { entries: wanted }, openContext().context);
    expect(begun).toEqual(['phone', 'profile']);
  });
});
