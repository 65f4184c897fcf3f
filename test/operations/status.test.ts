import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callManagerStatus } from '../../src/admin/readiness.js';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { startService } from '../support/app.js';
import { authorization } from '../support/caller.js';
import { send } from '../support/http.js';
import { environmentFor, startTestService, type TestService } from '../support/test-service.js';

let simulator: RunningSimulator;
let service: TestService | undefined;

beforeEach(async () => {
  simulator = await startSimulator({ release: '12.5' });
});
afterEach(async () => {
  await service?.stop('test');
  await simulator.close();
});

async function statusOf({ url }: TestService): Promise<unknown> {
  const answer = await fetch(`${url}/status`, { headers: { authorization: authorization() } });
  return ((await answer.json()) as { callManager: unknown }).callManager;
}

const axlCalls = ({ observations }: TestService): number =>
  observations.filter(({ kind }) => kind === 'axl-call').length;

describe('the status', () => {
  it('asks the call manager once for many requests, also of readiness', async () => {
    service = await startTestService({ ...environmentFor(simulator), AXL_VERSION: '12.5' });
    for (let asked = 0; asked < 5; asked += 1) {
      expect(await statusOf(service)).toEqual({ state: 'ready', release: '12.5' });
      expect((await fetch(`${service.adminUrl}/ready`)).status).toBe(200);
    }
    expect(axlCalls(service)).toBe(1);
  });

  it('asks nothing if a lookup has recently shown that the call manager answers', async () => {
    service = await startTestService({ ...environmentFor(simulator), AXL_VERSION: '12.5' });
    await fetch(`${service.url}/phone/?dirn=2001`, { headers: { authorization: authorization() } });
    const before = axlCalls(service);
    expect(before).toBeGreaterThan(0);
    expect(await statusOf(service)).toEqual({ state: 'ready', release: '12.5' });
    expect(axlCalls(service)).toBe(before);
  });

  it('works without the admin listener, and finds out the release', async () => {
    service = await startTestService({ ...environmentFor(simulator), ADMIN_PORT: '' });
    expect(await statusOf(service)).toEqual({ state: 'ready', release: '12.5' });
  });

  it('shows that a call manager is gone, and does not ask it again at once', async () => {
    await simulator.setListening(0, false);
    service = await startTestService({ ...environmentFor(simulator), ADMIN_PORT: '' });
    expect(await statusOf(service)).toEqual({ state: 'unavailable', release: null });
    const before = axlCalls(service);
    expect(await statusOf(service)).toEqual({ state: 'unavailable', release: null });
    expect(axlCalls(service)).toBe(before);
  });

  it('is answered within REQUEST_DEADLINE_MS, even if it is not known by then', async () => {
    const readiness = { failure: () => new Promise<undefined>(() => undefined) };
    const { port } = await startService({
      deadlineMs: 300,
      callManagerStatus: (signal) => callManagerStatus(readiness, { release: () => undefined }, signal),
    });
    const { status, text } = await send(port, '/status');
    expect([status, JSON.parse(text)]).toMatchObject([200, { callManager: { state: 'unknown', release: null } }]);
  });

  it('shows refused credentials', async () => {
    service = await startTestService({ ...environmentFor(simulator), AXL_PASSWORD: 'wrong' });
    expect(await statusOf(service)).toMatchObject({ state: 'credentials-refused' });
  });
});
