import { readFileSync } from 'node:fs';
import { fromCell } from '../csv/cells.js';
import { mistakenFor } from '../csv/mistaken-files.js';
import { readRecords } from '../csv/read-records.js';
import { NotUtf8, textIn } from '../../files/text-files.js';
import { quoted, shown } from '../output/shown.js';
import type { DeviceChoice } from '../plan/devices.js';
import { readStandardInput } from '../standard-input.js';
import { cannotBe, exitCodes, Stop } from '../stop.js';

/** For people: what stands for standard input is called so. */
export function inputName(file: string): string {
  return file === '-' ? 'standard input' : shown(file);
}

/**
 * @param file `-` is standard input
 * @throws Stop if it cannot be read, or is no text in UTF-8
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
  // A spreadsheet writes columns and lines that have nothing in them, too.
  const filled = records.flatMap(({ line, cells }) => {
    const isMore = cells.slice(width).every((cell) => cell.trim() === '');
    if (isMore && cells.every((cell) => cell.trim() === '')) return [];
    return [{ line, cells: isMore ? cells.slice(0, width) : cells }];
  });
  const [first] = filled;
  const rows = first && !/\d/.test(first.cells[0] ?? '') ? filled.slice(1) : filled;
  const wrong = [
    ...faults,
    ...rows.flatMap(({ line, cells }) => {
      const isWhole = cells.length === width && cells[0]?.trim() !== '';
      return isWhole ? [] : [{ line, problem: `must be ${what}` }];
    }),
  ];
  if (wrong.length > 0) {
    const lines = wrong.map(({ line, problem }) => `\n  line ${line}: ${problem}`).join('');
    throw new Stop(`${inputName(file)} has mistakes; nothing was changed:${lines}`, exitCodes.error, false, wrong);
  }
  if (rows.length === 0) throw new Stop(`${inputName(file)} is empty; write ${what} in each line`);
  return rows.map(({ cells }) => cells.map((cell, index) => (index === 0 ? fromCell(cell.trim()) : fromCell(cell))));
}

/** How devices are named beside one by one. */
export interface DeviceOptions {
  /** A file with a device in each line. */
  readonly devicesFrom?: string;
  /** Texts of names and descriptions. */
  readonly search?: readonly string[];
  /** What a file names and is not there makes no difference to how the command ends. */
  readonly ignoreMissing?: boolean;
}

/** Which devices are meant: those that are named one by one, those of a file with one in each line, and what a search finds. */
export function deviceChoice(names: readonly string[], { devicesFrom, search }: DeviceOptions): DeviceChoice {
  return { names, listed: devicesFrom === undefined ? undefined : devicesIn(devicesFrom), searched: search };
}

/** @returns the devices as they were named, for the command that a plan tells of */
export function choiceText(names: readonly string[], { devicesFrom, search = [] }: DeviceOptions): string {
  const from = devicesFrom === undefined ? [] : [`--devices-from ${devicesFrom}`];
  return [...names, ...from, ...search.map((text) => `--search ${quoted(text)}`)].join(' ');
}

function devicesIn(file: string): string[] {
  const lines = readInput(file)
    .split(/\r\n|\n|\r/)
    // A spreadsheet writes columns that have nothing in them, too.
    .map((line) => line.replace(/[;,\t]+$/, '').trim());
  const found = lines.filter((line) => line !== '');
  if (found.length === 0) throw new Stop(`${inputName(file)} names no device`);
  return found;
}
