import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type pg from 'pg';
import type { DatabaseOptions, PostgresOptions } from '../../src/store/database-url.js';
import type { Watch } from '../../src/store/postgres/lock-session.js';
import type { ChangeStore } from '../../src/changes/store/change-store.js';
import { openChangeStore, openWatched as openKept } from '../support/open-changes.js';
import { root } from '../support/project.js';
import { lacksPostgres, PostgresServer } from '../support/postgres-server.js';
import { emptyFolder, RunningProcess, tidy } from '../support/processes.js';

/** One kind of store, for tests that apply to each of them. */
export interface StoreKind {
  readonly name: string;
  readonly isLeftOut: boolean;
  start(): Promise<void>;
  /** A place without a history. */
  emptyPlace(): Promise<DatabaseOptions>;
  /** A store without changes until the next call: in PostgreSQL always the same one, because a new one takes long. */
  withoutChanges(): Promise<ChangeStore>;
  /**
   * Runs SQL on a place that no process has open.
   * @param sql with `@` in front of each table's name
   */
  alter(place: DatabaseOptions, sql: string): Promise<void>;
  stop(): Promise<void>;
}

export const sqlite: StoreKind = {
  name: 'SQLite',
  isLeftOut: false,
  start: () => Promise.resolve(),
  emptyPlace: () =>
    Promise.resolve({ store: 'sqlite', path: path.join(emptyFolder(), 'history.db'), retentionDays: 400 }),
  withoutChanges: async () => open(await sqlite.emptyPlace()),
  alter: (place, sql) => {
    // In its own process, so that the lock of the file is released.
    const script = `const L = require('libsql'); new L(process.argv[1]).exec(process.argv[2])`;
    const file = place.store === 'sqlite' ? place.path : '';
    const { status, stderr } = spawnSync(process.execPath, ['-e', script, file, sql.replaceAll('@', '')], {
      cwd: root,
      encoding: 'utf8',
    });
    return status === 0 ? Promise.resolve() : Promise.reject(new Error(stderr));
  },
  stop: tidy,
};

let server: PostgresServer | undefined;
let kept: { readonly store: ChangeStore; readonly session: pg.Client } | undefined;

const postgres: StoreKind = {
  name: 'PostgreSQL',
  isLeftOut: lacksPostgres(),
  start: async () => {
    server = await PostgresServer.shared();
  },
  emptyPlace: () => server?.database() ?? Promise.reject(new Error('not started')),
  withoutChanges: async () => {
    if (!server) throw new Error('not started');
    if (!kept) {
      const place = await server.database();
      kept = { store: await openChangeStore(place), session: await server.session(place.database) };
    }
    const tables = ['change', 'list', 'number', 'clock', 'turn', 'stopped'].map((name) => `history_${name}`);
    await kept.session.query(tables.map((table) => `DELETE FROM axl_phone_proxy.${table}`).join('; '));
    return kept.store;
  },
  alter: async (place, sql) => {
    const database = place.store === 'postgres' ? place.database : '';
    await server?.query(sql.replaceAll('@', 'axl_phone_proxy.'), database);
  },
  stop: async () => {
    await kept?.store.close();
    await kept?.session.end();
    kept = undefined;
    await server?.remove();
    await tidy();
  },
};

export const storeKinds = [sqlite, postgres];

const opened: ChangeStore[] = [];

/** Opens a store, which `closeStores` closes. */
export async function open(options: DatabaseOptions): Promise<ChangeStore> {
  const store = await openChangeStore(options);
  opened.push(store);
  return store;
}

/** The same in PostgreSQL, with other times for watching its locks. */
export async function openWatched(options: PostgresOptions, watch: Watch): Promise<ChangeStore> {
  const store = await openKept(options, watch);
  opened.push(store);
  return store;
}

export async function closeStores(): Promise<void> {
  await Promise.all(opened.splice(0).map((store) => store.close()));
}

/** The arguments of a process that stores one change after another, on a device for each of these names. */
export function writerArguments(place: DatabaseOptions, ...names: string[]): string[] {
  return script('writer.ts', JSON.stringify(place), ...names);
}

function script(name: string, ...values: string[]): string[] {
  return ['--import', import.meta.resolve('tsx'), `${root}test/changes/${name}`, ...values];
}

/** Starts a process that holds the lock of a device. */
export function startHolder(place: PostgresOptions, watch: Watch, name: string): RunningProcess {
  return new RunningProcess(process.execPath, script('holder.ts', JSON.stringify(place), JSON.stringify(watch), name));
}

/** Starts it. */
export function startWriter(place: DatabaseOptions, ...names: string[]): RunningProcess {
  return new RunningProcess(process.execPath, writerArguments(place, ...names));
}

/** @returns the numbers of the lists that a writer was told are begun, or settled */
export function idsIn(output: string, step: 'begun' | 'settled'): string[] {
  return [...output.matchAll(new RegExp(`^${step} (\\d+)$`, 'gm'))].map(([, id = '']) => id);
}
