import type { ButtonKind, Entry } from '../domain/button-kinds.js';
import type { DeviceKind } from '../domain/device.js';
import { type Column, columns, toCell } from './cells.js';

/** What may separate the cells of a file: spreadsheets expect `;` if a comma is the decimal sign. */
export const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

/** One list for a file. */
export interface ListToWrite {
  readonly device: string;
  readonly deviceKind: DeviceKind;
  readonly kind: ButtonKind;
  readonly entries: readonly Entry[];
}

/** @returns the first line of a file for a spreadsheet; a byte order mark says that it is UTF-8 */
export function csvHead(delimiter: Delimiter): string {
  return `\uFEFF${lineOf(columns, delimiter)}`;
}

/** @returns the lines of a list; a list without entries has none */
export function csvLines({ device, deviceKind, kind, entries }: ListToWrite, delimiter: Delimiter): string {
  return entries
    .map((entry) => {
      const cells: Partial<Record<Column, string | boolean>> = {
        ...{ device, deviceKind, kind, ...entry },
      };
      // A spreadsheet may save a truth value in capitals, which is read all the same.
      const texts = columns.map((column) =>
        column === 'pickup' ? String(cells.pickup ?? '') : toCell(String(cells[column] ?? '')),
      );
      return lineOf(texts, delimiter);
    })
    .join('');
}

function lineOf(cells: readonly string[], delimiter: Delimiter): string {
  return `${cells.map((cell) => quotedIfNeeded(cell, delimiter)).join(delimiter)}\r\n`;
}

function quotedIfNeeded(cell: string, delimiter: Delimiter): string {
  const needsQuotes = cell.includes(delimiter) || /["\r\n]/.test(cell);
  return needsQuotes ? `"${cell.replaceAll('"', '""')}"` : cell;
}
