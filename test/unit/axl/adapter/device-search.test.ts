import { describe, expect, it } from 'vitest';
import { findDevice, searchDevices } from '../../../../src/axl/adapter/device-search.js';
import type { DeviceKey } from '../../../../src/domain/device.js';
import type { DeviceName } from '../../../../src/domain/identifiers.js';
import { answeringClient, fault } from '../../../support/answering-client.js';
import { callContext } from '../../../support/call-context.js';
import { uuid } from '../../../support/call-manager.js';

const row = (element: string, name: string, description = '', more = '') =>
  `<${element}><name>${name}</name><description>${description}</description>${more}</${element}>`;
const template = '<class>Device Profile Template</class>';

async function search(text: string, phones: string, profiles = '') {
  const { client, asked } = await answeringClient({ listPhone: () => phones, listDeviceProfile: () => profiles });
  const found = await searchDevices(client, text, callContext());
  const pattern = /<(?:name|description)>(%.*?%)</.exec(asked[0]?.body ?? '')?.[1];
  return { found: found.map(({ deviceKind, name }) => `${deviceKind} ${name}`), pattern };
}

describe('a search', () => {
  it('finds a text in the name or the description, in any letter case', async () => {
    const phones = row('phone', 'SEP1', 'Desk') + row('phone', 'DESK-2', 'x') + row('phone', 'SEP3', 'Des k');
    expect((await search('desK', phones)).found).toEqual(['phone SEP1', 'phone DESK-2']);
  });

  it('tells a phone from a profile of the same name, and leaves out templates of both', async () => {
    const phones = row('phone', 'a') + row('phone', 'ab', '', template);
    const profiles = row('deviceProfile', 'a') + row('deviceProfile', 'ac', '', template);
    expect((await search('a', phones, profiles)).found).toEqual(['phone a', 'profile a']);
  });

  it.each([
    ['to go', '%to go%'],
    ['ab1', '%_b1%'],
    ['a1b', '%_1b%'],
    ['1abc', '%1abc%'],
    ['été-sud', '%_té-_ud%'],
    ['%_\\', '%___%'],
    ['  ', '%  %'],
  ])('for %j asks for %j', async (text, pattern) => {
    expect((await search(text, '')).pattern).toBe(pattern);
  });
});

describe('a device profile', () => {
  const profile: DeviceKey = { kind: 'profile', name: 'UDP' as DeviceName };
  const find = async (answer: string | Error) => {
    const { client } = await answeringClient({ getDeviceProfile: () => answer });
    return findDevice(client, profile, callContext());
  };

  it('is shown even where the answer lacks its key', async () => {
    expect(await find(row('deviceProfile', 'UDP', 'd'))).toMatchObject({ name: 'UDP', description: 'd', uuid: '' });
  });

  it('is shown with its key', async () => {
    expect(await find(`<deviceProfile uuid="{${uuid.toUpperCase()}}"/>`)).toMatchObject({ uuid });
  });

  it('is none where it is a template, or not there', async () => {
    expect(await find(row('deviceProfile', 'UDP', 'd', template))).toBeUndefined();
    expect(await find(fault('The specified UDP was not found', 5007))).toBeUndefined();
  });
});
