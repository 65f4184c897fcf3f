import type { Finding } from '../../domain/finding.js';
import type { Sql } from '../../store/sql.js';

/** A finding before it is stored. It is not known here when it was first found. */
export interface Found extends Omit<Finding, 'since'> {
  /** The device's key. */
  readonly owner: string;
}

/** How many findings are packed and stored at once: few enough that other requests hardly wait. */
export const findingsAtOnce = 200;

/** Some findings as JSON, in memory that threads share, so they can be passed on without a copy. */
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

/**
 * @returns since when each finding in a table is known, by its id; read in portions, because requests wait in the
 * meantime
 */
async function sinceOf(sql: Sql, table: string): Promise<ReadonlyMap<string, number>> {
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

/** Replaces the stored findings. @param began the time that new findings are known since */
export async function keepFindings(
  sql: Sql,
  table: string,
  found: readonly PackedFindings[],
  began: number,
): Promise<void> {
  const since = await sinceOf(sql, table);
  await sql.run(`DELETE FROM ${table}`);
  for (const packed of found) {
    await sql.insert(
      table,
      ['id', 'kind', 'owner', 'list', 'dirn', 'device', 'since', 'finding'],
      unpackFindings(packed).map(({ owner, ...told }) => {
        const first = since.get(told.id) ?? began;
        const whole: Finding = { ...told, since: first };
        return [told.id, told.kind, owner, told.list, told.dirn, told.device, first, JSON.stringify(whole)];
      }),
    );
  }
}
