import { StoreUnusable } from '../problems.js';
import { lockNumber } from './advisory-lock.js';
import type { Client } from './driver.js';

const migrating = lockNumber('migrations');

/** @throws StoreUnusable if the database cannot store every text that a button may have */
export async function refuseOtherEncodings(client: Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(`SELECT current_setting('server_encoding') AS encoding`);
  const encoding = rows[0]?.encoding;
  if (encoding === 'UTF8') return;
  throw new StoreUnusable(
    `names a database whose encoding is ${encoding}, which cannot keep every label: make one with ENCODING 'UTF8'`,
  );
}

/**
 * Migrates the tables to the version of this release, one instance at a time.
 * @throws StoreUnusable if a newer release has used the database; or the driver's error
 */
export async function migrate(client: Client, migrations: readonly string[]): Promise<void> {
  await client.query('BEGIN');
  try {
    // With a million changes this may take longer than the usual timeout of a statement.
    await client.query(`SET LOCAL statement_timeout = 0`);
    await query(client, `SELECT pg_advisory_xact_lock(${migrating})`);
    const version = await versionOf(client);
    if (version > migrations.length) throw newer(version, migrations.length);
    for (const migration of migrations.slice(version)) await query(client, migration);
    if (version < migrations.length) {
      await query(client, `UPDATE axl_phone_proxy.schema_version SET version = ${migrations.length}`);
    }
    await client.query('COMMIT');
  } catch (thrown) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw thrown;
  }
}

/**
 * Creates the table of the version if it does not exist. It looks for the schema first, because creating one needs a
 * right.
 */
async function versionOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('axl_phone_proxy.schema_version') IS NOT NULL AS there`,
  );
  if (!rows[0]?.there) {
    await client.query(
      `CREATE SCHEMA IF NOT EXISTS axl_phone_proxy;
       CREATE TABLE axl_phone_proxy.schema_version (version integer NOT NULL);
       INSERT INTO axl_phone_proxy.schema_version VALUES (0)`,
    );
  }
  const found = await client.query<{ version: number }>('SELECT version FROM axl_phone_proxy.schema_version');
  return found.rows[0]?.version ?? 0;
}

function query(client: Client, text: string) {
  return client.query({ text, query_timeout: migrationMs } as { text: string });
}

/** How long the migration may take, including the wait for another instance's, in milliseconds. */
const migrationMs = 600_000;

function newer(version: number, known: number): StoreUnusable {
  const versions = `its schema has version ${version}, and this release knows ${known}`;
  return new StoreUnusable(`names a database that a newer release has written: ${versions}`);
}
