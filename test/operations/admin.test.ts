import net from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newestRelease } from '../../src/axl/soap/releases.js';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { authorization, getJson } from '../support/caller.js';
import { environmentFor, startTestService, type TestService } from '../support/test-service.js';

let simulator: RunningSimulator;
let service: TestService | undefined;

beforeEach(async () => {
  simulator = await startSimulator({ release: newestRelease });
});

afterEach(async () => {
  await service?.stop('test');
  service = undefined;
  await simulator.close();
});

async function start(environment: Record<string, string> = {}): Promise<TestService> {
  service = await startTestService({ ...environmentFor(simulator), ...environment });
  return service;
}

const axlRequests = (): number => Object.values(simulator.stats().requests).reduce((sum, count) => sum + count, 0);

describe('the admin listener', () => {
  it('is live and ready without authentication, with one cheap AXL call for many questions', async () => {
    const { adminUrl } = await start();
    const live = await getJson(`${adminUrl}/live`);
    expect([live.status, live.body]).toEqual([200, { status: 'live' }]);
    for (let round = 0; round < 20; round += 1) {
      const ready = await getJson(`${adminUrl}/ready`);
      expect([ready.status, ready.body]).toEqual([200, { status: 'ready' }]);
    }
    expect(simulator.stats().requests).toEqual({ getCCMVersion: 1 });
  });

  it('is live but not ready while the call manager is gone, with the reason, and sends it nothing more', async () => {
    const { adminUrl } = await start({ AXL_URL: 'http://127.0.0.1:1/axl/' });
    const [ready, again] = [await getJson(`${adminUrl}/ready`), await getJson(`${adminUrl}/ready`)];
    expect(ready.status).toBe(503);
    expect(ready.headers.get('content-type')).toBe('application/problem+json');
    expect(ready.headers.get('retry-after')).toBe('10');
    expect(ready.body).toMatchObject({ status: 503, code: 'call-manager-unreachable', cause: 'ECONNREFUSED' });
    expect(again.status).toBe(503);
    expect((await fetch(`${adminUrl}/live`)).status).toBe(200);
    expect(service?.observations.filter(({ kind }) => kind === 'axl-call')).toHaveLength(1);
  });

  it('is not ready when the credentials are refused, and tries them once', async () => {
    const { adminUrl } = await start({ AXL_PASSWORD: 'wrong' });
    for (let round = 0; round < 5; round += 1) {
      const { status, body } = await getJson(`${adminUrl}/ready`);
      expect([status, body['code']]).toEqual([503, 'call-manager-refused-credentials']);
    }
    expect(simulator.stats().refusedLogins).toBe(1);
  });

  it('asks a busy call manager once, not three times', async () => {
    const { adminUrl } = await start();
    simulator.misbehave({ kind: '503' });
    expect((await getJson(`${adminUrl}/ready`)).body).toMatchObject({ code: 'call-manager-busy' });
    expect(axlRequests()).toBe(1);
  });

  it('answers HEAD like GET, and everything else with a problem', async () => {
    const { adminUrl } = await start();
    const head = await fetch(`${adminUrl}/ready`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const posted = await getJson(`${adminUrl}/metrics`, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow'), posted.body['code']]).toEqual([
      405,
      'GET, HEAD',
      'method-not-allowed',
    ]);
    const missing = await getJson(`${adminUrl}/phone/?dirn=2001`);
    expect([missing.status, missing.body['code']]).toEqual([404, 'not-found']);
  });

  it('logs its address, and writes no line for a health check', async () => {
    const { adminUrl, url, observations } = await start();
    await fetch(`${adminUrl}/live`);
    expect(observations).toContainEqual(expect.objectContaining({ kind: 'started', url, adminUrl }));
    expect(observations.filter(({ kind }) => kind === 'request')).toEqual([]);
  });

  it('is off if its port is empty', async () => {
    const running = await start({ ADMIN_PORT: '' });
    expect(running.adminUrl).toBe('');
    expect(running.observations).toContainEqual(expect.objectContaining({ kind: 'started', adminUrl: undefined }));
  });

  it('outlives the main port during a stop, and says that it is not ready', async () => {
    const running = await start();
    simulator.misbehave({ kind: 'delay', operation: 'listLine', ms: 700 });
    const slow = fetch(`${running.url}/phone/?dirn=2001`, { headers: { authorization: authorization() } });
    await expect.poll(() => simulator.stats().inFlight).toBe(1);
    const stopped = running.stop('test');
    service = undefined;
    const [ready, live] = await Promise.all([getJson(`${running.adminUrl}/ready`), fetch(`${running.adminUrl}/live`)]);
    expect([ready.status, ready.body['code'], live.status]).toEqual([503, 'stopping', 200]);
    await stopped;
    expect((await slow).status).toBe(200);
    await expect(fetch(`${running.adminUrl}/live`)).rejects.toThrow();
  });

  it('frees its resources if the main port is in use', async () => {
    const blocker = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => blocker.once('listening', resolve));
    const free = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => free.once('listening', resolve));
    const adminPort = (free.address() as net.AddressInfo).port;
    await new Promise((resolve) => free.close(resolve));
    const { port } = blocker.address() as net.AddressInfo;
    await expect(start({ PORT: String(port), ADMIN_PORT: String(adminPort) })).rejects.toThrow(/EADDRINUSE/);
    await expect(fetch(`http://127.0.0.1:${adminPort}/live`)).rejects.toThrow();
    blocker.close();
  });
});
