import type { SweptTable } from '../domain/swept-tables.js';
import {
  type Cell,
  type Cells,
  isListTable,
  type LeftOutRow,
  notKnownCells,
  positionIn,
  type SweptRow,
} from './swept-tables.js';

/**
 * Longer texts are not stored. All fields of a call manager are shorter, and no device name has more than 255
 * characters.
 */
export const longestKeptText = 1_000;
const longestName = 255;
/** A list whose texts have more characters in total is not stored, because changes and findings contain its texts. */
const longestList = 500_000;

/** Rows as they are stored. */
export interface KnownRows {
  readonly rows: readonly SweptRow[];
  readonly leftOut: readonly LeftOutRow[];
  /** The owners with an unknown list or with unknown texts. */
  readonly notKnown: readonly string[];
}

/** The cells that identify a row. A row without them is useless. */
const naming: Readonly<Partial<Record<SweptTable, readonly string[]>>> = {
  number: ['dirn', 'partition'],
  device: ['name', 'kind'],
};

/**
 * Replaces what is too long by "not known", and never truncates it. A list is replaced as a whole, because the call
 * manager never had a truncated list. It is also replaced if one of its rows has no index. For a number or a device,
 * only the text is replaced. If the text identifies the row, the row is dropped.
 */
export function knownRows(table: SweptTable, rows: readonly SweptRow[]): KnownRows {
  const isButtons = table === 'dial' || table === 'lamp';
  const isLongNamed = ({ cells }: SweptRow): boolean => table === 'device' && isLongName(cells['name'] ?? null);
  const bad = [
    ...rows.filter(({ cells }) => hasLong(cells) || (isButtons && positionIn(cells) === null)),
    ...(isButtons ? longLists(rows) : rows.filter(isLongNamed)),
  ];
  if (bad.length === 0) return { rows, leftOut: [], notKnown: [] };
  const owners = new Set(bad.map(({ owner }) => owner));
  const notKnown = [...owners];
  if (isButtons) {
    const others = rows.filter(({ owner }) => !owners.has(owner));
    const lists = notKnown.map((owner) => ({ owner, cells: notKnownCells[table] }));
    return { rows: [...others, ...lists].sort(byOwner), leftOut: [], notKnown };
  }
  const isNamed = (row: SweptRow): boolean =>
    !isLongNamed(row) && (naming[table] ?? []).every((column) => !isLong(row.cells[column] ?? null));
  return {
    rows: rows.filter(isNamed).map(({ owner, cells }) => ({ owner, cells: withoutLong(table, cells) })),
    leftOut: rows
      .filter((row) => !isNamed(row))
      .map(({ owner, cells }) => ({ owner, cells: withoutLong(table, cells) })),
    notKnown,
  };
}

/** @returns an owner's rows if their contents are not known */
export function notKnownRows(table: SweptTable, owner: string): readonly SweptRow[] {
  return isListTable(table) ? [{ owner, cells: notKnownCells[table] }] : [];
}

/** @returns one row of each list that is too long in total */
function longLists(rows: readonly SweptRow[]): SweptRow[] {
  const long: SweptRow[] = [];
  let [owner, characters] = ['', 0];
  for (const row of rows) {
    if (row.owner !== owner) [owner, characters] = [row.owner, 0];
    for (const cell of Object.values(row.cells)) characters += typeof cell === 'string' ? cell.length : 1;
    if (characters > longestList) long.push(row);
  }
  return long;
}

function isLongName(name: Cell): boolean {
  return typeof name === 'string' && name.length > longestName;
}

function isLong(cell: Cell): boolean {
  return typeof cell === 'string' && cell.length > longestKeptText;
}

function hasLong(cells: Cells): boolean {
  return Object.values(cells).some(isLong);
}

function withoutLong(table: SweptTable, cells: Cells): Cells {
  if (!hasLong(cells)) return cells;
  const known = Object.entries(cells).map(([column, cell]) => [column, isLong(cell) ? null : cell]);
  // The texts that describe a device are shown together. So if one of them is not known, all of them count as not
  // known.
  return Object.fromEntries([...known, ...(table === 'device' ? [['description', null]] : [])]) as Cells;
}

/** Orders lists by their owners; the rows of one owner keep their order. */
function byOwner(a: SweptRow, b: SweptRow): number {
  return a.owner < b.owner ? -1 : a.owner > b.owner ? 1 : 0;
}
