import type { OwnList } from './inventory-store.js';
import { keptLists } from './kept-lists.js';
import { newDevice, newDeviceKey } from './lookup-statements.js';
import { columnsOf } from './schema.js';
import type { Sql } from './sql.js';

/** @returns a table as the database has it */
type TableOf = (name: string) => string;

/**
 * Puts a list of this service's own on top of what is kept. In a transaction, with the lock of the table `own`.
 * @param generation the last whole one; 0 where there is none
 */
export async function putOnTop(sql: Sql, list: OwnList, generation: number, tableOf: TableOf): Promise<void> {
  const { device, kind, entries } = list;
  const { table, rowsOf } = keptLists[kind];
  // As readers know it, or the sweep under way.
  const devices = await sql.all<{ owner: string }>(
    `SELECT DISTINCT owner FROM ${tableOf('device')} WHERE kind = $1 AND lower(name) = lower($2)
       AND (until IS NULL OR until > ${generation})`,
    [device.kind, device.name],
  );
  // It came after it was last looked for, so that there is no list to mark: what it points at is not known.
  if (devices.length === 0) await mark(sql, tableOf('own'), newDeviceKey(device), newDevice, list, false);
  for (const { owner } of devices) {
    const rows =
      entries &&
      (await rowsOf(entries as never, (dirn, partition) => numberKey(sql, tableOf('number'), dirn, partition)));
    if (!(await mark(sql, tableOf('own'), owner, table, list, rows !== undefined))) continue;
    // What was found of the list before is looked for anew by the next sweep.
    await sql.run(`DELETE FROM ${tableOf('finding')} WHERE owner = $1 AND list = $2`, [owner, kind]);
    if (!rows) continue;
    // Seen at once, and by the sweep under way too.
    await sql.run(`DELETE FROM ${tableOf(table)} WHERE owner = $1`, [owner]);
    const inserted = rows.map((row) => [owner, ...row, generation]);
    await sql.insert(tableOf(table), ['owner', ...columnsOf(table), 'since'], inserted);
  }
}

/** @returns false where the list was set, and bears the mark of a later write now, or has been read since */
async function mark(
  sql: Sql,
  own: string,
  owner: string,
  name: string,
  { entries, mark: bears, mayLandMs }: OwnList,
  isKnown: boolean,
): Promise<boolean> {
  const now = await sql.now();
  const known = isKnown ? 1 : 0;
  const changed = entries
    ? await sql.run(`UPDATE ${own} SET settled = $1, known = $2 WHERE owner = $3 AND name = $4 AND mark = $5`, [
        ...[now, known, owner, name, bears],
      ])
    : await sql.run(
        `INSERT INTO ${own} (owner, name, settled, known, mark) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (owner, name) DO UPDATE SET settled = excluded.settled, known = excluded.known, mark = excluded.mark`,
        [owner, name, now + mayLandMs, known, bears],
      );
  return changed > 0;
}

async function numberKey(sql: Sql, numbers: string, dirn: string, partition: string): Promise<string | undefined> {
  const [number] = await sql.all<{ owner: string }>(
    `SELECT owner FROM ${numbers} WHERE dirn = $1 AND partition = $2 AND until IS NULL`,
    [dirn, partition],
  );
  return number?.owner;
}
