import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { authorization, getJson } from '../../support/caller.js';
import { dialsIn } from '../../support/kept-changes.js';
import { lacksPostgres, PostgresServer } from '../../support/postgres-server.js';
import { emptyFolder, tidy } from '../../support/processes.js';
import { startServiceProcess } from '../../support/service-process.js';
import { type SimulatorProcess, spawnSimulator } from '../../support/simulator-process.js';
import { serviceSettings } from '../../support/test-service.js';

/** A change as the interface shows it. */
interface ShownChange {
  readonly id: string;
  readonly device: string;
  readonly kind: string;
  readonly before: readonly object[];
  readonly after: readonly object[];
  readonly outcome: string;
}

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const shownThen = JSON.parse(readFileSync(here('0.1.0.json'), 'utf8')) as Record<'sqlite' | 'postgres', ShownChange[]>;
const phone = 'SEP00A1B2C30003';

let simulator: SimulatorProcess;
let server: PostgresServer | undefined;

/** Puts the history that 0.1.0 has left into its place. @returns HISTORY_URL */
const placed: Readonly<Record<'sqlite' | 'postgres', () => Promise<string>>> = {
  sqlite: () => {
    const file = path.join(emptyFolder(), 'history.db');
    copyFileSync(here('0.1.0.db'), file);
    // It was killed: what it wrote last is beside the file.
    copyFileSync(here('0.1.0.db-wal'), `${file}-wal`);
    return Promise.resolve(`sqlite:${file}`);
  },
  postgres: async () => {
    server ??= await PostgresServer.start();
    const { database } = await server.database();
    await server.query(readFileSync(here('0.1.0.sql'), 'utf8'), database);
    return server.urlOf(database);
  },
};

const stores = [
  { store: 'sqlite', isLeftOut: false },
  { store: 'postgres', isLeftOut: lacksPostgres() },
] as const;

beforeAll(async () => {
  simulator = await spawnSimulator();
});
afterEach(tidy);
afterAll(async () => {
  await simulator.stop();
  await server?.remove();
});

describe.each(stores.filter(({ isLeftOut }) => !isLeftOut))('a history of 0.1.0 in $store', ({ store }) => {
  it('is shown as that release showed it, found, undone, and goes on', async () => {
    const HISTORY_URL = await placed[store]();
    const env = { ...serviceSettings(simulator.url), HISTORY_URL };
    const { url } = await startServiceProcess(env);
    const ask = async (method: string, place: string, body?: unknown, run = ''): Promise<Response> => {
      const headers = {
        authorization: authorization(),
        'content-type': 'application/json',
        ...(run !== '' && { run }),
      };
      return fetch(`${url}/${place}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    };
    const changes = async (query: string): Promise<ShownChange[]> =>
      (await (await ask('GET', `changes?limit=500${query}`)).json()) as ShownChange[];

    // Nobody knows any more how the change ended in whose middle it was killed.
    const then = shownThen[store].map((change) => ({
      ...change,
      outcome: change.outcome === 'in-progress' ? 'outcome-unknown' : change.outcome,
    }));
    const now = await changes('');
    expect(now).toMatchObject(then);
    expect(new Set(then.map(({ outcome }) => outcome))).toEqual(
      new Set(['replaced', 'rejected-by-call-manager', 'outcome-unknown']),
    );
    expect((await changes(`&phone=${phone.toLowerCase()}`)).map(({ id }) => id)).toEqual(
      then.filter(({ device }) => device.toLowerCase() === phone.toLowerCase()).map(({ id }) => id),
    );
    expect((await changes('&dirn=6101')).map(({ device }) => device)).toEqual(['UDP_FRONTDESK']);
    expect(await changes('&user=nobody')).toEqual([]);

    const old = then.find((change) => change.device === phone && change.after.length > 0 && change.before.length > 1);
    if (!old) throw new Error('the history has no change to be undone');
    expect((await ask('POST', `speeddials?phone=${phone}`, old.after)).status).toBe(200);
    const undone = await getJson(`${url}/changes/${old.id}/undo`, {
      method: 'POST',
      headers: { authorization: authorization() },
    });
    expect(undone).toMatchObject({ status: 200, body: { changed: true } });
    expect(await dialsIn(simulator, phone)).toEqual(old.before);
    const begun = await ask('POST', 'runs', { title: 'After the upgrade' });
    const { id: run } = (await begun.json()) as { id: string };
    expect((await ask('POST', `speeddials?phone=${phone}`, [], run)).status).toBe(200);
    const after = await changes('');
    expect(after).toHaveLength(then.length + 3);
    expect(after[0]).toMatchObject({ run, before: old.before, after: [] });
    expect(after[1]).toMatchObject({ undoes: old.id, outcome: 'replaced' });
    expect(after.find(({ id }) => id === old.id)).toMatchObject({ undoneBy: after[1]?.id });
    expect(Number(after[2]?.id)).toBeGreaterThan(Number(then[0]?.id));
  });
});
