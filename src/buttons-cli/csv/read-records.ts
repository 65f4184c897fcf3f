import { createRequire } from 'node:module';
import type * as CsvParse from 'csv-parse/sync';
import { withoutByteOrderMark } from '../../files/text-files.js';

/** Something wrong with a file, and its line. */
export interface CsvFault {
  readonly line: number;
  readonly problem: string;
}

export interface CsvRecord {
  /** The line on which it begins; the first line of the file is 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface CsvRecords {
  readonly records: readonly CsvRecord[];
  readonly faults: readonly CsvFault[];
}

/**
 * Reads CSV as spreadsheets write it: with commas, semicolons or tabs, with any end of line, with or without a byte
 * order mark. After a mistake with quotes, reading continues at the next line. So all mistakes of a file are reported
 * together.
 */
export function readRecords(file: string): CsvRecords {
  const text = withoutByteOrderMark(file);
  const delimiter = delimiterIn(/^.*\S.*$/m.exec(text)?.[0] ?? '');
  const lines = withFormulasInQuotes(text, delimiter).match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? [];
  const options = { delimiter, relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'] };
  const records: CsvRecord[] = [];
  const faults: CsvFault[] = [];
  for (let done = 0; done < lines.length;) {
    const fault = readFrom(lines.slice(done).join(''), done + 1, options, records);
    if (fault === undefined) break;
    faults.push(fault);
    done = fault.line;
  }
  return { records, faults };
}

/**
 * Puts quotes around a formula that is nothing but a text, `="0123"`. Spreadsheets write them, and other programs and
 * people do not.
 */
function withFormulasInQuotes(text: string, delimiter: string): string {
  const quotedOrFormula = new RegExp(
    `"(?:[^"]|"")*"|(?<=^|[${delimiter}\\r\\n])="([^"\\r\\n]*)"(?=[${delimiter}\\r\\n]|$)`,
    'g',
  );
  return text.replace(quotedOrFormula, (found, formula?: string) =>
    formula === undefined ? found : `"=""${formula}"""`,
  );
}

/** The delimiter is the possible delimiter that is most frequent in the line of headings. */
function delimiterIn(headings: string): string {
  const count = (delimiter: string): number => headings.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best));
}

/**
 * @param firstLine the number of the text's first line in the file
 * @param found the records are added to this array
 * @returns the first mistake with quotes
 */
function readFrom(
  text: string,
  firstLine: number,
  options: CsvParse.Options,
  found: CsvRecord[],
): CsvFault | undefined {
  const { CsvError, parse } = createRequire(import.meta.url)(
    '#third-party/csv-parse/dist/cjs/sync.cjs',
  ) as typeof CsvParse;
  const bytes = Buffer.from(text);
  // csv-parse counts lines in quoted cells differently, but its bytes are right.
  let [line, end] = [firstLine, 0];
  const onRecord = (cells: string[], context: { bytes: number }): null => {
    // A single empty cell is an empty line.
    if (cells.length > 1 || (cells[0] ?? '').trim() !== '') found.push({ line, cells });
    line += newLinesIn(bytes.toString('latin1', end, context.bytes));
    end = context.bytes;
    return null;
  };
  try {
    parse(bytes, { ...options, on_record: onRecord } as unknown as CsvParse.Options);
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof CsvError)) throw thrown;
    const isOpen = thrown.code === 'CSV_QUOTE_NOT_CLOSED';
    const inside = 'has a double quote inside a cell; write it twice, in a cell with quotes';
    return { line, problem: isOpen ? 'begins a cell with a double quote that is never closed' : inside };
  }
}

function newLinesIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}
