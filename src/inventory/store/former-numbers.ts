import type { Sql } from '../../store/sql.js';
import { seenIn } from './statements.js';

/**
 * Stores in the table `former` which directory numbers a sweep has not found any more. Call it in a transaction.
 * @param isAnother true if the last sweep read another cluster: then all are forgotten
 */
export async function keepFormerNumbers(sql: Sql, generation: number, isAnother: boolean): Promise<void> {
  const [former, numbers] = ['cluster_former', 'cluster_number'];
  if (isAnother) {
    await sql.run(`DELETE FROM ${former}`);
    return;
  }
  // A number that was read and left out still exists.
  await sql.run(
    `INSERT INTO ${former} (dirn) SELECT DISTINCT dirn FROM ${numbers} n
     WHERE usage = 2 AND until = ${generation} AND dirn <> '' ON CONFLICT (dirn) DO NOTHING`,
  );
  const seen = `SELECT n.dirn FROM ${numbers} n WHERE n.usage = 2 AND ${seenIn('n', generation)}`;
  const leftOut = `SELECT x.dirn FROM cluster_left_out x WHERE x.since = ${generation} AND x.name = 'number' AND x.dirn IS NOT NULL`;
  await sql.run(`DELETE FROM ${former} WHERE dirn IN (${seen} UNION ${leftOut})`);
}
