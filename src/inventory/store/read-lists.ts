import type { BusyLampField } from '../../domain/busy-lamp-field.js';
import { type ButtonKind, type Entry, rulesOf } from '../../domain/button-kinds.js';
import { shownList } from '../../domain/buttons.js';
import type { SpeedDial } from '../../domain/phone.js';
import { type Cell, type Cells, inColumns } from '../swept-tables.js';
import type { ChangedList, ReadList } from './inventory-store.js';
import { keptLists } from './kept-lists.js';
import type { GenerationNames } from './known-numbers.js';
import { namesOf } from './own-lists.js';
import { columnsOf } from './schema.js';
import type { Sql, SqlValue } from '../../store/sql.js';

/** The last complete generation, with the database's names of the tables. */
export interface WholeGeneration extends GenerationNames {
  readonly id: number;
  /** The place at which its first page was requested. */
  readonly number: number;
  readonly began: number;
}

/**
 * @returns how others have changed a list that was read; undefined if they have not changed it. Also undefined if that
 * cannot be known, because the stored list is not known, or because this service was setting the list while it was read
 */
export async function changeIn(sql: Sql, list: ReadList, whole: WholeGeneration): Promise<ChangedList | undefined> {
  const own = await ownOf(sql, list, whole);
  const kept = await keptRows(sql, list, whole);
  const rows = rowsToKeep(list, kept);
  const numbers = await numbersOf(sql, [...kept, ...rows], whole);
  const [before, after] = [entriesOf[list.kind](kept, numbers), entriesOf[list.kind](rows, numbers)] as const;
  if (!isEvidence(own, list) || !before || !after || isSame(list.kind, before, after)) return undefined;
  if (!rows.every((row) => isAsRead(row, numbers, list))) return undefined;
  const { device, owner, kind, asked } = list;
  return {
    ...{ device, uuid: owner, kind, before, after },
    known: { epoch: asked.epoch, number: Math.max(whole.number, ...own.map(({ settled }) => settled)) },
    place: { epoch: asked.epoch, number: asked.number },
    knownAt: Math.max(whole.began, ...own.map(({ set_at: setAt }) => setAt)),
  };
}

/**
 * Replaces the stored list by one that was read, for readers and for the running sweep. A page that was requested
 * earlier does not replace it. Nothing happens if this service has set or marked the list since. Call it in a
 * transaction.
 */
export async function bringUp(sql: Sql, list: ReadList, whole: WholeGeneration): Promise<void> {
  const { table, id } = whole;
  const name = keptLists[list.kind].table;
  if (!isEvidence(await ownOf(sql, list, whole), list)) return;
  const columns = columnsOf(name);
  const rows = rowsToKeep(list, await keptRows(sql, list, whole));
  await sql.run(`DELETE FROM ${table(name)} WHERE owner = $1`, [list.owner]);
  const inserted = rows.map((row) => [list.owner, ...columns.map((column) => row[column] ?? null), id]);
  await sql.insert(table(name), ['owner', ...columns, 'since'], inserted);
  const { asked } = list;
  const mark: Readonly<Record<string, SqlValue>> = {
    ...{ owner: list.owner, name, mark: '', ...namesOf(list.device) },
    ...{ number: asked.number, marked: asked.number, settled: asked.number, set_at: asked.time, lasts: 0 },
    ...{ known: 1, missed: 0, is_new: 0 },
  };
  await sql.run(`DELETE FROM ${table('own')} WHERE owner = $1 AND name = $2`, [list.owner, name]);
  await sql.insert(table('own'), Object.keys(mark), [Object.values(mark)]);
  // Findings about the old list are dropped; the next sweep checks the list again.
  await sql.run(`DELETE FROM ${table('finding')} WHERE owner = $1 AND list = $2`, [list.owner, list.kind]);
}

/** Whether callers see the same in two lists. */
export function isSame(kind: ButtonKind, one: readonly Entry[], other: readonly Entry[]): boolean {
  const shown = (entries: readonly Entry[]): string => shownList<Entry>(rulesOf(kind), entries);
  return shown(one) === shown(other);
}

interface OwnRow {
  readonly settled: number;
  readonly set_at: number;
  readonly known: number;
}

/** What is stored about this service's writes to a list. */
function ownOf(sql: Sql, { owner, kind }: ReadList, { table }: WholeGeneration): Promise<OwnRow[]> {
  const from = `SELECT settled, set_at, known FROM ${table('own')} WHERE owner = $1 AND name = $2`;
  return sql.all<OwnRow>(from, [owner, keptLists[kind].table]);
}

/**
 * Whether the list that was read proves that others have changed it. The stored list must be known, and no write of
 * this service can have caused the difference.
 */
function isEvidence(own: readonly OwnRow[], { asked }: ReadList): boolean {
  return own.every(({ known, settled }) => known === 1 && settled < asked.number);
}

function keptRows(sql: Sql, { owner, kind }: ReadList, { table, seen }: WholeGeneration): Promise<Cells[]> {
  const { table: name } = keptLists[kind];
  const columns = columnsOf(name).map((column) => `b.${column} AS ${column}`);
  const from = `${table(name)} b WHERE b.owner = $1 AND ${seen('b')} ORDER BY b.position`;
  return sql.all<Cells>(`SELECT ${columns.join(', ')} FROM ${from}`, [owner]);
}

/** @returns the rows that were read. If a row was stored already, its added columns stay */
function rowsToKeep({ kind, rows }: ReadList, kept: readonly Cells[]): Cells[] {
  const keyOf = (row: Cells): string => JSON.stringify(inColumns(keptLists[kind].table, row));
  const there = new Map(kept.map((row) => [keyOf(row), row]));
  return rows.map(({ cells }) => there.get(keyOf(cells)) ?? cells);
}

/** The digits of numbers, by their keys. */
type KeptNumbers = ReadonlyMap<string, { readonly dirn: string; readonly partition: string }>;

async function numbersOf(sql: Sql, rows: readonly Cells[], { table, seen }: WholeGeneration): Promise<KeptNumbers> {
  const keys = [...new Set(rows.map(watched).filter((key) => key !== undefined))];
  if (keys.length === 0) return new Map();
  const marks = keys.map((_, position) => `$${position + 1}`).join(', ');
  const numbers = await sql.all<{ owner: string; dirn: string; partition: string }>(
    `SELECT owner, dirn, partition FROM ${table('number')} n WHERE owner IN (${marks}) AND ${seen('n')}`,
    keys,
  );
  return new Map(numbers.map((number) => [number.owner, number]));
}

/** The key of the number that a row watches. */
function watched({ number = null }: Cells): string | undefined {
  return number === null ? undefined : text(number);
}

/**
 * Whether the number that a row watches is still stored as it was read. If it differs, a sweep reports that, because it
 * reads all numbers.
 */
function isAsRead(row: Cells, numbers: KeptNumbers, list: ReadList): boolean {
  const key = watched(row);
  if (key === undefined) return true;
  const [kept, read] = [numbers.get(key), list.numbers.find(({ owner }) => owner === key)];
  const cell = (column: 'dirn' | 'partition') => read?.cells[column];
  return kept !== undefined && kept.dirn === cell('dirn') && kept.partition === cell('partition');
}

/** The entries of rows of each kind; undefined if one is not known. */
const entriesOf = {
  speeddial: (rows: readonly Cells[]): SpeedDial[] | undefined =>
    rows.every(({ position }) => position !== null)
      ? rows.map(({ position, dirn, label }) => ({ index: String(position), dirn: text(dirn), label: text(label) }))
      : undefined,
  busylampfield: (rows: readonly Cells[], numbers: KeptNumbers): BusyLampField[] | undefined => {
    const lamps = rows.map((row): BusyLampField | undefined => {
      const { position, destination, label, pickup } = row;
      const others = { label: text(label), pickup: pickup === 1 };
      if (position === null) return undefined;
      const [index, key] = [String(position), watched(row)];
      if (key === undefined) return { index, destination: text(destination), ...others };
      const of = numbers.get(key);
      return of && { index, dirn: of.dirn, partition: of.partition, ...others };
    });
    return lamps.every((lamp) => lamp !== undefined) ? lamps : undefined;
  },
} as const satisfies Record<ButtonKind, unknown>;

function text(cell: Cell | undefined): string {
  return String(cell ?? '');
}
