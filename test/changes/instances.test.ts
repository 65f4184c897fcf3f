import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask, codeOf } from '../support/caller.js';
import { dial } from '../support/changes.js';
import { contradictions, dialsIn, keptChanges, replace, type Told, unkept } from '../support/kept-changes.js';
import { lacksPostgres, PostgresServer } from '../support/postgres-server.js';
import { tidy } from '../support/processes.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { type SimulatorProcess, spawnSimulator } from '../support/simulator-process.js';
import { serviceSettings } from '../support/test-service.js';

const phone = 'SEP00A1B2C30003';
const number = '2003';
const writesOfEach = 100;
const callersOfEach = 8;

describe.skipIf(lacksPostgres())('two instances with one history in PostgreSQL', () => {
  let server: PostgresServer;
  let simulator: SimulatorProcess;
  let database: string;
  let services: ServiceProcess[];
  let one: string;
  let two: string;

  const startInstance = async (): Promise<ServiceProcess> => {
    const service = await startServiceProcess({
      ...serviceSettings(simulator.url),
      AXL_TIMEOUT_MS: '5000',
      DATABASE_URL: server.urlOf(database),
    });
    services.push(service);
    return service;
  };
  const locks = () =>
    server.query(
      `SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
       WHERE locktype = 'advisory' AND granted AND datname = '${database}'`,
    );
  /** Each list is different, so that its writer can be recognized. */
  const write = (url: string, requestId: string, name = phone): Promise<Told> =>
    replace(url, name, [dial(1, '0100', requestId), dial(7, '+14085554019', 'Büro')], requestId);

  beforeAll(async () => {
    server = await PostgresServer.start();
    simulator = await spawnSimulator();
  });
  afterAll(async () => {
    await simulator.stop();
    await server.remove();
  });
  beforeEach(async () => {
    await simulator.control('DELETE', 'misbehaviour');
    await simulator.control('POST', 'reset');
    ({ database } = await server.database());
    services = [];
    [one, two] = (await Promise.all([startInstance(), startInstance()])).map(({ url }) => url) as [string, string];
  });
  afterEach(tidy);

  it('write to one phone one after another, and the history has the real order', async () => {
    await simulator.control('POST', 'traits', { anyCaseNames: true });
    const told: Told[] = [];
    const work = async (url: string, who: string): Promise<void> => {
      let count = 0;
      const go = async (): Promise<void> => {
        while (count < writesOfEach) {
          count += 1;
          // This call manager accepts a device name in any letter case.
          told.push(await write(url, `${who}-${count}`, count % 2 === 0 ? phone : phone.toLowerCase()));
        }
      };
      await Promise.all(Array.from({ length: callersOfEach }, go));
    };
    await Promise.all([work(one, 'one'), work(two, 'two')]);
    expect(told.filter(({ answer }) => answer !== 200)).toEqual([]);
    const changes = await keptChanges(two, phone);
    expect(changes).toHaveLength(2 * writesOfEach);
    expect(unkept(told, changes)).toEqual([]);
    for (const [place, { before }] of changes.entries()) {
      const earlier = changes[place - 1];
      if (earlier) expect(before).toEqual(earlier.after);
    }
    expect(await dialsIn(simulator, phone)).toEqual(changes.at(-1)?.after);
    // They took turns: not all of one, then all of the other.
    const who = changes.map(({ requestId }) => requestId.slice(0, 3));
    expect(who.filter((name, place) => place > 0 && name !== who[place - 1]).length).toBeGreaterThan(5);
    expect(await locks()).toEqual([]);
  });

  it('lose no turn to one that is killed in the middle of a write', async () => {
    const first = services.find(({ url }) => url === one);
    const told = [await write(one, 'before')];
    await simulator.control('POST', 'misbehaviour', { kind: 'hang', point: 'after', operation: 'updatePhone' });
    const lost = write(one, 'killed');
    await expect.poll(async () => (await dialsIn(simulator, phone))[0]?.label).toBe('killed');
    expect((await keptChanges(two, phone)).at(-1)).toMatchObject({ requestId: 'killed', state: 'sending' });
    expect(await locks()).toHaveLength(1);
    first?.process.kill('SIGKILL');
    expect((await first?.process.ended)?.signal).toBe('SIGKILL');
    expect((await lost).answer).toBe('lost');
    await expect.poll(locks).toEqual([]);
    await simulator.control('DELETE', 'misbehaviour');
    told.push(await write(two, 'after'));
    expect(told.map(({ answer }) => answer)).toEqual([200, 200]);
    const changes = await keptChanges(two, phone);
    expect(changes.map(({ requestId, state }) => [requestId, state])).toEqual([
      ['before', 'changed'],
      ['killed', 'uncertain'],
      ['after', 'changed'],
    ]);
    expect(changes[2]?.before).toEqual(changes[1]?.after);
    expect(contradictions(changes, await dialsIn(simulator, phone))).toEqual([]);
  });

  it('settle nothing that the other one is doing, when one of them is started again', async () => {
    // Longer than an instance takes to start on a busy machine.
    await simulator.control('POST', 'misbehaviour', { kind: 'delay', ms: 8_000, operation: 'updatePhone', times: 1 });
    const running = write(one, 'slow');
    await expect.poll(async () => (await keptChanges(two, phone)).at(-1)?.state).toBe('sending');
    const third = await startInstance();
    expect((await keptChanges(third.url, phone)).at(-1)?.state).toBe('sending');
    expect((await running).answer).toBe(200);
    expect((await keptChanges(third.url, phone)).at(-1)?.state).toBe('changed');
  });

  // The second is measured by the real clock: other programs may delay it once, but not each time.
  it(
    'change nothing while PostgreSQL is stopped, and continue within a second after its restart',
    { retry: 2 },
    async () => {
      const told = [await write(one, 'first')];
      // A write whose intention is stored, and that ends when its outcome cannot be stored.
      await simulator.control('POST', 'misbehaviour', { kind: 'delay', ms: 1_500, operation: 'updatePhone', times: 1 });
      const running = write(two, 'running');
      await expect.poll(async () => (await keptChanges(one, phone)).at(-1)?.state).toBe('sending');
      await server.stop();
      told.push(await running);
      expect(told.map(({ answer }) => answer)).toEqual([200, 200]);
      for (const url of [one, two]) {
        told.push(await write(url, 'refused'));
        expect(told.at(-1)?.answer).toBe('history-unavailable');
        expect(codeOf(await ask(`${url}/changes?phone=${phone}`))).toBe('history-unavailable');
        const lookup = await ask(`${url}/phone/?dirn=${number}`);
        expect([lookup.status, lookup.body]).toEqual([200, expect.stringContaining('running')]);
      }
      expect((await dialsIn(simulator, phone))[0]?.label).toBe('running');
      await server.start();
      const back = performance.now();
      const again = async (url: string): Promise<number> => {
        for (;;) {
          const tried = performance.now();
          const { answer } = await write(url, 'again');
          if (answer === 200) return tried - back;
          expect(answer).toBe('history-unavailable');
          await sleep(20);
        }
      };
      // They need a moment, and longer on a busy machine.
      for (const ms of await Promise.all([again(one), again(two)])) expect(ms).toBeLessThan(20_000);
      // The outcome of the write that ran in the meantime is stored by the instance that has carried it out.
      await expect.poll(async () => (await keptChanges(one, phone))[1]?.state, { timeout: 10_000 }).toBe('changed');
      const changes = await keptChanges(two, phone);
      expect(changes.map(({ requestId }) => requestId)).toEqual(['first', 'running', 'again', 'again']);
      expect(unkept(told, changes)).toEqual([]);
      expect(contradictions(changes, await dialsIn(simulator, phone))).toEqual([]);
    },
  );
});
