/**
 * A spreadsheet takes a cell that begins with one of these for a formula and runs it. An apostrophe before it keeps it
 * text; so that a text with an apostrophe of its own reads back the same, that one gets another.
 */
const wouldRun = /^[=+\-@\t\r']/;

/** @returns a text as a cell that no spreadsheet runs */
export function toCell(text: string): string {
  return wouldRun.test(text) ? `'${text}` : text;
}

/** @returns the text of a cell; an apostrophe that `toCell` would not have written belongs to the text */
export function fromCell(cell: string): string {
  return cell.startsWith("'") && wouldRun.test(cell.slice(1)) ? cell.slice(1) : cell;
}
