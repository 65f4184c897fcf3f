import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { BASIC, basic, call, control, exchange } from '../support/axl-caller.js';

let simulator: RunningSimulator;

beforeAll(async () => {
  simulator = await startSimulator({
    accounts: [
      { username: 'reader', password: 'Läs: mig', role: 'read-only' },
      { username: 'nobody', password: 'nothing', role: 'none' },
    ],
  });
});
afterEach(() => {
  simulator.reset();
  simulator.unlock();
  simulator.expireSessions();
});
afterAll(() => simulator.close());

const version = (headers: Record<string, string> = {}, on = simulator) => call(on, 'getCCMVersion', '', { headers });

async function logIn(on = simulator): Promise<string> {
  const { headers } = await version({}, on);
  return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

describe('paths and methods', () => {
  it('answers a probe with credentials, and marks every answer as simulated', async () => {
    const { status, headers, body } = await exchange(simulator.url, { headers: { authorization: BASIC } });
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/html');
    expect(headers['x-axl-simulator']).toBe('axl-phone-proxy');
    expect(body).toContain('Cisco CallManager: AXL Web Service');
    expect(simulator.stats().requests).toEqual({ probe: 1 });
  });

  it('asks a probe without credentials for them', async () => {
    const { status, headers, body } = await exchange(simulator.url, {});
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toMatch(/^Basic realm=/);
    expect(body).toContain('<html>');
  });

  it('refuses every other path and method', async () => {
    const other = await exchange(simulator.url.replace('/axl/', '/axl'), { headers: { authorization: BASIC } });
    expect(other.status).toBe(404);
    expect(other.body).toContain('<html>');
    expect(other.headers['x-axl-simulator']).toBe('axl-phone-proxy');
    expect((await exchange(simulator.url, { method: 'PUT' })).status).toBe(405);
  });
});

describe('a request over 16 MB', () => {
  it('is answered with 413', async () => {
    const reply = await call(simulator, 'getCCMVersion', '', { body: ' '.repeat(17 * 1024 * 1024) });
    expect(reply.status).toBe(413);
  });
});

describe('accounts', () => {
  it.each([basic('axl', 'wrong'), basic('none', 'axl-demo'), 'Basic !', 'Bearer x', basic('axl-demo', '')])(
    'refuses %s with a page',
    async (authorization) => {
      const { status, headers } = await version({ authorization });
      expect(status).toBe(401);
      expect(headers['content-type']).toContain('text/html');
      expect(headers['set-cookie']).toBeUndefined();
    },
  );

  it('locks after three wrong passwords in a row, and a right one in between starts the count again', async () => {
    const wrong = { authorization: basic('axl', 'wrong') };
    await version(wrong);
    await version(wrong);
    expect((await version()).status).toBe(200);
    for (let i = 0; i < 3; i += 1) await version(wrong);
    expect((await version()).status).toBe(401);
    expect(simulator.stats().lockouts).toEqual({ axl: { wrongPasswords: 3, locked: true } });
    await control(simulator, 'POST', 'unlock');
    expect((await version()).status).toBe(200);
    expect(simulator.stats()).toMatchObject({ logins: 8, refusedLogins: 6, lockouts: {} });
  });

  it('answers a user without the role with 403', async () => {
    expect((await version({ authorization: basic('nobody', 'nothing') })).status).toBe(403);
  });

  it('lets a reader read and not write', async () => {
    const headers = { authorization: basic('reader', 'Läs: mig') };
    expect((await version(headers)).status).toBe(200);
    const write = (soapaction?: string) =>
      call(simulator, 'updatePhone', '<name>SEP00A1B2C30001</name><speeddials/>', {
        headers: { ...headers, ...(soapaction !== undefined && { soapaction }) },
      });
    expect([(await write()).status, (await write('')).status]).toEqual([403, 403]);
    expect(simulator.stats().updatesApplied).toBe(0);
  });
});

describe('sessions', () => {
  it('authenticate without Authorization, on any connection', async () => {
    const { headers } = await version();
    expect(headers['set-cookie']?.[0]).toMatch(/^JSESSIONIDSSO=[0-9A-F]{32}; Path=\/; HttpOnly$/);
    const cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const again = await version({ authorization: '', cookie: `a=b; ${cookie}` });
    expect(again.status).toBe(200);
    expect(again.headers['set-cookie']).toBeUndefined();
    const both = await version({ cookie });
    expect(both.headers['set-cookie']).toBeUndefined();
    expect(simulator.stats()).toMatchObject({ logins: 2, sessionUses: 1 });
  });

  it('do not replace a wrong password', async () => {
    const cookie = await logIn();
    expect((await version({ cookie, authorization: basic('axl', 'wrong') })).status).toBe(401);
  });

  it('end by the control path, which shows as 404', async () => {
    const cookie = await logIn();
    await control(simulator, 'POST', 'expire-sessions');
    const { status, headers } = await version({ authorization: '', cookie });
    expect(status).toBe(404);
    expect(headers['content-type']).toContain('text/html');
    expect((await version({ cookie })).headers['set-cookie']).toHaveLength(1);
  });

  it('end when idle, which shows as 401 by option, and stay open while used', async () => {
    let now = 0;
    const idle = await startSimulator({ sessionIdleMs: 1000, expiredSessionStatus: 401, now: () => now });
    const cookie = await logIn(idle);
    const statuses: number[] = [];
    for (const pause of [900, 900, 1000, 1001]) {
      now += pause;
      statuses.push((await version({ authorization: '', cookie }, idle)).status);
    }
    await idle.close();
    expect(statuses).toEqual([200, 200, 200, 401]);
  });

  it('belong to one node', async () => {
    const cluster = await startSimulator({ subscribers: 1 });
    const cookie = await logIn(cluster);
    const [publisher = '', subscriber = ''] = cluster.urls;
    expect(cluster.url).toBe(publisher);
    expect((await exchange(publisher, { headers: { cookie } })).status).toBe(200);
    expect((await exchange(subscriber, { headers: { cookie } })).status).toBe(404);
    expect(cluster.stats().nodes).toEqual({ 0: 2, 1: 1 });
    await cluster.close();
  });
});

describe('https', () => {
  it('is trusted by its certificate, under its names only, and sets a Secure cookie', async () => {
    const secure = await startSimulator({ tls: true });
    const { certificate = '' } = secure;
    const reply = await call(secure, 'getCCMVersion', '', { ca: certificate });
    const byName = await exchange(secure.url.replace('127.0.0.1', 'localhost'), { ca: certificate });
    const untrusted = await call(secure, 'getCCMVersion', '').catch((error: unknown) => error);
    const named = await call(secure, 'getCCMVersion', '', { ca: certificate, servername: 'cucm.example' }).catch(
      (error: unknown) => error,
    );
    await secure.close();
    expect(secure.url).toMatch(/^https:/);
    expect(reply.headers['set-cookie']?.[0]).toContain('; Secure;');
    expect(byName.status).toBe(401);
    expect(untrusted).toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(named).toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  });

  it('has another name by option', async () => {
    const secure = await startSimulator({ tls: { hostName: 'cucm.example' } });
    const ca = secure.certificate ?? '';
    const wrong = await call(secure, 'getCCMVersion', '', { ca }).catch((error: unknown) => error);
    const right = await call(secure, 'getCCMVersion', '', { ca, servername: 'cucm.example' });
    await secure.close();
    expect(wrong).toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    expect(right.status).toBe(200);
  });
});
