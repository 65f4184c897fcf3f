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

/** How many characters a record has at most; in all, at most twice as many are held. */
const longestRecord = 65_536;

const endOfLine = /\r\n|\n|\r/g;

/** @returns the pattern of a cell with what ends it: quoted text; or a formula or plain text; the end */
function cellPattern(delimiter: string): RegExp {
  const plain = String.raw`="[^"\r\n]*"|[^"${delimiter}\r\n]*`;
  return new RegExp(String.raw`(?:"([^"]*(?:""[^"]*)*)"|(${plain}))(${delimiter}|\r\n|\n|\r|$)`, 'y');
}

/** What a file has between its cells, and the pattern of a cell. */
interface Form {
  readonly delimiter: string;
  readonly cell: RegExp;
}

/** A record that is complete, where it ends, and how many lines it has. */
interface Complete {
  readonly cells: readonly string[];
  readonly end: number;
  readonly lines: number;
}

/** @returns the record in a line without quotes, as most are; undefined if it must be read cell by cell */
function plainRecord(text: string, at: number, { delimiter }: Form): Complete | undefined {
  const end = text.indexOf('\n', at);
  if (end === -1) return undefined;
  const line = text.slice(at, text[end - 1] === '\r' ? Math.max(at, end - 1) : end);
  if (line.includes('"') || line.includes('\r')) return undefined;
  return { cells: line.split(delimiter), end: end + 1, lines: 1 };
}

/**
 * Reads CSV as spreadsheets write it: with commas, semicolons or tabs, with any end of line, with or without a byte
 * order mark; also formulas that are nothing but a text, `="0123"`, without quotes around them. The text comes in
 * pieces. After a mistake with quotes, reading continues at the next line. So all mistakes of a file are reported
 * together.
 */
export class RecordReader {
  /** What is not read yet. */
  #text = '';
  #fresh = 0;
  /** The line on which it begins. */
  #line = 1;
  #form: Form | undefined;
  /** Whether it begins inside a line that is left out. */
  #isInside = false;
  readonly #longest: number;
  /** How many characters have to come before it reads. */
  readonly #atOnce: number;

  constructor(longest = longestRecord, atOnce = longest) {
    this.#longest = longest;
    this.#atOnce = atOnce;
  }

  /** @returns what was complete before or after the next piece; all that is left with the last one */
  take(piece: string, isLast = false): CsvRecords {
    const records: CsvRecord[] = [];
    const faults: CsvFault[] = [];
    this.#text += piece;
    this.#fresh += piece.length;
    // A record that is not complete is read again, so this waits until there is much to read.
    if (!isLast && this.#fresh < this.#atOnce) return { records, faults };
    this.#fresh = 0;
    this.#form ??= this.#begin();
    let at = 0;
    while (at < this.#text.length) {
      if (this.#isInside) {
        const next = this.#afterLine(at, isLast);
        this.#isInside = next === undefined;
        // A carriage return may be the first half of the end of a line.
        at = next ?? this.#text.length - (this.#text.endsWith('\r') ? 1 : 0);
        if (this.#isInside) break;
        continue;
      }
      const read = plainRecord(this.#text, at, this.#form) ?? this.#recordAt(at, this.#form.cell, isLast);
      if (read === undefined) break;
      if ('problem' in read) {
        faults.push({ line: this.#line, problem: read.problem });
        this.#isInside = true;
        continue;
      }
      const { cells, end, lines } = read;
      // A single empty cell is an empty line.
      if (cells.length > 1 || (cells[0] ?? '').trim() !== '') records.push({ line: this.#line, cells });
      this.#line += lines;
      at = end;
    }
    this.#text = this.#text.slice(at);
    return { records, faults };
  }

  /** Drops the byte order mark. @returns the form of this file */
  #begin(): Form {
    this.#text = this.#text.replace(/^\uFEFF/, '');
    const headings = /^.*\S.*$/m.exec(this.#text)?.[0] ?? '';
    const delimiter = delimiterIn(headings);
    return { delimiter, cell: cellPattern(delimiter) };
  }

  /** @returns the place after the end of the line; undefined if its end has not come, or there is none */
  #afterLine(at: number, isLast: boolean): number | undefined {
    endOfLine.lastIndex = at;
    const end = endOfLine.exec(this.#text);
    if (!end || (end[0] === '\r' && endOfLine.lastIndex === this.#text.length && !isLast)) return undefined;
    this.#line += 1;
    return endOfLine.lastIndex;
  }

  /** @returns undefined if the rest of the record has not come */
  #recordAt(start: number, cell: RegExp, isLast: boolean): Complete | { readonly problem: string } | undefined {
    const cells: string[] = [];
    let lines = 1;
    for (cell.lastIndex = start; ;) {
      const from = cell.lastIndex;
      const found = cell.exec(this.#text);
      const isWaiting = !isLast && this.#text.length - start <= this.#longest;
      if (!found) {
        const isOpen = this.#text[from] === '"' && /^"[^"]*(?:""[^"]*)*"?$/.test(this.#text.slice(from));
        // What follows in the same line may make it whole.
        if (isWaiting && (isOpen || !/[\r\n]/.test(this.#text.slice(from)))) return undefined;
        const open = 'begins a cell with a double quote that is never closed';
        return { problem: isOpen ? open : 'has a double quote inside a cell; write it twice, in a cell with quotes' };
      }
      const [, quotedText, plain = '', end = ''] = found;
      const isAtEnd = cell.lastIndex === this.#text.length;
      if (isAtEnd && (end === '' || end === '\r') && !isLast) {
        if (isWaiting) return undefined;
        return { problem: `is longer than ${this.#longest} characters` };
      }
      cells.push(quotedText === undefined ? plain : quotedText.replaceAll('""', '"'));
      if (quotedText !== undefined) lines += linesIn(quotedText);
      if (end === '' || end === '\n' || end.startsWith('\r')) return { cells, end: cell.lastIndex, lines };
    }
  }
}

/** Reads a whole file. */
export function readRecords(text: string): CsvRecords {
  return new RecordReader().take(text, true);
}

/** The delimiter is the possible delimiter that is most frequent in the line of headings. */
function delimiterIn(headings: string): string {
  const count = (delimiter: string): number => headings.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best));
}

function linesIn(text: string): number {
  return text.match(endOfLine)?.length ?? 0;
}
