import path from 'node:path';
import type { ChangeStore } from '../../src/history/store/change-store.js';
import type { HistoryOptions } from '../../src/history/store/history-options.js';
import { openChangeStore } from '../../src/history/store/open-change-store.js';
import { root } from '../support/project.js';
import { lacksPostgres, PostgresServer } from '../support/postgres-server.js';
import { emptyFolder, RunningProcess, tidy } from '../support/processes.js';

/** One kind of store, for tests that hold for each of them. */
export interface StoreKind {
  readonly name: string;
  readonly isLeftOut: boolean;
  start(): Promise<void>;
  /** A place where no history is kept yet. */
  emptyPlace(): Promise<HistoryOptions>;
  stop(): Promise<void>;
}

const sqlite: StoreKind = {
  name: 'SQLite',
  isLeftOut: false,
  start: () => Promise.resolve(),
  emptyPlace: () =>
    Promise.resolve({ store: 'sqlite', path: path.join(emptyFolder(), 'history.db'), retentionDays: 400 }),
  stop: tidy,
};

let server: PostgresServer | undefined;

const postgres: StoreKind = {
  name: 'PostgreSQL',
  isLeftOut: lacksPostgres(),
  start: async () => {
    server = await PostgresServer.start();
  },
  emptyPlace: () => server?.database() ?? Promise.reject(new Error('not started')),
  stop: async () => {
    await server?.remove();
    await tidy();
  },
};

export const storeKinds = [sqlite, postgres];

const opened: ChangeStore[] = [];

/** Opens a store that `closeStores` closes. */
export async function open(options: HistoryOptions, mostLocks = 4): Promise<ChangeStore> {
  const store = await openChangeStore(options, mostLocks);
  opened.push(store);
  return store;
}

export async function closeStores(): Promise<void> {
  await Promise.all(opened.splice(0).map((store) => store.close()));
}

/** The start of a process that keeps one change after another, on one device each of these names. */
export function writerArguments(place: HistoryOptions, ...names: string[]): string[] {
  return [`${root}test/history/writer.mjs`, JSON.stringify(place), ...names];
}

/** Starts it. */
export function startWriter(place: HistoryOptions, ...names: string[]): RunningProcess {
  return new RunningProcess(process.execPath, writerArguments(place, ...names));
}

/** @returns the ids of the changes that a writer was told are begun, or settled */
export function idsIn(output: string, step: 'begun' | 'settled'): string[] {
  return [...output.matchAll(new RegExp(`^${step} (\\d+)$`, 'gm'))].map(([, id = '']) => id);
}
