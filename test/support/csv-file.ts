import { csvHead, csvLines, type Delimiter, type ListToWrite } from '../../src/csv/write-csv.js';

/** @returns a whole file of buttons */
export function writeCsv(lists: readonly ListToWrite[], delimiter: Delimiter = ','): string {
  return csvHead(delimiter) + lists.map((list) => csvLines(list, delimiter)).join('');
}
