import type { Sql } from './sql.js';
import { seenIn } from './statements.js';

/**
 * Keeps which directory numbers a sweep has not found any more, in the table `former`. In a transaction.
 * @param isAnother whether it is of another cluster than the last: then all are forgotten
 */
export async function keepFormerNumbers(
  sql: Sql,
  table: (name: string) => string,
  generation: number,
  isAnother: boolean,
): Promise<void> {
  const [former, numbers] = [table('former'), table('number')];
  if (isAnother) {
    await sql.run(`DELETE FROM ${former}`);
    return;
  }
  // One that was read and left out is there.
  await sql.run(
    `INSERT INTO ${former} (dirn) SELECT DISTINCT dirn FROM ${numbers} n
     WHERE usage = 2 AND until = ${generation} AND dirn <> '' ON CONFLICT (dirn) DO NOTHING`,
  );
  const seen = `SELECT n.dirn FROM ${numbers} n WHERE n.usage = 2 AND ${seenIn('n', generation)}`;
  const leftOut = `SELECT x.dirn FROM ${table('left_out')} x WHERE x.since = ${generation} AND x.name = 'number' AND x.dirn IS NOT NULL`;
  await sql.run(`DELETE FROM ${former} WHERE dirn IN (${seen} UNION ${leftOut})`);
}
