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

/** What a release showed last. */
interface ShownThen {
  readonly changes: readonly ShownChange[];
  readonly runs?: readonly object[];
  readonly dismissed?: readonly { readonly id: string; readonly dismissal: object }[];
}

function shownBy(release: string, store: 'sqlite' | 'postgres'): ShownThen {
  const recorded: unknown = JSON.parse(readFileSync(here(`${release}.json`), 'utf8'));
  const shown = (recorded as Record<typeof store, ShownThen | ShownChange[]>)[store];
  // For 0.1.0, which had nothing else, the changes.
  return 'changes' in shown ? shown : { changes: shown };
}
const phone = 'SEP00A1B2C30003';

let simulator: SimulatorProcess;
let server: PostgresServer | undefined;

/** Installs the history that a release has left. @returns HISTORY_URL */
const placed: Readonly<Record<'sqlite' | 'postgres', (release: string) => Promise<string>>> = {
  sqlite: (release) => {
    const file = path.join(emptyFolder(), 'history.db');
    copyFileSync(here(`${release}.db`), file);
    // It was killed, so its last writes are in a file beside the database.
    copyFileSync(here(`${release}.db-wal`), `${file}-wal`);
    return Promise.resolve(`sqlite:${file}`);
  },
  postgres: async (release) => {
    server ??= await PostgresServer.shared();
    const { database } = await server.database();
    await server.query(readFileSync(here(`${release}.sql`), 'utf8'), database);
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

/** The outcomes of changes in the history of each release. */
const releases = [
  { release: '0.1.0', outcomes: ['replaced', 'rejected-by-call-manager', 'outcome-unknown'] },
  { release: '1.0.0', outcomes: ['replaced', 'rejected-by-call-manager', 'outcome-unknown', 'seen'] },
];
const cases = releases.flatMap((release) =>
  stores.filter(({ isLeftOut }) => !isLeftOut).map(({ store }) => ({ ...release, store })),
);

describe.each(cases)('a history of $release in $store', ({ release, outcomes, store }) => {
  it('is shown as in that release, found, undone, and continued', async () => {
    const HISTORY_URL = await placed[store](release);
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

    const recorded = shownBy(release, store);
    // The outcome of the change during the kill is not known any more.
    const then = recorded.changes.map((change) => ({
      ...change,
      outcome: change.outcome === 'in-progress' ? 'outcome-unknown' : change.outcome,
    }));
    const now = await changes('');
    expect(now).toMatchObject(then);
    expect(new Set(then.map(({ outcome }) => outcome))).toEqual(new Set(outcomes));
    expect(await (await ask('GET', 'runs')).json()).toMatchObject(recorded.runs ?? []);
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

  it('has the dismissed finding, with an inventory', async () => {
    const env = { ...serviceSettings(simulator.url), HISTORY_URL: await placed[store](release) };
    const { url } = await startServiceProcess({ ...env, INVENTORY: 'on', INVENTORY_PAGES_PER_MINUTE: '600' });
    const headers = { authorization: authorization() };
    const listed = async (): Promise<unknown> =>
      (await fetch(`${url}/findings?dismissed=true`, { headers })).json().catch(() => undefined);
    const { dismissed = [] } = shownBy(release, store);
    // A new inventory does not know since when the finding exists.
    const known = dismissed.map(({ id, dismissal }) => ({ id, dismissal }));
    await expect.poll(listed, { timeout: 60_000 }).toMatchObject(known);
  });
});
