import { afterEach, describe, expect, it } from 'vitest';
import { type RunningSimulator, type SimulatorOptions, startSimulator } from '../../src/simulator/simulator.js';
import { call, control, exchange, BASIC, envelope, inside, speedDials, texts } from '../support/axl-caller.js';
import { updatedPhone } from './misbehaving.js';

const lagMs = 60_000;
let simulator: RunningSimulator;
let clock = 0;

afterEach(() => simulator.close());

/** A publisher with subscribers, and a clock that the test moves. */
async function start(options: SimulatorOptions = {}): Promise<void> {
  clock = 1_000_000;
  simulator = await startSimulator({ subscribers: 1, replicationLagMs: lagMs, now: () => clock, ...options });
}

function ask(node: number, operation: string, content: string) {
  const url = simulator.urls[node] ?? '';
  const headers = { 'content-type': 'text/xml', soapaction: `"CUCM:DB ver=14.0 ${operation}"`, authorization: BASIC };
  return exchange(url, { method: 'POST', headers }, envelope(operation, content));
}

const set = (node: number, label: string) =>
  ask(node, 'updatePhone', `<name>${updatedPhone}</name>${speedDials(['1', '1', label])}`);
const shown = async (node: number) => {
  const tags = '<returnedTags><speeddials><speeddial><label/></speeddial></speeddials></returnedTags>';
  return texts((await ask(node, 'getPhone', `<name>${updatedPhone}</name>${tags}`)).body, 'label');
};
const query = async (node: number) => {
  const sql = `SELECT s.label FROM speeddial s, device d WHERE s.fkdevice = d.pkid AND d.name = '${updatedPhone}'`;
  return texts((await ask(node, 'executeSQLQuery', `<sql>${sql}</sql>`)).body, 'label');
};

describe('a subscriber that lags', () => {
  it('sees an update after its lag, by getPhone and by SQL; the publisher sees it at once', async () => {
    await start();
    const before = await shown(1);
    expect(await query(1)).toEqual(before);
    await set(0, 'new');
    expect([await shown(0), await query(0)]).toEqual([['new'], ['new']]);
    expect([await shown(1), await query(1)]).toEqual([before, before]);
    clock += lagMs - 1;
    expect(await shown(1)).toEqual(before);
    clock += 1;
    expect([await shown(1), await query(1)]).toEqual([['new'], ['new']]);
  });

  it('sees the busy lamp fields of a phone and of a profile after its lag too', async () => {
    await start();
    const watched = '<blfDirn>6130</blfDirn><routePartition>PT-München</routePartition>';
    const fields = `<busyLampFields><busyLampField>${watched}<index>9</index></busyLampField></busyLampFields>`;
    const fieldsOn = (node: number) =>
      [...simulator.state(node), ...simulator.profiles(node)]
        .filter(({ name }) => name === 'SEP00A1B2C30100' || name === 'UDP_NIGHT')
        .map(({ busyLampFields }) => busyLampFields.length);
    await ask(0, 'updatePhone', `<name>SEP00A1B2C30100</name>${fields}`);
    await ask(1, 'updateDeviceProfile', `<name>UDP_NIGHT</name>${fields}`);
    expect([fieldsOn(0), fieldsOn(1)]).toEqual([
      [1, 1],
      [34, 2],
    ]);
    clock += lagMs;
    expect(fieldsOn(1)).toEqual([1, 1]);
    const sql = 'SELECT d.name FROM blfspeeddial b, device d WHERE b.fkdevice = d.pkid AND b.blfindex = 9 ORDER BY 1';
    expect(texts((await ask(1, 'executeSQLQuery', `<sql>${sql}</sql>`)).body, 'name')).toEqual([
      'SEP00A1B2C30100',
      'UDP_NIGHT',
    ]);
  });

  it('passes an update to the publisher, and sees it after the lag', async () => {
    await start();
    const before = await shown(1);
    expect((await set(1, 'new')).status).toBe(200);
    expect([await shown(0), await shown(1)]).toEqual([['new'], before]);
    clock += lagMs;
    expect(await shown(1)).toEqual(['new']);
  });

  it('does not know a new name yet, but accepts an update for it', async () => {
    await start();
    await ask(0, 'updatePhone', `<name>${updatedPhone}</name><newName>SEPNEW</newName>`);
    expect(inside((await ask(1, 'getPhone', '<name>SEPNEW</name>')).body, 'axlcode')).toBe('5007');
    expect((await ask(1, 'updatePhone', '<name>SEPNEW</name><speeddials/>')).status).toBe(200);
    clock += lagMs;
    expect((await ask(1, 'getPhone', '<name>SEPNEW</name>')).status).toBe(200);
  });

  it('sees updates in order, even if its lag becomes shorter', async () => {
    await start();
    await set(0, 'first');
    simulator.setNode(1, { lagMs: 10 });
    await set(0, 'second');
    clock += 10;
    expect(await shown(1)).not.toEqual(['second']);
    clock += lagMs;
    expect(await shown(1)).toEqual(['second']);
  });

  it('each subscriber can have its own lag', async () => {
    await start({ subscribers: 2, replicationLagMs: [0, lagMs] });
    await set(0, 'new');
    expect([await shown(1), await shown(2)].map((labels) => labels.length)).toEqual([1, 4]);
  });

  it('returns to the seed after a reset; updates on their way to it are dropped', async () => {
    await start();
    const before = await shown(1);
    await set(0, 'new');
    simulator.reset();
    clock += lagMs;
    expect([await shown(0), await shown(1)]).toEqual([before, before]);
  });

  it('gets its lag, and shows its state, through the control path', async () => {
    await start({ replicationLagMs: 0 });
    const dials = async (path: string): Promise<number | undefined> => {
      const phones = JSON.parse((await control(simulator, 'GET', path)).body) as ReturnType<RunningSimulator['state']>;
      return phones.find(({ name }) => name === updatedPhone)?.speedDials.length;
    };
    expect((await control(simulator, 'POST', 'nodes', { node: 1, lagMs })).status).toBe(204);
    await set(0, 'new');
    expect([await dials('state'), await dials('state?node=0'), await dials('state?node=1')]).toEqual([1, 1, 4]);
    expect((await control(simulator, 'GET', 'state?node=2')).status).toBe(400);
    expect((await control(simulator, 'POST', 'nodes', { node: 0, lagMs })).body).toContain('no lag');
  });

  it('sees an update at once if no lag is set', async () => {
    await start({ replicationLagMs: 0 });
    await set(0, 'new');
    expect(await shown(1)).toEqual(['new']);
  });

  it('is created for each lag', async () => {
    await start();
    await expect(startSimulator({ subscribers: 1, replicationLagMs: [1, 2] })).rejects.toThrow(
      '2 replication lags are given for 1 subscribers',
    );
  });
});

describe('sessions', () => {
  it('do not exist if a node sets no cookie', async () => {
    await start({ sessionCookies: false });
    const first = await call(simulator, 'getCCMVersion', '');
    expect([first.status, first.headers['set-cookie']]).toEqual([200, undefined]);
    expect((await call(simulator, 'getCCMVersion', '', { headers: { authorization: '' } })).status).toBe(401);
  });

  it('can be removed from one node, and restored', async () => {
    await start();
    const [cookie = ''] = (await call(simulator, 'getCCMVersion', '')).headers['set-cookie'] ?? [];
    const byCookie = () => call(simulator, 'getCCMVersion', '', { headers: { cookie, authorization: '' } });
    expect((await byCookie()).status).toBe(200);
    expect((await control(simulator, 'POST', 'nodes', { node: 0, sessionCookies: false })).status).toBe(204);
    expect((await byCookie()).status).toBe(404);
    expect((await call(simulator, 'getCCMVersion', '')).headers['set-cookie']).toBeUndefined();
    expect((await ask(1, 'getCCMVersion', '')).headers['set-cookie']).toBeDefined();
    simulator.setNode(0, { sessionCookies: true });
    expect((await call(simulator, 'getCCMVersion', '')).headers['set-cookie']).toBeDefined();
  });
});

describe('names of devices', () => {
  const lower = updatedPhone.toLowerCase();
  const statuses = async () => [
    (await call(simulator, 'getPhone', `<name>${lower}</name>`)).status,
    (await call(simulator, 'updatePhone', `<name>${lower}</name><speeddials/>`)).status,
    texts(
      (
        await call(
          simulator,
          'listPhone',
          `<searchCriteria><name>${lower}</name></searchCriteria><returnedTags><name/></returnedTags>`,
        )
      ).body,
      'name',
    ),
  ];

  it('match exactly', async () => {
    await start();
    expect(await statuses()).toEqual([500, 500, []]);
  });

  it('match in any letter case if that is set', async () => {
    await start({ anyCaseNames: true });
    expect(await statuses()).toEqual([200, 200, [updatedPhone]]);
    const taken = await call(simulator, 'updatePhone', `<name>${updatedPhone}</name><newName>rp_support</newName>`);
    expect(inside(taken.body, 'axlcode')).toBe('-239');
    expect((await control(simulator, 'POST', 'traits', { anyCaseNames: false })).status).toBe(204);
    expect(await statuses()).toEqual([500, 500, []]);
    expect((await control(simulator, 'POST', 'traits', { anyCase: true })).status).toBe(400);
  });
});
