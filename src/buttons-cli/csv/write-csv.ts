import { createRequire } from 'node:module';
import type * as CsvStringify from 'csv-stringify/sync';
import type { Entry, ListKey } from '../lists.js';
import { toCell } from './cells.js';
import { type Column, columns } from './columns.js';

/** One list for a file. */
export interface ListToWrite extends ListKey {
  readonly entries: readonly Entry[];
}

/**
 * @param delimiter what stands between cells: spreadsheets expect `;` where a comma is the decimal sign
 * @returns a file for a spreadsheet: a byte order mark says that it is UTF-8
 */
export function writeCsv(lists: readonly ListToWrite[], delimiter: string): string {
  const { stringify } = createRequire(import.meta.url)(
    '#third-party/csv-stringify/dist/cjs/sync.cjs',
  ) as typeof CsvStringify;
  const rows = lists.flatMap((list) => list.entries.map((entry) => rowOf(list, entry)));
  return stringify([columns, ...rows], { bom: true, delimiter, record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
}

function rowOf({ device, deviceKind, kind }: ListKey, entry: Entry): string[] {
  const cells: Partial<Record<Column, string>> = {
    ...{ device, deviceKind, kind },
    ...entry,
    pickup: 'pickup' in entry ? String(entry.pickup) : '',
  };
  return columns.map((column) => toCell(cells[column] ?? ''));
}
