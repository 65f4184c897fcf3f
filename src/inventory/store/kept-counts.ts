import { tableNamed } from './schema.js';
import type { SweptTable } from '../../domain/swept-tables.js';
import type { Kept } from './inventory-store.js';
import type { Sql } from '../../store/sql.js';
import { seenIn } from './statements.js';

/** How much a generation contains. */
export type KeptCounts = Pick<Kept, 'phones' | 'profiles' | 'numbers' | 'buttons'>;

export const nothingKept: KeptCounts = { phones: 0, profiles: 0, numbers: 0, buttons: 0 };

/** Counts once for each generation, because a count reads all rows. */
export async function countKept(sql: Sql, generation: number): Promise<KeptCounts> {
  const count = async (table: SweptTable, condition: string): Promise<number> => {
    const from = `SELECT count(*) AS n FROM ${tableNamed(table)} t WHERE ${seenIn('t', generation)}${condition}`;
    return (await sql.all<{ n: number }>(from))[0]?.n ?? 0;
  };
  const devices = `SELECT d.owner FROM cluster_device d WHERE d.template = 0 AND ${seenIn('d', generation)}`;
  const onDevice = ` AND t.position IS NOT NULL AND t.owner IN (${devices})`;
  return {
    phones: await count('device', ` AND kind = 'phone' AND template = 0`),
    profiles: await count('device', ` AND kind = 'profile' AND template = 0`),
    numbers: await count('number', ' AND usage = 2'),
    buttons: (await count('dial', onDevice)) + (await count('lamp', onDevice)),
  };
}
