import { describe, expect, it } from 'vitest';
import type { DeviceKey } from '../../src/domain/device.js';
import { connect, startFake } from '../support/axl-backend.js';
import { callContext } from '../support/call-context.js';
import type { Fault } from '../support/fake-axl-server.js';
import { key, phone, profile, startWithLamps } from '../support/lamps-backend.js';

/** Buttons of phones and device profiles: which node is asked, what faults mean, how often a write is sent. */

const devices: readonly DeviceKey[] = [phone, profile];
const dial = { index: '1', dirn: '0100', label: 'Reception' };

async function startWithFault(fault: string | Fault) {
  const fake = await startFake({ notFound: () => fault });
  const { callManager } = await connect(fake.url(), { AXL_VERSION: '14.0' });
  return { fake, callManager };
}

describe('an update of a device profile that is answered with a fault', () => {
  const update = async (axlcode: number, words: string, device: DeviceKey = profile) => {
    const { callManager } = await startWithFault({ axlcode, words });
    return callManager.buttons.speeddial.replace(device, [dial], undefined, callContext());
  };

  it.each([
    [5007, 'Item not valid: The specified UDP_FRONTDESK was not found'],
    [5007, 'Item not valid: The specified Device Profile was not found'],
    [5007, 'Item not valid: The specified Device was not found'],
    [5003, 'DeviceProfile not found'],
    [5003, 'udp_frontdesk not found'],
  ])('%i "%s" means that it does not exist', async (axlcode, words) => {
    await expect(update(axlcode, words)).rejects.toMatchObject({
      code: 'profile-not-found',
      facts: { axlCode: axlcode, effect: 'refused', detail: 'There is no device profile UDP_FRONTDESK.' },
    });
  });

  it.each([
    [5007, 'Item not valid: The specified User was not found'],
    [5007, 'Item not valid: The specified Device Pool was not found'],
    [5003, 'SIP Profile not found'],
    [5003, 'Line 6130 in UDP_FRONTDESK_2 was not found'],
    [-239, 'UDP_FRONTDESK not found'],
    [5003, 'UDP_FRONTDESK is locked'],
  ])('%i "%s" is a refusal with these words', async (axlcode, words) => {
    await expect(update(axlcode, words)).rejects.toMatchObject({
      code: 'rejected-by-call-manager',
      facts: { axlCode: axlcode, effect: 'refused', detail: words },
    });
  });

  it.each([
    'Route Partition PT-X not found for device',
    'Directory number 1 in partition nix not found; phone UDP_FRONTDESK was not updated',
    'Item not valid: The specified Device Pool was not found',
  ])('"%s" is a refusal with these words if the device was there a moment ago', async (words) => {
    const fake = await startFake({
      answers: { getDeviceProfile: () => `<deviceProfile uuid="{${key}}"><speeddials/></deviceProfile>` },
      notFound: (operation) => (operation === 'updateDeviceProfile' ? { axlcode: 5003, words } : undefined),
    });
    const { callManager } = await connect(fake.url(), { AXL_VERSION: '14.0' });
    const held = await callManager.buttons.speeddial.readForChange(profile, callContext());
    await expect(callManager.buttons.speeddial.replace(profile, [dial], held, callContext())).rejects.toMatchObject({
      code: 'rejected-by-call-manager',
      facts: { detail: words },
    });
  });

  it('names a device that was deleted in the meantime', async () => {
    const fake = await startFake({
      answers: { getDeviceProfile: () => `<deviceProfile uuid="{${key}}"><speeddials/></deviceProfile>` },
      notFound: (operation) =>
        operation === 'updateDeviceProfile'
          ? { axlcode: 5003, words: 'The specified UDP_FRONTDESK was not found' }
          : undefined,
    });
    const { callManager } = await connect(fake.url(), { AXL_VERSION: '14.0' });
    const held = await callManager.buttons.speeddial.readForChange(profile, callContext());
    await expect(callManager.buttons.speeddial.replace(profile, [dial], held, callContext())).rejects.toMatchObject({
      code: 'profile-not-found',
    });
  });

  it('is never mistaken for the name of a phone', async () => {
    await expect(update(5007, 'The specified SEP00A1B2C30001 was not found', phone)).rejects.toMatchObject({
      code: 'phone-not-found',
    });
  });
});

describe('a device that does not exist', () => {
  it.each([
    [phone, 'SEP00A1B2C30001'],
    [phone, 'Phone'],
    [profile, 'UDP_FRONTDESK'],
    [profile, 'Device Profile'],
    [profile, 'DeviceProfile'],
  ])('$kind is not read after "%s" was not found', async (device, what) => {
    const { callManager } = await startWithFault(`Item not valid: The specified ${what} was not found`);
    const { busylampfield: busyLampFields, speeddial: speedDials } = callManager.buttons;
    const error = { code: `${device.kind}-not-found`, facts: { axlCode: 5007 } };
    await expect(busyLampFields.read(device, callContext())).rejects.toMatchObject(error);
    await expect(busyLampFields.readForChange(device, callContext())).rejects.toMatchObject(error);
    await expect(speedDials.read(device, callContext())).rejects.toMatchObject(error);
  });

  it.each(devices)('$kind is not reported as missing if something else is', async (device) => {
    const { callManager } = await startWithFault('Item not valid: The specified User was not found');
    await expect(callManager.buttons.busylampfield.read(device, callContext())).rejects.toMatchObject({
      code: 'call-manager-fault',
    });
  });
});

describe('an update', () => {
  it.each(devices)('of a $kind that is answered with "true" has no key, so it is read back', async (device) => {
    const answers = { updatePhone: () => 'true', updateDeviceProfile: () => 'true' };
    const fake = await startFake({ answers });
    const { callManager } = await connect(fake.url(), { AXL_VERSION: '14.0' });
    await expect(callManager.buttons.speeddial.replace(device, [dial], undefined, callContext())).rejects.toMatchObject(
      {
        code: 'call-manager-answer-invalid',
        facts: { effect: 'unknown', sentTo: { node: new URL(fake.url()).host, isPublisher: true } },
      },
    );
  });

  it.each(devices)('of a $kind that is answered with "false" was refused', async (device) => {
    const answers = { updatePhone: () => 'false', updateDeviceProfile: () => 'false' };
    const { callManager } = await connect((await startFake({ answers })).url(), { AXL_VERSION: '14.0' });
    await expect(callManager.buttons.speeddial.replace(device, [dial], undefined, callContext())).rejects.toMatchObject(
      {
        code: 'rejected-by-call-manager',
        facts: { effect: 'refused' },
      },
    );
  });

  it.each([
    ['updatePhone', phone],
    ['updateDeviceProfile', profile],
  ])('%s counts how often it is sent, regardless of the list', async (operation, device) => {
    const { callManager, fake } = await startWithLamps([]);
    const context = callContext();
    const held = await callManager.buttons.busylampfield.readForChange(device, context);
    await callManager.buttons.busylampfield.replace(device, [], held, context);
    await callManager.buttons.speeddial.replace(device, [], undefined, context);
    expect(context.tally.sends).toEqual({ [operation]: 2 });
    context.tally.sends[operation] = 4;
    await expect(callManager.buttons.speeddial.replace(device, [], undefined, context)).rejects.toThrow(
      'was sent 4 times',
    );
    expect(fake.exchanges).toHaveLength(3);
  });

  it('that was refused because of its release is not sent a fifth time', async () => {
    const { callManager, fake } = await startWithLamps([], {}, 'auto');
    const context = callContext();
    const held = await callManager.buttons.busylampfield.readForChange(profile, context);
    context.tally.sends['updateDeviceProfile'] = 3;
    fake.accepts = ['12.5'];
    const before = fake.exchanges.length;
    await expect(callManager.buttons.busylampfield.replace(profile, [], held, context)).rejects.toMatchObject({
      code: 'axl-version-unsupported',
    });
    expect(fake.exchanges.slice(before).map(({ operation }) => operation)).toEqual(['updateDeviceProfile']);
  });

  it('that was refused because of its release is sent in the other one', async () => {
    const { fake, change } = await startWithLamps([], {}, 'auto');
    await change((present) => present, profile);
    fake.accepts = ['12.5'];
    expect(await change((present) => present, profile)).toBe(key);
    expect(fake.exchanges.at(-1)).toMatchObject({ operation: 'updateDeviceProfile', release: '12.5', status: 200 });
  });
});

describe('the basis of a change', () => {
  /** A publisher and a subscriber, after a write that reads follow to the subscriber. */
  const cluster = async () => {
    const answers = {
      getPhone: () => `<phone uuid="{${key}}"/>`,
      getDeviceProfile: () => `<deviceProfile uuid="{${key}}"/>`,
    };
    const [publisher, subscriber] = [await startFake({ answers }), await startFake({ answers })];
    const { callManager } = await connect(`${publisher.url()},${subscriber.url()}`, { AXL_VERSION: '14.0' });
    return { publisher, subscriber, callManager };
  };

  it.each(devices)('is read only from the publisher, or from the named node: $kind', async (device) => {
    const { publisher, subscriber, callManager } = await cluster();
    for (const buttons of [callManager.buttons.speeddial, callManager.buttons.busylampfield]) {
      await buttons.readForChange(device, callContext());
      await buttons.readForChange(device, callContext(), { node: new URL(subscriber.url()).host, isPublisher: false });
    }
    expect([publisher.exchanges.length, subscriber.exchanges.length]).toEqual([2, 2]);
  });

  it('is not read from a subscriber if the publisher is unreachable, although callers may see its copy', async () => {
    const { publisher, subscriber, callManager } = await cluster();
    await publisher.close();
    for (const buttons of [callManager.buttons.speeddial, callManager.buttons.busylampfield]) {
      await expect(buttons.readForChange(phone, callContext())).rejects.toMatchObject({
        code: expect.stringMatching(/^call-manager-un(reachable|available)$/) as string,
      });
    }
    expect(subscriber.exchanges).toEqual([]);
    expect(await callManager.buttons.busylampfield.read(phone, callContext())).toMatchObject({
      uuid: key,
      entries: [],
    });
    expect(subscriber.exchanges).toHaveLength(1);
  });
});

describe('speed dials that were read', () => {
  const stored = (label: string, dirn = String.raw`\+1408`, index = '01') =>
    `<speeddial><dirn>${dirn}</dirn><label>${label}</label><index>${index}</index></speeddial>`;

  async function startWithDials(...dials: readonly string[]) {
    const answers = { getPhone: () => `<phone uuid="{${key}}"><speeddials>${dials.join('')}</speeddials></phone>` };
    const fake = await startFake({ answers });
    const { callManager } = await connect(fake.url(), { AXL_VERSION: '14.0' });
    const { speeddial: speedDials } = callManager.buttons;
    const held = await speedDials.readForChange(phone, callContext());
    const sent = (): string => /<speeddials>(.*)<\/speeddials>/s.exec(fake.exchanges.at(-1)?.body ?? '')?.[1] ?? '';
    return {
      fake,
      held,
      sent,
      replace: (list: typeof held.entries) => speedDials.replace(phone, list, held, callContext()),
    };
  }

  it('are shown as they are dialed; one that stays keeps its stored number, any other is sent as it was given', async () => {
    const { held, replace, sent } = await startWithDials(stored('a'), stored('b', '2001', '2'));
    expect(held.entries).toEqual([
      { index: '01', dirn: '+1408', label: 'a' },
      { index: '2', dirn: '2001', label: 'b' },
    ]);
    await replace([
      { index: '1', dirn: '+1408', label: 'a' },
      { index: '2', dirn: '+1408', label: 'b' },
    ]);
    expect(sent()).toBe(stored('a') + stored('b', '+1408', '2'));
    await replace([{ index: '1', dirn: '+1408', label: 'A' }]);
    expect(sent()).toBe(stored('A', String.raw`\+1408`, '1'));
  });

  it.each([
    ['unreadable', [stored('\uFFFD')]],
    ['not the only one at its index', [stored('a'), stored('b', '2', '1')]],
  ])('and one of which is %s cannot stay, but be replaced', async (_what, dials) => {
    const { fake, held, replace } = await startWithDials(...dials);
    await expect(replace(held.entries)).rejects.toMatchObject({
      code: 'not-representable',
      facts: { detail: expect.stringContaining('The speed dial at index 01') as string },
    });
    expect(fake.exchanges).toHaveLength(1);
    expect(await replace([{ index: '1', dirn: '2002', label: 'new' }])).toBe(key);
  });
});
