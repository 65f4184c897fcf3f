import { describe, expect, it } from 'vitest';
import { AxlButtons, readLists } from '../../../../src/axl/adapter/buttons-of-devices.js';
import { busyLampFields } from '../../../../src/axl/adapter/busy-lamp-fields.js';
import { speedDials } from '../../../../src/axl/adapter/speed-dials.js';
import type { DeviceKey } from '../../../../src/domain/device.js';
import type { DeviceName } from '../../../../src/domain/identifiers.js';
import { type Answers, answeringClient, countedTurns, fault } from '../../../support/answering-client.js';
import { callContext } from '../../../support/call-context.js';
import { phoneKey, uuid } from '../../../support/fake-port.js';

const profileKey: DeviceKey = { kind: 'profile', name: 'UDP' as DeviceName };
const dial = (index: string) => `<speeddial><dirn>${index}</dirn><label/><index>${index}</index></speeddial>`;
const lists = `<speeddials>${dial('10')}${dial('9')}</speeddials><busyLampFields/>`;

/** Several devices with the same buttons, and the number of lookups that took a turn. */
async function startWithButtons(answers: Answers = {}) {
  const { client, asked } = await answeringClient({
    getPhone: () => `<phone uuid="{${uuid}}">${lists}</phone>`,
    getDeviceProfile: () => `<deviceProfile uuid="{${uuid}}">${lists}</deviceProfile>`,
    updatePhone: () => uuid,
    updateDeviceProfile: () => uuid,
    ...answers,
  });
  const { turns, limiter } = countedTurns();
  return {
    client,
    dials: new AxlButtons(client, limiter, speedDials),
    lamps: new AxlButtons(client, limiter, busyLampFields),
    asked,
    turns,
  };
}

describe.each([phoneKey, profileKey])('the buttons of a $kind', (device) => {
  it('are shown in numeric order, in the turn of a lookup, from any node', async () => {
    const { dials, asked, turns } = await startWithButtons();
    const context = callContext();
    const held = await dials.read(device, context);
    expect(held.uuid).toBe(uuid);
    expect(held.entries.map(({ index }) => index)).toEqual(['9', '10']);
    expect(turns).toEqual([context]);
    expect(asked.map(({ node }) => node)).toEqual([undefined]);
  });

  it('are read together by one request, with the same lists as one by one', async () => {
    const { client, dials, lamps, asked } = await startWithButtons();
    const forms = { speeddial: speedDials, busylampfield: busyLampFields };
    const lists = await readLists(client, forms, device, callContext());
    expect(asked.map(({ node }) => node)).toEqual([undefined]);
    expect(lists).toEqual({
      speeddial: (await dials.read(device, callContext())).entries,
      busylampfield: (await lamps.read(device, callContext())).entries,
    });
  });

  it('are read for a change without a turn, from the publisher or the given node', async () => {
    const { lamps, asked, turns } = await startWithButtons();
    await lamps.readForChange(device, callContext());
    await lamps.readForChange(device, callContext(), { node: 'node-2', isPublisher: false });
    expect(turns).toEqual([]);
    expect(asked.map(({ node }) => node)).toEqual(['publisher', 'node-2']);
    expect(asked[0]?.body).not.toContain('returnedTags');
  });

  it('are replaced without a read only if callers see all of them', async () => {
    const { dials, lamps, asked } = await startWithButtons();
    expect([dials.replacesWhatWasRead, lamps.replacesWhatWasRead]).toEqual([false, true]);
    expect(await dials.replace(device, [], undefined, callContext())).toBe(uuid);
    await expect(lamps.replace(device, [], undefined, callContext())).rejects.toThrow('was not read');
    // A list that does not come from a read counts as missing.
    const held = { uuid, entries: [] } as const;
    await expect(lamps.replace(device, [], held, callContext())).rejects.toThrow('was not read');
    expect(asked).toHaveLength(1);
  });

  it('are missing if there is no such device', async () => {
    const none = () => fault('The specified device was not found', 5007);
    const { dials } = await startWithButtons({ getPhone: none, getDeviceProfile: none });
    const error = { code: `${device.kind}-not-found`, facts: { axlCode: 5007 } };
    await expect(dials.read(device, callContext())).rejects.toMatchObject(error);
    await expect(dials.readForChange(device, callContext())).rejects.toMatchObject(error);
  });

  it('belong to an existing device if it was read, even if something else is not found', async () => {
    const other = () => fault('Route partition not found for this device profile or phone', 5003);
    const { dials } = await startWithButtons({ updatePhone: other, updateDeviceProfile: other });
    const held = await dials.readForChange(device, callContext());
    const code = `${device.kind}-not-found`;
    await expect(dials.replace(device, [], undefined, callContext())).rejects.toMatchObject({ code });
    await expect(dials.replace(device, [], held, callContext())).rejects.toMatchObject({
      code: 'rejected-by-call-manager',
    });
  });

  it('are replaced by a separate request', async () => {
    const { dials, lamps, asked } = await startWithButtons();
    await dials.replace(device, [], await dials.readForChange(device, callContext()), callContext());
    expect(asked.at(-1)?.body).toContain('<speeddials>');
    await lamps.replace(device, [], await lamps.readForChange(device, callContext()), callContext());
    expect(asked.at(-1)?.body).toContain('<busyLampFields>');
  });
});
