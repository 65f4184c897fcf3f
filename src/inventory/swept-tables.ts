import { deviceColumns } from '../domain/device.js';
import type { SweptTable } from '../domain/swept-tables.js';

/** The value of a cell. Text of the call manager stays text. */
export type Cell = string | number | null;

/**
 * The stored columns of each table, without the key of the owner. The owner of a row is the number or device itself, or
 * the device of a line or button. Numbers are stored in the form that callers dial.
 */
export const keptColumns = {
  /** tkpatternusage 2 is a directory number. */
  number: ['dirn', 'partition', 'description', 'alerting', 'usage'],
  /** `kind` is phone or profile; `template` is 1 for a phone template. */
  device: ['kind', 'template', ...deviceColumns],
  /** `number` is the owner of a row of the table number. */
  line: ['position', 'number', 'display'],
  dial: ['position', 'dirn', 'label'],
  /** Either a free-form destination, or the number that is watched. */
  lamp: ['position', 'destination', 'number', 'label'],
  /** The owner is a number that forwards all its calls. */
  forward: [],
} as const satisfies Record<SweptTable, readonly string[]>;

/** The cells of a row of a table: one for each of its columns. */
export type CellsOf<Table extends SweptTable> = Readonly<Record<(typeof keptColumns)[Table][number], Cell>>;
/** The cells of a row of any table. */
export type Cells = Readonly<Record<string, Cell>>;

/** A row as it was read. */
export interface SweptRow {
  /** A key of the call manager: 8-4-4-4-12, lower case, no braces. */
  readonly owner: string;
  readonly cells: Cells;
}

/** A row that is left out. */
export interface LeftOutRow {
  /** Undefined if the row has no valid key. */
  readonly owner: string | undefined;
  readonly cells: Cells;
}

/** The row that replaces an owner's rows if they are not known. A known row has a position, and this one has none. */
export const notKnownCells = {
  line: { position: null, number: null, display: '' },
  dial: { position: null, dirn: '', label: '' },
  lamp: { position: null, destination: '', number: null, label: '' },
} as const satisfies { readonly [Table in Exclude<SweptTable, 'number' | 'device' | 'forward'>]: CellsOf<Table> };

/** The tables in which an owner may have several rows. */
export type ListTable = keyof typeof notKnownCells;

export function isListTable(table: SweptTable): table is ListTable {
  return table in notKnownCells;
}

/** @returns the index of a line or button; null if there is none */
export function positionIn({ position = null }: Cells): Cell {
  return position;
}

/** @returns the cells of a row in the order of the columns of its table */
export function inColumns(table: SweptTable, cells: Cells): Cell[] {
  return keptColumns[table].map((column) => cells[column] ?? null);
}

/** A page of a table, in order of the owners' keys, with all rows of each owner. */
export interface SweptPage {
  readonly table: SweptTable;
  /** The page starts after this owner; empty for the first page. */
  readonly after: string;
  /** The last owner whose rows are complete in the page; undefined at the end of the table. */
  readonly upTo: string | undefined;
  readonly rows: readonly SweptRow[];
  readonly leftOut?: readonly LeftOutRow[] | undefined;
}
