import { readFileSync } from 'node:fs';
import { fromCell } from '../../csv/cells.js';
import { mistakenFor } from '../../csv/mistaken-files.js';
import { type CsvFault, readRecords } from '../../csv/read-records.js';
import { unseenProblem } from '../../domain/unseen.js';
import { NotUtf8, textIn } from '../../files/text-files.js';
import { shown } from '../output/shown.js';
import { readStandardInput } from '../standard-input.js';
import { cannotBe, exitCodes, Stop } from '../stop.js';

/** The name of an input for people; `-` is called standard input. */
export function inputName(file: string): string {
  return file === '-' ? 'standard input' : shown(file);
}

/**
 * @param file `-` is standard input
 * @throws Stop if it cannot be read, or is not UTF-8 text
 */
export function readInput(file: string, what: 'buttons' | 'devices' = 'buttons'): string {
  const bytes = bytesOf(file);
  const mistake = mistakenFor(bytes, what);
  if (mistake !== undefined) throw new Stop(`${inputName(file)} ${mistake}`, exitCodes.error, true);
  try {
    return textIn(bytes);
  } catch (thrown) {
    if (thrown instanceof NotUtf8) throw new Stop(`${inputName(file)} ${thrown.message}; save it as "CSV UTF-8"`);
    throw thrown;
  }
}

/** @param file `-` is standard input. @throws Stop if it cannot be read */
export function bytesOf(file: string): Buffer {
  try {
    return file === '-' ? readStandardInput() : readFileSync(file);
  } catch (thrown) {
    throw cannotBe(inputName(file), 'read', thrown);
  }
}

/**
 * Reads a file with a fixed number of cells in each line. If the first cell of the first line has no digit, the line is
 * a heading and is skipped.
 * @param what the cells of a line, for messages: `NUMBER,LABEL`
 * @throws Stop that names everything that is wrong, with its line
 */
export function readTuples(file: string, width: number, what: string): (readonly string[])[] {
  const { records, faults } = readRecords(readInput(file));
  // A spreadsheet also writes empty columns and lines.
  const filled = records.flatMap(({ line, cells }) => {
    const isMore = cells.slice(width).every((cell) => cell.trim() === '');
    if (isMore && cells.every((cell) => cell.trim() === '')) return [];
    return [{ line, cells: isMore ? cells.slice(0, width) : cells }];
  });
  const [first] = filled;
  const rows = first && !/\d/.test(first.cells[0] ?? '') ? filled.slice(1) : filled;
  const names = what.split(',');
  const isLabel = (column: number): boolean => names[column] === 'LABEL';
  const wrong = [
    ...faults,
    ...rows.flatMap(({ line, cells }) => {
      if (cells.length !== width || cells[0]?.trim() === '') return [{ line, problem: `must be ${what}` }];
      return cells.flatMap((cell, column) => {
        const unseen = isLabel(column) ? undefined : unseenProblem(numberIn(cell));
        return unseen === undefined ? [] : [{ line, problem: `${names[column] ?? ''} ${unseen}` }];
      });
    }),
  ];
  stopForMistakes(file, wrong);
  if (rows.length === 0) throw new Stop(`${inputName(file)} is empty; write ${what} in each line`);
  return rows.map(({ cells }) => cells.map((cell, column) => (isLabel(column) ? fromCell(cell) : numberIn(cell))));
}

/** @throws Stop that names every mistake and its line */
function stopForMistakes(file: string, wrong: readonly CsvFault[]): void {
  if (wrong.length === 0) return;
  const lines = wrong.map(({ line, problem }) => `\n  line ${line}: ${problem}`).join('');
  throw new Stop(`${inputName(file)} has mistakes; nothing was changed:${lines}`, exitCodes.error, false, wrong);
}

/** @returns the number in a cell, without the spaces and line breaks around it */
function numberIn(cell: string): string {
  return fromCell(cell.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ''));
}

/** The headings of columns with names of devices, as spreadsheets, databases and call managers write them. */
const deviceHeading = /^(?:(?:device|phone|profile|host)s?(?:[ _-]?names?)?|names?|mac(?:[ _-]?address(?:es)?)?)$/i;

/** @returns the names in the column with such a heading; if there is no heading, in the first column */
export function devicesIn(file: string): string[] {
  const { records, faults } = readRecords(readInput(file, 'devices'));
  stopForMistakes(file, faults);
  const headed = records[0]?.cells.findIndex((cell) => deviceHeading.test(cell.trim())) ?? -1;
  const rows = headed === -1 ? records : records.slice(1);
  const names = rows.map(({ cells }) => fromCell((cells[Math.max(headed, 0)] ?? '').trim()));
  const found = names.filter((name) => name !== '');
  if (found.length === 0) throw new Stop(`${inputName(file)} names no device`);
  return found;
}

/** @returns a Stop that names everything that is wrong in a file of buttons, with its lines */
export function problemsIn(file: string, faults: readonly CsvFault[]): Stop {
  const lines = faults.map(({ line, problem }) => `  line ${line}: ${shown(problem)}`);
  const title = faults.length === 1 ? 'one problem' : `${faults.length} problems`;
  const text = `${inputName(file)} has ${title}; nothing was changed:\n${lines.join('\n')}`;
  return new Stop(text, exitCodes.error, false, faults);
}
