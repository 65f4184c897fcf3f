import {
  type ButtonKind,
  buttonKinds,
  hasProperty,
  type Entry,
  type EntryOf,
  rulesOf,
} from '../domain/button-kinds.js';
import { canonicalIndex } from '../domain/buttons.js';
import { deviceId, type DeviceKind, deviceKinds } from '../domain/device.js';
import { longestDeviceName, unfitText } from '../domain/identifiers.js';
import { phoneNameIn } from '../domain/sought.js';
import { unseenProblem, withUnseenNamed } from '../domain/unseen.js';
import { type Column, columns, entryColumns, fromCell } from './cells.js';
import { type CsvFault, type CsvRecord, RecordReader } from './read-records.js';
import { truthIn } from './truth-values.js';

/** An entry in a file, and its line. */
export interface RowEntry {
  readonly line: number;
  readonly entry: Entry;
}

/** A list by the names in its rows. */
interface ListName {
  readonly device: string;
  readonly deviceKind: DeviceKind;
  readonly kind: ButtonKind;
}

/** A list as a file wants it: exactly these entries. A list without entries is cleared. */
export interface WantedList extends ListName {
  /** The first line that names it. */
  readonly line: number;
  readonly rows: readonly RowEntry[];
}

/** A list by the names in its rows, and a text that identifies it. */
interface ListKey extends ListName {
  readonly id: string;
}

type Cells = Readonly<Record<Column, string>>;
type Tell = (line: number, problem: string) => void;

/** A list of which more rows may come. */
interface OpenList extends ListName {
  readonly line: number;
  readonly rows: RowEntry[];
  /** The first line with each index. */
  readonly lines: Map<string, number>;
  /** The line that clears it. */
  clearing: number | undefined;
}

/** The lists that are complete, and what is wrong; faults in order of lines. */
export interface ListsRead {
  readonly lists: readonly WantedList[];
  readonly faults: readonly CsvFault[];
}

/** How many rows are held. In a longer file, the rows of a list stand together. */
const mostRows = 50_000;
/** How many rows a list may have. A phone has a few hundred buttons. */
const mostOfList = 5_000;

/** Reads a file of buttons that comes in pieces, and checks everything that needs no call manager. */
export class ListReader {
  readonly #records = new RecordReader();
  readonly #mostRows: number;
  /** Undefined until the headings are read. */
  #columns: { readonly width: number; readonly positions: ReadonlyMap<Column, number> } | undefined;
  readonly #open = new Map<string, OpenList>();
  #rows = 0;
  #before: { readonly cells: Cells; readonly key: ListKey } | undefined;
  /** The first lines of the lists that are complete. */
  readonly #complete = new Map<string, number>();

  constructor(most = mostRows) {
    this.#mostRows = most;
  }

  take(piece: string, isLast = false): ListsRead {
    const { records, faults: malformed } = this.#records.take(piece, isLast);
    const faults = [...malformed];
    const tell: Tell = (line, problem) => faults.push({ line, problem });
    const lists: WantedList[] = [];
    for (const record of records) lists.push(...this.#add(record, tell));
    if (isLast) {
      if (!this.#columns) positionsOf(undefined, tell);
      lists.push(...this.#close());
    }
    return { lists, faults: faults.sort((a, b) => a.line - b.line) };
  }

  /** @returns lists that are complete now */
  #add(record: CsvRecord, tell: Tell): WantedList[] {
    if (!this.#columns) {
      const width = widthOf(record);
      const positions = positionsOf({ ...record, cells: record.cells.slice(0, width) }, tell);
      this.#columns = { width, positions };
      return [];
    }
    const { line } = record;
    const cells = cellsOf(record, this.#columns.positions, this.#columns.width, tell);
    const key = cells && this.#keyOf(line, cells, tell);
    if (!key) return [];
    const { id, ...name } = key;
    const earlier = this.#complete.get(id);
    if (earlier !== undefined) {
      const where = `in a file of more than ${this.#mostRows} rows, the rows of a list must stand together`;
      tell(line, `belongs to the list that begins on line ${earlier}; ${where}`);
      return [];
    }
    const complete = this.#rows >= this.#mostRows ? this.#close(id) : [];
    const list = this.#open.get(id) ?? { ...name, line, rows: [], lines: new Map(), clearing: undefined };
    this.#open.set(id, list);
    const held = list.rows.length;
    addRow(list, line, cells, tell);
    this.#rows += list.rows.length - held;
    return complete;
  }

  /** @returns the list of a row; mostly it is that of the row before */
  #keyOf(line: number, cells: Cells, tell: Tell): ListKey | undefined {
    const { device, deviceKind, kind } = this.#before?.cells ?? {};
    if (cells.device === device && cells.deviceKind === deviceKind && cells.kind === kind) return this.#before?.key;
    const key = keyOf(line, cells, tell);
    this.#before = key && { cells, key };
    return key;
  }

  /** @returns all lists of which rows are held, except one */
  #close(except?: string): WantedList[] {
    const complete: WantedList[] = [];
    for (const [name, { device, deviceKind, kind, line, rows }] of this.#open) {
      if (name === except) continue;
      complete.push({ device, deviceKind, kind, line, rows });
      this.#complete.set(name, line);
      this.#rows -= rows.length;
      this.#open.delete(name);
    }
    return complete;
  }
}

/** Reads a whole file of buttons. */
export function readCsv(file: string): ListsRead {
  return new ListReader(Infinity).take(file, true);
}

/** @returns how many columns a file has; empty columns after the last one, which spreadsheets write, do not count */
function widthOf({ cells }: CsvRecord): number {
  return 1 + cells.findLastIndex((cell) => cell.trim() !== '');
}

/** @returns the position of each column; a missing column has none */
function positionsOf(headings: CsvRecord | undefined, tell: Tell): ReadonlyMap<Column, number> {
  const wanted = `the columns are ${columns.join(',')}`;
  if (headings === undefined) {
    tell(1, `the file is empty; ${wanted}`);
    return new Map();
  }
  const positions = new Map<Column, number>();
  for (const [position, cell] of headings.cells.entries()) {
    const column = columns.find((name) => name.toLowerCase() === cell.trim().toLowerCase());
    if (column === undefined) tell(headings.line, `has an unknown column ${quoted(cell)}; ${wanted}`);
    else if (positions.has(column)) tell(headings.line, `has the column ${column} twice`);
    else positions.set(column, position);
  }
  for (const column of columns) {
    if (!positions.has(column)) tell(headings.line, `has no column ${column}; ${wanted}`);
  }
  return positions;
}

/** @returns the cells of a row by their columns; undefined if it is empty, or cannot be read */
function cellsOf(
  { line, cells }: CsvRecord,
  positions: ReadonlyMap<Column, number>,
  width: number,
  tell: Tell,
): Cells | undefined {
  if (cells.every((cell) => cell === '')) return undefined;
  if (cells.length < width || cells.slice(width).some((cell) => cell.trim() !== '')) {
    tell(line, `has ${cells.length} cells, but the header line has ${width}`);
    return undefined;
  }
  // A cell cannot be checked if its column is missing.
  if (columns.some((column) => !positions.has(column))) return undefined;
  const read: Partial<Record<Column, string>> = {};
  for (const [column, position] of positions) read[column] = fromCell(cells[position] ?? '');
  return read as Cells;
}

function keyOf(line: number, cells: Cells, tell: Tell): ListKey | undefined {
  const device = cells.device.trim();
  const unfit =
    device === ''
      ? 'is empty; write the name of a device'
      : (unfitText(device, longestDeviceName) ?? unseenProblem(device));
  if (unfit !== undefined) tell(line, `device ${unfit}`);
  const deviceKind = deviceKinds.find((name) => name === cells.deviceKind.trim().toLowerCase());
  if (deviceKind === undefined) tell(line, `deviceKind must be phone or profile, not ${quoted(cells.deviceKind)}`);
  const kind = buttonKinds.find((name) => name === cells.kind.trim().toLowerCase());
  if (kind === undefined) tell(line, `kind must be speeddial or busylampfield, not ${quoted(cells.kind)}`);
  if (unfit !== undefined || deviceKind === undefined || kind === undefined) return undefined;
  const name = deviceKind === 'phone' ? (phoneNameIn(device) ?? device) : device;
  return { device: name, deviceKind, kind, id: `${deviceId({ kind: deviceKind, name })}/${kind}` };
}

/** Adds the entry of a row. A row without an entry clears the list. If two rows have the same index, the later is wrong. */
function addRow(list: OpenList, line: number, cells: Cells, tell: Tell): void {
  const index = cells.index.trim();
  const others = 'index is empty, which clears the list, but the list has other rows';
  if (index === '') {
    const filled = entryColumns.filter((name) => name !== 'index' && cells[name] !== '');
    if (filled.length > 0) tell(line, `index is empty, which clears the list, but ${filled.join(', ')} is not`);
    else if (list.rows.length > 0 || list.clearing !== undefined) tell(line, others);
    list.clearing ??= line;
    return;
  }
  if (list.clearing !== undefined && list.rows.length === 0) tell(list.clearing, others);
  const entry = entryOf(line, list.kind, cells, tell);
  if (list.rows.length >= mostOfList) {
    tell(line, `is row ${mostOfList + 1} of its list, which may have at most ${mostOfList}`);
    return;
  }
  list.rows.push({ line, entry });
  const earlier = list.lines.get(canonicalIndex(index));
  if (earlier === undefined) list.lines.set(canonicalIndex(index), line);
  else tell(line, `index ${canonicalIndex(index)} is already on line ${earlier}`);
}

function entryOf(line: number, kind: ButtonKind, cells: Cells, tell: Tell): Entry {
  const index = cells.index.trim();
  if (!/^[0-9]+$/.test(index)) tell(line, `index must be a whole number, for example 1, not ${quoted(index)}`);
  const foreign = entryColumns.filter((column) => !hasProperty(kind, column) && cells[column] !== '');
  for (const column of foreign) tell(line, `${column} must be empty for a ${rulesOf(kind).singular}`);
  return entryReaders[kind](line, index, cells, tell);
}

type EntryReader<Entry> = (line: number, index: string, cells: Cells, tell: Tell) => Entry;

/** How the entry of a row is read. */
const entryReaders: { readonly [Kind in ButtonKind]: EntryReader<EntryOf[Kind]> } = {
  speeddial: (_, index, { dirn, label }) => ({ index, dirn, label }),
  busylampfield: (line, index, cells, tell) => {
    const { dirn, partition, destination, label } = cells;
    const pickup = cells.pickup.trim() === '' ? false : truthIn(cells.pickup);
    if (pickup === undefined) tell(line, `pickup must be true or false, not ${quoted(cells.pickup)}`);
    const common = { index, label, pickup: pickup === true };
    if (dirn !== '') {
      if (destination !== '') tell(line, 'has both dirn and destination; give one of them');
      return { ...common, dirn, partition };
    }
    if (partition !== '') tell(line, 'partition needs dirn, which is empty');
    return { ...common, destination };
  },
};

function quoted(text: string): string {
  return `"${withUnseenNamed(text.replace(/["\\]/g, '\\$&'))}"`;
}
