import Table from 'cli-table3';
import { shown } from './shown.js';
import type { Terminal } from './terminal.js';

/** @returns rows in columns, without lines around them; foreign text is escaped */
export function tableText(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  { colours }: Terminal,
): string {
  const none = '';
  const chars = { top: none, 'top-mid': none, 'top-left': none, 'top-right': none };
  const below = { bottom: none, 'bottom-mid': none, 'bottom-left': none, 'bottom-right': none };
  const between = { left: none, 'left-mid': none, mid: none, 'mid-mid': none, right: none, 'right-mid': none };
  const table = new Table({
    chars: { ...chars, ...below, ...between, middle: '  ' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    head: headings.map((heading) => colours.bold(heading)),
  });
  for (const row of rows) table.push(row.map(shown));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
