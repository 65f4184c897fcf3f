import { type ButtonKind, type Entry, rulesOf } from '../domain/button-kinds.js';
import { canonicalIndex } from '../domain/buttons.js';
import { longestText, unfitText } from '../domain/identifiers.js';
import { unseenProblem } from '../domain/unseen.js';
import type { CsvFault } from './read-records.js';
import type { WantedList } from './rows.js';

/** @returns what is wrong with the entries of a list, whatever the device has */
export function faultsIn({ kind, rows }: WantedList): CsvFault[] {
  return rows.flatMap(({ line, entry }) => problemsOf(kind, entry).map((problem) => ({ line, problem })));
}

/** A number as a spreadsheet rounds a long one: `4.98914E+11`. */
const rounded = /^\d+(?:[.,]\d+)?e[+-]?\d+$/i;

function problemsOf(kind: ButtonKind, entry: Entry): string[] {
  const texts = Object.entries(entry).flatMap(([column, value]) => {
    const reason = typeof value === 'string' ? unfitText(value, longestText) : undefined;
    return reason === undefined ? [] : [`${column} ${reason}`];
  });
  if (canonicalIndex(entry.index) === '0') texts.push('index is 0; the first is 1');
  const { property = '', number = '' } = rulesOf(kind).targetOf(entry) ?? {};
  const unseen = unfitText(number, longestText) === undefined ? unseenProblem(number) : undefined;
  if (unseen !== undefined) texts.push(`${property} ${unseen}`);
  if (rounded.test(number)) texts.push(`"${number}" was rounded by a spreadsheet; open the file as text`);
  // There are speed dials without a number.
  if ('pickup' in entry && number.trim() === '') {
    texts.push('dirn and destination are both empty; give one of them');
  }
  return texts;
}
