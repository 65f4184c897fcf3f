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

/** Longer texts are not kept: no field of a call manager takes so many characters, and no name of a device so many. */
export const longestKeptText = 1_000;
const longestName = 255;
/** A list whose texts have more characters in all is not kept: those of changes and of findings come from it. */
const longestList = 500_000;

/** Rows as they are kept. */
export interface KnownRows {
  readonly rows: readonly SweptRow[];
  readonly leftOut: readonly LeftOutRow[];
  /** The owners whose lists, or some of whose texts, are not known. */
  readonly notKnown: readonly string[];
}

/** What says what a row is of: without it, it is nothing. */
const naming: Readonly<Partial<Record<SweptTable, readonly string[]>>> = {
  number: ['dirn', 'partition'],
  device: ['name', 'kind'],
};

/**
 * Takes what is too long as not known, and never cuts it: a list as a whole, because one that is cut was never there, and
 * so one with a row that has no index; of a number or a device the text, and where that names it, the row.
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

/** @returns an owner's rows if it is not known what they are */
export function notKnownRows(table: SweptTable, owner: string): readonly SweptRow[] {
  return isListTable(table) ? [{ owner, cells: notKnownCells[table] }] : [];
}

/** @returns a row of each list that is too long as a whole */
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
  // Of a device all that describes it is shown together.
  return Object.fromEntries([...known, ...(table === 'device' ? [['description', null]] : [])]) as Cells;
}

/** The lists in the order of their owners; the rows of one stay in their order. */
function byOwner(a: SweptRow, b: SweptRow): number {
  return a.owner < b.owner ? -1 : a.owner > b.owner ? 1 : 0;
}
