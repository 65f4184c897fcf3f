import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dial } from '../support/changes.js';
import { type HoldingProxy, startHoldingProxy } from '../support/holding-proxy.js';
import { contradictions, dialsIn, keptChanges, replace } from '../support/kept-changes.js';
import { lacksPostgres, PostgresServer } from '../support/postgres-server.js';
import { tidy } from '../support/processes.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { type SimulatorProcess, spawnSimulator } from '../support/simulator-process.js';
import { Relay } from '../support/tcp-relay.js';
import { serviceSettings } from '../support/test-service.js';

const phone = 'SEP00A1B2C30003';
const other = 'SEP00A1B2C30001';

/** Longer than the server waits for a session with locks, and than a busy machine takes. */
const settings = {
  AXL_TIMEOUT_MS: '120000',
  REQUEST_DEADLINE_MS: '120000',
  SHUTDOWN_GRACE_MS: '120000',
  AXL_MAX_CONCURRENCY: '1',
};

describe.skipIf(lacksPostgres())('an instance that is cut off from PostgreSQL while its write waits', () => {
  let server: PostgresServer;
  let simulator: SimulatorProcess;
  let proxy: HoldingProxy;
  let way: Relay;

  beforeAll(async () => {
    server = await PostgresServer.shared();
    simulator = await spawnSimulator();
    proxy = await startHoldingProxy(simulator.url);
    way = new Relay();
    way.leadTo(server.port);
    await way.listen();
  });
  afterEach(tidy);
  afterAll(async () => {
    await way.refuse();
    proxy.close();
    await simulator.stop();
    await server.remove();
  });

  const startInstance = (axlUrl: string, historyUrl: string): Promise<ServiceProcess> =>
    startServiceProcess({ ...serviceSettings(axlUrl), ...settings, DATABASE_URL: historyUrl });

  const isWaiting = async ({ adminUrl = '' }: ServiceProcess): Promise<boolean> =>
    /^\w*axl_queue_length 1$/m.test(await (await fetch(new URL('/metrics', adminUrl))).text());

  it('sends nothing when it wakes up after another one has written', { timeout: 120_000 }, async () => {
    const { database } = await server.database();
    const historyUrl = server.urlOf(database);
    const one = await startInstance(proxy.url, historyUrl.replace(`:${server.port}/`, `:${way.port}/`));
    const two = await startInstance(simulator.url, historyUrl);
    const before = await dialsIn(simulator, phone);

    // Its requests run one at a time: first the read of the phone, then the read of another one, which is not answered.
    const answerFirst = proxy.hold('getPhone', phone);
    const answerOther = proxy.hold('getPhone', other);
    const cutOff = replace(one.url, phone, [dial(1, '0100', 'one')], 'one');
    await expect.poll(() => proxy.operations).toEqual(['getPhone']);
    const inBetween = replace(one.url, other, [dial(1, '0100', 'in between')], 'in-between');
    await expect.poll(() => isWaiting(one)).toBe(true);
    answerFirst();
    await expect.poll(async () => (await keptChanges(two.url, phone))[0]?.state).toBe('sending');
    expect(proxy.operations).toEqual(['getPhone', 'getPhone']);

    way.partition();
    const began = performance.now();
    expect(await replace(two.url, phone, [dial(1, '0100', 'two')], 'two')).toMatchObject({ answer: 200 });
    expect(performance.now() - began).toBeLessThan(30_000);

    way.heal();
    answerOther();
    expect(await cutOff).toMatchObject({ answer: 'history-unavailable' });
    expect(await inBetween).toMatchObject({ answer: 'history-unavailable' });
    expect(proxy.operations).toEqual(['getPhone', 'getPhone']);
    expect(await dialsIn(simulator, phone)).toEqual([dial(1, '0100', 'two')]);

    // It now stores what it could not store while it was cut off.
    await expect.poll(async () => (await keptChanges(two.url, phone))[0]?.state, { timeout: 30_000 }).toBe('refused');
    const changes = await keptChanges(two.url, phone);
    expect(changes.map(({ requestId, state }) => [requestId, state])).toEqual([
      ['one', 'refused'],
      ['two', 'changed'],
    ]);
    expect(changes.map((change) => change.before)).toEqual([before, before]);
    expect(contradictions(changes, await dialsIn(simulator, phone))).toEqual([]);
    expect(await keptChanges(two.url, other)).toEqual([]);
  });
});
