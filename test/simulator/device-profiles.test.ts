import { describe, expect, it } from 'vitest';
import { startSimulator } from '../../src/simulator/simulator.js';
import { call, control, inside, speedDials, texts } from '../support/axl-caller.js';
import { simulator, useSimulator } from '../support/use-simulator.js';

const profile = 'UDP_FRONTDESK';
const phone = 'SEP00A1B2C30100';
const routePoint = { name: 'RP_RECEPTION', uuid: 'adc737aa-485d-4c87-af70-5f5d9546a1ce' };

useSimulator();

const get = (content: string) => call(simulator, 'getDeviceProfile', content);
const update = (content: string) => call(simulator, 'updateDeviceProfile', content);
const shown = () => simulator.profiles().find(({ name }) => name === profile);
const uuidOf = (name: string) =>
  [...simulator.state(), ...simulator.profiles(), routePoint].find((device) => device.name === name)?.uuid ?? '';

describe('getDeviceProfile', () => {
  it('returns everything without returnedTags, in the order of the schema', async () => {
    const { status, body } = await get(`<name>${profile}</name>`);
    expect(status).toBe(200);
    expect(body).toMatch(/<return><deviceProfile uuid="\{[0-9A-F-]{36}\}"><name>UDP_FRONTDESK<\/name>/);
    const top = (inside(body, 'deviceProfile') ?? '').replace(
      /<(lines|speeddials|busyLampFields)>.*?<\/\1>/gs,
      '<$1/>',
    );
    expect([...top.matchAll(/<(\w+)/g)].map(([, name]) => name)).toEqual([
      ...['name', 'description', 'product', 'model', 'class', 'protocol', 'protocolSide'],
      ...['lines', 'speeddials', 'busyLampFields'],
    ]);
    expect(inside(body, 'class')).toBe('Device Profile');
    expect([texts(body, 'pattern'), texts(body, 'dirn')]).toEqual([['6100'], ['6150', '+498955500777']]);
    expect(texts(body, 'blfDirn')).toEqual(['6130', '6130', '']);
    expect(texts(body, 'blfDest')).toEqual(['', '', '0855500199']);
  });

  it('accepts a key in either form, and returnedTags', async () => {
    const tags = '<returnedTags><speeddials><speeddial><label/></speeddial></speeddials></returnedTags>';
    for (const uuid of [uuidOf(profile), `{${uuidOf(profile).toUpperCase()}}`]) {
      const { body } = await get(`<uuid>${uuid}</uuid>${tags}`);
      expect(inside(body, 'deviceProfile')).toBe(
        '<speeddials><speeddial><label>Lars Ek</label></speeddial>' +
          '<speeddial><label>Werk Augsburg</label></speeddial></speeddials>',
      );
    }
  });
});

describe('a profile is not a phone, and a phone is not a profile', () => {
  it.each([
    ['getDeviceProfile', phone],
    ['updateDeviceProfile', phone],
    ['getPhone', profile],
    ['updatePhone', profile],
    ['applyPhone', profile],
    ['getDeviceProfile', 'RP_RECEPTION'],
    ['updateDeviceProfile', 'RP_RECEPTION'],
  ])('%s does not find %s, by name or by key', async (operation, name) => {
    for (const wanted of [`<name>${name}</name>`, `<uuid>${uuidOf(name)}</uuid>`]) {
      const { status, body } = await call(simulator, operation, wanted);
      expect([status, inside(body, 'axlcode')]).toEqual([500, '5007']);
      expect(inside(body, 'axlmessage')).toMatch(/^Item not valid: The specified \S+ was not found$/);
    }
  });
});

describe('listDeviceProfile', () => {
  const list = async (criteria: string, more = '') => {
    const tags = '<returnedTags><name/><description/><product/><model/><class/></returnedTags>';
    const content = `<searchCriteria>${criteria}</searchCriteria>${tags}${more}`;
    return (await call(simulator, 'listDeviceProfile', content)).body;
  };

  it('finds by name and by description, and only profiles', async () => {
    expect(texts(await list('<name>%</name>'), 'name')).toEqual([
      'UDP_ASTRID',
      'UDP_SHIFT1',
      'UDP_FRONTDESK',
      'UDP_NIGHT',
    ]);
    expect(texts(await list('<description>%extension mobility</description>'), 'name')).toEqual([
      'UDP_ASTRID',
      'UDP_NIGHT',
    ]);
    expect(texts(await list('<name>%N%</name><description>Night%</description>'), 'name')).toEqual(['UDP_NIGHT']);
    expect(await list('<name>SEP%</name>')).toContain('<return/>');
  });

  it('returns rows with the elements of a list, and pages', async () => {
    const body = await list('<name>UDP%</name>', '<skip>3</skip><first>5</first>');
    expect(inside(body, 'deviceProfile')).toBe(
      '<name>UDP_NIGHT</name><description>Night watch, extension mobility</description>' +
        '<product>Cisco 7841</product><model>Cisco 7841</model><class>Device Profile</class>',
    );
    expect(body).toContain(`<deviceProfile uuid="{${uuidOf('UDP_NIGHT').toUpperCase()}}">`);
  });

  it('supports only the criteria of the schema', async () => {
    expect(inside(await list('<protocol>SIP</protocol>'), 'axlcode')).toBe('-1');
  });
});

describe('updateDeviceProfile', () => {
  it('replaces each list separately, and returns the key', async () => {
    const before = shown();
    const { body } = await update(`<name>${profile}</name>${speedDials(['3', '6150', 'Petra'])}`);
    expect(inside(body, 'return')).toBe(`{${uuidOf(profile).toUpperCase()}}`);
    expect(shown()).toEqual({ ...before, speedDials: [{ index: 3, dirn: '6150', label: 'Petra' }] });
    const field = '<busyLampField><blfDirn>6101</blfDirn><routePartition>PT-Internal</routePartition><index>2</index>';
    await update(`<name>${profile}</name><busyLampFields>${field}</busyLampField></busyLampFields>`);
    expect(shown()?.busyLampFields).toEqual([
      { index: 2, destination: '', dirn: '6101', routePartition: 'PT-Internal', label: '', pickup: false },
    ]);
    expect(shown()?.speedDials).toHaveLength(1);
    await update(`<uuid>${uuidOf(profile)}</uuid><speeddials/><busyLampFields/>`);
    expect(shown()).toEqual({ ...before, speedDials: [], busyLampFields: [] });
  });

  it('accepts a new name and a description, and refuses the name of another device', async () => {
    await update(`<name>${profile}</name><newName>UDP_DESK</newName><description>Neu</description>`);
    expect(inside((await get('<name>UDP_DESK</name>')).body, 'description')).toBe('Neu');
    expect(inside((await get(`<name>${profile}</name>`)).body, 'axlcode')).toBe('5007');
    expect(inside((await call(simulator, 'getPhone', '<name>UDP_DESK</name>')).body, 'axlcode')).toBe('5007');
    const refused = await update(`<name>UDP_DESK</name><newName>${phone}</newName>`);
    expect(inside(refused.body, 'axlcode')).toBe('-239');
  });

  it.each([
    [speedDials(['1', '12a', 'x']), '5003'],
    [speedDials(['1', '1', 'x'], ['1', '2', 'y']), '-239'],
    ['<busyLampFields><busyLampField><blfDirn>1</blfDirn><index>1</index></busyLampField></busyLampFields>', '5003'],
    ['<lines/>', '-1'],
  ])('refuses %s, with nothing changed', async (content, axlCode) => {
    const before = simulator.profiles();
    expect(inside((await update(`<name>${profile}</name>${content}`)).body, 'axlcode')).toBe(axlCode);
    expect(simulator.profiles()).toEqual(before);
  });

  it('is refused to an account that may only read', async () => {
    const careful = await startSimulator({ accounts: [{ username: 'reader', password: 'r', role: 'read-only' }] });
    const headers = { authorization: `Basic ${Buffer.from('reader:r').toString('base64')}` };
    const read = await call(careful, 'getDeviceProfile', `<name>${profile}</name>`, { headers });
    const write = await call(careful, 'updateDeviceProfile', `<name>${profile}</name><speeddials/>`, { headers });
    await careful.close();
    expect([read.status, write.status]).toEqual([200, 403]);
  });
});

describe('the control path', () => {
  it('shows the profiles, by node, with their buttons', async () => {
    const { status, body } = await control(simulator, 'GET', 'profiles?node=0');
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual(simulator.profiles());
    expect(simulator.profiles().map(({ name }) => name)).toContain(profile);
    expect(simulator.state().map(({ name }) => name)).not.toContain(profile);
    expect((await control(simulator, 'GET', 'profiles?node=1')).status).toBe(400);
  });
});
