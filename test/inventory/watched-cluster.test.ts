import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../src/client/index.js';
import { caller } from '../support/caller.js';
import { dial } from '../support/changes.js';
import { replace } from '../support/kept-changes.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { type SimulatorProcess, spawnSimulator } from '../support/simulator-process.js';
import { serviceSettings } from '../support/test-service.js';
import { sinceKilled, sweepAgain, useWatchers, watchers } from '../support/watching.js';

/** Changes of others while services sweep, write and are killed. */

const rounds = 4;
const phones = ['SEP00A1B2C30001', 'SEP00A1B2C30002', 'SEP00A1B2C30003', 'SEP00A1B2C30004'] as const;

useWatchers();

let callManager: SimulatorProcess;

beforeAll(async () => {
  callManager = await spawnSimulator();
});
afterAll(async () => {
  await callManager.stop();
});

for (const [name, { instances, isLeftOut, address }] of Object.entries(watchers)) {
  it.skipIf(isLeftOut)(
    `changes of others beside ${name} are stored once each, over SIGKILL`,
    { timeout: 900_000 },
    async () => {
      await callManager.control('POST', 'reset');
      const settings = {
        ...{ ...serviceSettings(callManager.url), DATABASE_URL: await address() },
        ...{ INVENTORY: 'on', INVENTORY_PAGES_PER_MINUTE: '600' },
      };
      const services: ServiceProcess[] = await Promise.all(
        Array.from({ length: instances }, () => startServiceProcess(settings)),
      );
      const client = (n = 0) =>
        createClient({ baseUrl: services[n % instances]?.url ?? '', username: caller.name, password: caller.password });
      // Someone at the call manager itself, whom the services do not know about.
      const other = await startServiceProcess(serviceSettings(callManager.url));
      const sweep = (): Promise<void> => sweepAgain(client(), 600_000);
      await sweep();
      expect((await client().listChanges({ source: 'elsewhere' })).changes).toEqual([]);

      for (let round = 1; round <= rounds; round += 1) {
        for (const n of Array.from({ length: instances }, (_, index) => index)) await client(n).sweepInventory();
        await sleep(Math.random() * 1_000);
        const [theirs, ours] = [phones[round % 2] ?? '', phones[2 + (round % 2)] ?? ''];
        await replace(other.url, theirs, [dial(1, '0100', `theirs ${round}`)], 'theirs');
        await client(round).replaceSpeedDials(ours, [dial(1, '0100', `ours ${round}`)]);
        await sleep(Math.random() * 1_000);
        const killed = services[round % instances];
        killed?.process.kill('SIGKILL');
        await killed?.process.ended;
        const waitIsOver = await sinceKilled(settings.DATABASE_URL);
        services[round % instances] = await startServiceProcess(settings);
        await waitIsOver();
        // The phone's next list would hide this one.
        if (round % 2 === 0) await sweep();
      }
      await sweep();
      const labels = (await client().listChanges({ source: 'elsewhere', limit: 500 })).changes.flatMap(({ lists }) =>
        lists.map(({ after }) => after?.[0]?.label),
      );
      expect(labels.toSorted()).toEqual(Array.from({ length: rounds }, (_, n) => `theirs ${n + 1}`));
      const own = await client().listChanges({ source: 'service', limit: 500 });
      expect(own.changes.map(({ state }) => state)).toEqual(Array.from({ length: rounds }, () => 'done'));
    },
  );
}
