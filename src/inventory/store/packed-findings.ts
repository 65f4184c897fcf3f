import type { Finding } from '../../domain/finding.js';
import type { Sql } from './sql.js';

/** A finding before it is kept: when it was first found is not known here. */
export interface Found extends Omit<Finding, 'since'> {
  /** The device's key. */
  readonly owner: string;
}

/** So many findings are packed and kept at once: few enough that other requests hardly wait. */
export const findingsAtOnce = 200;

/** Some findings as JSON, in memory that threads share: who hands them on neither reads nor copies them. */
export type PackedFindings = Uint8Array;

export function packFindings(found: readonly Found[]): PackedFindings {
  const text = Buffer.from(JSON.stringify(found));
  const shared = new Uint8Array(new SharedArrayBuffer(text.length));
  shared.set(text);
  return shared;
}

export function unpackFindings(packed: PackedFindings): Found[] {
  return JSON.parse(Buffer.from(packed).toString()) as Found[];
}

/** @returns since when each finding in a table is known, by its id; some are read at a time, as requests wait meanwhile */
export async function sinceOf(sql: Sql, table: string): Promise<ReadonlyMap<string, number>> {
  const since = new Map<string, number>();
  for (let after = ''; ;) {
    const rows = await sql.all<{ id: string; since: number }>(
      `SELECT id, since FROM ${table} WHERE id > $1 ORDER BY id LIMIT ${findingsAtOnce}`,
      [after],
    );
    for (const row of rows) since.set(row.id, row.since);
    if (rows.length < findingsAtOnce) return since;
    after = rows.at(-1)?.id ?? '';
  }
}
