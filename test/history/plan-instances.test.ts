import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { changesOfRun, createClient, type PhoneProxyClient, undoChanges } from '../../src/client/index.js';
import { dialsIn } from '../support/kept-changes.js';
import { describedPhones } from '../support/many-devices.js';
import { as, changeOf, planned, type PlanAnswer, type ShownPlan, usersFile } from '../support/plan-users.js';
import { lacksPostgres, PostgresServer } from '../support/postgres-server.js';
import { emptyFolder, tidy } from '../support/processes.js';
import { startServiceProcess } from '../support/service-process.js';
import { type SimulatorProcess, spawnSimulator } from '../support/simulator-process.js';
import { serviceSettings } from '../support/test-service.js';

/** How many plans the two instances handle at the same time. */
const count = Number(process.env['PLANS'] ?? 12);
const ofPlans = Array.from({ length: count }, (_, number) => number);

describe.skipIf(lacksPostgres())('plans over two instances with PostgreSQL', () => {
  let server: PostgresServer;
  let simulator: SimulatorProcess;
  let urls: [string, string];
  let phones: string[];

  beforeAll(async () => {
    server = await PostgresServer.shared();
    const seed = path.join(emptyFolder(), 'seed.json');
    // Two for each plan, and one that others write to.
    const company = describedPhones(Array.from({ length: 2 * count + 1 }, (_, number) => `Phone ${number}`));
    writeFileSync(seed, JSON.stringify(company));
    simulator = await spawnSimulator({ SIMULATOR_SEED_FILE: seed });
    const { database } = await server.database();
    const settings = {
      ...serviceSettings(simulator.url),
      DATABASE_URL: server.urlOf(database),
      ...usersFile().settings,
    };
    const services = await Promise.all([startServiceProcess(settings), startServiceProcess(settings)]);
    urls = [services[0].url, services[1].url];
    const devices = (await simulator.control('GET', 'state')) as { name: string }[];
    phones = devices.map(({ name }) => name);
    for (const phone of phones) await as('chief', `${urls[0]}/speeddials?phone=${phone}`, 'POST', planned(phone));
  });
  afterEach(tidy);
  afterAll(async () => {
    await simulator.stop();
    await server.remove();
  });

  const statuses = (answers: readonly PlanAnswer[]): number[] => answers.map(({ status }) => status).sort();

  it('are approved and applied by only one of two users who do so at the same time, while others write, and are undone', async () => {
    const [one, two] = urls;
    const phonesOf = (number: number): string[] => phones.slice(2 * number, 2 * number + 2);
    expect(phones).toHaveLength(2 * count + 1);

    const proposed = await Promise.all(
      ofPlans.map(async (number): Promise<ShownPlan> => {
        const changes = await Promise.all(phonesOf(number).map((phone) => changeOf(one, phone, `plan ${number}`)));
        // The same plan in both instances at the same time is one plan.
        const plan = { title: `Plan ${number}`, changes };
        const [first, second] = await Promise.all(urls.map((url) => as('agent', `${url}/plans`, 'POST', plan)));
        expect(second?.plan.id).toBe(first?.plan.id);
        return first?.plan ?? Promise.reject(new Error('not proposed'));
      }),
    );
    expect(new Set(proposed.map(({ id }) => id)).size).toBe(count);

    const end = new AbortController();
    const busyPhone = phones.at(-1) ?? '';
    const others = (async () => {
      for (let write = 0; !end.signal.aborted; write += 1) {
        await as(
          'chief',
          `${write % 2 === 0 ? one : two}/speeddials?phone=${busyPhone}`,
          'POST',
          planned(`write ${write}`),
        );
      }
    })();
    await Promise.all(
      proposed.map(async ({ id, digest }) => {
        const both = (deed: string, body?: object) =>
          Promise.all([
            as('boss', `${one}/plans/${id}/${deed}`, 'POST', body),
            as('chief', `${two}/plans/${id}/${deed}`, 'POST', body),
          ]);
        expect(statuses(await both('approval', { digest }))).toEqual([200, 409]);
        expect(statuses(await both('application?perHour=0'))).toEqual([202, 409]);
      }),
    );
    for (const { id } of proposed) {
      await expect
        .poll(async () => (await as('reader', `${two}/plans/${id}`)).plan.state, { timeout: 60_000 })
        .toBe('applied');
    }
    end.abort();
    await others;
    for (const number of ofPlans) {
      for (const phone of phonesOf(number)) expect(await dialsIn(simulator, phone)).toEqual(planned(`plan ${number}`));
    }

    const client: PhoneProxyClient = createClient({ baseUrl: two, username: 'boss', password: 'boss' });
    for (const { id } of proposed) {
      const { application } = (await as('reader', `${one}/plans/${id}`)).plan;
      const changes = await changesOfRun(client, application?.run ?? '');
      expect(changes).toHaveLength(2);
      const pace = { turn: () => Promise.resolve(true), pause: () => undefined };
      const { steps } = await undoChanges(client, changes, { run: undefined, pace });
      expect(steps.map(({ state }) => state)).toEqual(['undone', 'undone']);
    }
    for (const number of ofPlans) {
      for (const phone of phonesOf(number)) expect(await dialsIn(simulator, phone)).toEqual(planned(phone));
    }
  });
});
