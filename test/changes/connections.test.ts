import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { authorization } from '../support/caller.js';
import { dial } from '../support/changes.js';
import { lacksPostgres } from '../support/postgres-server.js';
import { root } from '../support/project.js';
import { type SimulatorProcess, spawnSimulator } from '../support/simulator-process.js';
import { serviceSettings, startTestService } from '../support/test-service.js';
import { startPgbouncer } from '../support/pgbouncer.js';
import { lacks } from '../support/programs.js';
import { place, server, usePostgres } from '../support/use-postgres.js';

/** How many connections one instance has at most, as docs/keep-data.md says for administrators of a pooler. */

const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const docs = readFileSync(path.join(root, 'docs/keep-data.md'), 'utf8');

/** @returns the number in the docs for `default_pool_size`, without and with an inventory */
function figures(): readonly number[] {
  const [, without = '', withOne = ''] =
    /a `default_pool_size` of (\w+) for each instance, (\w+) with INVENTORY=on/.exec(docs) ?? [];
  return [without, withOne].map((word) => words.indexOf(word) + 1);
}

const phones = ['SEP00A1B2C30001', 'SEP00A1B2C30002', 'SEP00A1B2C30003', 'SEP00A1B2C30004', 'SEP00A1B2C30005'];
/** The first one already opens as many connections as there will be. `npm run prove` plays more. */
const rounds = Number(process.env['CONNECTION_ROUNDS'] ?? 6);

describe.skipIf(lacksPostgres())('one instance', () => {
  let simulator: SimulatorProcess;
  beforeAll(async () => {
    simulator = await spawnSimulator();
  });
  afterAll(() => simulator.stop());
  usePostgres();

  const connections = async (): Promise<number> => {
    const [row] = await server.query(
      `SELECT count(*)::integer AS n FROM pg_stat_activity WHERE datname = '${place.database}' AND backend_type = 'client backend'`,
    );
    return Number(row?.['n']);
  };

  /**
   * Sweeps, writes, looks up and searches, as much at once as it can. @returns the answers, and the highest number of
   * connections
   */
  async function load(historyUrl: string, inventory: 'on' | 'off') {
    const service = await startTestService({
      ...serviceSettings(simulator.url),
      ...{ DATABASE_URL: historyUrl, INVENTORY: inventory, INVENTORY_PAGES_PER_MINUTE: '600' },
    });
    onTestFinished(() => service.stop('the end of the test'));
    const statuses: number[] = [];
    const send = async (method: string, target: string, more: { body?: string; headers?: object } = {}) => {
      const { body, headers } = more;
      const answer = await fetch(service.url + target, {
        method,
        headers: {
          authorization: authorization(),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body }),
      });
      await answer.text();
      statuses.push(answer.status);
      return answer;
    };
    const isWhole = async (): Promise<unknown> => {
      const answer = await fetch(`${service.url}/inventory`, { headers: { authorization: authorization() } });
      return ((await answer.json()) as { readonly state: unknown }).state;
    };
    if (inventory === 'on') await expect.poll(isWhole, { timeout: 120_000 }).toBe('whole');
    let most = 0;
    const over = new AbortController();
    // An unused connection stays open for seconds. To look all the time would take more work than what is looked at.
    const watching = (async () => {
      do {
        await pause(20);
        most = Math.max(most, await connections());
      } while (!over.signal.aborted);
    })();
    const kept = { headers: { 'cache-control': 'only-if-cached' } };
    const asked = (round: number): Promise<unknown>[] => [
      ...phones.map((phone) =>
        send('POST', `/speeddials?phone=${phone}`, { body: JSON.stringify([dial(1, '0100', `round ${round}`)]) }),
      ),
      ...Array.from({ length: 10 }, (_, place) => send('GET', `/changes?dirn=0100&limit=${place + 1}`)),
    ];
    const ofInventory = (round: number): Promise<unknown>[] => [
      send('POST', '/inventory/sweep'),
      ...Array.from({ length: 10 }, (_, place) => send('GET', `/findings?limit=${10 * round + place + 1}`)),
      ...Array.from({ length: 10 }, (_, place) => send('GET', `/phone/?dirn=20${10 + place}`, kept)),
      ...Array.from({ length: 5 }, (_, place) => send('GET', `/devices/?search=SEP${place}`, kept)),
    ];
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all([...asked(round), ...(inventory === 'on' ? ofInventory(round) : [])]);
    }
    over.abort();
    await watching;
    return { statuses, most };
  }

  it.each([
    ['off', 0],
    ['on', 1],
  ] as const)('opens no more connections than the docs say, with INVENTORY=%s', async (inventory, position) => {
    const { statuses, most } = await load(server.urlOf(place.database), inventory);
    expect(statuses.filter((status) => status !== 200 && status !== 202)).toEqual([]);
    expect(most).toBe(figures()[position]);
  });

  it.skipIf(lacks('pgbouncer'))('refuses nobody behind a pooler with so many', async () => {
    const size = figures()[1] ?? 0;
    const pooler = await startPgbouncer(server, place, ['pool_mode=session', `default_pool_size=${size}`]);
    const url = new URL(server.urlOf(place.database));
    url.port = String(pooler.through(place).port);
    const { statuses, most } = await load(url.href, 'on');
    expect(statuses.filter((status) => status !== 200 && status !== 202)).toEqual([]);
    expect(most).toBeLessThanOrEqual(size);
  });
});
