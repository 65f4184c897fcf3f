import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, describe, it } from 'vitest';
import { describedPhones } from '../support/many-devices.js';
import { as, type ChangeAnswer, listOf, type ShownChange, usersFile } from '../support/change-users.js';
import { lacksPostgres, PostgresServer } from '../support/postgres-server.js';
import { emptyFolder, tidy } from '../support/processes.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { type SimulatorProcess, spawnSimulator } from '../support/simulator-process.js';
import { serviceSettings } from '../support/test-service.js';

/** How many lists the change has, and how often an instance is killed; `npm run prove` uses more of both. */
const lists = Number(process.env['CHANGE_LISTS'] ?? 24);
const kills = Number(process.env['CHANGE_KILLS'] ?? 3);

/** A killed instance must be replaced within this time, in milliseconds. */
const takeoverMs = 120_000;

interface Place {
  readonly name: string;
  readonly instances: number;
  readonly isLeftOut: boolean;
  readonly historyUrl: () => Promise<string>;
}

let server: PostgresServer | undefined;

const places: readonly Place[] = [
  {
    name: 'one instance with SQLite',
    instances: 1,
    isLeftOut: false,
    historyUrl: () => Promise.resolve(`sqlite:${path.join(emptyFolder(), 'history.db')}`),
  },
  {
    name: 'two instances with PostgreSQL',
    instances: 2,
    isLeftOut: lacksPostgres(),
    historyUrl: async () => {
      server ??= await PostgresServer.shared();
      return server.urlOf((await server.database()).database);
    },
  },
];

describe.each(places.filter(({ isLeftOut }) => !isLeftOut))(
  'a change of many lists, with $name',
  ({ instances, historyUrl }) => {
    let simulator: SimulatorProcess;
    let services: ServiceProcess[];
    let settings: Readonly<Record<string, string>>;

    beforeAll(async () => {
      const seed = path.join(emptyFolder(), 'seed.json');
      writeFileSync(seed, JSON.stringify(describedPhones(Array.from({ length: lists }, (_, at) => `Phone ${at}`))));
      simulator = await spawnSimulator({ SIMULATOR_SEED_FILE: seed });
      settings = { ...serviceSettings(simulator.url), DATABASE_URL: await historyUrl(), ...usersFile().settings };
      services = await Promise.all(Array.from({ length: instances }, () => startServiceProcess(settings)));
    });
    afterEach(tidy);
    afterAll(async () => {
      await simulator.stop();
      await server?.remove();
      server = undefined;
    });

    const at = (): string => services[0]?.url ?? '';
    const phones = Array.from(
      { length: lists },
      (_, number) => `SEP${(number + 1).toString(16).padStart(12, '0').toUpperCase()}`,
    );
    /** How much each instance has written so far. */
    const written = (): number[] => services.map(({ process }) => process.logged('write').length);
    const ask = async (...asked: Parameters<typeof as>): Promise<ChangeAnswer> => {
      for (;;) {
        const answer = await as(...asked).catch(() => undefined);
        if (answer) return answer;
        await sleep(100);
      }
    };
    const changeOf = async (id: string, query = '?limit=1'): Promise<ShownChange> =>
      (await ask('reader', `${at()}/changes/${id}${query}`)).change;

    it(
      'is set once, regardless of killed instances: no list twice, and none left out',
      { timeout: (kills + 2) * takeoverMs },
      async () => {
        const body = { title: 'Many', lists: phones.map((phone) => listOf(phone, 'many')) };
        const proposed = await ask('agent', `${at()}/changes`, 'POST', body);
        expect(proposed.status).toBe(202);
        const { id } = proposed.change;
        await expect.poll(async () => (await changeOf(id)).state, { timeout: takeoverMs }).toBe('proposed');
        await simulator.control('POST', 'misbehaviour', { kind: 'delay', ms: 300, operation: 'updatePhone' });
        const { digest } = await changeOf(id);
        expect((await ask('lead', `${at()}/changes/${id}/approval`, 'POST', { digest })).status).toBe(202);

        let longestMs = 0;
        for (let kill = 0; kill < kills; kill += 1) {
          const before = written();
          const waited = performance.now();
          const working = (): number => written().findIndex((count, which) => count > (before[which] ?? 0));
          await expect.poll(working, { timeout: takeoverMs, interval: 20 }).toBeGreaterThanOrEqual(0);
          longestMs = Math.max(longestMs, performance.now() - waited);
          await sleep(Math.random() * 400);
          const which = working();
          const killed = services[which];
          killed?.process.kill('SIGKILL');
          expect((await killed?.process.ended)?.signal).toBe('SIGKILL');
          services[which] = await startServiceProcess(settings);
        }
        await expect.poll(async () => (await changeOf(id)).state, { timeout: takeoverMs }).toBe('done');
        const { counts } = await changeOf(id);
        expect(counts).toEqual({ total: lists, changed: lists });
        expect(longestMs).toBeLessThan(takeoverMs);

        const cluster = (await simulator.control('GET', 'state')) as {
          name: string;
          speedDials: { label: string }[];
        }[];
        const dials = new Map(cluster.map(({ name, speedDials }) => [name, speedDials.map(({ label }) => label)]));
        for (const phone of phones) expect(dials.get(phone)).toEqual(['many']);
        // A list that was sent again, because an instance was killed before its answer, is set once all the same.
        const updates = (await simulator.control('GET', 'updates?after=0')) as { device: string }[];
        expect(new Set(updates.map(({ device }) => device)).size).toBe(lists);
        expect(updates.length).toBeLessThanOrEqual(lists + 2 * kills);
        const shown = (await changeOf(id, '?limit=500')).lists ?? [];
        expect(shown.map(({ device }) => device).sort()).toEqual(phones);
        expect(shown.filter(({ sent }) => sent === null)).toEqual([]);
      },
    );
  },
);
