import type { KeptDismissal } from '../../domain/finding.js';
import type { Dialect, Query } from './change-search.js';

/** The statements that store dismissals, for both stores. */

interface DismissalRow {
  readonly id: string;
  readonly evidence: string;
  readonly reason: string;
  readonly user_name: string;
  readonly time: number | Date;
}

/** @returns the statement that stores a dismissal; dismissalValues gives its values */
export function keepingDismissal(schema: string): string {
  return `INSERT INTO ${schema}dismissal (id, evidence, reason, user_name, time) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET evidence = excluded.evidence, reason = excluded.reason,
      user_name = excluded.user_name, time = excluded.time`;
}

/** @returns the statement that deletes the dismissal of an id */
export function deletingDismissal(schema: string): string {
  return `DELETE FROM ${schema}dismissal WHERE id = ?`;
}

/** @param most how many ids at most */
export async function readDismissedIds(most: number, query: Query, { schema }: Dialect): Promise<string[]> {
  const rows = (await query(`SELECT id FROM ${schema}dismissal ORDER BY id LIMIT ?`, [most])) as DismissalRow[];
  return rows.map(({ id }) => id);
}

/** @param ids at most a thousand */
export async function readDismissals(
  ids: readonly string[],
  query: Query,
  { schema }: Dialect,
): Promise<KeptDismissal[]> {
  if (ids.length === 0) return [];
  const rows = (await query(
    `SELECT id, evidence, reason, user_name, time FROM ${schema}dismissal WHERE id IN (${ids.map(() => '?').join(', ')})`,
    ids,
  )) as DismissalRow[];
  return rows.map(({ user_name: user, time, ...others }) => ({ ...others, user, time: new Date(time) }));
}
