import { type ButtonKind, rulesOf } from '../../domain/button-kinds.js';
import { canonicalIndex, sameButtons } from '../../domain/buttons.js';
import { longestText, unfitText } from '../../domain/identifiers.js';
import { unseenProblem } from '../../domain/unseen.js';
import type { CsvFault } from '../../csv/read-records.js';
import { readCsv, type RowEntry, type WantedList } from '../../csv/rows.js';
import { differenceOf, type Entry, type ReadList, refOf, targetOf } from '../lists.js';
import { counted, deviceName } from '../output/list-text.js';
import { quoted, shown } from '../output/shown.js';
import { exitCodes, Stop } from '../stop.js';
import { hasChange, type ListToSet } from './worked-out.js';
import type { Reader } from './reader.js';

/**
 * Plans to set the lists in a file.
 * @param name the file's name, for messages
 * @throws Stop with every mistake and its line. Mistakes in the file itself are found before any call to the service.
 */
export async function importButtons(reader: Reader, name: string, text: string): Promise<readonly ListToSet[]> {
  const found = await reader.listsOrMissing(wantedLists(name, text));
  const wrong = found.flatMap((one): CsvFault[] => {
    if ('missing' in one) return [{ line: one.key.line, problem: shown(one.missing.detail) }];
    return faultsAgainst(one.key, one.list);
  });
  stopForFaults(name, wrong);
  return found.flatMap((one) => ('missing' in one ? [] : [planned(one.key, one.list)]));
}

/**
 * @returns the lists in a file
 * @throws Stop with everything that is wrong in the file itself
 */
export function wantedLists(name: string, text: string): readonly WantedList[] {
  const { lists, faults } = readCsv(text);
  // Values that no call manager accepts may stay if the device has them already. Only a read shows whether it has.
  const doubtful = lists.flatMap(({ kind, rows }) => rows.flatMap((row) => faultsOfRow(kind, row)));
  if (faults.length > 0) stopForFaults(name, [...faults, ...doubtful]);
  return lists;
}

function planned(list: WantedList, { entries, etag }: ReadList): ListToSet {
  return { ...refOf(list), etag, before: entries, after: list.rows.map(({ entry }) => entry) };
}

/** Existing entries may stay as they are; new ones must be valid. */
function faultsAgainst({ kind, rows }: WantedList, { entries }: ReadList): CsvFault[] {
  const present = new Map(entries.map((entry) => [canonicalIndex(entry.index), entry] as const));
  return rows.flatMap((row) => {
    const held = present.get(canonicalIndex(row.entry.index));
    return held && sameButtons(rulesOf(kind), [held], [row.entry]) ? [] : faultsOfRow(kind, row);
  });
}

/** @returns what is wrong with an entry if it is new */
function faultsOfRow(kind: ButtonKind, { line, entry }: RowEntry): CsvFault[] {
  return problemsOf(kind, entry).map((problem) => ({ line, problem }));
}

/** The message for a missing target, by kind. */
const missingTarget: Readonly<Record<ButtonKind, string>> = {
  speeddial: 'dirn is empty',
  busylampfield: 'dirn and destination are both empty; give one of them',
};

function problemsOf(kind: ButtonKind, entry: Entry): string[] {
  const texts = Object.entries(entry).flatMap(([column, value]) => {
    const reason = typeof value === 'string' ? unfitText(value, longestText) : undefined;
    return reason === undefined ? [] : [`${column} ${reason}`];
  });
  if (canonicalIndex(entry.index) === '0') texts.push('index is 0; the first is 1');
  const target = rulesOf(kind).targetOf(entry);
  const number = target?.number ?? '';
  const unseen = unfitText(number, longestText) === undefined ? unseenProblem(number) : undefined;
  if (unseen !== undefined) texts.push(`${target?.property ?? ''} ${unseen}`);
  if (/^\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(number)) {
    texts.push(`${quoted(number)} was rounded by a spreadsheet; open the file as text`);
  }
  return number === '' ? [...texts, missingTarget[kind]] : texts;
}

function stopForFaults(name: string, faults: readonly CsvFault[]): void {
  if (faults.length === 0) return;
  const ordered = faults.toSorted((a, b) => a.line - b.line);
  const lines = ordered.map(({ line, problem }) => `  line ${line}: ${problem}`);
  const title = faults.length === 1 ? 'one problem' : `${faults.length} problems`;
  throw new Stop(
    `${shown(name)} has ${title}; nothing was changed:\n${lines.join('\n')}`,
    exitCodes.error,
    false,
    ordered,
  );
}

/**
 * @returns a warning about probable mistakes of an import: numbers that differ from the present ones only by leading
 * zeros
 */
export function lostZeros(lists: readonly ListToSet[]): string | undefined {
  const found = lists.filter(hasChange).flatMap((list) =>
    differenceOf(list.kind, list.before, list.after).changed.flatMap(({ before, after }) => {
      const [was, is] = [targetOf(list.kind, before), targetOf(list.kind, after)];
      return was !== is && withoutZeros(was) === withoutZeros(is) ? [{ list, was, is }] : [];
    }),
  );
  const [first] = found;
  if (!first) return undefined;
  return (
    `${counted(found.length, 'number')} would lose or gain only leading zeros, as spreadsheets do: ` +
    `${shown(first.was)} would become ${shown(first.is)} on ${deviceName(first.list)}`
  );
}

function withoutZeros(number: string): string {
  return number.replace(/^0+(?=\d)/, '');
}
