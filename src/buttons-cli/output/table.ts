import stringWidth from 'string-width';
import { shown } from './shown.js';
import type { Terminal } from './terminal.js';

/** The space between two columns. */
const gap = '  ';

/** No column is made narrower than this. */
const narrowest = 6;

export interface TableOptions {
  /** Shows every cell completely, even if the table gets very wide. */
  readonly isWide: boolean;
  /** The heading of the column that is shortened first. */
  readonly cutFirst?: string;
  /**
   * The heading of a column that is never shortened. If this is set, the first column is not shortened either, even if
   * the table gets too wide.
   */
  readonly whole?: string;
}

/** @returns rows in columns, without lines around them, at most as wide as the terminal; foreign text is escaped */
export function tableText(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  { colours, width }: Terminal,
  { isWide, cutFirst, whole }: TableOptions,
): string {
  const cells = rows.map((row) => row.map(shown));
  const needed = headings.map((heading, column) =>
    cells.reduce((widest, row) => Math.max(widest, widthOf(row[column] ?? '')), widthOf(heading)),
  );
  const widths =
    isWide || width === undefined
      ? needed
      : fitted(needed, width, headings.indexOf(cutFirst ?? ''), headings.indexOf(whole ?? ''));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => padded(cell, widths[column] ?? 0))
      .join(gap)
      .trimEnd();
  return [colours.bold(line(headings)), ...cells.map(line)].join('\n');
}

/**
 * Shortens the widest columns until the row fits. The first column, which names the subject of the row, is shortened
 * last.
 * @param cutFirst the column that is shortened before all others
 * @param whole the column that is never shortened
 */
function fitted(needed: readonly number[], width: number, cutFirst: number, whole: number): number[] {
  const room = width - gap.length * (needed.length - 1);
  const widths = [...needed];
  const shrink = (columns: readonly number[]): void => {
    let over = widths.reduce((sum, one) => sum + one, 0) - room;
    for (; over > 0 && columns.length > 0; over -= 1) {
      const widest = columns.reduce((best, column) => ((widths[column] ?? 0) > (widths[best] ?? 0) ? column : best));
      if ((widths[widest] ?? 0) <= narrowest) return;
      widths[widest] = (widths[widest] ?? 0) - 1;
    }
  };
  const [first = 0, ...others] = needed.keys();
  shrink(others.filter((column) => column === cutFirst));
  shrink(others.filter((column) => column !== whole));
  if (whole < 0) shrink([first]);
  return widths;
}

function padded(cell: string, width: number): string {
  const text = cut(cell, width);
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** @returns a text of at most this width: the beginning of a longer text, with a sign that there is more */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let [kept, has] = ['', 0];
  for (const character of charactersOf(text)) {
    has += widthOf(character);
    if (has > width - 1) break;
    kept += character;
  }
  // A text that is cut off has lost the mark that ends its isolation, so the mark is added again.
  return kept.includes('\u2068') ? `${kept}…\u2069` : `${kept}…`;
}

/**
 * Characters that take one column each, in any context. Other texts are looked at character by character, which would
 * take seconds for 15,000 lines.
 */
const oneEach =
  /^(?:(?![\p{M}\uFF00-\uFFEF\u{10000}-\u{10FFFF}])[\x20-\x7E\u00A1-\u00AC\u00AE-\u00FF\u2010-\u2026\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}])*$/u;

/** The isolates that `shown` puts around a text take no column. */
const isolated = /^\u2068([^]*)\u2069$/;

/** The widths of texts that need a closer look. */
const knownWidths = new Map<string, number>();

/** How many columns of a terminal a text takes. */
function widthOf(text: string): number {
  const plain = isolated.exec(text)?.[1] ?? text;
  if (oneEach.test(plain)) return plain.length;
  const width = knownWidths.get(text) ?? stringWidth(text);
  knownWidths.set(text, width);
  return width;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The characters of a text, as readers see them. */
function charactersOf(text: string): Iterable<string> {
  const plain = isolated.exec(text)?.[1] ?? text;
  return oneEach.test(plain) ? text : Array.from(segmenter.segment(text), ({ segment }) => segment);
}
