import { postgresTexts } from '../../../store/dialect.js';
import type { Client } from '../../../store/postgres/driver.js';
import { counterOf, schemaOf, schemaVersion } from '../schema.js';

/**
 * The tables are in the schema of the history, because the database user may not have the right to create a schema.
 * Each version of the tables has its own name, so two releases that run at the same time do not touch each other's
 * tables.
 */
const base = 'axl_phone_proxy.inventory_';
export const prefix = `${base}${schemaVersion}_`;
/** One counter for all versions: places before and after a restart of the counter cannot be compared. */
export const counter = `${base}counter`;

/** Tables of another version are deleted if no sweep has used them for this time, in milliseconds. */
const unusedMs = 7 * 86_400_000;

/** Creates the tables of this version if they do not exist, one instance at a time. */
export async function makeTables(client: Client): Promise<void> {
  await client.query('BEGIN');
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('${base}', 0))`);
  const { rows } = await client.query<{ schema: string | null; counter: string | null; generation: string | null }>(
    `SELECT to_regnamespace('axl_phone_proxy')::text AS schema, to_regclass('${counter}')::text AS counter,
            to_regclass('${prefix}generation')::text AS generation`,
  );
  if (rows[0]?.schema == null) await client.query('CREATE SCHEMA axl_phone_proxy');
  if (rows[0]?.counter == null) {
    await client.query(`${counterOf(counter)};
      INSERT INTO ${counter} VALUES (md5(random()::text || clock_timestamp()::text), 0)`);
  }
  if (rows[0]?.generation == null) {
    await client.query(schemaOf(prefix, 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY', postgresTexts.dialledFirst));
  }
  await client.query('COMMIT');
  // Tables that cannot be deleted now are deleted at a later start.
  await deleteUnused(client).catch(() => undefined);
}

/** Deletes the tables of other versions that are not used any more. */
async function deleteUnused(client: Client): Promise<void> {
  // Only the version in a table's name has digits. The tables of 1.0.0 have no version.
  const { rows: others } = await client.query<{ of: string }>(
    `SELECT substring(relname FROM '^(inventory_([0-9]+_)?)generation$') AS of
     FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
     WHERE n.nspname = 'axl_phone_proxy' AND relkind = 'r' AND relname ~ '^inventory_([0-9]+_)?generation$'
       AND relname <> 'inventory_${schemaVersion}_generation'`,
  );
  for (const { of } of others) {
    const { rows } = await client.query<{ used: string | null }>(
      `SELECT max(went_on) > extract(epoch FROM clock_timestamp()) * 1000 - ${unusedMs} AS used
       FROM axl_phone_proxy.${of}generation`,
    );
    if (String(rows[0]?.used) === 'true') continue;
    await client.query(
      `DO $$ DECLARE old text; BEGIN
         FOR old IN SELECT relname FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
           WHERE n.nspname = 'axl_phone_proxy' AND relkind = 'r' AND relname ~ '^${of}[a-z_]+$'
             AND relname <> 'inventory_counter'
         LOOP EXECUTE format('DROP TABLE axl_phone_proxy.%I', old); END LOOP;
       END $$`,
    );
  }
}
