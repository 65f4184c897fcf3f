import { tableNamed } from './schema.js';
import { type DeviceKind, deviceId } from '../../domain/device.js';
import type { SweptTable } from '../../domain/swept-tables.js';
import { type Cells, type LeftOutRow, notKnownCells } from '../swept-tables.js';
import type { Sql } from '../../store/sql.js';
import { seenIn } from './statements.js';

/**
 * The table `left_out`: rows that a sweep has read and cannot store, because they have no key. The owner of such a row
 * is not known. So if a lookup could find such a row, its answer is not known.
 */

/** Stores the rows that a page leaves out. */
export async function keepLeftOut(
  sql: Sql,
  generation: number,
  { table: name, leftOut = [] }: { readonly table: SweptTable; readonly leftOut?: readonly LeftOutRow[] | undefined },
): Promise<void> {
  const rows = leftOut.map(({ owner, cells }) => {
    const cell = (column: string): string | null => {
      const value = cells[column] ?? null;
      return value === null || value === '' ? null : String(value);
    };
    const [called, kind] = [cell('name'), cell('kind')];
    const device = called === null ? null : deviceId({ kind: kind as DeviceKind, name: called });
    return [
      name,
      generation,
      owner ?? null,
      device,
      cell('dirn') ?? cell('destination'),
      cell('number'),
      JSON.stringify(cells),
    ];
  });
  await sql.insert('cluster_left_out', ['name', 'since', 'owner', 'device', 'dirn', 'number', 'cells'], rows);
}

/**
 * Finds out to whom the left-out rows may belong, by comparing them with rows that the sweep has not found any more. A
 * device with the name of a left-out row is not gone. A list that lacks an entry like a left-out row is not known. A
 * number stays. Call it in a transaction, at the end of the sweep.
 */
export async function settleLeftOut(sql: Sql, generation: number): Promise<void> {
  const rows = await sql.all<{ name: SweptTable; device: string | null; cells: string }>(
    `SELECT DISTINCT name, device, cells FROM cluster_left_out WHERE since = ${generation} AND owner IS NULL`,
  );
  for (const { name, device, cells } of rows) {
    const values = JSON.parse(cells) as Cells;
    if (name === 'device') await nameOwner(sql, generation, device, values);
    else if (name === 'number') await keepNumber(sql, generation, values);
    else if (name === 'dial' || name === 'lamp') await forgetLists(sql, name, generation, values);
  }
}

async function nameOwner(sql: Sql, generation: number, device: string | null, { name, kind }: Cells): Promise<void> {
  if (device === null) return;
  const gone = await sql.all<{ owner: string }>(
    `SELECT owner FROM cluster_device WHERE until = ${generation} AND name = $1 AND kind = $2`,
    [name ?? '', kind ?? ''],
  );
  const [of] = gone;
  if (!of) return;
  const named = `since = ${generation} AND name = 'device' AND owner IS NULL AND device = $2`;
  await sql.run(`UPDATE cluster_left_out SET owner = $1 WHERE ${named}`, [of.owner, device]);
}

/**
 * A left-out number is recognized by its digits and its partition. It keeps its former key, by which lamps watch it.
 */
async function keepNumber(sql: Sql, generation: number, { dirn, partition }: Cells): Promise<void> {
  await sql.run(`UPDATE cluster_number SET until = NULL WHERE until = ${generation} AND dirn = $1 AND partition = $2`, [
    dirn ?? '',
    partition ?? '',
  ]);
}

/** If an owner had such an entry and does not have it now, the left-out row may be this entry. */
async function forgetLists(sql: Sql, name: 'dial' | 'lamp', generation: number, cells: Cells): Promise<void> {
  // A lamp that has lost its own key may have lost the key of its target too.
  const known = Object.entries(cells).filter(([, value]) => value !== null);
  const where = known.map(([column], at) => `${column} = $${at + 1}`).join(' AND ');
  const owners = await sql.all<{ owner: string }>(
    `SELECT DISTINCT owner FROM ${tableNamed(name)} WHERE until = ${generation} AND ${where}`,
    known.map(([, value]) => value),
  );
  for (const { owner } of owners) {
    await sql.run(`DELETE FROM ${tableNamed(name)} WHERE since = ${generation} AND owner = $1`, [owner]);
    await sql.run(`UPDATE ${tableNamed(name)} SET until = ${generation} WHERE until IS NULL AND owner = $1`, [owner]);
    const row = { owner, ...notKnownCells[name], since: generation };
    await sql.insert(tableNamed(name), Object.keys(row), [Object.values(row)]);
  }
}

/** @returns a condition: a device of the last sweep may still exist, although this sweep has not found it */
export function isLeftOut(owner: string, generation: number): string {
  return `${owner} IN (SELECT x.owner FROM cluster_left_out x
    WHERE x.since = ${generation} AND x.name = 'device' AND x.owner IS NOT NULL)`;
}

/** A query that has rows if the last complete generation left anything out. Its only column is `owner`. */
export function leftOutOf(condition: string): string {
  return `SELECT x.name AS owner FROM cluster_left_out x WHERE x.since = (SELECT id FROM last) AND ${condition}`;
}

/** Deletes left-out rows that no reader sees: of earlier generations, and of sweeps that were given up. */
export async function clearLeftOut(sql: Sql, whole: number): Promise<void> {
  await sql.run(`DELETE FROM cluster_left_out WHERE since <> ${whole}`);
}

/** Devices with an unknown list or with unknown texts; their alias is d. */
export function devicesNotKnown(generation: string): string {
  const columns = 'd.owner AS owner, d.kind AS device_kind, d.name AS called';
  const there = `d.template = 0 AND ${seenIn('d', generation)}`;
  const lists = (['dial', 'lamp'] as const).map(
    (name) =>
      `SELECT ${columns} FROM ${tableNamed(name)} b CROSS JOIN cluster_device d
       WHERE b.position IS NULL AND ${seenIn('b', generation)} AND d.owner = b.owner AND ${there}`,
  );
  return [...lists, `SELECT ${columns} FROM cluster_device d WHERE d.description IS NULL AND ${there}`].join(' UNION ');
}
