import { canonicalIndex } from '../../domain/buttons.js';
import { longestText, unfitText } from '../../domain/identifiers.js';
import { readCsv, type RowEntry, type WantedList } from '../csv/rows.js';
import type { CsvFault } from '../csv/read-records.js';
import { type Entry, keyOf, type ReadList, sameEntry, targetOf } from '../lists.js';
import { quoted, shown } from '../output/shown.js';
import { Stop } from '../stop.js';
import type { PlannedList } from './plan.js';
import type { Reader } from './reader.js';

/**
 * Plans that lists become what a file says.
 * @param name the file's, for messages
 * @throws Stop that names everything that is wrong, with its line. Where something can be told from the file alone,
 *   nothing is asked of the service.
 */
export async function importButtons(reader: Reader, name: string, text: string): Promise<readonly PlannedList[]> {
  const { lists, faults } = readCsv(text);
  // What no call manager takes may stay where it is already; which that is, only reading tells.
  const doubtful = lists.flatMap(({ rows }) => rows.flatMap(faultsOfRow));
  if (faults.length > 0) stopFor(name, [...faults, ...doubtful]);
  const found = await reader.listsOrMissing(lists);
  const wrong = found.flatMap((one): CsvFault[] => {
    if ('missing' in one) return [{ line: one.key.line, problem: one.missing.detail }];
    return faultsAgainst(one.key.rows, one.list);
  });
  stopFor(name, wrong);
  return found.flatMap((one) => ('missing' in one ? [] : [planned(one.key, one.list)]));
}

function planned(list: WantedList, { entries, etag }: ReadList): PlannedList {
  return { ...keyOf(list), etag, before: entries, after: list.rows.map(({ entry }) => entry) };
}

/** What a device has may stay as it is; what is new has to be right. */
function faultsAgainst(rows: readonly RowEntry[], { entries }: ReadList): CsvFault[] {
  const present = new Map(entries.map((entry) => [canonicalIndex(entry.index), entry] as const));
  return rows.flatMap((row) => {
    const held = present.get(canonicalIndex(row.entry.index));
    return held && sameEntry(held, row.entry) ? [] : faultsOfRow(row);
  });
}

/** @returns what is wrong with an entry where it is new */
function faultsOfRow({ line, entry }: RowEntry): CsvFault[] {
  return problemsOf(entry).map((problem) => ({ line, problem }));
}

function problemsOf(entry: Entry): string[] {
  const texts = Object.entries(entry).flatMap(([column, value]) => {
    const reason = typeof value === 'string' ? unfitText(value, longestText) : undefined;
    return reason === undefined ? [] : [`${column} ${reason}`];
  });
  const target = targetOf(entry);
  if (/^\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(target)) {
    texts.push(`${quoted(target)} is a number that a spreadsheet has rounded; open the file as text`);
  }
  const needed = 'pickup' in entry ? 'dirn and destination are both empty; give one of them' : 'dirn is empty';
  return target === '' ? [...texts, needed] : texts;
}

function stopFor(name: string, faults: readonly CsvFault[]): void {
  if (faults.length === 0) return;
  const ordered = faults.toSorted((a, b) => a.line - b.line);
  const lines = ordered.map(({ line, problem }) => `  line ${line}: ${problem}`);
  const title = faults.length === 1 ? 'one problem' : `${faults.length} problems`;
  throw new Stop(`${shown(name)} has ${title}; nothing was changed:\n${lines.join('\n')}`);
}
