import { type FileHandle, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { shown } from './output/shown.js';
import { Stop } from './stop.js';

/**
 * Makes a file that only its owner may read and write.
 * @throws Stop when there is one already, which is never overwritten, or when it cannot be made
 */
export async function createPrivateFile(file: string): Promise<FileHandle> {
  const made = await open(file, 'wx', 0o600).catch((thrown: unknown) => {
    const { code = 'unknown' } = thrown as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new Stop(`${shown(file)} is there already; name a new file`);
    throw new Stop(`${shown(file)} cannot be made (${code})`);
  });
  await keepFolder(path.dirname(file));
  return made;
}

/** Writes the folder to the disk, so that a new file is still in it after a loss of power. */
async function keepFolder(folder: string): Promise<void> {
  // Not every system opens a folder.
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** @throws Stop when the file cannot be read */
export async function readFileOrStop(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((thrown: unknown) => {
    throw new Stop(`${shown(file)} cannot be read (${(thrown as NodeJS.ErrnoException).code ?? 'unknown'})`);
  });
}
