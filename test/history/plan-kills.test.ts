import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, describe, it } from 'vitest';
import { describedPhones } from '../support/many-devices.js';
import { as, planned, type PlanAnswer, type ShownPlan, usersFile } from '../support/plan-users.js';
import { lacksPostgres, PostgresServer } from '../support/postgres-server.js';
import { emptyFolder, tidy } from '../support/processes.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { type SimulatorProcess, spawnSimulator } from '../support/simulator-process.js';
import { serviceSettings } from '../support/test-service.js';

/** How many lists the plan has, and how often an instance is killed; `npm run prove` uses more of both. */
const lists = Number(process.env['PLAN_LISTS'] ?? 24);
const kills = Number(process.env['PLAN_KILLS'] ?? 3);

/** A killed instance must be replaced within this time, in milliseconds. */
const takeoverMs = 120_000;

interface KeptChange {
  readonly id: string;
  readonly device: string;
  readonly outcome: string;
  readonly foundLater?: { readonly list: string };
}

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

describe.each(places.filter(({ isLeftOut }) => !isLeftOut))('a plan of $name', ({ instances, historyUrl }) => {
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
  const ask = async (...asked: Parameters<typeof as>): Promise<PlanAnswer> => {
    for (;;) {
      const answer = await as(...asked).catch(() => undefined);
      if (answer) return answer;
      await sleep(100);
    }
  };
  const planOf = async (id: string): Promise<ShownPlan> => (await ask('reader', `${at()}/plans/${id}?limit=1`)).plan;

  it(
    'is applied once, regardless of killed instances: no list twice, and none left out',
    { timeout: (kills + 2) * takeoverMs },
    async () => {
      const { headers } = await ask('reader', `${at()}/speeddials?phone=${phones[0] ?? ''}`);
      const change = {
        deviceKind: 'phone',
        list: 'speeddial',
        ifMatch: headers.get('etag') ?? '',
        entries: planned('plan'),
      };
      const changes = phones.map((device) => ({ ...change, device }));
      const proposed = await ask('agent', `${at()}/plans`, 'POST', { title: 'Many', changes });
      expect(proposed.status).toBe(202);
      const { id, digest } = proposed.plan;
      await expect.poll(async () => (await planOf(id)).state, { timeout: takeoverMs }).toBe('proposed');
      await ask('boss', `${at()}/plans/${id}/approval`, 'POST', { digest });
      await simulator.control('POST', 'misbehaviour', { kind: 'delay', ms: 300, operation: 'updatePhone' });
      await ask('boss', `${at()}/plans/${id}/application?perHour=0`, 'POST');

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
      await expect.poll(async () => (await planOf(id)).state, { timeout: takeoverMs }).toMatch(/applied$/);
      const { state, lists: counted, application } = await planOf(id);
      expect([state, counted]).toEqual(['applied', { changed: lists }]);
      expect(longestMs).toBeLessThan(takeoverMs);

      const cluster = (await simulator.control('GET', 'state')) as { name: string; speedDials: { label: string }[] }[];
      const dials = new Map(cluster.map(({ name, speedDials }) => [name, speedDials.map(({ label }) => label)]));
      for (const phone of phones) expect(dials.get(phone)).toEqual(['plan']);
      // The history must have one change for each list, which has set it, even if no one was told.
      const kept: KeptChange[] = [];
      for (let query: string | undefined = `?run=${application?.run ?? ''}&limit=500`; query !== undefined;) {
        const page = await ask('reader', `${at()}/changes${query}`);
        kept.push(...(page.plan as unknown as KeptChange[]));
        query = /<(\?.*)>/.exec(page.headers.get('link') ?? '')?.[1];
      }
      const unsettled = kept.filter(({ outcome }) => outcome === 'in-progress');
      expect(unsettled).toEqual([]);
      // A change whose instance was killed before sending has set nothing; the next one has.
      const mayHaveSet = kept.filter(({ foundLater }) => foundLater?.list !== 'before');
      expect(mayHaveSet.map(({ device }) => device).sort()).toEqual(phones);
      expect(new Set(kept.map(({ device }) => device)).size).toBe(lists);
    },
  );
});
