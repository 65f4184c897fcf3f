import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import Libsql from 'libsql';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { historyTables } from '../../../src/history/store/tables.js';
import { type DatabaseOptions, readDatabaseUrl } from '../../../src/store/database-url.js';
import { postgresDialect, sqliteDialect } from '../../../src/store/dialect.js';
import { authorization, getJson } from '../../support/caller.js';
import { dialsIn } from '../../support/kept-changes.js';
import { openChangeStore } from '../../support/open-changes.js';
import { lacksPostgres, PostgresServer } from '../../support/postgres-server.js';
import { emptyFolder, tidy } from '../../support/processes.js';
import { startServiceProcess } from '../../support/service-process.js';
import { type SimulatorProcess, spawnSimulator } from '../../support/simulator-process.js';
import { serviceSettings } from '../../support/test-service.js';
import { storeKinds } from '../stores.js';

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

/** Installs the history that a release has left. @returns DATABASE_URL */
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
    const DATABASE_URL = await placed[store](release);
    const env = { ...serviceSettings(simulator.url), DATABASE_URL };
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
    const env = { ...serviceSettings(simulator.url), DATABASE_URL: await placed[store](release) };
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

describe('a store of 1.0.0', () => {
  const open = async (store: 'sqlite' | 'postgres') => {
    const url = await placed[store]('1.0.0');
    const options = { ...readDatabaseUrl(url), retentionDays: 400, passwordFile: undefined } as DatabaseOptions;
    return { url, options, migrated: () => openChangeStore(options) };
  };

  it.skipIf(lacksPostgres())(
    'gives an instance of 1.0.0 that still runs an error for each of its statements',
    async () => {
      const { options, migrated } = await open('postgres');
      const session = await server?.session(options.store === 'postgres' ? options.database : '');
      const statements = readFileSync(here('1.0.0.statements.sql'), 'utf8').trim().split(';\n');
      expect(statements.length).toBeGreaterThan(10);
      // It has prepared them before, on a connection that is still open.
      for (const [place, text] of statements.entries())
        await session?.query(`PREPARE s${place} AS ${text.replace(/;$/, '')}`);
      await (await migrated()).close();
      for (const [place, text] of statements.entries()) {
        const values = Array.from(new Set(text.match(/\$\d+/g)), () => 'NULL').join(', ');
        const execution = `EXECUTE s${place} ${values === '' ? '' : `(${values})`}`;
        await expect(session?.query(execution), text).rejects.toMatchObject({ code: '42P01' });
      }
      expect(await session?.query('SELECT version FROM axl_phone_proxy.schema_version')).toMatchObject({
        rows: [{ version: 1_000 }],
      });
      await session?.end();
    },
  );

  it('cannot be opened by 1.0.0, which knows version 5, after it was migrated', async () => {
    const { options, migrated } = await open('sqlite');
    await (await migrated()).close();
    const database = new Libsql(options.store === 'sqlite' ? options.path : '');
    expect(database.prepare('PRAGMA user_version').all([])).toEqual([{ user_version: 1_000 }]);
    expect(database.prepare(`SELECT name FROM sqlite_master WHERE name = 'change'`).all([])).toEqual([]);
    database.close();
  });

  it.each(stores.filter(({ isLeftOut }) => !isLeftOut))(
    'comes over with its keys, and without its plans, if a later tree has changed it: $store',
    async ({ store }) => {
      const { options, migrated } = await open(store);
      const dialect = store === 'sqlite' ? sqliteDialect : postgresDialect;
      const later = historyTables.earlier?.(dialect).steps.slice(4, -1) ?? [];
      expect(later).toHaveLength(3);
      const marks = { sqlite: 'PRAGMA user_version = 8', postgres: 'UPDATE schema_version SET version = 8' };
      const rows = `UPDATE change SET device_uuid = 'key of ' || sequence; INSERT INTO plan VALUES (7)`;
      const kind = storeKinds.find(({ name }) => name === (store === 'sqlite' ? 'SQLite' : 'PostgreSQL'));
      const search = store === 'sqlite' ? '' : 'SET search_path = axl_phone_proxy;';
      await kind?.start();
      await kind?.alter(options, [search, ...later, marks[store], rows].join(';').replace(/^;/, ''));
      const kept = await migrated();
      const { changes } = await kept.list({}, 100);
      expect(changes.map(({ id }) => id)).toEqual(shownBy('1.0.0', store).changes.map(({ id }) => id));
      expect(changes[0]?.uuid).toBe(`key of ${changes[0]?.id}`);
      expect(await kept.plans.list({}, 10)).toMatchObject({ plans: [] });
      expect(await kept.plans.hasGiven('1')).toBe(false);
      await kept.close();
    },
  );
});
