import { untilAborted } from '../../../use-cases/time-limit.js';
import type { Wait } from '../change-store.js';
import { type Client, serverStatementMs } from './driver.js';
import { lockNumber } from './lock-number.js';
import { deviceIsBusy } from './places.js';

/** Set for the second of two statements, which asks whether the first one got the lock. */
const taken = 'axl_phone_proxy.taken';

/** Whoever has the lock of a device knows that nobody else is at work on what is in progress there. */
const settle = `UPDATE axl_phone_proxy.change SET outcome = 'outcome-unknown' WHERE outcome = 'in-progress'`;

/**
 * Takes the lock of a device if nobody has it, and settles what was left in progress there. Both go out together, and
 * are two statements all the same: one alone would see what was there before it had the lock.
 * @returns how many changes were settled; undefined where somebody else has the lock
 */
export async function takeIfFree(client: Client, key: string): Promise<number | undefined> {
  const results: unknown = await client.query(
    `SELECT set_config('${taken}', pg_try_advisory_lock(${lockNumber(key)})::text, true) AS taken;
     ${settle} AND device_key = ${client.escapeLiteral(key)} AND current_setting('${taken}') = 'true'`,
  );
  // The driver answers several statements with several results, which its types do not know.
  const [lock, settled] = results as [{ rows: { taken: string }[] }, { rowCount: number }];
  return lock.rows[0]?.taken === 'true' ? settled.rowCount : undefined;
}

/**
 * Waits until nobody else has the lock of a device, takes it, and settles what was left in progress there. Most locks
 * are free; the time to wait is told to the server only where one is not.
 * @throws ServiceError `overloaded` when the time is over before that, or what the driver throws
 */
export async function take(client: Client, key: string, { deadline, signal }: Wait): Promise<void> {
  if ((await takeIfFree(client, key)) !== undefined) return;
  const ms = Math.ceil(deadline() - performance.now());
  if (ms <= 0 || signal.aborted) throw deviceIsBusy();
  await setTimeouts(client, ms, 0);
  const text = `SELECT pg_advisory_lock(${lockNumber(key)})`;
  // The server ends the wait; where it does not, because it cannot be reached, this side does.
  const waited: Promise<unknown> = client.query({ text, query_timeout: ms + 1_000 } as { text: string });
  await untilAborted(waited, signal, (reject) => {
    reject(deviceIsBusy());
  });
  await setTimeouts(client, 0, serverStatementMs);
  await client.query(`${settle} AND device_key = $1`, [key]);
}

async function setTimeouts(client: Client, lockMs: number, statementMs: number): Promise<void> {
  await client.query(
    `SELECT set_config('lock_timeout', '${lockMs}', false), set_config('statement_timeout', '${statementMs}', false)`,
  );
}

/** @returns whether it was held */
export async function unlock(client: Client, key: string): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(`SELECT pg_advisory_unlock(${lockNumber(key)}) AS held`);
  return rows[0]?.held === true;
}
