import { truthIn } from './truth-values.js';

/** The columns of a file of buttons, in the order in which they are written: first the list, then the entry. */
const listColumns = ['device', 'deviceKind', 'kind'] as const;
export const entryColumns = ['index', 'dirn', 'partition', 'destination', 'label', 'pickup'] as const;
export const columns = [...listColumns, ...entryColumns] as const;

export type Column = (typeof columns)[number];

/**
 * If a cell begins with one of these characters, a spreadsheet runs it as a formula. An apostrophe before the cell
 * prevents that. A text that begins with an apostrophe gets a second one, so that reading the file returns the same
 * text.
 */
const wouldRun = /^[=+\-@\t\r']/;

/** How the names of months begin in Western European languages. */
const months = [
  'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec',
  'jän|mär|mrz|mai|okt|dez|janv|fév|avr|jui|aoû|déc|ene|abr|ago|dic|gen|mag|giu|lug|set|ott|fev|out|maa|mei|maj|des',
].join('|');

/**
 * A text that a spreadsheet would take for a number, time, date or amount, and would save in another form: `0100`
 * becomes 100, `12:30` 12:30:00, `1E5` 100000, `Mai 5` 05/01/05. The name of a phone, which begins with SEP, is not a
 * date.
 */
const wouldChange = new RegExp(`^[\\s.,($€£¥]*\\d|^(?:${months})[a-zà-ÿ]*[ .\\-/]*\\d{1,4}(?![\\da-z])`, 'i');

/** Whole numbers come back unchanged if a spreadsheet keeps all their digits. */
const staysAsItIs = /^(?:0|[1-9]\d{0,14})$/;

/** @returns a text as a cell that no spreadsheet runs or changes */
export function toCell(text: string): string {
  return isKeptByApostrophe(text) ? `'${text}` : text;
}

/** A text as a formula, with which people keep a spreadsheet from changing it: `="0123"`. */
const asFormula = /^="(.*)"$/s;

/**
 * @returns the text of a cell, also of a formula that is nothing but a text. An apostrophe that `toCell` would not have
 * added belongs to the text
 */
export function fromCell(cell: string): string {
  if (!cell.startsWith('=') && !cell.startsWith("'")) return cell;
  const formula = asFormula.exec(cell)?.[1];
  if (formula !== undefined) return formula.replaceAll('""', '"');
  return cell.startsWith("'") && isKeptByApostrophe(cell.slice(1)) ? cell.slice(1) : cell;
}

function isKeptByApostrophe(text: string): boolean {
  return wouldRun.test(text) || (wouldChange.test(text) && !staysAsItIs.test(text)) || truthIn(text) !== undefined;
}
