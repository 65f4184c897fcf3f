import { grouped } from '../../domain/grouped.js';
import { plainFolded } from '../../domain/sought.js';
import type { SweptTable } from '../../domain/swept-tables.js';
import { type Cells, inColumns, keptColumns, type SweptRow } from '../swept-tables.js';
import { keepPassing, passedOver } from './own-lists.js';
import type { Moment } from './places.js';
import type { Sql } from './sql.js';

/** How many rows are ended or deleted by one statement. */
const portion = 500;

/** The rows that some owners have in a table: all of them. */
export interface OwnersRows {
  readonly table: SweptTable;
  /** A condition for the owners' keys, and its values. */
  readonly within: string;
  readonly range: readonly string[];
  readonly rows: readonly SweptRow[];
  /** When they were asked for. */
  readonly asked: Moment;
}

/**
 * Puts rows that a sweep has read instead of those that are there: only what differs is written. Lists that this
 * service was to set since stay as they are. In a transaction, with the lock of the table `own`.
 */
export async function keepRows(
  sql: Sql,
  table: (name: string) => string,
  generation: number,
  { table: name, within, range, rows, asked }: OwnersRows,
): Promise<void> {
  const own = table('own');
  const page = { table: name, within, range, asked };
  const stays = await passedOver(sql, own, page);
  const columns = keptColumns[name];
  const open = await sql.all<Cells & { id: number; owner: string; since: number }>(
    `SELECT id, owner, since, ${columns.join(', ')} FROM ${table(name)} WHERE until IS NULL AND ${within}`,
    range,
  );
  const there = grouped(
    open.filter(({ owner }) => !stays.has(owner)),
    (row) => JSON.stringify([row.owner, ...inColumns(name, row)]),
  );
  const added = rows.filter(({ owner, cells }) => {
    return !stays.has(owner) && there.get(JSON.stringify([owner, ...inColumns(name, cells)]))?.pop() === undefined;
  });
  const sought = searchedColumns[name];
  await sql.insert(
    table(name),
    ['owner', ...columns, 'since', ...(sought ? ['folded'] : [])],
    added.map(({ owner, cells }) => [
      owner,
      ...inColumns(name, cells),
      generation,
      ...(sought ? [searched(cells, sought)] : []),
    ]),
  );
  const ended = [...there.values()].flat();
  // What this sweep has written itself, no one has seen.
  const unseen = ended.filter(({ since }) => since === generation);
  const seen = ended.filter(({ since }) => since !== generation);
  for (const ids of inPortions(unseen)) await sql.run(`DELETE FROM ${table(name)} WHERE id IN (${ids})`);
  for (const ids of inPortions(seen)) {
    await sql.run(`UPDATE ${table(name)} SET until = ${generation} WHERE id IN (${ids})`);
  }
  await keepPassing(sql, own, page);
}

/** The columns that searches look into. */
const searchedColumns: Readonly<Partial<Record<SweptTable, readonly string[]>>> = {
  number: ['description', 'alerting'],
  device: ['name', 'description'],
  line: ['display'],
};

/** @returns what searches look into. @param sought the columns of it */
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
