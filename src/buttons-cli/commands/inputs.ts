import { readFileSync } from 'node:fs';
import { fromCell } from '../csv/cells.js';
import { mistakenFor } from '../csv/mistaken-files.js';
import { readRecords } from '../csv/read-records.js';
import { NotUtf8, textIn } from '../../files/text-files.js';
import { shown } from '../output/shown.js';
import { readStandardInput } from '../standard-input.js';
import { cannotBe, exitCodes, Stop } from '../stop.js';

/** For people: what stands for standard input is called so. */
export function inputName(file: string): string {
  return file === '-' ? 'standard input' : shown(file);
}

/**
 * @param file `-` is standard input
 * @throws Stop when it cannot be read, or is no text in UTF-8
 */
export function readInput(file: string): string {
  const bytes = bytesOf(file);
  const mistake = mistakenFor(bytes);
  if (mistake !== undefined) throw new Stop(`${inputName(file)} ${mistake}`, exitCodes.error, true);
  try {
    return textIn(bytes);
  } catch (thrown) {
    if (thrown instanceof NotUtf8) throw new Stop(`${inputName(file)} ${thrown.message}; save it as "CSV UTF-8"`);
    throw thrown;
  }
}

function bytesOf(file: string): Buffer {
  try {
    return file === '-' ? readStandardInput() : readFileSync(file);
  } catch (thrown) {
    throw cannotBe(inputName(file), 'read', thrown);
  }
}

/**
 * Reads a file with so many cells in each line. A first line without a digit in its first cell has headings, and is left out.
 * @param what the cells of a line, for messages: `NUMBER,LABEL`
 * @throws Stop that names everything that is wrong, with its line
 */
export function readTuples(file: string, width: number, what: string): (readonly string[])[] {
  const { records, faults } = readRecords(readInput(file));
  const [first] = records;
  const rows = first && !/\d/.test(first.cells[0] ?? '') ? records.slice(1) : records;
  const wrong = [
    ...faults,
    ...rows.flatMap(({ line, cells }) => {
      const isWhole = cells.length === width && cells[0]?.trim() !== '';
      return isWhole ? [] : [{ line, problem: `must be ${what}` }];
    }),
  ];
  if (wrong.length > 0) {
    const lines = wrong.map(({ line, problem }) => `\n  line ${line}: ${problem}`).join('');
    throw new Stop(`${inputName(file)} is not right; nothing was changed:${lines}`);
  }
  if (rows.length === 0) throw new Stop(`${inputName(file)} is empty; give ${what} in each line`);
  return rows.map(({ cells }) => cells.map((cell, index) => (index === 0 ? fromCell(cell.trim()) : fromCell(cell))));
}

/** Devices that are named one by one, and those of a file with one in each line. */
export function namedDevices(names: readonly string[], file: string | undefined): string[] {
  if (file === undefined) return [...names];
  const lines = readInput(file)
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim());
  const found = [...names, ...lines.filter((line) => line !== '')];
  if (found.length === 0) throw new Stop(`${inputName(file)} names no device`);
  return found;
}
