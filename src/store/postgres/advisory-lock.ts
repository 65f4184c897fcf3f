import { createHash } from 'node:crypto';

/**
 * @returns the number of an advisory lock, as text. It is a hash of 64 bits, so it differs from the locks of other
 * programs
 */
export function lockNumber(key: string): string {
  return createHash('sha256').update(`axl-phone-proxy ${key}`).digest().readBigInt64BE().toString();
}

/** @returns the same number, as SQL, for the text in a column */
export function lockNumberOf(column: string): string {
  const hash = `encode(sha256(convert_to('axl-phone-proxy ' || ${column}, 'UTF8')), 'hex')`;
  return `('x' || left(${hash}, 16))::bit(64)::bigint`;
}

/** The numbers of the two locks of a device. */
export interface LockNumbers {
  /** The holder of this lock may write to the device. */
  readonly device: string;
  /**
   * The holder of this lock gets the lock of the device next. So instances take turns, even if one of them asks again
   * quickly.
   */
  readonly turn: string;
}

export function lockNumbers(key: string): LockNumbers {
  return { device: lockNumber(key), turn: lockNumber(`turn ${key}`) };
}

/** How far a session has come with the lock of a device. `foreign`: it is not the same session any more. */
export type LockState = 'foreign' | 'busy' | 'turn' | 'taken';

const isOurs = `current_setting('axl_phone_proxy.session', true) IS NOT DISTINCT FROM $1`;

/**
 * Proves that this is the right session: it must have the word that was set when it was opened. An advisory lock alone
 * proves nothing, because it is re-entrant.
 */
export const prove = `SELECT ${isOurs} AS ours`;

/**
 * Takes the free locks of some devices. For each device, it takes the lock of the turn, unless the session has it
 * already, and then the lock of the device.
 */
export const takeWhatIsFree = `
  SELECT device, CASE
    WHEN NOT (${isOurs}) THEN 'foreign'
    WHEN CASE WHEN has_turn THEN false ELSE NOT pg_try_advisory_lock(turn) END THEN 'busy'
    WHEN NOT pg_try_advisory_lock(device) THEN 'turn'
    WHEN pg_advisory_unlock(turn) THEN 'taken'
    ELSE 'foreign'
  END AS state
  FROM unnest($2::bigint[], $3::bigint[], $4::boolean[]) AS asked (device, turn, has_turn)`;

/** Releases a lock. In a foreign session, nothing happens. */
export const giveBack = `SELECT CASE WHEN ${isOurs} THEN pg_advisory_unlock($2::bigint) ELSE false END AS ours`;

const unmarked = `coalesce(current_setting('axl_phone_proxy.session', true), '') = ''`;

/** Whether a session has no word. Only the sessions of the locks have one. */
export const isUnmarked = `SELECT ${unmarked} AS unmarked`;

/** Marks a session that has no word, and makes the server end the session if no message comes from its client. */
export const markSession = `
  SELECT set_config(name, value, false)
  FROM unnest($1::text[], $2::text[]) AS wanted (name, value)
  WHERE (SELECT ${unmarked})
    AND (name = 'axl_phone_proxy.session' OR name IN (SELECT name FROM pg_settings))`;
