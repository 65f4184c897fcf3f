import { groupsOf } from '../../domain/grouped.js';
import { type ButtonKind, buttonKinds, type EntryOf, rulesOf } from '../../domain/button-kinds.js';
import { canonicalIndex } from '../../domain/buttons.js';
import { deviceKinds } from '../../domain/device.js';
import { phoneNameIn } from '../../domain/sought.js';
import { longestDeviceName, unfitText } from '../../domain/identifiers.js';
import { unseenProblem } from '../../domain/unseen.js';
import { type Entry, type ListRef, listKeyOf } from '../lists.js';
import { quoted } from '../output/shown.js';
import { type Column, columns, entryColumns, fromCell } from './cells.js';
import { type CsvFault, type CsvRecord, readRecords } from './read-records.js';
import { truthIn } from './truth-values.js';

/** An entry in a file, and its line. */
export interface RowEntry {
  readonly line: number;
  readonly entry: Entry;
}

/** A list as a file wants it: exactly these entries. A list without entries is cleared. */
export interface WantedList extends ListRef {
  /** The first line that names it. */
  readonly line: number;
  readonly rows: readonly RowEntry[];
}

/** A row with a valid device, deviceKind and kind. */
interface Row {
  readonly line: number;
  readonly key: ListRef;
  readonly cells: Cells;
}

type Cells = Readonly<Record<Column, string>>;
type Tell = (line: number, problem: string) => void;

/**
 * Reads a file of buttons and checks everything that needs no call manager.
 * @returns the lists, in the order of the file, and everything that is wrong, in order of lines
 */
export function readCsv(file: string): { readonly lists: readonly WantedList[]; readonly faults: readonly CsvFault[] } {
  const { records, faults: malformed } = readRecords(file);
  const faults = [...malformed];
  const tell: Tell = (line, problem) => faults.push({ line, problem });
  const [headings, ...rest] = records;
  const width = widthOf(headings);
  const positions = positionsOf(headings && { ...headings, cells: headings.cells.slice(0, width) }, tell);
  const rows = rest.flatMap((record) => rowOf(record, positions, width, tell) ?? []);
  const lists = listsOf(rows, tell);
  return { lists, faults: faults.sort((a, b) => a.line - b.line) };
}

/** @returns how many columns a file has; empty columns after the last one, which spreadsheets write, do not count */
function widthOf(headings: CsvRecord | undefined): number {
  return 1 + (headings?.cells.findLastIndex((cell) => cell.trim() !== '') ?? -1);
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

function rowOf(
  { line, cells }: CsvRecord,
  positions: ReadonlyMap<Column, number>,
  width: number,
  tell: Tell,
): Row | undefined {
  if (cells.every((cell) => cell === '')) return undefined;
  if (cells.length < width || cells.slice(width).some((cell) => cell.trim() !== '')) {
    tell(line, `has ${cells.length} cells, but the header line has ${width}`);
    return undefined;
  }
  // A cell cannot be checked if its column is missing.
  if (columns.some((column) => !positions.has(column))) return undefined;
  const read = Object.fromEntries(
    columns.map((column) => [column, fromCell(cells[positions.get(column) ?? 0] ?? '')]),
  ) as Cells;
  const key = keyOf(line, read, tell);
  return key && { line, key, cells: read };
}

function keyOf(line: number, cells: Cells, tell: Tell): ListRef | undefined {
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
  return { device: deviceKind === 'phone' ? (phoneNameIn(device) ?? device) : device, deviceKind, kind };
}

/** Collects the rows of each list. */
function listsOf(rows: readonly Row[], tell: Tell): WantedList[] {
  return groupsOf(rows, ({ key }) => listKeyOf(key)).map((ofList) => {
    const [{ key, line }] = ofList;
    const entries = ofList.flatMap((row) => rowEntry(row, ofList.length, tell) ?? []);
    tellRepeated(entries, tell);
    return { ...key, line, rows: entries };
  });
}

/** @returns the entry of a row; undefined if the row has no entry (this clears the list), or if something is wrong */
function rowEntry({ line, key, cells }: Row, rowsOfList: number, tell: Tell): RowEntry | undefined {
  const index = cells.index.trim();
  if (index === '') {
    tellClearing(line, cells, rowsOfList, tell);
    return undefined;
  }
  if (!/^[0-9]+$/.test(index)) tell(line, `index must be a whole number, for example 1, not ${quoted(index)}`);
  const { kind } = key;
  const foreign = entryColumns.filter((column) => !hasColumn(kind, column) && cells[column] !== '');
  for (const column of foreign) tell(line, `${column} must be empty for a ${rulesOf(kind).singular}`);
  return { line, entry: entryReaders[kind](line, index, cells, tell) };
}

function hasColumn(kind: ButtonKind, column: string): boolean {
  return (rulesOf(kind).columns as readonly string[]).includes(column);
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

function tellClearing(line: number, cells: Cells, rowsOfList: number, tell: Tell): void {
  const filled = entryColumns.filter((name) => name !== 'index' && cells[name] !== '');
  if (filled.length > 0) tell(line, `index is empty, which clears the list, but ${filled.join(', ')} is not`);
  else if (rowsOfList > 1) tell(line, 'index is empty, which clears the list, but the list has other rows');
}

/** If two rows have the same index, the later one is wrong. */
function tellRepeated(rows: readonly RowEntry[], tell: Tell): void {
  const lines = new Map<string, number>();
  for (const { line, entry } of rows) {
    const index = canonicalIndex(entry.index);
    const earlier = lines.get(index);
    if (earlier === undefined) lines.set(index, line);
    else tell(line, `index ${index} is already on line ${earlier}`);
  }
}
