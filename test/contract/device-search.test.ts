import { describe, expect, it } from 'vitest';
import { dialledForm } from '../../src/domain/identifiers.js';
import { connect, startFake } from '../support/axl-backend.js';
import { callContext } from '../support/call-context.js';
import { key, phone, profile } from '../support/lamps-backend.js';

/** What a front-end asks: devices by name and by text, and the partitions of a number. */

const row = (element: string, name: string, description: string, model = 'Cisco 8845') =>
  `<${element} uuid="{${key.toUpperCase()}}"><name>${name}</name><description>${description}</description>` +
  `<product>${model}</product><model>${model}</model></${element}>`;
const summary = (deviceKind: string, name: string, description: string) => {
  return { deviceKind, name, description, product: 'Cisco 8845', model: 'Cisco 8845', uuid: key };
};

async function connectTo(answers: Readonly<Record<string, (body: string) => string>>) {
  const fake = await startFake({ answers });
  const { callManager } = await connect(fake.url(), { AXL_VERSION: '14.0' });
  return { fake, callManager };
}

describe('a search for devices', () => {
  it('asks for phones and profiles, by name and by description, and shows each once', async () => {
    const { fake, callManager } = await connectTo({
      listPhone: () => row('phone', 'SEP1', 'Front desk') + row('phone', 'SEP2', 'front DESK 2'),
      listDeviceProfile: () => row('deviceProfile', 'SEP1', 'Front desk'),
    });
    expect(await callManager.searchDevices('Front', callContext())).toEqual([
      summary('phone', 'SEP1', 'Front desk'),
      summary('phone', 'SEP2', 'front DESK 2'),
      summary('profile', 'SEP1', 'Front desk'),
    ]);
    const criteria = fake.exchanges.map(({ operation, body }) => {
      return `${operation} ${/<searchCriteria>(.*)<\/searchCriteria>/.exec(body)?.[1] ?? ''}`;
    });
    expect(criteria.sort()).toEqual([
      'listDeviceProfile <description>%_ront%</description>',
      'listDeviceProfile <name>%_ront%</name>',
      'listPhone <description>%_ront%</description>',
      'listPhone <name>%_ront%</name>',
    ]);
  });

  it.each([
    ['50%', '%50_%', 'down 50% today', 'down 50 today'],
    ['a_b', '%a_b%', 'A_B', 'axb'],
    [String.raw`a\b`, '%a_b%', String.raw`a\b`, 'a/b'],
    ['ÉTÉ', '%_TÉ%', 'été', 'ete'],
    ['étage', '%_tage%', 'Étage 2', 'Otage 2'],
    ['b2c30001', '%_2c30001%', 'SEP00A1b2c30001', '92c30001'],
    ['Front desk', '%_ront _esk%', 'the front desk', 'a grunt, front risk'],
    ['front-desk 2019', '%_ront-_esk 2019%', 'Front-Desk 2019', 'Front-Risk 2019'],
  ])('for %j sends %j, and compares exactly but for letter case', async (text, pattern, like, unlike) => {
    const { fake, callManager } = await connectTo({
      listPhone: () => row('phone', 'SEP1', like) + row('phone', 'SEP2', unlike),
    });
    expect((await callManager.searchDevices(text, callContext())).map(({ name }) => name)).toEqual(['SEP1']);
    for (const { body } of fake.exchanges) expect(body).toContain(`>${pattern}</`);
  });

  it('leaves templates out', async () => {
    const { callManager } = await connectTo({
      listPhone: () => row('phone', 'Sample', 'x', 'Universal Device Template') + row('phone', 'SEP2', 'x'),
    });
    expect((await callManager.searchDevices('x', callContext())).map(({ name }) => name)).toEqual(['SEP2']);
  });

  it('is no empty list where an answer holds something else', async () => {
    const { callManager } = await connectTo({ listDeviceProfile: () => '<foo/>' });
    await expect(callManager.searchDevices('x', callContext())).rejects.toMatchObject({
      code: 'call-manager-answer-invalid',
      message: expect.stringContaining('listDeviceProfile') as string,
    });
  });
});

describe('a device by its name', () => {
  const buttons =
    '<lines><line><index>1</index><dirn><pattern>\\+1408</pattern></dirn></line></lines>' +
    '<speeddials><speeddial><index>1</index><dirn>\\+49</dirn><label>a</label></speeddial></speeddials>';
  const whole = (name: string, description: string) => ({
    product: 'Cisco 8845',
    description,
    model: 'Cisco 8845',
    name,
    uuid: key,
    dirns: ['+1408'],
    speeddials: [{ index: '1', dirn: '+49', label: 'a' }],
  });

  it('is a phone as the lookup by number shows it, whatever the letter case of the name', async () => {
    const { callManager } = await connectTo({
      listPhone: () => row('phone', 'SEP00A1B2C3000X', 'other') + row('phone', phone.name.toLowerCase(), 'Desk'),
      getPhone: () => `<phone uuid="{${key}}">${buttons}</phone>`,
    });
    expect(await callManager.findDevice(phone, callContext())).toEqual(whole(phone.name.toLowerCase(), 'Desk'));
  });

  it('is a profile in one request', async () => {
    const answer = row('deviceProfile', profile.name, 'Desk').replace('</deviceProfile>', `${buttons}</deviceProfile>`);
    const { fake, callManager } = await connectTo({ getDeviceProfile: () => answer });
    expect(await callManager.findDevice(profile, callContext())).toEqual(whole(profile.name, 'Desk'));
    expect(fake.exchanges).toHaveLength(1);
  });

  it.each([
    [phone, { listPhone: () => '', getPhone: () => '<phone/>' }],
    [phone, { listPhone: () => row('phone', phone.name, '', 'Universal Device Template'), getPhone: () => '<phone/>' }],
    [profile, { getDeviceProfile: () => row('deviceProfile', profile.name, '', 'Universal Device Template') }],
  ])('may be none: $kind', async (device, answers) => {
    const { callManager } = await connectTo(answers);
    expect(await callManager.findDevice(device, callContext())).toBeUndefined();
  });
});

describe('the partitions of a number', () => {
  const line = (pattern: string, partition: string, description: string) =>
    `<line uuid="{${key}}"><pattern>${pattern}</pattern><description>${description}</description>` +
    `<routePartitionName>${partition}</routePartitionName></line>`;

  it('are shown with the number as it is dialled; rows that are only like it are left out', async () => {
    const { callManager } = await connectTo({
      listLine: (body) =>
        body.includes('<pattern>\\+1408</pattern>')
          ? line('\\+1408', 'PT', 'Zoë') + line('\\+1408', '', '') + line('\\+14080', 'PT', 'no')
          : '',
    });
    expect(await callManager.findNumbers(dialledForm('+1408'), callContext())).toEqual([
      { dirn: '+1408', partition: 'PT', description: 'Zoë' },
      { dirn: '+1408', partition: '', description: '' },
    ]);
  });

  it('are looked for once more where a stored plus does not find itself', async () => {
    const { fake, callManager } = await connectTo({
      listLine: (body) => (body.includes('>%+1408<') ? line('\\+1408', 'PT', '') + line('9+1408', 'PT', '') : ''),
    });
    expect(await callManager.findNumbers(dialledForm('+1408'), callContext())).toHaveLength(1);
    expect(fake.exchanges).toHaveLength(3);
  });
});
