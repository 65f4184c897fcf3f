import type { ChangeEntry } from '../../src/client/index.js';
import { entriesBetween } from './change-difference.js';
import type { ListView } from './list-view.js';

/**
 * If a cell begins with one of these characters, a spreadsheet runs it as a formula. An apostrophe before the cell
 * prevents that.
 */
const wouldRun = /^[=+\-@\t\r']/;

/** @returns rows as CSV (RFC 4180), with the names of the columns first */
export function csvOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [columns, ...rows].map((row) => row.map(cellOf).join(',')).join('\r\n') + '\r\n';
}

function cellOf(text: string): string {
  const cell = wouldRun.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

const facts = [
  ...(['id', 'time', 'user', 'device', 'deviceKind', 'kind', 'state', 'undoes', 'undoneBy'] as const),
  ...(['source', 'seenAfter'] as const),
];
const columns = ['dirn', 'partition', 'destination', 'label', 'pickup'] as const;
const named = (when: string): string[] => columns.map((column) => `${column}${when}`);

/** @returns lists of changes as CSV: a row for each added, removed or changed entry, and at least one for each list */
export function csvOfChanges(changes: readonly ListView[]): string {
  return csvOf(
    [...facts, 'foundLater', 'what', 'index', ...named('Before'), ...named('After')],
    changes.flatMap(rowsOf),
  );
}

function rowsOf(change: ListView): string[][] {
  const own = [...facts.map((fact) => change[fact] ?? ''), change.foundLater?.list ?? ''];
  const { kind, before, after } = change;
  if (before === null || after === null) return [[...own, 'unknown', '', ...cells(undefined), ...cells(undefined)]];
  const { added, removed, changed } = entriesBetween(kind, before, after);
  const rows = [
    ...removed.map((entry) => ['removed', entry.index, ...cells(entry), ...cells(undefined)]),
    ...changed.map((pair) => ['changed', pair.after.index, ...cells(pair.before), ...cells(pair.after)]),
    ...added.map((entry) => ['added', entry.index, ...cells(undefined), ...cells(entry)]),
  ];
  return (rows.length === 0 ? [['nothing', '', ...cells(undefined), ...cells(undefined)]] : rows).map((row) => [
    ...own,
    ...row,
  ]);
}

function cells(entry: ChangeEntry | undefined): string[] {
  return columns.map((column) => String(entry?.[column] ?? ''));
}
