import { fileURLToPath } from 'node:url';
import type { Observe } from '../../observability/observations.js';
import { type ConsoleFiles, readConsoleFiles } from './console-files.js';

const builtFolder = fileURLToPath(new URL('../../../dist/console/', import.meta.url));

/**
 * @param idleMinutes after how many minutes without a sign of life the page signs its user out
 * @returns the files of the console; undefined where it was not built, which is told
 */
export function openConsole(idleMinutes: number, observe: Observe, folder = builtFolder): ConsoleFiles | undefined {
  const files = readConsoleFiles(folder, idleMinutes);
  if (!files) {
    const text = `there is no console: its files, which npm run build makes, are not in ${folder}`;
    observe({ kind: 'warning', text: `${text} (CONSOLE=off says that none is wanted)` });
  }
  return files;
}
