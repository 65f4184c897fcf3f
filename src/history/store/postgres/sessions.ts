import { HistoryUnusable } from '../history-problems.js';
import { type Client, type Pool, withConnection } from './driver.js';

/**
 * Refuses a pooler that gives each transaction another of its connections to the server (PgBouncer with
 * `pool_mode = transaction`): a lock that a session holds would be left to whoever comes next. A pooler that leaves a
 * connection to its client is fine.
 * @throws HistoryUnusable; or what the driver throws
 */
export async function refuseTransactionPooler(pool: Pool): Promise<void> {
  await withConnection(pool, async (one) => {
    // Without a pooler, the number that came with the connection is that of the server's process.
    if ((await backendOf(one)) === (one as Client & { readonly processID?: number }).processID) return;
    await withConnection(pool, async (other) => {
      if (await shareBackends(one, other)) throw transactionPooler();
    });
  });
}

/** @returns whether two connections are seen on one process of the server, or one connection on several */
async function shareBackends(one: Client, other: Client): Promise<boolean> {
  const first = await backendOf(one);
  await other.query('BEGIN');
  try {
    if ((await backendOf(other)) === first) return true;
    return (await backendOf(one)) !== first || (await backendOf(one)) !== first;
  } finally {
    await other.query('COMMIT');
  }
}

async function backendOf(client: Client): Promise<number | undefined> {
  return (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
}

function transactionPooler(): HistoryUnusable {
  return new HistoryUnusable(
    'leads to a pooler that shares connections between transactions; the locks of devices need a session each: ' +
      'give the address of the server itself, or set the pooler to sessions (pool_mode = session)',
  );
}
