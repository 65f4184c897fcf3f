import { postgresDialect } from '../dialect.js';
import { migrate, type Tables } from '../migrations.js';
import { StoreUnusable } from '../problems.js';
import { lockNumber } from './advisory-lock.js';
import { type Client, type Pool, type QueryConfig, schema, withConnection } from './driver.js';

/** How long the migration may take, including the wait for another instance's, in milliseconds. */
const migrationMs = 600_000;

/** @throws StoreUnusable if the database cannot store every text that a button may have */
export async function refuseOtherEncodings(client: Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(`SELECT current_setting('server_encoding') AS encoding`);
  const encoding = rows[0]?.encoding;
  if (encoding === 'UTF8') return;
  throw new StoreUnusable(
    `DATABASE_URL names a database whose encoding is ${encoding}, which cannot keep every label: make one with ENCODING 'UTF8'`,
  );
}

/**
 * Makes tables, or migrates them to this release, in one transaction and in one instance at a time.
 * @throws StoreUnusable if a newer release has used the database; or the driver's error
 */
export function migrateIn(pool: Pool, tables: Tables): Promise<void> {
  return withConnection(pool, async (client) => {
    const run = (text: string) => client.query({ text, query_timeout: migrationMs } as QueryConfig);
    const all = async <Row>(text: string) => (await run(text)).rows as Row[];
    const isThere = async (query: string): Promise<boolean> => (await all(query)).length > 0;
    // With a million changes this may take longer than the usual timeout of a statement.
    await run('BEGIN; SET LOCAL statement_timeout = 0');
    await run(`SELECT pg_advisory_xact_lock(${lockNumber('migrations')})`);
    // To make a schema needs a right, also if it exists.
    if (!(await isThere(`SELECT 1 FROM pg_namespace WHERE nspname = '${schema}'`)))
      await run(`CREATE SCHEMA ${schema}`);
    const [earlier] = (await isThere(postgresDialect.has('schema_version')))
      ? await all<{ readonly version: number }>('SELECT version FROM schema_version')
      : [];
    await migrate({ dialect: postgresDialect, all, run }, tables, earlier?.version);
    await run('COMMIT');
  });
}
