import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type Pg from 'pg';
import { readSecret } from '../../files/text-files.js';
import { driverMissing } from '../problems.js';
import type { PostgresOptions } from '../database-url.js';

/** The only file that uses the package pg. */
export type Pool = Pg.Pool;
export type Client = Pg.PoolClient;
export type QueryConfig = Pg.QueryConfig;

/** All tables are in this schema. It is searched first, and no other schema with tables of users is. */
export const schema = 'axl_phone_proxy';

/** How long connecting may take, and one statement, in milliseconds. */
const connectMs = 3_000;
const statementMs = 5_000;

/**
 * The server ends a statement a little earlier. So a statement that was reported as failed is not carried out later.
 */
const serverStatementMs = statementMs - 500;

/** Creates pools of connections to one server. */
export type OpenPool = (most: number) => Pool;

/**
 * Loads the driver.
 * @returns a function that opens a pool; nothing is connected yet
 * @throws StoreUnusable if the package is not installed
 */
export async function loadDriver(options: PostgresOptions): Promise<OpenPool> {
  let driver: typeof Pg;
  try {
    driver = (await import('pg')).default;
  } catch {
    throw driverMissing('pg');
  }
  return (most) => {
    const pool = new driver.Pool({
      ...settingsOf(options),
      max: most,
      // The driver waits for the promise that this returns, although its type says that nothing is returned.
      onConnect: (client) => setUp(client) as unknown as undefined,
    });
    // If an idle connection ends, the next statement opens another one.
    pool.on('error', () => undefined);
    // If a connection in use breaks, its statement gets the error. Without a listener, the event would also end the
    // process.
    pool.on('connect', (client) => {
      client.on('error', () => undefined);
    });
    return pool;
  };
}

/**
 * Lends a connection of a pool. If the work fails, the connection is closed, because a statement may still run on it.
 * @throws the error of the work or of the driver
 */
export async function withConnection<Result>(pool: Pool, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (thrown) {
    client.release(true);
    throw thrown;
  }
}

function settingsOf({ host, port, user, database, tls, password, passwordFile }: PostgresOptions) {
  return {
    host,
    port,
    user,
    database,
    // If the password is empty, the driver does not look for one elsewhere.
    password: () => (passwordFile === undefined ? (password ?? '') : readSecret(passwordFile)),
    ssl: tls && verifiedBy(tls.caFile),
    application_name: 'axl-phone-proxy',
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs,
  };
}

/** How a server's certificate is verified. A file of authorities is read again for each connection. */
function verifiedBy(caFile: string | undefined) {
  if (caFile === undefined) return { rejectUnauthorized: true };
  let authorities = readFileSync(caFile, 'utf8');
  return {
    rejectUnauthorized: true,
    get ca(): string {
      authorities = certificatesIn(caFile) ?? authorities;
      return authorities;
    },
  };
}

/** @returns the text of a file; undefined if it is not usable, for example while it is being replaced */
function certificatesIn(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    createSecureContext({ ca: text });
    new X509Certificate(text);
    return text;
  } catch {
    return undefined;
  }
}

/**
 * Makes the settings of a connection by statements. Parameters of the connection cannot be used, because poolers refuse
 * parameters that they do not know. Each statement must see the data that is there when it begins, regardless of the
 * database's own setting (`read committed`). To compile a statement takes longer than each of them runs (`jit`).
 */
async function setUp(client: Pick<Client, 'query'>): Promise<void> {
  await client.query(
    `SELECT set_config('statement_timeout', '${serverStatementMs}', false),
            set_config('search_path', '${schema}, pg_catalog', false),
            set_config('default_transaction_isolation', 'read committed', false),
            set_config('jit', 'off', false),
            set_config('idle_in_transaction_session_timeout', '${4 * statementMs}', false),
            set_config('synchronous_commit', CASE WHEN current_setting('synchronous_commit') = 'off' THEN 'on'
                       ELSE current_setting('synchronous_commit') END, false)`,
  );
}
