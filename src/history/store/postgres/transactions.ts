import { lockNumbers } from './advisory-lock.js';
import type { Client, QueryConfig } from './driver.js';

/** Work that takes several statements in one transaction. */

const change = 'axl_phone_proxy.change';

/** The statement that settles changes in progress; conditions can be appended. */
export const settle = `UPDATE ${change} SET outcome = 'outcome-unknown' WHERE outcome = 'in-progress'`;

/** @returns the rows of each statement */
export async function inTransaction(
  client: Client,
  statements: readonly QueryConfig[],
): Promise<readonly (readonly object[])[]> {
  const rows: (readonly object[])[] = [];
  await client.query('BEGIN');
  for (const statement of statements) rows.push((await client.query<object>(statement)).rows);
  await client.query('COMMIT');
  return rows;
}

/** Deletes runs without changes, except runs that a change is about to name. @returns how many */
export async function deleteEmptyRuns(client: Client, time: Date, most: number): Promise<number> {
  const isEmpty = `NOT EXISTS (SELECT 1 FROM ${change} AS change WHERE change.run = run.sequence)`;
  // Two statements are needed: the second one also sees the changes that were added while the first one waited for
  // locks.
  await client.query('BEGIN');
  const { rows } = await client.query<{ sequence: string }>(
    `SELECT sequence FROM axl_phone_proxy.run AS run WHERE time < $1 AND ${isEmpty} LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [time, most],
  );
  const deleted = await client.query(
    `DELETE FROM axl_phone_proxy.run AS run WHERE sequence = ANY($1::bigint[]) AND ${isEmpty}`,
    [rows.map(({ sequence }) => sequence)],
  );
  await client.query('COMMIT');
  return deleted.rowCount ?? 0;
}

/** Settles changes in progress on devices whose locks no one has. @returns how many changes */
export async function settleAbandoned(client: Client): Promise<number> {
  const { rows } = await client.query<{ device_key: string }>(
    `SELECT DISTINCT device_key FROM ${change} WHERE outcome = 'in-progress'`,
  );
  if (rows.length === 0) return 0;
  const keys = rows.map(({ device_key }) => device_key);
  // Two statements are needed: the second one sees what is there after the first one has taken the locks. The locks end
  // with the transaction.
  await client.query('BEGIN');
  const free = await client.query<{ key: string }>(
    `SELECT key FROM unnest($1::text[], $2::bigint[]) AS device (key, number) WHERE pg_try_advisory_xact_lock(number)`,
    [keys, keys.map((key) => lockNumbers(key).device)],
  );
  const settled = await client.query(`${settle} AND device_key = ANY($1)`, [free.rows.map(({ key }) => key)]);
  await client.query('COMMIT');
  return settled.rowCount ?? 0;
}
