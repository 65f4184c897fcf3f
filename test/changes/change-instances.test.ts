import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dialsIn } from '../support/kept-changes.js';
import { describedPhones } from '../support/many-devices.js';
import { as, type ChangeAnswer, dialNamed, listOf, type ShownChange, usersFile } from '../support/change-users.js';
import { lacksPostgres, PostgresServer } from '../support/postgres-server.js';
import { emptyFolder, tidy } from '../support/processes.js';
import { startServiceProcess } from '../support/service-process.js';
import { type SimulatorProcess, spawnSimulator } from '../support/simulator-process.js';
import { serviceSettings } from '../support/test-service.js';

/** How many changes the two instances handle at the same time. */
const count = Number(process.env['CHANGES'] ?? 12);
const ofChanges = Array.from({ length: count }, (_, number) => number);

describe.skipIf(lacksPostgres())('changes over two instances with PostgreSQL', () => {
  let server: PostgresServer;
  let simulator: SimulatorProcess;
  let urls: [string, string];
  let phones: string[];

  beforeAll(async () => {
    server = await PostgresServer.shared();
    const seed = path.join(emptyFolder(), 'seed.json');
    // Two for each change, and one that others write to.
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
    for (const phone of phones) await as('chief', `${urls[0]}/speeddials?phone=${phone}`, 'POST', dialNamed(phone));
  });
  afterEach(tidy);
  afterAll(async () => {
    await simulator.stop();
    await server.remove();
  });

  const statuses = (answers: readonly ChangeAnswer[]): number[] => answers.map(({ status }) => status).sort();
  const endsAs = async (url: string, id: string, state: string): Promise<void> => {
    const read = async (): Promise<string> => (await as('reader', `${url}/changes/${id}`)).change.state;
    await expect.poll(read, { timeout: 60_000 }).toBe(state);
  };

  it('are approved by only one of two users who do so at the same time, while others write, and are undone', async () => {
    const [one, two] = urls;
    const phonesOf = (number: number): string[] => phones.slice(2 * number, 2 * number + 2);
    expect(phones).toHaveLength(2 * count + 1);

    const proposed = await Promise.all(
      ofChanges.map(async (number): Promise<ShownChange> => {
        const lists = phonesOf(number).map((phone) => listOf(phone, `change ${number}`));
        // The same key in both instances at the same time is one change.
        const body = { title: `Change ${number}`, lists };
        const key = { 'idempotency-key': `key ${number}` };
        const [first, second] = await Promise.all(urls.map((url) => as('agent', `${url}/changes`, 'POST', body, key)));
        expect(second?.change.id).toBe(first?.change.id);
        await endsAs(one, first?.change.id ?? '', 'proposed');
        return (await as('agent', `${one}/changes/${first?.change.id ?? ''}`)).change;
      }),
    );
    expect(new Set(proposed.map(({ id }) => id)).size).toBe(count);

    const end = new AbortController();
    const busyPhone = phones.at(-1) ?? '';
    const others = (async () => {
      for (let write = 0; !end.signal.aborted; write += 1) {
        const url = `${write % 2 === 0 ? one : two}/speeddials?phone=${busyPhone}`;
        await as('chief', url, 'POST', dialNamed(`write ${write}`));
      }
    })();
    await Promise.all(
      proposed.map(async ({ id, digest }) => {
        const both = await Promise.all([
          as('lead', `${one}/changes/${id}/approval`, 'POST', { digest }),
          as('chief', `${two}/changes/${id}/approval`, 'POST', { digest }),
        ]);
        expect(statuses(both)).toEqual([202, 409]);
      }),
    );
    for (const { id } of proposed) await endsAs(two, id, 'done');
    end.abort();
    await others;
    for (const number of ofChanges) {
      for (const phone of phonesOf(number))
        expect(await dialsIn(simulator, phone)).toEqual(dialNamed(`change ${number}`));
    }

    for (const { id } of proposed) {
      const undone = await as('boss', `${two}/changes/${id}/undo`, 'POST', {});
      expect(undone.status).toBe(202);
      await endsAs(one, undone.change.id, 'done');
      expect((await as('reader', `${one}/changes/${id}`)).change.undone).toBe('whole');
    }
    for (const number of ofChanges) {
      for (const phone of phonesOf(number)) expect(await dialsIn(simulator, phone)).toEqual(dialNamed(phone));
    }
  });
});
