import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type Pg from 'pg';
import { readSecret } from '../../../files/text-files.js';
import { driverMissing } from '../history-problems.js';
import type { PostgresOptions } from '../history-url.js';

/** The only file that knows the package pg. */
export type Pool = Pg.Pool;
export type Client = Pg.PoolClient;
export type QueryConfig = Pg.QueryConfig;

/** How long a connection may take, and one statement, in milliseconds. */
const connectMs = 3_000;
const statementMs = 5_000;

/** The server gives a statement up a little earlier, so that what is told to have failed is not carried out later. */
const serverStatementMs = statementMs - 500;

/** Makes pools of connections to one server. */
export type OpenPool = (most: number) => Pool;

/**
 * Loads the driver.
 * @returns what opens a pool; nothing is connected yet
 * @throws HistoryUnusable if the package is not installed
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
      // Typed as if it returned nothing, but waited for.
      onConnect: (client) => setUp(client) as unknown as undefined,
    });
    // An idle connection that ends is simply gone; the next statement opens another.
    pool.on('error', () => undefined);
    // One that breaks while it is lent is told to the statement on it; an event that no one hears would end the process.
    pool.on('connect', (client) => {
      client.on('error', () => undefined);
    });
    return pool;
  };
}

/**
 * Lends a connection of a pool. Where what was done with it fails, it is closed: a statement may still run on it.
 * @throws what the work or the driver throws
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
    // An empty one keeps the driver from looking for a password elsewhere.
    password: () => (passwordFile === undefined ? (password ?? '') : readSecret(passwordFile)),
    ssl: tls && verifiedBy(tls.caFile),
    application_name: 'axl-phone-proxy',
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs,
  };
}

/** How a server's certificate is verified; a file of authorities is read again for each connection. */
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

/** @returns the text of a file, unless it is of no use, as one that is just being replaced */
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
 * Not sent as parameters of the connection: poolers refuse those that they do not know. Each statement is to see what is
 * there when it begins, whatever the database's own setting (`read committed`).
 */
async function setUp(client: Pick<Client, 'query'>): Promise<void> {
  await client.query(
    `SELECT set_config('statement_timeout', '${serverStatementMs}', false),
            set_config('default_transaction_isolation', 'read committed', false),
            set_config('idle_in_transaction_session_timeout', '${4 * statementMs}', false),
            set_config('synchronous_commit', CASE WHEN current_setting('synchronous_commit') = 'off' THEN 'on'
                       ELSE current_setting('synchronous_commit') END, false)`,
  );
}
