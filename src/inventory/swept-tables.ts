import { deviceColumns } from '../domain/device.js';
import type { SweptTable } from '../domain/swept-tables.js';

/** What a cell of a kept row is: as text where the call manager gives text. */
export type Cell = string | number | null;

/**
 * The columns of each table as it is kept, beside the key of its owner. The owner is the number or the device itself,
 * or else the device that a line or a button is on. Numbers are kept in the form that callers dial.
 */
export const keptColumns = {
  /** tkpatternusage 2 is a directory number. */
  number: ['dirn', 'partition', 'description', 'alerting', 'usage'],
  /** `kind` is phone or profile; `template` is 1 for what is listed among the phones and is none. */
  device: ['kind', 'template', ...deviceColumns],
  /** `number` is the owner of a row of the table number. */
  line: ['position', 'number', 'display'],
  dial: ['position', 'dirn', 'label'],
  /** Either a free-form destination, or the number that is watched. */
  lamp: ['position', 'destination', 'number', 'label'],
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

/** A row that is not kept. */
export interface LeftOutRow {
  /** Undefined where its key is none. */
  readonly owner: string | undefined;
  readonly cells: Cells;
}

/** In the place of an owner's rows, if it is not known what they are. It has no position, as no row that is known. */
export const notKnownCells = {
  line: { position: null, number: null, display: '' },
  dial: { position: null, dirn: '', label: '' },
  lamp: { position: null, destination: '', number: null, label: '' },
} as const satisfies { readonly [Table in Exclude<SweptTable, 'number' | 'device'>]: CellsOf<Table> };

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

/** Rows of a table that follow one another by their owners' keys, with every row of each owner. */
export interface SweptPage {
  readonly table: SweptTable;
  /** Owners behind this key were asked for; the empty text is the beginning. */
  readonly after: string;
  /** The last owner that the page has all of; undefined if it goes to the end of the table. */
  readonly upTo: string | undefined;
  readonly rows: readonly SweptRow[];
  readonly leftOut?: readonly LeftOutRow[] | undefined;
}
