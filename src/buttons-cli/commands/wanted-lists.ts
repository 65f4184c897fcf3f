import { readCsv, type WantedList } from '../../csv/rows.js';
import { shown } from '../output/shown.js';
import { exitCodes, Stop } from '../stop.js';

/**
 * @returns the lists in a file
 * @throws Stop with everything that is wrong in the file itself
 */
export function wantedLists(name: string, text: string): readonly WantedList[] {
  const { lists, faults } = readCsv(text);
  if (faults.length === 0) return lists;
  const lines = faults.map(({ line, problem }) => `  line ${line}: ${problem}`);
  const title = faults.length === 1 ? 'one problem' : `${faults.length} problems`;
  throw new Stop(
    `${shown(name)} has ${title}; nothing was changed:\n${lines.join('\n')}`,
    exitCodes.error,
    false,
    faults,
  );
}
