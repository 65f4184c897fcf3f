import { createHash } from 'node:crypto';

/** @returns the number of an advisory lock: 64 bits of a hash, as text, apart from the locks of other programs */
export function lockNumber(key: string): string {
  return createHash('sha256').update(`axl-phone-proxy ${key}`).digest().readBigInt64BE().toString();
}

/** The numbers of the two locks of a device. */
export interface LockNumbers {
  /** Who has it may write to the device. */
  readonly device: string;
  /** Who has it is the next to have the other: so instances take turns, however quickly one asks again. */
  readonly turn: string;
}

export function lockNumbers(key: string): LockNumbers {
  return { device: lockNumber(key), turn: lockNumber(`turn ${key}`) };
}

/** How far a session has come with the lock of a device: `foreign` says that it is not the session that it was. */
export type LockState = 'foreign' | 'busy' | 'turn' | 'taken';

const isOurs = `current_setting('axl_phone_proxy.session', true) IS NOT DISTINCT FROM $1`;

/** Proves a session: the word that was set when it was opened. An advisory lock alone proves nothing, it is re-entrant. */
export const prove = `SELECT ${isOurs} AS ours`;

/** Takes what is free of some devices' locks: of each the turn, unless it is there, and then the lock itself. */
export const takeWhatIsFree = `
  SELECT device, CASE
    WHEN NOT (${isOurs}) THEN 'foreign'
    WHEN CASE WHEN has_turn THEN false ELSE NOT pg_try_advisory_lock(turn) END THEN 'busy'
    WHEN NOT pg_try_advisory_lock(device) THEN 'turn'
    WHEN pg_advisory_unlock(turn) THEN 'taken'
    ELSE 'foreign'
  END AS state
  FROM unnest($2::bigint[], $3::bigint[], $4::boolean[]) AS asked (device, turn, has_turn)`;

/** Gives a lock back; in a session that is another's, nothing happens. */
export const giveBack = `SELECT CASE WHEN ${isOurs} THEN pg_advisory_unlock($2::bigint) ELSE false END AS ours`;

const unmarked = `coalesce(current_setting('axl_phone_proxy.session', true), '') = ''`;

/** Whether a session has no word: each but that of the locks. */
export const isUnmarked = `SELECT ${unmarked} AS unmarked`;

/** Marks a session that no one has marked, with what makes the server end it when nothing is heard of it. */
export const markSession = `
  SELECT set_config(name, value, false)
  FROM unnest($1::text[], $2::text[]) AS wanted (name, value)
  WHERE (SELECT ${unmarked})
    AND (name = 'axl_phone_proxy.session' OR name IN (SELECT name FROM pg_settings))`;
