import { tableNamed } from './schema.js';
import { grouped } from '../../domain/grouped.js';
import { plainFolded } from '../../domain/sought.js';
import type { SweptTable } from '../../domain/swept-tables.js';
import { type Cells, inColumns, keptColumns, type SweptRow } from '../swept-tables.js';
import type { Sql } from '../../store/sql.js';

/** How many rows one statement ends or deletes. */
const portion = 500;

/** All rows of some owners in a table. */
export interface OwnersRows {
  readonly table: SweptTable;
  /** A condition for the owners' keys, and its values. */
  readonly within: string;
  readonly range: readonly string[];
  readonly rows: readonly SweptRow[];
}

/**
 * Replaces stored rows by rows that a sweep has read. It writes only the differences. Call it in a transaction.
 */
export async function keepRows(
  sql: Sql,
  generation: number,
  { table: name, within, range, rows }: OwnersRows,
): Promise<void> {
  const columns = keptColumns[name];
  const open = await sql.all<Cells & { id: number; owner: string; since: number }>(
    `SELECT ${['id', 'owner', 'since', ...columns].join(', ')} FROM ${tableNamed(name)} WHERE until IS NULL AND ${within}`,
    range,
  );
  const there = grouped(open, (row) => JSON.stringify([row.owner, ...inColumns(name, row)]));
  const added = rows.filter(
    ({ owner, cells }) => there.get(JSON.stringify([owner, ...inColumns(name, cells)]))?.pop() === undefined,
  );
  const sought = searchedColumns[name];
  await sql.insert(
    tableNamed(name),
    ['owner', ...columns, 'since', ...(sought ? ['folded'] : [])],
    added.map(({ owner, cells }) => [
      owner,
      ...inColumns(name, cells),
      generation,
      ...(sought ? [searched(cells, sought)] : []),
    ]),
  );
  const ended = [...there.values()].flat();
  // Readers have not seen the rows that this sweep itself has written.
  const unseen = ended.filter(({ since }) => since === generation);
  const seen = ended.filter(({ since }) => since !== generation);
  for (const ids of inPortions(unseen)) await sql.run(`DELETE FROM ${tableNamed(name)} WHERE id IN (${ids})`);
  for (const ids of inPortions(seen)) {
    await sql.run(`UPDATE ${tableNamed(name)} SET until = ${generation} WHERE id IN (${ids})`);
  }
}

/** The columns that searches use. */
const searchedColumns: Readonly<Partial<Record<SweptTable, readonly string[]>>> = {
  number: ['description', 'alerting'],
  device: ['name', 'description'],
  line: ['display'],
};

/** @returns the text that searches use. @param sought the columns in it */
function searched(cells: Cells, sought: readonly string[]): string {
  return plainFolded(sought.map((column) => String(cells[column] ?? '')).join('\n'));
}

function inPortions(rows: readonly { readonly id: number }[]): string[] {
  const count = Math.ceil(rows.length / portion);
  return Array.from({ length: count }, (_, part) =>
    rows
      .slice(part * portion, (part + 1) * portion)
      .map(({ id }) => id)
      .join(', '),
  );
}
