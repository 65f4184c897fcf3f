import { describe, expect, it } from 'vitest';
import { findByName, getDevice, updateDevice, uuidOf } from '../../../../src/axl/adapter/operations.js';
import type { DeviceKey, DeviceKind } from '../../../../src/domain/device.js';
import type { DeviceName } from '../../../../src/domain/identifiers.js';
import { ServiceError } from '../../../../src/domain/errors.js';
import { answeringClient, fault } from '../../../support/answering-client.js';
import { callContext } from '../../../support/call-context.js';
import { uuid } from '../../../support/fake-port.js';
import { read } from '../../../support/read-xml.js';

const phone: DeviceKey = { kind: 'phone', name: 'SEP00A1B2C30001' as DeviceName };
const profile: DeviceKey = { kind: 'profile', name: 'UDP.1' as DeviceName };
const reads = { phone: ['getPhone', 'getPhone'], profile: ['getProfile', 'getDeviceProfile'] } as const;
const writes = {
  phone: ['updateSpeedDials', 'updatePhone'],
  profile: ['updateSpeedDialsOfProfile', 'updateDeviceProfile'],
} as const;

/** The result of an update with this answer. */
async function updated(device: DeviceKey, answer: string | Error, wasRead = false): Promise<unknown> {
  const [request, operation] = writes[device.kind];
  const { client } = await answeringClient({ [operation]: () => answer });
  return updateDevice(client, device, request, [], wasRead, callContext()).catch((thrown: unknown) => thrown);
}

describe('a device', () => {
  it.each([
    [phone, 'phone'],
    [profile, 'deviceProfile'],
  ])('is read by its name, from the given node if there is one: %j', async (device, element) => {
    const [request, operation] = reads[device.kind];
    const { client, asked } = await answeringClient({ [operation]: () => `<other/><${element} uuid="x"/>` });
    expect(await getDevice(client, device, request, callContext(), { node: 'node-2' })).toMatchObject({
      name: element,
    });
    expect(asked).toMatchObject([{ kind: 'read', operation, node: 'node-2' }]);
    expect(asked[0]?.body).toContain(`<name>${device.name}</name>`);
  });

  it.each([phone, profile])('is not missing if the answer lacks it: %j', async (device) => {
    const [request, operation] = reads[device.kind];
    const { client } = await answeringClient({ [operation]: () => '<other/>' });
    await expect(getDevice(client, device, request, callContext())).rejects.toMatchObject({
      code: 'call-manager-answer-invalid',
      message: expect.stringContaining(`to ${operation} lacks`) as string,
    });
  });

  it.each<[DeviceKind, string]>([
    ['phone', 'Phone'],
    ['phone', 'Device'],
    ['phone', phone.name.toLowerCase()],
    ['profile', 'Device Profile'],
    ['profile', 'DeviceProfile'],
    ['profile', 'Profile'],
    ['profile', 'Device'],
    ['profile', 'udp.1'],
  ])('(%s) is missing where the call manager does not find "%s"', async (kind, what) => {
    const [request, operation] = reads[kind];
    const { client } = await answeringClient({ [operation]: () => fault(`The specified ${what} was not found`, 5007) });
    const device = kind === 'phone' ? phone : profile;
    await expect(getDevice(client, device, request, callContext())).rejects.toMatchObject({
      code: `${kind}-not-found`,
      facts: { axlCode: 5007 },
    });
    expect(await findByName(client, device, request, callContext())).toBeUndefined();
  });

  it('has a key in either spelling', async () => {
    expect(uuidOf(await read(`<phone uuid="{${uuid.toUpperCase()}}"/>`), 'getPhone')).toBe(uuid);
  });

  it.each([
    ['<phone/>', 'getPhone', "to getPhone lacks the phone's uuid."],
    ['<phone uuid="42"/>', 'getWholePhone', "to getPhone lacks the phone's uuid."],
    ['<deviceProfile/>', 'getProfile', "to getDeviceProfile lacks the device profile's uuid."],
  ] as const)('has a key, or the answer is invalid: %s', async (text, request, words) => {
    const device = await read(text);
    expect(() => uuidOf(device, request)).toThrow(words);
  });
});

describe('an update', () => {
  it.each([phone, profile])('returns the key: %j', async (device) => {
    expect(await updated(device, ` {${uuid.toUpperCase()}} `)).toBe(uuid);
  });

  it.each([phone, profile])('is refused by a "false": %j', async (device) => {
    expect(await updated(device, ' false ')).toMatchObject({
      code: 'rejected-by-call-manager',
      facts: { effect: 'refused' },
    });
  });

  it.each(['true', 'FALSE', ''])('may have been made if the answer is %j', async (answer) => {
    expect(await updated(profile, answer)).toMatchObject({
      code: 'call-manager-answer-invalid',
      message: "The call manager's answer to updateDeviceProfile holds no uuid.",
      facts: { effect: 'unknown', sentTo: { node: 'publisher', isPublisher: true } },
    });
  });

  it('keeps an error that is not a fault', async () => {
    const busy = new ServiceError('call-manager-busy', { detail: 'phone not found', effect: 'refused' });
    expect(await updated(phone, busy)).toBe(busy);
  });
});

describe('a fault of an update', () => {
  it.each([
    [phone, 5007, 'Item not valid: The specified SEP00A1B2C30001 was not found'],
    [phone, 5003, 'sep00a1b2c30001 NOT FOUND'],
    [phone, 5007, 'Phone not found'],
    [phone, 5007, 'The specified Device was not found'],
    [profile, 5007, 'UDP.1 not found'],
    [profile, 5003, 'not found: "udp.1"'],
    [profile, 5007, 'Device Profile was not found'],
    [profile, 5007, 'DeviceProfile was not found'],
    [profile, 5007, 'The specified profile is not found'],
    [profile, 5007, 'The specified device was not found'],
  ])('on %j means that there is none: %i "%s"', async (device, axlCode, words) => {
    expect(await updated(device, fault(words, axlCode))).toMatchObject({
      code: `${device.kind}-not-found`,
      message: `There is no ${device.kind === 'phone' ? 'phone' : 'device profile'} ${device.name}.`,
      facts: { axlCode, effect: 'refused' },
    });
  });

  it.each([
    [phone, 5007, 'The specified User was not found'],
    [phone, 5007, 'Phones not found'],
    [phone, 5007, 'Telephone not found'],
    [phone, 5007, 'Phone is locked'],
    [phone, -239, 'Phone not found'],
    [phone, undefined, 'Phone not found'],
    [phone, 5007, 'XSEP00A1B2C30001 not found'],
    [phone, 5007, 'SEP00A1B2C300011 not found'],
    [phone, 5007, 'SEP00A1B2C30001_2 not found'],
    [profile, 5007, 'UDPx1 not found'],
    [profile, 5007, 'SIP Profile not found'],
    [profile, 5007, 'The specified Device Pool was not found'],
    [profile, 5007, 'Superdevice profile not found'],
    [profile, 5007, 'Device profiles not found'],
  ])('on %j is a refusal with these words: %j "%s"', async (device, axlCode, words) => {
    const refusal = await updated(device, fault(words, axlCode));
    expect(refusal).toMatchObject({ code: 'rejected-by-call-manager', message: words, facts: { effect: 'refused' } });
    expect((refusal as ServiceError).facts.axlCode).toBe(axlCode);
  });

  it.each([
    ['SEP00A1B2C30001 not found', 'phone-not-found'],
    ['The specified SEP00A1B2C30001 was not found', 'phone-not-found'],
    ['The specified SEP00A1B2C30001 is not found', 'phone-not-found'],
    ['Phone not found', 'rejected-by-call-manager'],
    ['Line 1 not found; SEP00A1B2C30001 was not changed', 'rejected-by-call-manager'],
  ])('on a device that existed a moment ago has to name it as not found: "%s"', async (words, code) => {
    expect(await updated(phone, fault(words, 5007), true)).toMatchObject({ code });
  });
});
