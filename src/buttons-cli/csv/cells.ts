/** The columns of a file of buttons, in the order in which they are written: which list, and what stands there. */
const listColumns = ['device', 'deviceKind', 'kind'] as const;
export const entryColumns = ['index', 'dirn', 'partition', 'destination', 'label', 'pickup'] as const;
export const columns = [...listColumns, ...entryColumns] as const;

export type Column = (typeof columns)[number];

/**
 * A spreadsheet takes a cell that begins with one of these for a formula and runs it. An apostrophe before it keeps it
 * text; so that a text with an apostrophe of its own reads back the same, that one gets another.
 */
const wouldRun = /^[=+\-@\t\r']/;

/** How spreadsheets of Western Europe write a truth, and how names of months begin there. */
const truths = 'true|false|wahr|falsch|vrai|faux|verdadero|verdadeiro|vero|falso|waar|onwaar|sant|falskt|sand|falsk';
const months = [
  'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec',
  'jän|mär|mrz|mai|okt|dez|janv|fév|avr|jui|aoû|déc|ene|abr|ago|dic|gen|mag|giu|lug|set|ott|fev|out|maa|mei|maj|des',
].join('|');

/**
 * A spreadsheet makes a number, a time, a date, an amount or a truth of such a text, and gives back how that is written:
 * `0100` becomes 100, `12:30` 12:30:00, `1E5` 100000, `Mai 5` 05/01/05. The name of a phone, which begins with SEP, is no date.
 */
const wouldChange = new RegExp(
  `^[\\s.,($€£¥]*\\d|^(?:${truths})$|^(?:${months})[a-zà-ÿ]*[ .\\-/]*\\d{1,4}(?![\\da-z])`,
  'i',
);

/** Whole numbers come back as they were, as long as a spreadsheet keeps all their digits. */
const staysAsItIs = /^(?:0|[1-9]\d{0,14})$/;

/** @returns a text as a cell that no spreadsheet runs or changes */
export function toCell(text: string): string {
  return isKeptByApostrophe(text) ? `'${text}` : text;
}

/** @returns the text of a cell; an apostrophe that `toCell` would not have written belongs to the text */
export function fromCell(cell: string): string {
  return cell.startsWith("'") && isKeptByApostrophe(cell.slice(1)) ? cell.slice(1) : cell;
}

function isKeptByApostrophe(text: string): boolean {
  return wouldRun.test(text) || (wouldChange.test(text) && !staysAsItIs.test(text));
}
