import { describe, expect, it, onTestFinished } from 'vitest';
import { dialledForm } from '../../src/domain/identifiers.js';
import { connect, startFake } from '../support/axl-backend.js';
import { callContext } from '../support/call-context.js';
import { key, phone, profile } from '../support/lamps-backend.js';
import { describedPhones } from '../support/many-devices.js';
import { startSimulator } from '../../src/simulator/simulator.js';
import { aNamedDevice } from '../support/made.js';

/** The requests of a front end: devices by name and by text, and the partitions of a number. */

const row = (element: string, name: string, description: string, model = 'Cisco 8845') =>
  `<${element} uuid="{${key.toUpperCase()}}"><name>${name}</name><description>${description}</description>` +
  `<product>${model}</product><model>${model}</model></${element}>`;
async function connectTo(answers: Readonly<Record<string, (body: string) => string>>) {
  const fake = await startFake({ answers });
  const { callManager } = await connect(fake.url(), { AXL_VERSION: '14.0' });
  return { fake, callManager };
}

describe('a search for devices', () => {
  it('finds devices in a call manager with case-sensitive names, and folds only the letters of ASCII', async () => {
    const seed = describedPhones(['RECEPTION', 'Zoë Müller', 'Reception', 'ÉTÉ']);
    const simulator = await startSimulator({ strictRequests: true, seed, password: 'right' });
    onTestFinished(() => simulator.close());
    const { callManager } = await connect(simulator.url, { AXL_VERSION: '14.0', AXL_LOOKUP: 'lines' });
    const find = async (text: string) =>
      (await callManager.searchDevices({ text, after: undefined, most: 100 }, callContext())).devices;
    const described = async (text: string) => (await find(text)).map(({ description }) => description);
    expect(await described('reception')).toEqual(['RECEPTION', 'Reception']);
    expect(await described('ZOË MÜLLER')).toEqual(['Zoë Müller']);
    expect(await described('été')).toEqual(['ÉTÉ']);
    expect(await described('%')).toEqual([]);
    expect((await find('00:00:00:00:00:02')).map(({ name }) => name)).toEqual(['SEP000000000002']);
  });
});

describe('a device by its name', () => {
  const buttons =
    '<lines><line><index>1</index><dirn><pattern>\\+1408</pattern></dirn></line></lines>' +
    '<speeddials><speeddial><index>1</index><dirn>\\+49</dirn><label>a</label></speeddial></speeddials>';
  const whole = (name: string, description: string) =>
    aNamedDevice({
      ...{ product: 'Cisco 8845', description, model: 'Cisco 8845', name, uuid: key, dirns: ['+1408'] },
      speeddials: [{ index: '1', dirn: '+49', label: 'a' }],
    });

  it('is a phone as the lookup by number shows it, in any letter case of the name', async () => {
    const { callManager } = await connectTo({
      listPhone: () => row('phone', 'SEP00A1B2C3000X', 'other') + row('phone', phone.name.toLowerCase(), 'Desk'),
      getPhone: () => `<phone uuid="{${key}}">${buttons}</phone>`,
    });
    expect(await callManager.findDevice(phone, callContext())).toEqual(whole(phone.name.toLowerCase(), 'Desk'));
  });

  it('is a profile, found with one request', async () => {
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

  it('are shown with the number as it is dialed; rows that are only similar are left out', async () => {
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

  it('are searched again if a stored plus does not find itself', async () => {
    const { fake, callManager } = await connectTo({
      listLine: (body) => (body.includes('>%+1408<') ? line('\\+1408', 'PT', '') + line('9+1408', 'PT', '') : ''),
    });
    expect(await callManager.findNumbers(dialledForm('+1408'), callContext())).toHaveLength(1);
    expect(fake.exchanges).toHaveLength(3);
  });
});

describe('suggestions of a call manager', () => {
  it('are numbers with that beginning, and devices, from a company with stored pluses', async () => {
    const simulator = await startSimulator({ strictRequests: true, password: 'right' });
    onTestFinished(() => simulator.close());
    const { callManager } = await connect(simulator.url, { AXL_VERSION: '14.0', AXL_LOOKUP: 'lines' });
    const suggest = async (text: string) => {
      const before = simulator.stats().requests['executeSQLQuery'] ?? 0;
      const { numbers, devices } = await callManager.suggest(text, callContext());
      expect((simulator.stats().requests['executeSQLQuery'] ?? 0) - before).toBeLessThanOrEqual(2);
      return { numbers: numbers.map(({ dirn }) => dirn), devices: devices.map(({ name }) => name) };
    };
    const patterns = simulator.state().flatMap(({ lines }) => lines.map(({ pattern }) => pattern));
    const plus = patterns.find((pattern) => pattern.startsWith('\\+'))?.slice(1, 6) ?? '';
    expect(plus).toMatch(/^\+\d{4}$/);
    const { numbers } = await suggest(plus);
    expect(numbers).toEqual(expect.arrayContaining([expect.stringMatching(/^\+\d+$/)]));
    expect(numbers.every((number) => number.startsWith(plus))).toBe(true);
    expect((await suggest('615')).numbers[0]).toBe('6150');
    expect((await suggest('61')).numbers).toHaveLength(20);
    for (const spelling of ['00:a1:b2:c3:00:11', '00-A1-B2-C3-00-11', '00a1.b2c3.0011', 'sep00a1b2c30011']) {
      expect(await suggest(spelling)).toMatchObject({ devices: ['SEP00A1B2C30011'] });
    }
    expect((await suggest('ZOË mü')).devices).toContain('SEP00A1B2C30003');
  });
});
