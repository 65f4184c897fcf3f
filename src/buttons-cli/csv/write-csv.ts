import { createRequire } from 'node:module';
import type * as CsvStringify from 'csv-stringify/sync';
import type { Entry, ListRef } from '../lists.js';
import { type Column, columns, toCell } from './cells.js';

/** One list for a file. */
export interface ListToWrite extends ListRef {
  readonly entries: readonly Entry[];
}

/**
 * @param delimiter separates cells: spreadsheets expect `;` if a comma is the decimal sign
 * @returns a file for a spreadsheet; a byte order mark says that it is UTF-8
 */
export function writeCsv(lists: readonly ListToWrite[], delimiter: string): string {
  const { stringify } = createRequire(import.meta.url)(
    '#third-party/csv-stringify/dist/cjs/sync.cjs',
  ) as typeof CsvStringify;
  const rows = lists.flatMap((list) => list.entries.map((entry) => rowOf(list, entry)));
  return stringify([columns, ...rows], { bom: true, delimiter, record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
}

function rowOf({ device, deviceKind, kind }: ListRef, entry: Entry): string[] {
  const cells: Partial<Record<Column, string | boolean>> = { device, deviceKind, kind, ...entry };
  // A spreadsheet may save a truth value in capitals, and this program accepts that when it reads the file.
  return columns.map((column) =>
    column === 'pickup' ? String(cells.pickup ?? '') : toCell(String(cells[column] ?? '')),
  );
}
