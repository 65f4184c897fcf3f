import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { lacksPostgres, PostgresServer } from '../../support/postgres-server.js';
import { emptyFolder } from '../../support/processes.js';

/** The stores that earlier releases have left, and what these releases showed of them last. */

/** A change as an earlier release showed it. */
export interface ShownChange {
  readonly id: string;
  readonly time: string;
  readonly user: string | null;
  readonly requestId: string | null;
  readonly device: string;
  readonly deviceKind: string;
  readonly kind: string;
  readonly before: readonly object[] | null;
  readonly after: readonly object[] | null;
  readonly outcome: string;
  readonly run?: string | null;
  readonly undoes?: string | null;
  readonly undoneBy?: string | null;
  readonly seenAfter?: string | null;
}

/** The state and the code of a list, by the outcome that it had. */
export function stateOf(outcome: string): readonly [state: string, code: string | null] {
  if (['replaced', 'confirmed-by-reading', 'seen'].includes(outcome)) return ['changed', null];
  // How the write during the kill ended is not known any more.
  if (['in-progress', 'outcome-unknown'].includes(outcome)) return ['uncertain', 'outcome-unknown'];
  return [outcome === 'stored-otherwise' ? outcome : 'refused', outcome];
}

export const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** What a release showed last. */
export interface ShownThen {
  readonly changes: readonly ShownChange[];
  readonly runs?: readonly { readonly id: string; readonly title: string }[];
  readonly dismissed?: readonly { readonly id: string; readonly dismissal: object }[];
}

export function shownBy(release: string, store: 'sqlite' | 'postgres'): ShownThen {
  const recorded: unknown = JSON.parse(readFileSync(here(`${release}.json`), 'utf8'));
  const shown = (recorded as Record<typeof store, ShownThen | ShownChange[]>)[store];
  // For 0.1.0, which had nothing else, the changes.
  return 'changes' in shown ? shown : { changes: shown };
}
let server: PostgresServer | undefined;

/** Installs the history that a release has left. @returns DATABASE_URL */
export const placed: Readonly<Record<'sqlite' | 'postgres', (release: string) => Promise<string>>> = {
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

export const stores = [
  { store: 'sqlite', isLeftOut: false },
  { store: 'postgres', isLeftOut: lacksPostgres() },
] as const;

/** The server on which stores were placed, if there is one. */
export function serverOfPlaced(): PostgresServer | undefined {
  return server;
}

export async function removePlaced(): Promise<void> {
  await server?.remove();
}
